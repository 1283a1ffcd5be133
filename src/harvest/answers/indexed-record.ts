import { hash } from 'node:crypto';
import { defined } from '../../base/fields.js';
import { entry } from '../../base/map-entry.js';
import type { Origin } from '../../base/origin.js';
import { RELEASING } from '../../model/mapping/access.js';
import { handbookHeading } from '../../model/mapping/archive/reference-lists.js';
import type { IdentityClaims } from '../../model/mapping/identity-links.js';
import { type KnownPlace, knownPlace } from '../../model/mapping/mapping-context.js';
import {
  KIND_NAMES,
  type Kind,
  kindOf,
  type RecordRef,
  type SourceRecord,
} from '../../model/records/record.js';
import type { ResponseSource } from '../../model/records/sources.js';
import { PRIVILEGED } from '../../model/schema/privileged.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import { indexFingerprint } from './program-fingerprint.js';
import { outlineOf, type ReadRecord, readRecords, type UnreadableRecord } from './read-records.js';

/** What a build needs of a source record before it maps the first one. */
export interface IndexedRecord extends Pick<SourceRecord, 'kind' | 'id' | 'origin' | 'within' | 'heldBack'> {
  /** The position in the answer of the entry that holds the record. */
  readonly position: number;
  /** A digest of that entry as it was sent; undefined in an answer of one record, which has its checksum. */
  readonly digest?: string | undefined;
  /** Its access fields with their values; other privileged fields without their values. */
  readonly record: object;
  /** Whether a concept scheme or lexicon names it. */
  readonly isListed: boolean;
  /** Records that it carries and others may carry too. */
  readonly shared: readonly SharedRecord[];
  /** The same of the record without people's identities, where its kind names people. */
  readonly sharedAnonymous?: readonly SharedRecord[];
  /** People of the schools collection recorded in it. */
  readonly people: readonly IndexedPerson[];
  /** The gender code of a person of the people database. */
  readonly gender?: string;
  readonly place?: KnownPlace | undefined;
  /** Its identity claims, without the address that is made from its own id. */
  readonly claims?: IdentityClaims;
}

/** A shared record, and the records that it carries itself. One object for all equal mentions in an answer. */
export interface SharedRecord extends RecordRef {
  readonly record: object;
  readonly shared: readonly SharedRecord[];
}

/** A person as recorded in a work. */
export interface IndexedPerson {
  readonly id: number;
  readonly gender?: string | undefined;
  readonly names: readonly { readonly fullName: string }[];
}

/** Reads the index of an answer, or the answer itself where it has none, which is then written by {@link saveIndexes}. */
export type IndexReader = (
  source: ResponseSource,
  request: string,
) => Promise<readonly ReadRecord<IndexedRecord>[]>;

/** The indexes of the answers of a stored harvest. */
export interface AnswerIndexes {
  readonly read: IndexReader;
  /** Whether the index of an answer contains a text; undefined when the answer has no index. */
  readonly contains: (source: ResponseSource, request: string, text: string) => boolean | undefined;
  /** Writes indexes that were made while reading. */
  readonly save: () => Promise<void>;
}

/** Opens the indexes of a stored harvest. */
export async function openIndexes(store: StoredHarvest): Promise<AnswerIndexes> {
  const file = await store.readIndex('records', indexFingerprint());
  return {
    contains: ({ service }, request, text) => {
      const entry = store.entryOf(service, request);
      return entry === undefined || 'missing' in entry ? undefined : file.contains(entry, text);
    },
    read: async (source, request) => {
      const entry = store.entryOf(source.service, request);
      const isFound = entry !== undefined && 'file' in entry;
      const text = isFound ? file.get(entry) : undefined;
      if (text !== undefined) return decodeAnswer(source, request, text);
      const body = await store.read(source.service, request);
      const records = indexAnswer(source, readRecords(source, request, body));
      const encoded = isFound ? encodeAnswer(records) : undefined;
      if (isFound && encoded !== undefined) file.set(entry, encoded);
      return records;
    },
    // The store may be read-only, or the disk full: then the next build reads the answers again.
    save: async () => (file.isChanged ? store.writeIndex(file).catch(() => {}) : undefined),
  };
}

