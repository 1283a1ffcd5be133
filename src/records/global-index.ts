import type { SourceProfile } from '../mapping/access.js';
import { isSameName } from '../mapping/archive/schools-person.js';
import { knownTranscribers } from '../mapping/archive/transcript.js';
import type { KnownPlace } from '../mapping/context.js';
import type { PersonsProfile } from '../mapping/persons-profile.js';
import {
  DEFAULT_PLACEHOLDERS,
  type IsPlaceholder,
  placeholderTest,
  realNames,
} from '../mapping/placeholder.js';
import type { StoredHarvest } from '../response-store/stored-harvest.js';
import { AccessControl, type AccessListener } from './access-control.js';
import { type AnswerIndex, AnswerIndexBuilder } from './answer-index.js';
import type { BuildPlan } from './build-plan.js';
import { DATASETS, type Group } from './datasets.js';
import {
  type IndexedPerson,
  type IndexedRecord,
  isAtTop,
  openIndexes,
  type SharedRecord,
} from './indexed-record.js';
import { NO_LISTENER, type ReadListener, readHarvest } from './read-records.js';
import { KIND_NAMES, type Kind, kindOf, type RecordRef, RecordSet, type SourceRecord } from './record.js';
import { SOURCES } from './sources.js';

/** Kinds whose records a concept scheme or lexicon names, all or those at its top. */
const LISTED = KIND_NAMES.filter((kind) => kindOf({ kind }).scheme !== undefined);

/** What is known of the run and of the records when they are looked at. */
export interface IndexScope {
  readonly groups: readonly Group[];
  readonly personsProfile: PersonsProfile;
  readonly isPlaceholder: IsPlaceholder;
  /** Whether a record of a service's own list leaves, as far as has been read. */
  isPublishable(ref: RecordRef): boolean;
}

/** What lies across the records that leave: shown one after another, in the order of reading. */
export class CrossRecordIndex {
  readonly occurrences = new Map<number, number>();
  readonly ambiguousPeople = new Map<number, string[]>();
  readonly places = new Map<number, KnownPlace>();
  readonly genders = { cbed: new Set<string>(), cbes: new Set<string>() };
  readonly shared = new Map<string, SourceRecord>();
  readonly #scope: IndexScope;
  /** Mentions that are merged already. */
  readonly #merged = new WeakSet<SharedRecord>();
  readonly #listed = new Map<Kind, RecordRef['id'][]>(LISTED.map((kind) => [kind, []]));
  /** The name each person of the schools collection was first met with. */
  readonly #names = new Map<number, string>();

  constructor(scope: IndexScope) {
    this.#scope = scope;
  }

