import { EXIT, FolkloreError } from '../base/errors.js';
import type { PersonsProfile } from '../mapping/people.js';
import { DEFAULT_PLACEHOLDERS, placeholderTest } from '../mapping/placeholder.js';
import type { KnownPlace } from '../mapping/placenames/known-place.js';
import { isPrivilegedSight, mayLeave, namesPrivileged, type SourceProfile } from '../mapping/publication.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import { type Answer, AnswerList } from './answers.js';
import { Collected } from './collected.js';
import type { Group } from './datasets.js';
import { KINDS } from './kinds.js';
import { asKnown } from './known.js';
import { NOBODY, type ReadingListener, readUnits, type Unreadable } from './reading.js';
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
  /** The glossary's words, in the service's order. */
  readonly glossary: readonly number[];
  /** What was read, in the order of reading; answers with nothing that leaves are left out. */
  readonly answers: readonly Answer[];
}

/** Learns of each unit what the publication filter decides. */
export interface GatherListener extends ReadingListener {
  leaving(unit: UnitRef): void;
  withheld(unit: UnitRef): void;
  /** The same unit was met again, in another place of the same source: it is one unit. */
  metAgain(unit: UnitRef): void;
  /** A unit thought to leave was met again as one that must not. */
  recalled(unit: UnitRef): void;
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
  const leaving = new UnitSet();
  const withheld = new UnitSet();
  const lost = new UnitSet();
  const collect = () =>
    new Collected({
      groups,
      personsProfile,
      isPlaceholder: placeholderTest(placeholders),
      isLeaving: (ref) => leaving.has(ref),
    });
  let collected = collect();
  let isUnsettled = false;
  const transcribers = new UnitSet();

