import type { Origin } from '../base/origin.js';
import { pointTo } from '../base/origin.js';
import type { Fault, Reject } from '../dictionary/read.js';
import { cleanRecord } from '../mapping/text.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import type { Group } from './kinds.js';
import { recordsOf } from './records-of.js';
import { SOURCES, type Source } from './sources.js';
import { type Kind, type Unit, UnitSet } from './unit.js';

/** A record, or a piece of one, that could not be read. */
export interface Unreadable {
  readonly kind: Kind;
  readonly id?: number | string;
  readonly origin: Origin;
  readonly faults: readonly Fault[];
  readonly value: unknown;
  /** The kinds of the records that it holds, one entry for each. */
  readonly inside: readonly Kind[];
}

/** What reading the store meets beside good records. */
export interface ReadingListener {
  unreadable(record: Unreadable): void;
  unknownFields(kind: Kind, fields: readonly string[]): void;
}

const nobody: ReadingListener = { unreadable: () => {}, unknownFields: () => {} };

/**
 * Every unit of the stored harvest that the groups need, each once, in the defined order: by source, then by
 * request, then as the service sent them. Two readings of one store give the same units.
 */
export async function* readUnits(
  store: StoredHarvest,
  groups: readonly Group[],
  listener: ReadingListener = nobody,
): AsyncGenerator<Unit> {
  for (const source of SOURCES.filter((one) => one.groups.some((group) => groups.includes(group)))) {
    const seen = new UnitSet();
    for (const request of store.requests(source.service)) {
      if (source.requests.test(request)) yield* readRequest(store, source, request, seen, listener);
    }
  }
}

async function* readRequest(
  store: StoredHarvest,
  source: Source,
  request: string,
  seen: UnitSet,
  listener: ReadingListener,
): AsyncGenerator<Unit> {
  const records = recordsOf(source.service, request, await store.read(source.service, request));
  for (const [index, raw] of records.entries()) {
    const origin: Origin = { service: source.service, request, pointer: pointTo('', index) };
    const reading = source.read(cleanRecord(raw), origin);
    if (!reading.ok) {
      const lost = unreadable(source, '', origin, reading.faults, raw);
      if (seen.add({ kind: lost.kind, id: lost.id ?? `${request}${origin.pointer}` }))
        listener.unreadable(lost);
      continue;
    }
    const [first] = reading.units;
    // A record met again, in the list of another county say, is the same record: counted once.
    if (first !== undefined && !seen.add(first)) continue;
    if (reading.unknown.length > 0) listener.unknownFields(source.kind, reading.unknown);
    for (const reject of reading.rejects) listener.unreadable(piece(source, origin, reject));
    yield* reading.units;
  }
}

function piece(source: Source, origin: Origin, reject: Reject): Unreadable {
  const at = { ...origin, pointer: `${origin.pointer}${reject.pointer}` };
  return unreadable(source, reject.piece, at, reject.faults, reject.value);
}

function unreadable(
  source: Source,
  path: string,
  origin: Origin,
  faults: readonly Fault[],
  value: unknown,
): Unreadable {
  const id = fieldOf(value, 'id');
  return {
    kind: source.pieces[path] ?? source.kind,
    ...(typeof id === 'number' || typeof id === 'string' ? { id } : {}),
    origin,
    faults,
    value,
    inside: recordsInside(source, path, value),
  };
}

/** The records that go under with one that cannot be read: the items of a part, and so on. */
function recordsInside(source: Source, path: string, value: unknown): Unreadable['inside'] {
  return Object.entries(source.pieces).flatMap(([inner, kind]) => {
    const steps = inner.split('.');
    if (steps.slice(0, -1).join('.') !== path) return [];
    const list: unknown = fieldOf(value, steps.at(-1) ?? '');
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry) => [kind, ...recordsInside(source, inner, entry)]);
  });
}

/** A field of something nobody could read, in any letter case. */
function fieldOf(value: unknown, name: string): unknown {
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return fields.find(([key]) => key.toLowerCase() === name)?.[1];
}
