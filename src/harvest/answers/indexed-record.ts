import { hash } from 'node:crypto';
import { defined } from '../../base/fields.js';
import { entry } from '../../base/map-entry.js';
import { RELEASING } from '../../model/mapping/access.js';
import { handbookHeading } from '../../model/mapping/archive/reference-lists.js';
import type { IdentityClaims } from '../../model/mapping/identity-links.js';
import { type KnownPlace, knownPlace } from '../../model/mapping/mapping-context.js';
import { kindOf } from '../../model/records/kinds.js';
import type { RecordRef, SourceRecord } from '../../model/records/record.js';
import type { ResponseSource } from '../../model/records/sources.js';
import { PRIVILEGED } from '../../model/schema/privileged.js';
import type { FoundEntry } from '../store/entry.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import { indexFingerprint } from './program-fingerprint.js';
import { outlineOf, type ReadRecord, readRecords } from './read-records.js';

/** What a build needs of a source record before it maps the first one. */
export interface IndexedRecord extends Pick<SourceRecord, 'kind' | 'id' | 'origin' | 'within' | 'heldBack'> {
  /** The position in the answer of the entry that holds the record. */
  readonly position: number;
  /** A digest of that entry as it was sent; undefined of a volume that is alone in its answer. */
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

/** Reads the facts of an answer, or the answer itself where it has none, which are then written by {@link AnswerFacts.save}. */
type FactsReader = (source: ResponseSource, request: string) => Promise<readonly ReadRecord<IndexedRecord>[]>;

/** The facts of the answers of a stored harvest. */
interface AnswerFacts {
  readonly read: FactsReader;
  /** Whether the facts of an answer contain a text; undefined when the answer has none. */
  readonly contains: (source: ResponseSource, request: string, text: string) => boolean | undefined;
  /** Writes facts that were derived while reading. */
  readonly save: () => Promise<void>;
}

/** Opens the facts of a stored harvest. */
export function openFacts(store: StoredHarvest): AnswerFacts {
  const program = indexFingerprint();
  const derived: [FoundEntry, string][] = [];
  return {
    contains: ({ service }, request, text) => {
      const entry = store.entryOf(service, request);
      return entry === undefined || 'missing' in entry
        ? undefined
        : store.facts(entry, 'records', program)?.includes(text);
    },
    read: async (source, request) => {
      const entry = store.entryOf(source.service, request);
      const isFound = entry !== undefined && 'sha256' in entry;
      const known = isFound ? store.facts(entry, 'records', program) : undefined;
      if (known !== undefined) return decodeAnswer(source, request, known.toString('utf8'));
      const body = await store.read(source.service, request);
      const records = indexAnswer(source, readRecords(source, request, body));
      if (isFound) derived.push([entry, encodeAnswer(records)]);
      return records;
    },
    save: async () => {
      if (derived.length === 0) return;
      // The folder may be read-only, or the disk full: then the next build reads the answers again.
      await store.saveFacts('records', program, derived.splice(0)).catch(() => {});
    },
  };
}

/** Extracts from the records of an answer what a build needs before it maps the first one. */
export function indexAnswer(
  source: ResponseSource,
  read: Iterable<ReadRecord<SourceRecord>>,
): readonly ReadRecord<IndexedRecord>[] {
  const table = new SharedTable();
  const records = [...read];
  // The digest of a whole volume would cost more than reading the few that are sent twice.
  const isVolumeAlone = records.length === 1 && Object.keys(source.pieces).length > 0;
  return records.map(({ raw, units, unknown, unreadable, isTrimmed }, position) => {
    const digest = isVolumeAlone ? undefined : digestOf(raw);
    return {
      unknown,
      unreadable,
      ...(isTrimmed === true && { isTrimmed }),
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

/** The facts of an answer in JSON: each shared record once, what is empty left out, and what all records of an answer have. */
interface EncodedAnswer {
  readonly shared: readonly EncodedShared[];
  readonly records: readonly EncodedRecord[];
}

/** A shared record; the records that it carries by their positions in the list. */
type EncodedShared = Omit<SharedRecord, 'shared'> & { readonly shared?: readonly number[] | undefined };

type EncodedRecord = Partial<Omit<ReadRecord<IndexedRecord>, 'units'>> & {
  readonly digest?: string | undefined;
  readonly units: readonly EncodedUnit[];
};

type EncodedUnit = Pick<IndexedRecord, 'kind' | 'id'> & {
  readonly pointer: string;
  readonly shared?: readonly number[];
  readonly sharedAnonymous?: readonly number[];
} & Partial<Omit<IndexedRecord, 'origin' | 'position' | 'digest' | 'shared' | 'sharedAnonymous'>>;

const NONE: readonly never[] = [];
const NO_FIELDS = {};

/** A list that is not empty. */
const some = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

/** The facts of an answer as JSON. */
export function encodeAnswer(read: readonly ReadRecord<IndexedRecord>[]): string {
  const shared: EncodedShared[] = [];
  const positions = new Map<SharedRecord, number>();
  const positionOf = (one: SharedRecord): number => {
    const known = positions.get(one);
    if (known !== undefined) return known;
    const inner = some(one.shared.map(positionOf));
    const { kind, id, record } = one;
    const position = shared.push({ kind, id, record, ...(inner && { shared: inner }) }) - 1;
    positions.set(one, position);
    return position;
  };
  const records = read.map(({ units, unknown, unreadable, raw, isTrimmed }) =>
    defined({
      unknown: some(unknown),
      unreadable: some(unreadable),
      isTrimmed,
      raw,
      digest: units[0]?.digest,
      units: units.map((unit) => {
        const named = unit.shared.map(positionOf);
        const anonymous = unit.sharedAnonymous?.map(positionOf);
        return defined({
          kind: unit.kind,
          id: unit.id,
          pointer: unit.origin.pointer,
          record: Object.keys(unit.record).length === 0 ? undefined : unit.record,
          heldBack: unit.heldBack,
          within: some(unit.within),
          isListed: unit.isListed || undefined,
          shared: some(named),
          sharedAnonymous: String(anonymous) === String(named) ? undefined : anonymous,
          people: some(unit.people),
          gender: unit.gender,
          place: unit.place,
          claims: unit.claims,
        });
      }),
    }),
  );
  return JSON.stringify({ shared, records });
}

/** Reads what {@link encodeAnswer} wrote. */
function decodeAnswer(
  { service }: ResponseSource,
  request: string,
  text: string,
): readonly ReadRecord<IndexedRecord>[] {
  const encoded = JSON.parse(text) as EncodedAnswer;
  const shared: SharedRecord[] = [];
  const at = (positions: readonly number[]): readonly SharedRecord[] =>
    positions.map((position) => shared[position] as SharedRecord);
  for (const one of encoded.shared) shared.push({ ...one, shared: at(one.shared ?? NONE) });
  return encoded.records.map(({ digest, units, ...rest }, position) => ({
    unknown: NONE,
    unreadable: NONE,
    ...rest,
    units: units.map(({ pointer, shared: named = NONE, sharedAnonymous, ...unit }) => ({
      record: NO_FIELDS,
      within: NONE,
      people: NONE,
      isListed: false,
      ...unit,
      position,
      digest,
      origin: { service, request, pointer },
      shared: at(named),
      ...(sharedAnonymous === undefined ? {} : { sharedAnonymous: at(sharedAnonymous) }),
    })),
  }));
}
