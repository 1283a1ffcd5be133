import { entry, increase } from '../../base/map-entry.js';
import { mapInOrder } from '../../base/map-in-order.js';
import { type Origin, pointTo } from '../../base/origin.js';
import { isAccessField, isMarkedWithheld } from '../../model/mapping/access.js';
import type { Group } from '../../model/records/datasets.js';
import { type Kind, type RecordRef, RecordSet, type SourceRecord } from '../../model/records/record.js';
import { type ResponseSource, SOURCES } from '../../model/records/sources.js';
import { ODD_SPELLING } from '../../model/schema/fault-words.js';
import { isOddName } from '../../model/schema/privileged.js';
import type { Fault, Reject, UnreadField } from '../../model/schema/reader.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import { type PiecePlace, placeInVolume } from './position-in-volume.js';
import { responseRecords } from './response-records.js';
import { entriesIn, refOf } from './sent-fields.js';

/** A record, or a piece of one, that could not be read. */
export interface UnreadableRecord {
  readonly kind: Kind;
  readonly id?: number | string;
  /** The record it is a piece of. */
  readonly within?: RecordRef;
  readonly origin: Origin;
  readonly faults: readonly Fault[];
  readonly value: unknown;
  /** Its place in its volume. */
  readonly place?: PiecePlace;
  /** The records in it, which cannot be read either. */
  readonly inside: readonly { readonly kind: Kind; readonly id?: number | string }[];
}

/** A record as it was sent, and then the records that contain it, the innermost first. */
export type ContainmentChain = readonly [Placed, ...(readonly Placed[])];

interface Placed {
  readonly kind: Kind;
  readonly id?: number | string;
  readonly value: unknown;
}

/** Receives what is read besides good records. */
export interface ReadListener<R = SourceRecord> {
  unreadable(record: UnreadableRecord): void;
  unknownFields(kind: Kind, fields: readonly string[]): void;
  /** The records that follow are of this answer. */
  answer?(source: ResponseSource, request: string): void;
  /** A record that an earlier answer holds too: it is skipped. Its position in its answer, and its source records. */
  duplicate?(record: RecordRef, position: number, units: readonly R[]): void;
  /** The record at a position of the answer cannot be read, or not all of it: it has to be validated again. */
  damaged?(position: number): void;
  /** Each record of what cannot be read, or of what is skipped and cannot be read in part. */
  unreadablePart?(record: ContainmentChain): void;
}

/**
 * One record of an answer, read.
 *
 * @typeParam R what is kept of a source record
 */
export interface ReadRecord<R> {
  /** Its source records, itself first; none: it cannot be read. */
  readonly units: readonly R[];
  /** Fields that its schema does not have. */
  readonly unknown: readonly string[];
  /** Itself, or pieces of it, that cannot be read. */
  readonly unreadable: readonly UnreadableRecord[];
  /** Whether fields of it, or of records in it, were left out because their values cannot be read. */
  readonly isTrimmed?: boolean;
  /** The record as it was sent; of a record of an index its outline, and only where something of it cannot be read. */
  readonly raw?: unknown;
}

/** Answers that are being read from the disk while others are looked through. */
const READ_AHEAD = 3;

export const NO_LISTENER = { unreadable: () => {}, unknownFields: () => {} } satisfies ReadListener;

/** Every source record of the stored harvest that the groups need, each once, in the order of {@link readHarvest}. */
export const readSourceRecords = (
  store: Pick<StoredHarvest, 'requests' | 'read'>,
  groups: readonly Group[],
): AsyncGenerator<SourceRecord> =>
  readHarvest(store, groups, NO_LISTENER, async (source, request) =>
    readRecords(source, request, await store.read(source.service, request)),
  );

/**
 * Every source record of the stored harvest that the groups need, each once, in a fixed order: by source, then by
 * request, then as the service sent them.
 *
 * @param read the records of one answer
 * @param isSuperseded whether an entry is skipped because another one with its number is read
 */
