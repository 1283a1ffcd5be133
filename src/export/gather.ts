import type { PersonsProfile } from '../mapping/people.js';
import { DEFAULT_PLACEHOLDERS, placeholderTest } from '../mapping/placeholder.js';
import type { KnownPlace } from '../mapping/placenames/known-place.js';
import type { SourceProfile } from '../mapping/publication.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import { type Answer, AnswerList } from './answers.js';
import { Collected, LISTED } from './collected.js';
import type { Group } from './datasets.js';
import { KINDS } from './kinds.js';
import { asKnown } from './known.js';
import { type FilterListener, PublicationFilter } from './publication-filter.js';
import { type ReadingListener, readUnits } from './reading.js';
import { rowOf } from './row-of.js';
import type { BuildPlan } from './settings.js';
import { SOURCES } from './sources.js';
import { type Kind, type Unit, type UnitRef, UnitSet } from './unit.js';

/** What must be known of all records before the first can be described. */
export interface Gathered {
  /** Units that stay in, and those nobody could read: nothing may refer to them. */
  readonly withheld: UnitSet;
  /** Those of them that nobody could read and nothing keeps in: they are merely not there. */
  readonly unreadable: UnitSet;
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
  readonly shared: readonly Unit[];
  /** The place-names database's records of places that the folklore collections refer to. */
  readonly places: ReadonlyMap<number, KnownPlace>;
  /** Gender codes met, by collection, in lower case. */
  readonly genders: { readonly cbed: ReadonlySet<string>; readonly cbes: ReadonlySet<string> };
  /** What each list holds that names what is in it, in the service's order: of concepts those at its top. */
  readonly lists: ReadonlyMap<Kind, readonly (number | string)[]>;
  /** What was read, in the order of reading; answers with nothing that leaves are left out. */
  readonly answers: readonly Answer[];
}

/** Learns what the first pass meets, and what the publication filter decides about it. */
export interface GatherListener extends FilterListener, Pick<ReadingListener, 'unknownFields'> {
  /** The same unit was met again, in another place of the same source: it is one unit. */
  metAgain(unit: UnitRef): void;
}

/** What a build is told about names and people. */
export type Discretion = Pick<BuildPlan, 'personsProfile' | 'placeholders'>;

/** First pass over the stored harvest: decides what leaves, and collects what lies across records. */
export async function gather(
  store: StoredHarvest,
  groups: readonly Group[],
  profile: SourceProfile,
  listener: GatherListener,
  { personsProfile = 'full', placeholders = DEFAULT_PLACEHOLDERS }: Discretion = {},
): Promise<Gathered> {
  const filter = new PublicationFilter(profile, listener);
  const answers = new AnswerList();
  const collect = () =>
    new Collected({
      groups,
      personsProfile,
      isPlaceholder: placeholderTest(placeholders),
      isLeaving: (ref) => filter.leaves(ref),
    });
  let collected = collect();
  const reading: ReadingListener = {
    answer: (source, request) => answers.begin(SOURCES.indexOf(source), request),
    again: (_, position, units) => {
      answers.passedOver(position);
      for (const one of units) filter.passedOver(one);
    },
    unread: (record) => filter.unread(record),
    unreadable: (record) => filter.unreadable(record),
    unknownFields: (kind, fields) => listener.unknownFields(kind, fields),
  };
  for await (const read of readUnits(store, groups, reading)) {
    const one = asKnown(read, personsProfile);
    if (filter.hasMet(one)) {
      listener.metAgain(one);
      answers.repeated(one);
      filter.heed(one);
      continue;
    }
    if (!filter.passes(one)) continue;
    const people = rowOf(one).observes?.(one.record) ?? [];
    answers.leaving(one, people);
    if (personsProfile === 'roles-only') {
      for (const { id } of people) filter.withhold({ kind: 'cbes.person', id });
    }
    collected.add(one);
  }
  while (!filter.settle()) {
    // What only recalled records said must be forgotten again.
    collected = collect();
    const seen = new UnitSet();
    for await (const one of readUnits(store, groups)) {
      filter.heed(one);
      if (filter.leaves(one) && seen.add(one)) collected.add(asKnown(one, personsProfile));
    }
  }
  const unreadable = filter.close();
  const { withheld } = filter;
  const isLocked = (ref: UnitRef): boolean => withheld.has(ref) && !unreadable.has(ref);
  const isDescribed = (one: Unit): boolean => {
    // What a list of the services holds is described from there.
    if (filter.leaves(one) || isLocked(one)) return false;
    // What the archive does not name is described by the place-names database alone.
    if (one.kind === 'county' || one.kind === 'location-ireland') {
      const { logainmID, nameEN, nameGA } = one.record;
      return nameEN !== undefined || nameGA !== undefined || !collected.places.has(logainmID);
    }
    if (one.kind !== 'place-summary') return true;
    const place = { kind: 'place', id: one.id } as const;
    return !filter.leaves(place) && !isLocked(place) && !collected.isFolkloreLocation(one.record.id);
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

const ORDER = new Map((Object.keys(KINDS) as Kind[]).map((kind, position) => [kind, position]));

function byKindAndId(a: Unit, b: Unit): number {
  const byKind = (ORDER.get(a.kind) ?? 0) - (ORDER.get(b.kind) ?? 0);
  if (byKind !== 0) return byKind;
  if (typeof a.id === 'number' && typeof b.id === 'number') return a.id - b.id;
  return String(a.id) < String(b.id) ? -1 : 1;
}
