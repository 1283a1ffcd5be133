import { type AnswerIndex, AnswerIndexBuilder } from '../../harvest/answers/answer-index.js';
import { claimsIn, type IndexedRecord, openFacts } from '../../harvest/answers/indexed-record.js';
import {
  NO_LISTENER,
  type ReadListener,
  readHarvest,
  type UnreadableRecord,
} from '../../harvest/answers/read-records.js';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import type { SourceProfile } from '../../model/mapping/access.js';
import type { KnownPlace } from '../../model/mapping/mapping-context.js';
import type { PersonsProfile } from '../../model/mapping/persons-profile.js';
import { DEFAULT_PLACEHOLDERS, placeholderTest } from '../../model/mapping/placeholder.js';
import type { Group } from '../../model/records/datasets.js';
import { KIND_NAMES } from '../../model/records/kinds.js';
import {
  type Kind,
  type RecordRef,
  RecordSet,
  recordSetOf,
  type SourceRecord,
} from '../../model/records/record.js';
import { SOURCES } from '../../model/records/sources.js';
import type { BuildPlan } from '../plan/build-plan.js';
import {
  AccessFacts,
  decisions,
  type OutcomeOf,
  type WhyWithheld,
  withheldRecords,
} from './access-control.js';
import { type Contradiction, withoutContestedCounties } from './contradictions.js';
import { type DifferentRecord, type IsSuperseded, RepeatedRecords } from './different-records.js';
import {
  type AddressSettings,
  type Claimant,
  type SharedAddress,
  sharedAddresses,
} from './shared-addresses.js';
import { LISTED, LOCATIONS, SharedRecords } from './shared-records.js';

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

/** Receives the records as they are read first, and the decisions of access control. */
export interface IndexListener extends Partial<Pick<ReadListener, 'unknownFields'>> {
  /** Each source record, of several copies the one that counts, whatever access control has decided. */
  read?(one: IndexedRecord): void;
  /** A record occurs again in another answer of the same source: it counts once. */
  duplicate?(one: RecordRef): void;
  /** A copy of a publishable record with other content than the published copy: it is rejected. */
  different?(record: DifferentRecord): void;
  publishable?(one: RecordRef): void;
  withheld?(one: RecordRef, why: WhyWithheld): void;
  /**
   * A record, or a part of one, that cannot be read and is in no withheld record.
   *
   * @param kinds of the record and the records in it, without those that are counted already
   */
  unreadable?(record: UnreadableRecord, kinds: readonly Kind[]): void;
}

/** Settings about names and people. */
export type PrivacySettings = Pick<BuildPlan, 'personsProfile' | 'placeholders'>;

/** Settings that a global index depends on. */
export type IndexSettings = PrivacySettings & AddressSettings;

/** Reads the indexes of all answers: each record once, of several copies the one that is not superseded. */
type HarvestReader = (
  listener: ReadListener<IndexedRecord>,
  isSuperseded?: IsSuperseded,
) => AsyncIterable<IndexedRecord>;

/**
 * Reads the stored harvest twice before its first record is mapped: first for what decides about publication, then for what
 * several publishable records have in common. Where a copy that is read later is the published one, the first reading is repeated.
 */
export async function buildGlobalIndex(
  store: StoredHarvest,
  groups: readonly Group[],
  profile: SourceProfile,
  listener: IndexListener,
  settings: IndexSettings = {},
): Promise<GlobalIndex> {
  const { personsProfile = 'full', placeholders = DEFAULT_PLACEHOLDERS } = settings;
  const facts = openFacts(store);
  const read: HarvestReader = (reading, isSuperseded) =>
    readHarvest(store, groups, reading, facts.read, isSuperseded);
  const repeated = new RepeatedRecords();
  const first = await readFacts(read, profile, personsProfile, repeated);
  const copies = await repeated.settle(store, read);
  const settled = copies.isReordered
    ? await readFacts(read, profile, personsProfile, new RepeatedRecords(), copies.isSuperseded)
    : first;
  const access = decide(settled, listener);
  await facts.save();
  const { outcomeOf, withheld, unreadable } = access;
  const isPlaceholder = placeholderTest(placeholders);
  const collected = new SharedRecords({ groups, personsProfile, isPlaceholder, outcomeOf });
  const answers = await collect(read, outcomeOf, collected, copies.isSuperseded, listener);
  const duplicate = (one: RecordRef): void => listener.duplicate?.(one);
  for (const record of copies.different(outcomeOf, duplicate)) listener.different?.(record);
  const { occurrences, ambiguousPeople, places, genders } = collected;
  const { shared, contradictions, unnamed } = mentionedRecords(collected);
  const described = recordSetOf(shared);
  const isHeld = (ref: RecordRef): boolean => outcomeOf(ref) === 'publishable' || described.has(ref);
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
    // A county may have been sent as a place without a name, too.
    unnamedLocations: new Set(unnamed.filter((id) => !LOCATIONS.some((kind) => isHeld({ kind, id })))),
    sharedAddresses: sharedAddresses(
      [...collected.claimants, ...shared.flatMap(claimantsIn)],
      settings,
      isHeld,
    ),
    lists: new Map(LISTED.map((kind) => [kind, collected.listed(kind)])),
    answers,
  };
}