  const mayGo = (one: Unit): boolean => {
    if (profile === 'public' && isPrivilegedSight(one.record)) throw privilegedKey(one);
    return one.within.every((container) => leaving.has(container)) && !isKeptIn(one);
  };
  /** By what it says itself, or with what it stands in. */
  const isKeptIn = (one: Unit): boolean =>
    one.heldBack === true ||
    one.within.some((container) => withheld.has(container)) ||
    !mayLeave(one.record, KINDS[one.kind].gates, profile);
  const recall = (ref: UnitRef): void => {
    if (!leaving.has(ref) || !withheld.add(ref)) return;
    listener.recalled(ref);
    isUnsettled = true;
  };
  /** Also of what stands only where it is not described: it was published, perhaps, when it stood elsewhere. */
  const keepOut = (one: Unit): void => {
    if (withheld.add(one)) listener.withheld(one);
    for (const transcriber of transcribersOf(one)) transcribers.add(transcriber);
  };
  const keepIn = (one: Unit): void => {
    if (leaving.has(one)) recall(one);
    else keepOut(one);
  };
  const answers = new AnswerList();
  const reading: ReadingListener = {
    answer: (source, request) => answers.begin(SOURCES.indexOf(source), request),
    // One answer that keeps it in is enough: which of them is the newest nobody knows.
    again: (_, position, units) => {
      answers.passedOver(position);
      for (const one of units) if (!mayGo(one) && (leaving.has(one) || isKeptIn(one))) keepIn(one);
    },
    keptIn: (ref) => {
      if (leaving.has(ref)) recall(ref);
      else if (withheld.add(ref)) isUnsettled = true;
    },
    unknownFields: (kind, fields) => listener.unknownFields(kind, fields),
    unreadable: (record) => {
      for (const { kind, id } of [record, ...record.inside]) {
        if (id === undefined) continue;
        const ref = { kind, id };
        if (leaving.has(ref)) recall(ref);
        else if (withheld.add(ref) && !isUndecided(ref, record, profile)) lost.add(ref);
      }
      if (record.within === undefined || leaving.has(record.within)) listener.unreadable(record);
      else for (const { kind, id = '' } of [record, ...record.inside]) listener.withheld({ kind, id });
    },
  };
  for await (const read of readUnits(store, groups, reading)) {
    const one = asKnown(read, personsProfile);
    if (leaving.has(one) || withheld.has(one)) {
      listener.metAgain(one);
      answers.repeated(one);
      if (!mayGo(one)) recall(one);
      continue;
    }
    if (!mayGo(one)) {
      keepOut(one);
      continue;
    }
    leaving.add(one);
    listener.leaving(one);
    const people = rowOf(one).observes?.(one.record) ?? [];
    answers.leaving(one, people);
    if (personsProfile === 'roles-only') {
      for (const { id } of people) {
        const ref = { kind: 'cbes.person', id } as const;
        if (withheld.add(ref)) listener.withheld(ref);
      }
    }
    collected.add(one);
  }
  while (isUnsettled) {
    // What stands in such a record goes with it, and what only such records said must be forgotten again.
    isUnsettled = false;
    collected = collect();
    const seen = new UnitSet();
    const passedOver: ReadingListener = {
      ...NOBODY,
      again: (_, __, units) => {
        // One by one: what stands in a record that is kept in is kept in with it.
        for (const one of units) if (isKeptIn(one)) keepIn(one);
      },
    };
    for await (const read of readUnits(store, groups, passedOver)) {
      if (read.within.some((container) => withheld.has(container))) recall(read);
      if (withheld.has(read)) for (const transcriber of transcribersOf(read)) transcribers.add(transcriber);
      else if (seen.add(read)) collected.add(asKnown(read, personsProfile));
    }
  }
  for (const ref of transcribers.all()) {
    if (!collected.shared.has(`${ref.kind}/${ref.id}`)) withheld.add(ref);
  }
  const isLocked = (ref: UnitRef): boolean => withheld.has(ref) && !lost.has(ref);
  const isDescribed = (one: Unit): boolean => {
    // What a list of the services holds is described from there.
    if (leaving.has(one) || isLocked(one)) return false;
    if (one.kind !== 'place-summary') return true;
    const place = { kind: 'place', id: one.id } as const;
    return !leaving.has(place) && !isLocked(place) && !collected.isFolkloreLocation(one.record.id);
  };
  const { occurrences, ambiguousPeople, places, genders, glossary } = collected;
  return {
    ...{ personsProfile, withheld, unreadable: lost },
    ...{ occurrences, ambiguousPeople, places, genders, glossary },
    shared: [...collected.shared.values()].filter(isDescribed).sort(byKindAndId),
    answers: answers.all(),
  };
}

/**
 * Whether nobody knows if a record that could not be read may be seen: its kind, or what it went under with, can be
 * withheld, and it came to a privileged key or names what only such a key is sent.
 */
const isUndecided = ({ kind }: UnitRef, record: Unreadable, profile: SourceProfile): boolean =>
  [kind, record.kind].some((one) => KINDS[one].gates.length > 0) &&
  (profile === 'privileged' || namesPrivileged(record.value));

/** Who must not be known because of a transcript that stays in, unless another one leaves. */
const transcribersOf = (one: Unit): UnitRef[] =>
  one.kind === 'cbes.transcript'
    ? one.record.transcribers.map(({ id }) => ({ kind: 'cbes.transcriber', id }))
    : [];

const ORDER = new Map((Object.keys(KINDS) as Kind[]).map((kind, position) => [kind, position]));

function byKindAndId(a: Unit, b: Unit): number {
  const byKind = (ORDER.get(a.kind) ?? 0) - (ORDER.get(b.kind) ?? 0);
  if (byKind !== 0) return byKind;
  if (typeof a.id === 'number' && typeof b.id === 'number') return a.id - b.id;
  return String(a.id) < String(b.id) ? -1 : 1;
}

/** What a public key is never sent is there: then what is missing was not filtered upstream either. */
function privilegedKey({ kind }: UnitRef): FolkloreError {
  return new FolkloreError(
    'CONFIG_INVALID',
    `The stored harvest holds privileged fields (${KINDS[kind].called}), so it was made with a privileged key.`,
    {
      hint: 'Set services.archive.profile: privileged; then only what is marked as releasable is published.',
      exitCode: EXIT.misuse,
    },
  );
}