export async function* readHarvest<R extends RecordRef>(
  store: Pick<StoredHarvest, 'requests'>,
  groups: readonly Group[],
  listener: ReadListener<R>,
  read: (source: ResponseSource, request: string) => Promise<Iterable<ReadRecord<R>>>,
  isSuperseded: (entry: R) => boolean = () => false,
): AsyncGenerator<R> {
  const seen = new RecordSet();
  for (const source of SOURCES.filter((one) => one.groups.some((group) => groups.includes(group)))) {
    const lost = new UnreadableRecords();
    const untilAllIsRead: ReadListener<R> = {
      ...listener,
      unreadable: (record) => (record.within === undefined ? lost.add(record) : listener.unreadable(record)),
    };
    const requests = store.requests(source.service).filter((request) => source.requests.test(request));
    const readOne = (request: string): Promise<Iterable<ReadRecord<R>>> => read(source, request);
    for await (const [request, records] of mapInOrder(requests, READ_AHEAD, readOne)) {
      listener.answer?.(source, request);
      const isDuplicate = (record: R): boolean => isSuperseded(record) || !seen.add(record);
      yield* withoutRepeated(source, records, isDuplicate, untilAllIsRead);
    }
    for (const record of lost.without(seen)) listener.unreadable(record);
  }
}

/** Counts how often an answer holds a record: several lists may hold one record, and one list holds several records. */
export class Occurrences {
  readonly #times = new Map<string, number>();

  /** The key of the next occurrence in an answer, the same as in other answers: of its kind, its id, and its number there. */
  keyOf({ service, request }: Origin, { kind, id }: RecordRef): string {
    const name = `${kind} ${id}`;
    return `${name} ${increase(this.#times, `${service} ${request} ${name}`)}`;
  }
}

/** Records that could not be read in one answer: another answer may have a readable one. */
export class UnreadableRecords {
  readonly #records = new Map<string, UnreadableRecord>();
  readonly #occurrences = new Occurrences();

  /**
   * Of the occurrences of a record in several answers, one that withholds it is kept, or else the first by its place: answers are
   * added in any order. In one answer each occurrence is a record.
   */
  add(record: UnreadableRecord): void {
    const { kind, id, origin } = record;
    const key = id === undefined ? placeOf(record) : this.#occurrences.keyOf(origin, { kind, id });
    const before = this.#records.get(key);
    if (before === undefined || isBefore(record, before)) this.#records.set(key, record);
  }

