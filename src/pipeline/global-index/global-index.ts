import { entry } from '../../base/map-entry.js';
import type { Origin } from '../../base/origin.js';
import { type AnswerIndex, AnswerIndexBuilder } from '../../harvest/answers/answer-index.js';
import {
  claimsIn,
  type IndexedPerson,
  type IndexedRecord,
  isAtTop,
  openFacts,
  type SharedRecord,
} from '../../harvest/answers/indexed-record.js';
import { NO_LISTENER, type ReadListener, readHarvest } from '../../harvest/answers/read-records.js';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import type { SourceProfile } from '../../model/mapping/access.js';
import { isSameName } from '../../model/mapping/archive/schools-person.js';
import { knownTranscribers } from '../../model/mapping/archive/transcript.js';
import type { KnownPlace } from '../../model/mapping/mapping-context.js';
import type { PersonsProfile } from '../../model/mapping/persons-profile.js';
import {
  DEFAULT_PLACEHOLDERS,
  type IsPlaceholder,
  placeholderTest,
  realNames,
} from '../../model/mapping/placeholder.js';
import { DATASETS, type Group } from '../../model/records/datasets.js';
import { KIND_NAMES, kindOf } from '../../model/records/kinds.js';
import {
  type Kind,
  type RecordRef,
  RecordSet,
  recordSetOf,
  type SourceRecord,
} from '../../model/records/record.js';
import { SOURCES } from '../../model/records/sources.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { AccessControl, type AccessListener } from './access-control.js';
import { type Contradiction, Contradictions, withoutContestedCounties } from './contradictions.js';
import { type DifferentRecord, differentRecords, type Occurrence } from './different-records.js';
import {
  type AddressSettings,
  type Claimant,
  type SharedAddress,
  sharedAddresses,
} from './shared-addresses.js';

/** Kinds whose records a concept scheme or lexicon names, all or those at its top. */
const LISTED = KIND_NAMES.filter((kind) => kindOf({ kind }).scheme !== undefined);

/** Settings, and the decisions of access control so far. */
export interface IndexScope {
  readonly groups: readonly Group[];
  readonly personsProfile: PersonsProfile;
  readonly isPlaceholder: IsPlaceholder;
  /** Whether a record of a list of a service is publishable, as far as has been read. */
  isPublishable(ref: RecordRef): boolean;
}

/** What several publishable records have in common. They are added in the order of reading. */
export class CrossRecordIndex {
  readonly occurrences = new Map<number, number>();
  readonly ambiguousPeople = new Map<number, string[]>();
  readonly places = new Map<number, KnownPlace>();
  readonly genders = { cbed: new Set<string>(), cbes: new Set<string>() };
  readonly shared = new Map<string, SourceRecord>();
  readonly contradictions = new Contradictions();
  /** Records with identity claims. */
  readonly claimants: Claimant[] = [];
  readonly #scope: IndexScope;
  /** Mentions that are merged already. */
  readonly #merged = new WeakSet<SharedRecord>();
  readonly #listed = new Map<Kind, RecordRef['id'][]>(LISTED.map((kind) => [kind, []]));
  /** The first name of each person of the schools collection. */
  readonly #names = new Map<number, string>();

  constructor(scope: IndexScope) {
    this.#scope = scope;
  }

