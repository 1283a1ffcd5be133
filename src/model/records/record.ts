import { IdSet } from '../../base/id-set.js';
import { entry } from '../../base/map-entry.js';
import type { Origin } from '../../base/origin.js';
import type { Published } from '../schema/privileged.js';
import type { KindRow } from './kind-row.js';
import { KINDS } from './kinds.js';

/** The name of a kind: a row of the table of kinds. */
export type Kind = keyof typeof KINDS;

/** A record of each kind as it is mapped, before privileged fields are removed. */
export type RecordOf = { [K in Kind]: (typeof KINDS)[K] extends KindRow<infer R, infer _> ? R : never };

/** Every kind, in the order of the table. */
export const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

/** The row of a record's kind, typed for the record. */
export const kindOf = <K extends Kind>({ kind }: { readonly kind: K }): KindRow<RecordOf[K], object> =>
  KINDS[kind] as unknown as KindRow<RecordOf[K], object>;

/** A record as read from the store. */
export interface SourceRecordOf<K extends Kind> {
  readonly kind: K;
  readonly id: number | string;
  readonly record: RecordOf[K];
  readonly origin: Origin;
  /** It is withheld with any of these: the volume of a page, the item of a transcript. */
  readonly within: readonly RecordRef[];
  /** Whether the record as sent has a withholding access field that its kind does not have. */
  readonly heldBack?: boolean;
}

export type SourceRecord = { [K in Kind]: SourceRecordOf<K> }[Kind];

/** The same after access control. */
export interface PublishableRecordOf<K extends Kind> extends Omit<SourceRecordOf<K>, 'record'> {
  readonly record: Published<RecordOf[K]>;
}

export type PublishableRecord = { [K in Kind]: PublishableRecordOf<K> }[Kind];

/** The key of a record: ids are unique within their kind. */
export interface RecordRef {
  readonly kind: Kind;
  readonly id: number | string;
}

/** Orders references by kind, and by id: numeric ids by value. */
export function compareRefs(a: RecordRef, b: RecordRef): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  const difference = Number(a.id) - Number(b.id);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return String(a.id) < String(b.id) ? -1 : String(a.id) > String(b.id) ? 1 : 0;
}

/** Ids that are not changed. */
export type Ids = Pick<IdSet, 'has' | 'size'> & Iterable<number | string>;

/** A set of record references. */
export class RecordSet {
  readonly #ids = new Map<Kind, IdSet>();

  /** @returns whether the reference is new */
  add({ kind, id }: RecordRef): boolean {
    return entry(this.#ids, kind, () => new IdSet()).add(id);
  }

  has({ kind, id }: RecordRef): boolean {
    return this.#ids.get(kind)?.has(id) === true;
  }

  /** All references, by kind. */
  *all(): Iterable<RecordRef> {
    for (const [kind, ids] of this.#ids) for (const id of ids) yield { kind, id };
  }

  /** The ids of one kind. */
  of(kind: Kind): Ids {
    return this.#ids.get(kind) ?? new IdSet();
  }
}

/** A set of these references. */
export function recordSetOf(refs: Iterable<RecordRef>): RecordSet {
  const records = new RecordSet();
  for (const ref of refs) records.add(ref);
  return records;
}

/** Makes a source record; the compiler checks that the record is of the kind. */
export function sourceRecord<K extends Kind>(
  kind: K,
  id: number | string,
  record: RecordOf[K],
  origin: Origin,
  ...within: readonly RecordRef[]
): SourceRecord {
  return { kind, id, record, origin, within } as SourceRecord;
}