/** Extracts from the records of an answer what a build needs before it maps the first one. */
export function indexAnswer(
  source: ResponseSource,
  read: Iterable<ReadRecord<SourceRecord>>,
): readonly ReadRecord<IndexedRecord>[] {
  const table = new SharedTable();
  const records = [...read];
  return records.map(({ raw, units, unknown, unreadable }, position) => {
    const digest = records.length > 1 ? digestOf(raw) : undefined;
    return {
      unknown,
      unreadable,
      ...(unreadable.length > 0 ? { raw: outlineOf(source, raw) } : {}),
      units: units.map((one) => indexRecord(one, { position, digest }, table)),
    };
  });
}

/** Digits of a digest: 132 bits. */
const DIGEST_LENGTH = 22;

const digestOf = (raw: unknown): string =>
  hash('sha256', JSON.stringify(raw) ?? '', 'base64url').slice(0, DIGEST_LENGTH);

function indexRecord(
  one: SourceRecord,
  place: Pick<IndexedRecord, 'position' | 'digest'>,
  table: SharedTable,
): IndexedRecord {
  const { kind, id, origin, within, heldBack, record } = one;
  const { anonymise, observedPeople } = kindOf(one);
  return {
    kind,
    id,
    origin,
    within,
    ...place,
    ...(heldBack === undefined ? {} : { heldBack }),
    record: accessFieldsOf(record),
    isListed: kindOf(one).scheme !== undefined && isAtTop(one),
    shared: table.sharedBy(one),
    ...(anonymise === undefined
      ? {}
      : { sharedAnonymous: table.sharedBy({ ...one, record: anonymise(record) } as SourceRecord) }),
    people: (observedPeople?.(record) ?? []).map(({ id, gender, names }) => ({
      id,
      gender,
      names: names.map(({ fullName }) => ({ fullName })),
    })),
    ...(kind === 'cbed.person' && record.gender !== undefined ? { gender: record.gender } : {}),
    ...(kind === 'place' ? { place: knownPlace(record) } : {}),
    ...claimsIn(one),
  };
}

/** The identity claims of a record that other records can share. */
export function claimsIn(one: Pick<SourceRecord, 'kind' | 'record'>): { readonly claims?: IdentityClaims } {
  const all = kindOf(one).identity?.claims(one.record as never, { placeRecord: () => undefined }) ?? {};
  const { gazetteer, authority, given = [] } = all;
  const claims = defined({ gazetteer, authority, given: given.length === 0 ? undefined : given });
  return Object.keys(claims).length === 0 ? {} : { claims };
}

/** Whether an entry of a list is a top entry. */
export function isAtTop({ kind, record }: Pick<SourceRecord, 'kind' | 'record'>): boolean {
  if (kind === 'cbes.topic') return (record as { readonly parentID?: number }).parentID === undefined;
  if (kind !== 'cbeg.topic') return true;
  const { id } = record as { readonly id: string };
  return handbookHeading(id) === id;
}

const ACCESS: ReadonlySet<string> = new Set(Object.keys(RELEASING));

function accessFieldsOf(record: object): object {
  const fields: Record<string, unknown> = {};
  for (const field of PRIVILEGED) {
    if (!Object.hasOwn(record, field)) continue;
    const value: unknown = Reflect.get(record, field);
    fields[field] = ACCESS.has(field) || value === undefined ? value : true;
  }
  return fields;
}

/** The shared records of an answer, each once. */
class SharedTable {
  readonly #records = new Map<string, SharedRecord[]>();