  /** What stands in a list, at its top, in the service's order, and then what only other records mention. */
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
    // Of people who must not be known nothing is collected.
    if (isFull) for (const person of one.people) this.#observe(person);
    if (one.gender !== undefined) this.genders.cbed.add(one.gender.toLowerCase());
    if (one.isListed) this.#listed.get(one.kind)?.push(one.id);
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
    const met = this.ambiguousPeople.get(id) ?? [first];
    if (met.some((other) => isSameName(other, name))) return;
    this.ambiguousPeople.set(id, [...met, name]);
  }

  #share(shared: SharedRecord, carrier: IndexedRecord): void {
    if (this.#merged.has(shared)) return;
    this.#merged.add(shared);
    const { kind, id, record } = shared;
    const other = { kind, id, record, origin: carrier.origin, within: [] } as unknown as SourceRecord;
    if (!isAsked(other, this.#scope.groups) || this.#isPlaceholder(other)) return;
    const key = `${kind}/${id}`;
    const held = this.shared.get(key);
    this.shared.set(key, held === undefined ? other : merged(held, other));
    for (const inner of shared.shared) this.#share(inner, carrier);
  }

  #isPlaceholder({ kind, record }: SourceRecord): boolean {
    return (
      kind === 'cbes.transcriber' && knownTranscribers({ transcribers: [record] }, this.#scope).length === 0
    );
  }
}

/**
 * Two mentions of one thing as one: of each field the fuller value, whichever came first. Where one mention says it
 * all, it is that mention.
 */
function merged(one: SourceRecord, other: SourceRecord): SourceRecord {
  const [held, met] = [one.record as Fields, other.record as Fields];
  const fuller = (a: Fields, b: Fields): string[] =>
    Object.keys(a).filter((field) => compareFullness(a[field], b[field]) > 0);
  const added = fuller(met, held);
  if (added.length === 0) return one;
  if (fuller(held, met).length === 0) return other;
  const more = Object.fromEntries(added.map((field) => [field, met[field]]));
  return { ...one, record: { ...held, ...more } } as SourceRecord;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Which of two values says more: above 0 the first, below 0 the second. The longer as JSON does, of equal length the
 * first by the order of its characters, so that it does not matter which was met first.
 */
function compareFullness(one: unknown, other: unknown): number {
  if (one === other) return 0;
  const [a, b] = [JSON.stringify(one) ?? '', JSON.stringify(other) ?? ''];
  if (a === b) return 0;
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? 1 : -1;
}

/** What the folklore collections call a place of the place-names database by. */
const LOCATIONS = ['county', 'location-ireland'] as const satisfies readonly Kind[];

/** Whether the file that a unit goes into is one of the run. */
function isAsked(one: SourceRecord, groups: readonly Group[]): boolean {
  const { dataset } = kindOf(one);
  return typeof dataset === 'function' || DATASETS[dataset].of.some((group: Group) => groups.includes(group));
}

/** What must be known of all records before the first can be described. */
export interface GlobalIndex {
  /** Units that stay in, and those nobody could read: nothing may refer to them. */
  readonly withheld: RecordSet;
  /** Those of them that nobody could read and nothing keeps in: they are merely not there. */
  readonly unreadable: RecordSet;
  /** What may be known of the people of the schools collection. */
  readonly personsProfile: PersonsProfile;
  /** How often each person of the schools collection is recorded in what is published. */
  readonly occurrences: ReadonlyMap<number, number>;
  /**
   * People of the schools collection whose id stands for different names, with those names in the order of first
   * meeting: each work they are recorded in has a person of its own (model 7.3, X7).
   */
  readonly ambiguousPeople: ReadonlyMap<number, readonly string[]>;
  /** Things that published records share and no list of the services holds, each once. */
  readonly shared: readonly SourceRecord[];
  /** The place-names database's records of places that the folklore collections refer to. */
  readonly places: ReadonlyMap<number, KnownPlace>;
  /** Gender codes met, by collection, in lower case. */
  readonly genders: { readonly cbed: ReadonlySet<string>; readonly cbes: ReadonlySet<string> };
  /** What each list holds that names what is in it, in the service's order: of concepts those at its top. */
  readonly lists: ReadonlyMap<Kind, readonly (number | string)[]>;
  /** What was read, in the order of reading; answers with nothing that leaves are left out. */
  readonly answers: readonly AnswerIndex[];
}

/** Learns what the first pass meets, and what the publication filter decides about it. */
export interface IndexListener extends AccessListener, Pick<ReadListener, 'unknownFields'> {
  /** The same unit was met again, in another place of the same source: it is one unit. */
  duplicate(unit: RecordRef): void;
  /** Each source record as it is read, before access control decides. */
  read?(one: IndexedRecord): void;
}

/** What a build is told about names and people. */
export type PrivacySettings = Pick<BuildPlan, 'personsProfile' | 'placeholders'>;

/** First pass over the stored harvest: decides what leaves, and collects what lies across records. */
export async function buildGlobalIndex(
  store: StoredHarvest,
  groups: readonly Group[],
  profile: SourceProfile,
  listener: IndexListener,
  { personsProfile = 'full', placeholders = DEFAULT_PLACEHOLDERS }: PrivacySettings = {},
): Promise<GlobalIndex> {
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
  const indexes = await openIndexes(store);
  const reading: ReadListener<IndexedRecord> = {
    answer: (source, request) => answers.begin(SOURCES.indexOf(source), request),
    duplicate: (_, position, units) => {
      answers.passedOver(position);
      for (const one of units) filter.inspectDuplicate(one);
    },
    unreadablePart: (record) => filter.inspectUnreadable(record),
    unreadable: (record) => filter.unreadable(record),
    unknownFields: (kind, fields) => listener.unknownFields(kind, fields),
  };
  for await (const one of readHarvest(store, groups, reading, indexes.read)) {
    listener.read?.(one);
    if (filter.hasSeen(one)) {
      listener.duplicate(one);
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
    // What only revoked records have must be forgotten.
    collected = collect();
    const seen = new RecordSet();
    for await (const one of readHarvest(store, groups, NO_LISTENER, indexes.read)) {
      filter.inspect(one);
      if (filter.isPublishable(one) && seen.add(one)) collected.add(one);
    }
  }
  await indexes.save();
  const unreadable = filter.close();
  const { withheld } = filter;
  const isLocked = (ref: RecordRef): boolean => withheld.has(ref) && !unreadable.has(ref);
  const isDescribed = (one: SourceRecord): boolean => {
    // What a list of the services holds is described from there.
    if (filter.isPublishable(one) || isLocked(one)) return false;
    // What the archive does not name is described by the place-names database alone.
    if (one.kind === 'county' || one.kind === 'location-ireland') {
      const { logainmID, nameEN, nameGA } = one.record;
      return nameEN !== undefined || nameGA !== undefined || !collected.places.has(logainmID);
    }
    if (one.kind !== 'place-summary') return true;
    const place = { kind: 'place', id: one.id } as const;
    return !filter.isPublishable(place) && !isLocked(place) && !collected.isFolkloreLocation(one.record.id);
  };
  const { occurrences, ambiguousPeople, places, genders } = collected;
  return {
    ...{ personsProfile, withheld, unreadable },
    ...{ occurrences, ambiguousPeople, places, genders },
    lists: new Map(
      LISTED.map((kind) => [kind, collected.listed(kind).filter((id) => !isLocked({ kind, id }))]),
    ),
    shared: [...collected.shared.values()].filter(isDescribed).sort(byKindAndId),
    answers: answers.all(),
  };
}

const ORDER = new Map(KIND_NAMES.map((kind, position) => [kind, position]));

function byKindAndId(a: SourceRecord, b: SourceRecord): number {
  const byKind = (ORDER.get(a.kind) ?? 0) - (ORDER.get(b.kind) ?? 0);
  if (byKind !== 0) return byKind;
  if (typeof a.id === 'number' && typeof b.id === 'number') return a.id - b.id;
  return String(a.id) < String(b.id) ? -1 : 1;
}
