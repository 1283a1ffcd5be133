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
      const lost = unreadable(source.kind, origin, reading.faults, raw);
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
  return unreadable(source.pieces[reject.piece] ?? source.kind, at, reject.faults, reject.value);
}

function unreadable(kind: Kind, origin: Origin, faults: readonly Fault[], value: unknown): Unreadable {
  const id = idOf(value);
  return { kind, origin, faults, value, ...(id === undefined ? {} : { id }) };
}

/** The identifier of a record nobody could read, if at least that can be. */
function idOf(value: unknown): number | string | undefined {
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {});
  const id: unknown = fields.find(([key]) => key.toLowerCase() === 'id')?.[1];
  return typeof id === 'number' || typeof id === 'string' ? id : undefined;
}

/** How many records of which kinds go under with one that cannot be read: the items of a part, and so on. */
export function recordsWithin(kind: Kind, value: unknown): readonly { kind: Kind; count: number }[] {
  const pieces = SOURCES.find(
    (source) => source.kind === kind || Object.values(source.pieces).includes(kind),
  )?.pieces;
  const counts = new Map<Kind, number>();
  const look = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    for (const [key, entry] of Object.entries(inner)) {
      const pieceKind = pieces?.[key.toLowerCase()];
      if (Array.isArray(entry) && pieceKind !== undefined && entry.some((one) => typeof one === 'object')) {
        counts.set(pieceKind, (counts.get(pieceKind) ?? 0) + entry.length);
      }
      look(entry);
    }
  };
  look(value);
  return [...counts].map(([inside, count]) => ({ kind: inside, count }));
}