  /** The top entries of a list, in the order of the service, and then those that only other records mention. */
  listed(kind: Kind): readonly RecordRef['id'][] {
    const mentioned = [...this.shared.values()].filter(
      (one) => one.kind === kind && isAtTop(one) && !this.#scope.isPublishable(one),
    );
    return [...(this.#listed.get(kind) ?? []), ...mentioned.map(({ id }) => id)];
  }

  add(one: IndexedRecord): void {
    const isFull = this.#scope.personsProfile === 'full';
    for (const shared of isFull ? one.shared : (one.sharedAnonymous ?? one.shared)) {
      this.#share(shared, one);
    }
    // Without the persons profile "full" nothing about people is collected.
    if (isFull) for (const person of one.people) this.#observe(person);
    if (one.gender !== undefined) this.genders.cbed.add(one.gender.toLowerCase());
    if (one.isListed) this.#listed.get(one.kind)?.push(one.id);
    if (one.claims !== undefined)
      this.claimants.push({ ref: { kind: one.kind, id: one.id }, claims: one.claims });
    if (one.kind === 'place' && this.isFolkloreLocation(Number(one.id))) {
      const { place } = one;
      if (place !== undefined) this.places.set(place.id, place);
    }
  }

  /** Whether the folklore collections refer to a place of the place-names database. */
  isFolkloreLocation(id: number): boolean {
    return LOCATIONS.some(
      (kind) => this.#scope.isPublishable({ kind, id }) || this.shared.has(`${kind}/${id}`),
    );
  }

  #observe(person: IndexedPerson): void {
    const { id, gender } = person;
    this.occurrences.set(id, (this.occurrences.get(id) ?? 0) + 1);
    if (gender !== undefined) this.genders.cbes.add(gender.toLowerCase());
    const [preferred] = realNames(person.names, this.#scope.isPlaceholder);
    if (preferred === undefined) return;
    const name = preferred.fullName;
    const first = this.#names.get(id);
    if (first === undefined) {
      this.#names.set(id, name);
      return;
    }
    const known = this.ambiguousPeople.get(id) ?? [first];
    if (known.some((other) => isSameName(other, name))) return;
    this.ambiguousPeople.set(id, [...known, name]);
  }

  #share(shared: SharedRecord, carrier: IndexedRecord): void {
    if (this.#merged.has(shared)) return;
    this.#merged.add(shared);
    const { kind, id, record } = shared;
    const other = { kind, id, record, origin: carrier.origin, within: [] } as unknown as SourceRecord;
    if (!isAsked(other, this.#scope.groups) || this.#isPlaceholder(other)) return;
    const key = `${kind}/${id}`;
    const held = this.shared.get(key);
    if (held === undefined) {
      this.shared.set(key, other);
      this.contradictions.first(key, carrier);
    } else if (differ(held.record, other.record)) {
      this.contradictions.add(key, held, other, carrier);
      this.shared.set(key, merged(held, other));
    }
    for (const inner of shared.shared) this.#share(inner, carrier);
  }

  #isPlaceholder({ kind, record }: SourceRecord): boolean {
    return (
      kind === 'cbes.transcriber' && knownTranscribers({ transcribers: [record] }, this.#scope).length === 0
    );
  }
}

/** Merges two mentions of one record: of each field the fuller value. If one mention has them all, it is returned as it is. */
function merged(one: SourceRecord, other: SourceRecord): SourceRecord {
  const [known, next] = [one.record as Fields, other.record as Fields];
  const fuller = (a: Fields, b: Fields): string[] =>
    Object.keys(a).filter((field) => compareFullness(a[field], b[field]) > 0);
  const added = fuller(next, known);
  if (added.length === 0) return one;
  if (fuller(known, next).length === 0) return other;
  const more = Object.fromEntries(added.map((field) => [field, next[field]]));
  return { ...one, record: { ...known, ...more } } as SourceRecord;
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a field of one of two mentions has another value in the other. */
const differ = (one: object, other: object): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].some(
    (field) => compareFullness((one as Fields)[field], (other as Fields)[field]) !== 0,
  );

/**
 * Compares the fullness of two values: above 0 for the first, below 0 for the second. The longer JSON is the fuller; of
 * equal length the one whose characters come first, so that the order of reading does not matter.
 */
function compareFullness(one: unknown, other: unknown): number {
  if (one === other) return 0;
  const [a, b] = [JSON.stringify(one) ?? '', JSON.stringify(other) ?? ''];
  if (a === b) return 0;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? 1 : -1;
}

/** Kinds of the folklore archive that refer to places of the place-names database. */
const LOCATIONS = ['county', 'location-ireland'] as const satisfies readonly Kind[];

/** Whether the run writes the dataset of a record. */
function isAsked(one: SourceRecord, groups: readonly Group[]): boolean {
  const { dataset } = kindOf(one);
  return typeof dataset === 'function' || DATASETS[dataset].of.some((group: Group) => groups.includes(group));
}

/** What must be known of all records before the first one is mapped. */
export interface GlobalIndex {
  /** Withheld records, and those that could not be read: no record may refer to them. */
  readonly withheld: RecordSet;
  /** Those of them that could not be read and are not withheld. */
  readonly unreadable: RecordSet;
  /** What is published about the people of the schools collection. */
  readonly personsProfile: PersonsProfile;
  /** How often each person of the schools collection is recorded in what is published. */
  readonly occurrences: ReadonlyMap<number, number>;
  /**
   * People of the schools collection with different names under one id, with those names in the order of reading: each work
   * has a person of its own (model 7.3, X7).
   */
  readonly ambiguousPeople: ReadonlyMap<number, readonly string[]>;
  /** Records that others carry and that are in no list of the services, each once. */
  readonly shared: readonly SourceRecord[];
  /** What those that carry such a record state of it and do not agree about (model 7.3, X27). */
  readonly contradictions: readonly Contradiction[];
  /** The place-names database's records of places that the folklore collections refer to. */
  readonly places: ReadonlyMap<number, KnownPlace>;
  /** Addresses elsewhere of several records, by `addressKey`. They are published as close matches. */
  readonly sharedAddresses: ReadonlyMap<string, SharedAddress>;
  /** Places that the archive refers to and does not name: the place-names database alone describes them. */
  readonly unnamedLocations: ReadonlySet<number>;
  /** Gender codes that occur, by collection, in lower case. */
  readonly genders: { readonly cbed: ReadonlySet<string>; readonly cbes: ReadonlySet<string> };
  /** The ids of the entries of each list, in the order of the service; of concepts the top ones. */
  readonly lists: ReadonlyMap<Kind, readonly (number | string)[]>;
  /** Answers with publishable records, in the order of reading. */
  readonly answers: readonly AnswerIndex[];
}

/** Receives what the first pass reads, and the decisions of access control. */
export interface IndexListener extends AccessListener, Pick<ReadListener, 'unknownFields'> {
  /** A record occurs again in another answer of the same source: it counts once. */
  duplicate(unit: RecordRef): void;
  /** A publishable record that has occurred with another content: the first one counts, this one is rejected. */
  different?(record: DifferentRecord): void;
  /** Each source record as it is read, before access control decides. */
  read?(one: IndexedRecord): void;
}

/** Settings about names and people. */
export type PrivacySettings = Pick<BuildPlan, 'personsProfile' | 'placeholders'>;

/** Settings that a global index depends on. */
export type IndexSettings = PrivacySettings & AddressSettings;

/** First pass over the stored harvest: decides what is published, and collects what several records have in common. */
export async function buildGlobalIndex(
  store: StoredHarvest,
  groups: readonly Group[],
  profile: SourceProfile,
  listener: IndexListener,
  settings: IndexSettings = {},
): Promise<GlobalIndex> {
  const { personsProfile = 'full', placeholders = DEFAULT_PLACEHOLDERS } = settings;
  const filter = new AccessControl(profile, listener);
  const answers = new AnswerIndexBuilder();
  const collect = () =>
    new CrossRecordIndex({
      groups,
      personsProfile,
      isPlaceholder: placeholderTest(placeholders),
      isPublishable: (ref) => filter.isPublishable(ref),
    });
  let collected = collect();
  let repeated: RecordSet | undefined;
  const entries = new RepeatedEntries();
  const facts = openFacts(store);
  const reading: ReadListener<IndexedRecord> = {
    answer: (source, request) => answers.begin(SOURCES.indexOf(source), request),
    duplicate: (_, position, units) => {
      answers.passedOver(position);
      entries.repeat(units);
      for (const one of units) filter.inspectDuplicate(one);
    },
    damaged: (position) => answers.damaged(position),
    unreadablePart: (record) => filter.inspectUnreadable(record),
    unreadable: (record) => filter.unreadable(record),
    unknownFields: (kind, fields) => listener.unknownFields(kind, fields),
  };
  for await (const one of readHarvest(store, groups, reading, facts.read)) {
    listener.read?.(one);
    entries.first(one);
    if (filter.hasSeen(one)) {
      listener.duplicate(one);
      repeated ??= new RecordSet();
      repeated.add(one);
      answers.repeated(one);
      filter.inspect(one);
      continue;
    }
    if (!filter.admit(one)) continue;
    answers.publishable(one, one.people);
    if (personsProfile === 'roles-only') {
      for (const { id } of one.people) filter.withhold({ kind: 'cbes.person', id });
    }
    collected.add(one);
  }
  while (!filter.settle()) {
    // What only revoked records have must not be collected.
    collected = collect();
    const seen = new RecordSet();
    for await (const one of readHarvest(store, groups, NO_LISTENER, facts.read)) {
      filter.inspect(one);
      if (filter.isPublishable(one) && seen.add(one)) collected.add(one);
    }
  }
  await facts.save();
  if (listener.different !== undefined && (repeated !== undefined || entries.different.length > 0)) {
    const compared = repeated ?? new RecordSet();
    for (const one of entries.different.flat()) compared.add(one);
    const occurrences: Occurrence[] = [];
    const places = new Map<string, Origin>();
    for await (const one of readHarvest(store, groups, NO_LISTENER, facts.read)) {
      if (!compared.has(one) || !filter.isPublishable(one)) continue;
      occurrences.push(one);
      if (one.within.length === 0 && !places.has(keyOf(one))) places.set(keyOf(one), one.origin);
    }
    for (const units of entries.different) {
      const instead = units[0] && places.get(keyOf(units[0]));
      // What is withheld, or cannot be read, is counted as such.
      const counted = units.filter((one) => filter.isPublishable(one) || !filter.hasSeen(one));
      for (const { kind, id, origin } of instead === undefined ? [] : counted) {
        listener.duplicate({ kind, id });
        occurrences.push({ kind, id, origin, instead });
      }
    }
    for (const record of await differentRecords(store, occurrences)) listener.different(record);
  }
  const unreadable = filter.close();
  const { withheld } = filter;
  const isLocked = (ref: RecordRef): boolean => withheld.has(ref) && !unreadable.has(ref);
  const unnamedLocations = new Set<number>();
  const isDescribed = (one: SourceRecord): boolean => {
    // A record of a list is mapped from the list.
    if (filter.isPublishable(one) || isLocked(one)) return false;
    // A place that the archive does not name is mapped from the place-names database alone.
    if (one.kind === 'county' || one.kind === 'location-ireland') {
      const { logainmID, nameEN, nameGA } = one.record;
      if (nameEN !== undefined || nameGA !== undefined || !collected.places.has(logainmID)) return true;
      unnamedLocations.add(logainmID);
      return false;
    }
    if (one.kind !== 'place-summary') return true;
    const place = { kind: 'place', id: one.id } as const;
    return !filter.isPublishable(place) && !isLocked(place) && !collected.isFolkloreLocation(one.record.id);
  };
  const { occurrences, ambiguousPeople, places, genders } = collected;
  const mentioned = [...collected.shared.values()]
    .filter(isDescribed)
    .sort(byKindAndId)
    .map((one) => ({ one, found: collected.contradictions.of(one) }));
  const contradictions = mentioned.flatMap(({ found }) => found);
  const shared = mentioned.map(({ one, found }) =>
    withoutContestedCounties(one, found, (id) => places.get(id)),
  );
  const claimants = [
    ...collected.claimants.filter(({ ref }) => !isLocked(ref)),
    ...shared.flatMap((one) => {
      const { claims } = claimsIn(one);
      return claims === undefined ? [] : [{ ref: { kind: one.kind, id: one.id }, claims }];
    }),
  ];
  const described = recordSetOf(shared);
  const isHeld = (ref: RecordRef): boolean =>
    (filter.isPublishable(ref) && !isLocked(ref)) || described.has(ref);
  // A county may have been sent as a place without a name, too.
  for (const id of unnamedLocations)
    if (LOCATIONS.some((kind) => isHeld({ kind, id }))) unnamedLocations.delete(id);
  return {
    personsProfile,
    withheld,
    unreadable,
    occurrences,
    ambiguousPeople,
    places,
    genders,
    shared,
    contradictions,
    unnamedLocations,
    sharedAddresses: sharedAddresses(claimants, settings, isHeld),
    lists: new Map(
      LISTED.map((kind) => [kind, collected.listed(kind).filter((id) => !isLocked({ kind, id }))]),
    ),
    answers: answers.all(),
  };
}

const keyOf = ({ kind, id }: RecordRef): string => `${kind} ${id}`;

/** Finds entries of answers whose record an earlier entry has, perhaps with another content. */
class RepeatedEntries {
  /** The source records of each such entry, the record itself first. */
  readonly different: (readonly IndexedRecord[])[] = [];
  readonly #digests = new Map<Kind, Map<RecordRef['id'], string>>();

  /** Notes the first entry of a record; ignores records within others. */
  first(one: IndexedRecord): void {
    if (one.within.length > 0) return;
    const known = entry(this.#digests, one.kind, () => new Map());
    if (!known.has(one.id)) known.set(one.id, contentOf(one));
  }

  /** Notes a later entry of a record. */
  repeat(units: readonly IndexedRecord[]): void {
    const [one] = units;
    if (one === undefined) return;
    if (this.#digests.get(one.kind)?.get(one.id) !== contentOf(one)) this.different.push(units);
  }
}

/** A text that two entries share only if their content is the same: the digest, or of an answer of one record its request. */
const contentOf = ({ digest, origin }: IndexedRecord): string => digest ?? origin.request;

const ORDER = new Map(KIND_NAMES.map((kind, position) => [kind, position]));

function byKindAndId(a: SourceRecord, b: SourceRecord): number {
  const byKind = (ORDER.get(a.kind) ?? 0) - (ORDER.get(b.kind) ?? 0);
  if (byKind !== 0) return byKind;
  if (typeof a.id === 'number' && typeof b.id === 'number') return a.id - b.id;
  return String(a.id) < String(b.id) ? -1 : 1;
}