  sharedBy(one: Pick<SourceRecord, 'kind' | 'record' | 'origin'>): readonly SharedRecord[] {
    const { sharedRecords } = kindOf(one);
    // Placeholders of names are configured: they are left out when the indexes are merged.
    const shared = sharedRecords?.(one.record, one.origin, { isPlaceholder: () => false }) ?? [];
    return (shared as readonly SourceRecord[]).map((other) => this.#add(other));
  }

  #add(other: SourceRecord): SharedRecord {
    const { kind, id, record } = other;
    const known = entry(this.#records, `${kind} ${id}`, () => []);
    const found = known.find((one) => one.id === id && isSame(one.record, record));
    if (found !== undefined) return found;
    const added = { kind, id, record, shared: this.sharedBy(other) };
    known.push(added);
    return added;
  }
}

/** Whether two values have the same JSON. It takes a fraction of the time of writing both. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) {
    return one === other;
  }
  const keys = Object.keys(one);
  const others = Object.keys(other);
  if (keys.length !== others.length || Array.isArray(one) !== Array.isArray(other)) return false;
  for (const [position, key] of keys.entries()) {
    if (key !== others[position]) return false;
    const value = (one as Readonly<Record<string, unknown>>)[key];
    if (!isSame(value, (other as Readonly<Record<string, unknown>>)[key])) return false;
  }
  return true;
}

/** JSON has no `undefined`: this text replaces it. */
const UNDEFINED = '\0undefined';

/** A value as JSON; undefined when JSON cannot hold it. */
export function encode(value: unknown): string | undefined {
  // Without a replacer JSON.stringify is several times as fast.
  if (isPlain(value)) return JSON.stringify(value);
  let isExact = true;
  const text = JSON.stringify(value, (_, inner: unknown) => {
    if (inner === UNDEFINED || (typeof inner === 'number' && !Number.isFinite(inner))) isExact = false;
    return inner === undefined ? UNDEFINED : inner;
  });
  return isExact ? text : undefined;
}

/** Whether JSON holds a value exactly. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'number' ? Number.isFinite(value) : value !== undefined && value !== UNDEFINED;
  }
  if (Array.isArray(value)) return value.every(isPlain);
  for (const key of Object.keys(value)) {
    if (!isPlain((value as Readonly<Record<string, unknown>>)[key])) return false;
  }
  return true;
}

/** Reads what {@link encode} wrote. */
export function decode(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.includes('"\\u0000undefined"') ? withUndefined(value) : value;
}

function withUndefined(value: unknown): unknown {
  if (value === UNDEFINED) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  for (const key of Object.keys(value)) {
    const inner: unknown = Reflect.get(value, key);
    if (inner === UNDEFINED || (typeof inner === 'object' && inner !== null)) {
      Object.defineProperty(value, key, { value: withUndefined(inner) });
    }
  }
  return value;
}

/**
 * The index of an answer is encoded in tables and columns, which JSON.parse reads in a fifth of the time that an object
 * for each source record takes. Kinds, shared records and people are positions in their tables.
 */
type Position = number;
type EncodedRef = readonly [kind: Position, id: RecordRef['id']];
/** Its record is JSON in JSON: it is parsed when it is needed. Most mentions are in records that were read before. */
type EncodedShared = readonly [...EncodedRef, record: string, shared: readonly Position[]];
type EncodedPerson = readonly [id: number, gender: string | null, ...names: string[]];
/** What is known of one source record besides its kind and id. */
type EncodedFacts = readonly [
  unit: Position,
  shared: readonly Position[],
  people: readonly Position[],
  others?: OtherFacts,
];
interface OtherFacts
  extends Partial<Pick<IndexedRecord, 'record' | 'heldBack' | 'isListed' | 'gender' | 'claims'>> {
  readonly anonymous?: readonly Position[];
  /** JSON in JSON: most places are not needed. */
  readonly place?: string;
}
type EncodedRecord = readonly [
  kinds: readonly Position[],
  ids: readonly RecordRef['id'][],
  /** Below the record, one a line. */
  pointers: string,
  /** The records that each lies in: 0, none; 1, the first of this list; else those at positions of this list, or others. */
  within: readonly (0 | 1 | readonly (Position | EncodedRef)[])[],
  facts: readonly EncodedFacts[],
  /** Of the record, or empty. */
  digest: string,
  unknown?: readonly string[],
  /** JSON in JSON of what cannot be read. */
  lost?: string,
];
type EncodedAnswer = readonly [
  shared: readonly EncodedShared[],
  people: readonly EncodedPerson[],
  records: readonly EncodedRecord[],
];

const POSITIONS = new Map(KIND_NAMES.map((kind, position) => [kind, position]));
const kindAt = (position: Position): Kind => KIND_NAMES[position] as Kind;
const encodeRef = ({ kind, id }: RecordRef): EncodedRef => [POSITIONS.get(kind) ?? -1, id];

/** Rows without repetition: a key for each, and its position. */
class Rows<R> {
  readonly rows: R[] = [];
  readonly #positions = new Map<unknown, Position>();

