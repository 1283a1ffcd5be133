import type { Kind } from '../../../src/model/records/record.js';
import type { World } from '../../../src/services/server/world.js';
import { publicView, type Seen, wholeView } from './public-view.js';

/** A record, by the kind that the pipeline counts it as. */
export interface Ref {
  readonly kind: Kind;
  readonly id: number | string;
}

/**
 * What a public key can notice of a month: each record in one list at most, those of one kind together, in the
 * order of their ids. Of volumes the parts, items, pages and transcripts are records by themselves; each holds what
 * the pipeline's unit holds, so that a volume with another number changes its parts and pages too. What no endpoint
 * answers with is not listed: people of the schools collection, transcribers, places as the archive speaks of them.
 */
export interface Happened {
  /** Seen now and not before: new, or newly published. */
  readonly gained: readonly Ref[];
  /** Seen both times, and not the same. */
  readonly changed: readonly Ref[];
  /** Places seen both times that have another one in their stead now, or another than before. */
  readonly merged: readonly Ref[];
  /** Seen before; there, but hidden now. */
  readonly unpublished: readonly Ref[];
  /** Seen before and not there any more, whatever the key: places that went when they were merged, too. */
  readonly lost: readonly Ref[];
}

/** Compares what a public key sees of two worlds. */
export function happenedBetween(before: World, after: World): Happened {
  const [old, now, all] = [publicView(before), publicView(after), wholeView(after)];
  const happened: Record<keyof Happened, Ref[]> = {
    gained: [],
    changed: [],
    merged: [],
    unpublished: [],
    lost: [],
  };
  for (const { ref } of now.values()) if (!old.has(keyOf(ref))) happened.gained.push(ref);
  for (const [key, one] of old) {
    const later = now.get(key);
    if (later === undefined) happened[all.has(key) ? 'unpublished' : 'lost'].push(one.ref);
    else if (later.replacedBy !== one.replacedBy && later.replacedBy !== undefined)
      happened.merged.push(one.ref);
    else if (later.record !== one.record && later.body() !== one.body()) happened.changed.push(one.ref);
  }
  for (const refs of Object.values(happened)) refs.sort(inOrder);
  return happened;
}

/** What a record is known by among all. */
export const keyOf = ({ kind, id }: Ref): Seen => `${kind} ${id}`;

function inOrder(a: Ref, b: Ref): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