  /** Those that could be read in no answer, or that one answer withholds, in the order of their places. */
  without(read: RecordSet): UnreadableRecord[] {
    return [...this.#records.values()]
      .filter((one) => one.id === undefined || !read.has({ kind: one.kind, id: one.id }) || isClosed(one))
      .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  }
}

const isBefore = (a: UnreadableRecord, b: UnreadableRecord): boolean =>
  isClosed(a) === isClosed(b) ? placeOf(a) < placeOf(b) : isClosed(a);

/** Whether its access fields withhold it, as far as they can be read. */
const isClosed = ({ value }: Pick<UnreadableRecord, 'value'>): boolean =>
  typeof value === 'object' && value !== null && isMarkedWithheld(value);

const placeOf = ({ origin }: UnreadableRecord): string =>
  `${origin.service} ${origin.request} ${origin.pointer}`;

/** Some of the records of an answer, by their positions. */
export interface RecordRange {
  readonly from: number;
  /** The first one behind. */
  readonly to: number;
}

const ALL: RecordRange = { from: 0, to: Number.POSITIVE_INFINITY };

/** Which records of an answer are read, and how. */
interface SomeRecords {
  readonly range?: RecordRange | undefined;
  /**
   * For an answer that this program has read before: the positions of the records that it could not read, or not all of. The others
   * are not validated again.
   */
  readonly damaged?: readonly number[] | undefined;
}

/**
 * The source records of one answer. A record that cannot be read is reported each time it occurs.
 *
 * @param isDuplicate whether a record has occurred before, by its key and its position in the answer
 */
export const readAnswerRecords = (
  source: ResponseSource,
  request: string,
  body: unknown,
  isDuplicate: (record: RecordRef, position: number) => boolean,
  { listener = NO_LISTENER, ...some }: { readonly listener?: ReadListener } & SomeRecords = {},
): Generator<SourceRecord> =>
  withoutRepeated(source, readRecords(source, request, body, some), isDuplicate, listener, some.range?.from);

/** Reads the records of one answer. */
export function* readRecords(
  source: ResponseSource,
  request: string,
  body: unknown,
  { range = ALL, damaged }: SomeRecords = {},
): Generator<ReadRecord<SourceRecord>> {
  const records = responseRecords(source.service, request, body);
  const end = Math.min(records.length, range.to);
  const unreadBefore = new Set(damaged);
  for (let index = range.from; index < end; index += 1) {
    const raw = records[index];
    const origin: Origin = { service: source.service, request, pointer: pointTo('', index) };
    const isToBeValidated = damaged === undefined || unreadBefore.has(index);
    const reading = isToBeValidated ? source.read(raw, origin) : source.reread(raw, origin);
    const odd = reading.unknown.filter((path) => isOddName(lastStepOf(path)));
    if (!reading.ok || odd.length > 0) {
      const faults = [...(reading.ok ? [] : reading.faults), ...odd.map(oddField)];
      const whole = unreadable(source, raw, origin, { piece: '', pointer: '', faults, value: raw });
      yield { units: [], unknown: [], unreadable: [whole], raw };
      continue;
    }
    const { unknown, rejects, unread } = reading;
    const held = isHeldBack(raw, unknown)
      ? reading.units.map((one) => ({ ...one, heldBack: true }))
      : reading.units;
    const units = unread.length === 0 ? held : withUnread(source, held, unread);
    const pieces = rejects.map((reject) => piece(source, raw, origin, reject, units[0]));
    yield { units, unknown, unreadable: pieces, raw, ...(unread.length > 0 && { isTrimmed: true }) };
  }
}

/** An access field in a spelling that no kind has. Its subject is unknown. */
const oddField = (path: string): Fault => ({
  pointer: pointTo('', ...path.split('.')),
  message: ODD_SPELLING.en,
  messageGA: ODD_SPELLING.ga,
});

const lastStepOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Adds to each source record its fields that were left out. */
function withUnread(
  source: ResponseSource,
  units: readonly SourceRecord[],
  unread: readonly UnreadField[],
): readonly SourceRecord[] {
  const keyOf = ({ kind, id }: { readonly kind: Kind; readonly id?: number | string }) => `${kind} ${id}`;
  const byRecord = new Map<string, UnreadField[]>();
  for (const field of unread) {
    const ref = refOf(source.pieces[field.piece] ?? source.kind, field.record);
    entry(byRecord, keyOf(ref), () => []).push(field);
  }
  return units.map((one) => {
    const fields = byRecord.get(keyOf(one));
    return fields === undefined ? one : { ...one, unread: [...(one.unread ?? []), ...fields] };
  });
}

/** The source records of one answer without those of records that have occurred before. */
function* withoutRepeated<R extends RecordRef>(
  source: ResponseSource,
  records: Iterable<ReadRecord<R>>,
  isDuplicate: (record: R, position: number) => boolean,
  listener: ReadListener<R>,
  from = 0,
): Generator<R> {
  let position = from;
  for (const { units, unknown, unreadable: lost, raw, isTrimmed } of records) {
    const [first] = units;
    // A record that occurs again, in the list of another county for example, is counted once.
    const isRepeated = first !== undefined && isDuplicate(first, position);
    if (isRepeated) listener.duplicate?.(first, position, units);
    else {
      if (unknown.length > 0) listener.unknownFields(source.kind, unknown);
      yield* units;
      // After the source records: the listener has decided by now about the record that this is a piece of.
      for (const record of lost) listener.unreadable(record);
    }
    if (lost.length > 0 || isTrimmed === true) listener.damaged?.(position);
    if (lost.length > 0 && (isRepeated || first === undefined))
      for (const one of chainsIn(source, raw)) listener.unreadablePart?.(one);
    position += 1;
  }
}

/** Whether a field withholds a record: an access field of its kind, or another one. */
const isHeldBack = (raw: unknown, unknown: readonly string[]): boolean =>
  (typeof raw === 'object' && raw !== null && isMarkedWithheld(raw)) ||
  isWithheldByUnknownField(raw, unknown);

/**
 * Whether a record has a withholding access field that its kind does not have. In nested objects the value does not matter:
 * an unknown field of such a name is enough.
 *
 * @param unknown the paths of its fields that are in no dictionary
 */
export function isWithheldByUnknownField(raw: unknown, unknown: readonly string[]): boolean {
  const gates = unknown.filter((path) => isAccessField(lastStepOf(path)));
  return gates.some(
    (path) =>
      path.includes('.') ||
      (typeof raw === 'object' && raw !== null && isMarkedWithheld({ [path]: Reflect.get(raw, path) })),
  );
}

function piece(
  source: ResponseSource,
  raw: unknown,
  origin: Origin,
  reject: Reject,
  whole: RecordRef | undefined,
): UnreadableRecord {
  const at = { ...origin, pointer: `${origin.pointer}${reject.pointer}` };
  const within = whole === undefined ? {} : { within: { kind: whole.kind, id: whole.id } };
  return { ...unreadable(source, raw, at, reject), ...within };
}

/** @param raw the record of the answer that it is, or is a piece of */
function unreadable(
  source: ResponseSource,
  raw: unknown,
  origin: Origin,
  { piece: path, pointer, faults, value }: Reject,
): UnreadableRecord {
  const inside = recordsInside(source, path, value);
  const place = placeInVolume(source, raw, pointer);
  return {
    ...refOf(source.pieces[path] ?? source.kind, value),
    origin,
    faults,
    value,
    inside,
    ...(place === undefined ? {} : { place }),
  };
}

/** Every record of an answer as it was sent, the records inside it included, whether they can be read or not. */
export function recordsIn(
  source: ResponseSource,
  request: string,
  body: unknown,
): (RecordRef & { readonly value: unknown })[] {
  return responseRecords(source.service, request, body)
    .flatMap((raw) => [...chainsIn(source, raw)].map(([record]) => record))
    .flatMap(({ kind, id, value }) => (id === undefined ? [] : [{ kind, id, value }]));
}

/** The records in a record, for example the items of a part. */
function recordsInside(source: ResponseSource, path: string, value: unknown): UnreadableRecord['inside'] {
  return piecesOf(source, path, value).flatMap(({ inner, kind, entry }) => [
    refOf(kind, entry),
    ...recordsInside(source, inner, entry),
  ]);
}

/** A record as it was sent and the records in it, each with the records that contain it. */
function* chainsIn(
  source: ResponseSource,
  value: unknown,
  path = '',
  around: readonly Placed[] = [],
): Generator<ContainmentChain> {
  const standing: ContainmentChain = [
    { ...refOf(source.pieces[path] ?? source.kind, value), value },
    ...around,
  ];
  yield standing;
  for (const { inner, entry } of piecesOf(source, path, value)) {
    yield* chainsIn(source, entry, inner, standing);
  }
}

/** What access control needs of a record as it was sent: ids, access fields, and the same of the records in it. */
export function outlineOf(source: ResponseSource, value: unknown, path = ''): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]): [string, unknown][] => {
      const name = key.toLowerCase();
      const inner = path === '' ? name : `${path}.${name}`;
      if (name === 'id' || name === 'itemid' || isAccessField(name)) return [[key, entry]];
      if (!Object.hasOwn(source.pieces, inner)) return [];
      return [[key, entriesIn({ [name]: entry }, name).map((one) => outlineOf(source, one, inner))]];
    }),
  );
}

/** The entries of the lists of a record that hold records: the path of the list, and the kind of its entries. */
function piecesOf(
  source: ResponseSource,
  path: string,
  value: unknown,
): { readonly inner: string; readonly kind: Kind; readonly entry: unknown }[] {
  return Object.entries(source.pieces).flatMap(([inner, kind]) => {
    const steps = inner.split('.');
    if (steps.slice(0, -1).join('.') !== path) return [];
    return entriesIn(value, steps.at(-1) ?? '').map((entry) => ({ inner, kind, entry }));
  });
}