  add(key: unknown, make: () => R): Position {
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    const position = this.rows.push(make()) - 1;
    this.#positions.set(key, position);
    return position;
  }
}

/** The index of an answer as one line; undefined when it cannot be encoded: then the answer is read each time. */
export function encodeAnswer(records: readonly ReadRecord<IndexedRecord>[]): string | undefined {
  let isExact = true;
  const textOf = (value: unknown): string | undefined => {
    const text = encode(value);
    if (text === undefined) isExact = false;
    return text;
  };
  const shared = new Rows<EncodedShared>();
  const people = new Rows<EncodedPerson>();
  const addShared = (one: SharedRecord): Position => {
    const inner = one.shared.map(addShared);
    return shared.add(one, () => [...encodeRef(one), textOf(one.record) ?? '', inner]);
  };
  const addPerson = ({ id, gender, names }: IndexedPerson): Position => {
    const row = [id, gender ?? null, ...names.map(({ fullName }) => fullName)] as const;
    return people.add(JSON.stringify(row), () => row);
  };
  const factsOf = (one: IndexedRecord, unit: Position): EncodedFacts[] => {
    const { heldBack, record, isListed, gender, place, claims } = one;
    const positions = one.shared.map(addShared);
    const anonymous = one.sharedAnonymous?.map(addShared);
    const others: OtherFacts = defined({
      record: Object.keys(record).length === 0 ? undefined : record,
      heldBack,
      isListed: isListed || undefined,
      gender,
      place: place === undefined ? undefined : (textOf(place) ?? ''),
      claims,
      anonymous: String(anonymous) === String(positions) ? undefined : anonymous,
    });
    const named = one.people.map(addPerson);
    if (Object.keys(others).length > 0) return [[unit, positions, named, others]];
    return positions.length + named.length > 0 ? [[unit, positions, named]] : [];
  };
  const encoded = records.map(({ units, unknown, unreadable, raw }, index): EncodedRecord => {
    const places = new Map(units.map((one, position) => [`${one.kind} ${one.id}`, position]));
    const within = units.map((one) => {
      const around = one.within.map((ref) => places.get(`${ref.kind} ${ref.id}`) ?? encodeRef(ref));
      return around.length === 0 ? 0 : around.length === 1 && around[0] === 0 ? 1 : around;
    });
    const pointers = units.map(({ origin }) => origin.pointer.slice(`/${index}`.length)).join('\n');
    const refs = units.map(encodeRef);
    const columns = [
      refs.map(([kind]) => kind),
      refs.map(([, id]) => id),
      pointers,
      within,
      units.flatMap(factsOf),
      units[0]?.digest ?? '',
    ] as const;
    if (unreadable.length > 0) return [...columns, unknown, textOf([unreadable, raw]) ?? ''];
    return unknown.length > 0 ? [...columns, unknown] : columns;
  });
  return isExact ? encode([shared.rows, people.rows, encoded] satisfies EncodedAnswer) : undefined;
}

/** Reads what {@link encodeAnswer} wrote. */
export function decodeAnswer(
  { service }: ResponseSource,
  request: string,
  text: string,
): readonly ReadRecord<IndexedRecord>[] {
  const [sharedRows, peopleRows, records] = decode(text) as EncodedAnswer;
  const shared: SharedRecord[] = [];
  const sharedAt = (positions: readonly Position[]): readonly SharedRecord[] =>
    positions.map((position) => shared[position] as SharedRecord);
  for (const [kind, id, record, inner] of sharedRows) {
    shared.push(new DecodedShared(kindAt(kind), id, record, sharedAt(inner)));
  }
  const people = peopleRows.map(([id, gender, ...names]) => ({
    id,
    gender: gender ?? undefined,
    names: names.map((fullName) => ({ fullName })),
  }));
  return records.map((encoded, position) => {
    const [kinds, ids, pointers, withins, facts, digest, unknown = NONE, lost] = encoded;
    const origin = { service, request, pointer: `/${position}` };
    const place = new AnswerPlace(origin, position, pointers, digest || undefined);
    const units = kinds.map(
      (kind, unit) => new DecodedRecord(kindAt(kind), ids[unit] as number, unit, place),
    );
    const inFirst = units.slice(0, 1);
    for (const [unit, within] of withins.entries()) {
      const one = units[unit];
      if (within === 0 || one === undefined) continue;
      one.within =
        within === 1
          ? inFirst
          : within.map((ref) =>
              typeof ref === 'number' ? (units[ref] as RecordRef) : { kind: kindAt(ref[0]), id: ref[1] },
            );
    }
    for (const [unit, positions, named, others] of facts) {
      const one = units[unit];
      if (one === undefined) continue;
      one.shared = sharedAt(positions);
      one.people = named.map((person) => people[person] as IndexedPerson);
      if (others === undefined) continue;
      const { anonymous, place: text, ...rest } = others;
      Object.assign(one, rest);
      if (anonymous !== undefined) one.sharedAnonymous = sharedAt(anonymous);
      one.placeText = text;
    }
    if (lost === undefined) return { units, unknown, unreadable: NONE };
    const [unreadable, raw] = decode(lost) as [UnreadableRecord[], unknown];
    return { units, unknown, unreadable, raw };
  });
}

const NONE: readonly never[] = [];
const NO_FIELDS = {};

class DecodedShared implements SharedRecord {
  constructor(
    readonly kind: Kind,
    readonly id: number | string,
    readonly text: string,
    readonly shared: readonly SharedRecord[],
  ) {}