/** The first reading. */
async function readFacts(
  read: HarvestReader,
  profile: SourceProfile,
  personsProfile: PersonsProfile,
  repeated: RepeatedRecords,
  isSuperseded: IsSuperseded = () => false,
): Promise<AccessFacts> {
  const facts = new AccessFacts(profile);
  const reading: ReadListener<IndexedRecord> = {
    ...NO_LISTENER,
    duplicate: (_record, _position, units) => {
      repeated.noteSkipped(units);
      for (const one of units) facts.addSkipped(one);
    },
    unreadablePart: (chain) => facts.addUnreadPart(chain),
    unreadable: (record) => facts.addUnreadable(record),
  };
  for await (const one of read(reading, isSuperseded)) {
    repeated.note(one);
    const isFirst = facts.addRead(one, isSuperseded(one));
    if (!isFirst) repeated.noteRepeated(one);
    else if (personsProfile === 'roles-only')
      for (const { id } of one.people) facts.addRecorded({ kind: 'cbes.person', id }, one);
  }
  return facts;
}

/** What the decisions of access control come to. */
interface Access extends Pick<GlobalIndex, 'withheld' | 'unreadable'> {
  readonly outcomeOf: OutcomeOf;
}

/** Decides about each record. */
function decide(facts: AccessFacts, listener: IndexListener): Access {
  const { read } = facts;
  const withheld = withheldRecords(facts);
  for (const decision of decisions(facts, withheld)) {
    if (decision.outcome === 'publishable') listener.publishable?.(decision.ref);
    else if (decision.outcome === 'withheld') listener.withheld?.(decision.ref, decision.why);
    else listener.unreadable?.(decision.record, decision.kinds);
  }
  const unreadable = new RecordSet();
  for (const ref of facts.unread.all()) if (withheld.add(ref)) unreadable.add(ref);
  return {
    withheld,
    unreadable,
    outcomeOf: (ref) => {
      if (withheld.has(ref)) return unreadable.has(ref) ? 'unreadable' : 'withheld';
      return read.has(ref) ? 'publishable' : undefined;
    },
  };
}

/**
 * The second reading.
 *
 * @returns the answers with publishable records
 */
async function collect(
  read: HarvestReader,
  outcomeOf: OutcomeOf,
  collected: SharedRecords,
  isSuperseded: IsSuperseded,
  listener: IndexListener,
): Promise<readonly AnswerIndex[]> {
  const answers = new AnswerIndexBuilder();
  const reading: ReadListener<IndexedRecord> = {
    ...NO_LISTENER,
    answer: (source, request) => answers.begin(SOURCES.indexOf(source), request),
    duplicate: (_record, position) => answers.passedOver(position),
    damaged: (position) => answers.damaged(position),
    unknownFields: (kind, fields) => listener.unknownFields?.(kind, fields),
  };
  const seen = new RecordSet();
  for await (const one of read(reading, isSuperseded)) {
    const isFirst = !isSuperseded(one) && seen.add(one);
    if (isFirst) listener.read?.(one);
    else {
      answers.repeated(one);
      listener.duplicate?.(one);
    }
    if (!isFirst || outcomeOf(one) !== 'publishable') continue;
    answers.publishable(one, one.people);
    collected.add(one);
  }
  return answers.all();
}

/** Records that others carry and that have no record of their own, and the ids of places among them without a name. */
function mentionedRecords(
  collected: SharedRecords,
): Pick<GlobalIndex, 'shared' | 'contradictions'> & { readonly unnamed: readonly number[] } {
  const unnamed: number[] = [];
  const isDescribed = (one: SourceRecord): boolean => {
    if (!collected.isOnlyMentioned(one)) return false;
    if (one.kind === 'place-summary') {
      const { id } = one.record;
      return collected.isOnlyMentioned({ kind: 'place', id }) && !collected.isFolkloreLocation(id);
    }
    if (one.kind !== 'county' && one.kind !== 'location-ireland') return true;
    // A place that the archive does not name is mapped from the place-names database alone.
    const { logainmID, nameEN, nameGA } = one.record;
    if (nameEN !== undefined || nameGA !== undefined || !collected.places.has(logainmID)) return true;
    unnamed.push(logainmID);
    return false;
  };
  const mentioned = [...collected.shared.values()]
    .filter(isDescribed)
    .sort(byKindAndId)
    .map((one) => ({ one, found: collected.contradictions.of(one) }));
  return {
    shared: mentioned.map(({ one, found }) =>
      withoutContestedCounties(one, found, (id) => collected.places.get(id)),
    ),
    contradictions: mentioned.flatMap(({ found }) => found),
    unnamed,
  };
}

/** A record with its identity claims, if it has any. */
function claimantsIn(one: SourceRecord): Claimant[] {
  const { claims } = claimsIn(one);
  return claims === undefined ? [] : [{ ref: { kind: one.kind, id: one.id }, claims }];
}

const ORDER = new Map(KIND_NAMES.map((kind, position) => [kind, position]));

function byKindAndId(a: SourceRecord, b: SourceRecord): number {
  const byKind = (ORDER.get(a.kind) ?? 0) - (ORDER.get(b.kind) ?? 0);
  if (byKind !== 0) return byKind;
  if (typeof a.id === 'number' && typeof b.id === 'number') return a.id - b.id;
  return String(a.id) < String(b.id) ? -1 : 1;
}