  get record(): object {
    return decode(this.text) as object;
  }
}

/** A record of an answer, and where its source records are in it. */
class AnswerPlace {
  #below: readonly string[] | undefined;

  constructor(
    readonly origin: Origin,
    readonly position: number,
    readonly pointers: string,
    readonly digest: string | undefined,
  ) {}

  originOf(unit: Position): Origin {
    this.#below ??= this.pointers.split('\n');
    return { ...this.origin, pointer: `${this.origin.pointer}${this.#below[unit]}` };
  }
}

/** A record of an index. Its origin is made only when it is read. */
class DecodedRecord implements IndexedRecord {
  record: object = NO_FIELDS;
  isListed = false;
  within: readonly RecordRef[] = NONE;
  shared: readonly SharedRecord[] = NONE;
  people: readonly IndexedPerson[] = NONE;
  declare sharedAnonymous?: readonly SharedRecord[];
  declare claims?: IdentityClaims;
  placeText: string | undefined;
  readonly #place: AnswerPlace;

  constructor(
    readonly kind: Kind,
    readonly id: number | string,
    readonly unit: Position,
    place: AnswerPlace,
  ) {
    this.#place = place;
  }

  get place(): KnownPlace | undefined {
    return this.placeText === undefined ? undefined : (decode(this.placeText) as KnownPlace);
  }

  get position(): number {
    return this.#place.position;
  }

  get digest(): string | undefined {
    return this.#place.digest;
  }

  get origin(): Origin {
    return this.#place.originOf(this.unit);
  }
}
