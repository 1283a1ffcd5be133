import { EXIT, FolkloreError } from '../base/errors.js';
import type { Place } from '../dictionary/placenames/place.js';
import type { PersonsProfile } from '../mapping/people.js';
import { isPrivilegedSight, mayLeave, type SourceProfile } from '../mapping/publication.js';
import type { StoredHarvest } from '../store/stored-harvest.js';
import { type Group, KINDS, type KindRow } from './kinds.js';
import { asKnown } from './known.js';
import { type ReadingListener, readUnits } from './reading.js';
import { type Kind, type Unit, type UnitRef, UnitSet } from './unit.js';

/** What must be known of all records before the first can be described. */
export interface Gathered {
  /** Units that stay in, and those nobody could read: nothing may refer to them. */
  readonly withheld: UnitSet;
  /** What may be known of the people of the schools collection. */
  readonly personsProfile: PersonsProfile;
  /** How often each person of the schools collection is recorded in what is published. */
  readonly occurrences: ReadonlyMap<number, number>;
  /** Things that published records share and no list of the services holds, each once. */
  readonly shared: readonly Unit[];
  /** The place-names database's records of places that the folklore collections refer to. */
  readonly places: ReadonlyMap<number, Place>;
  /** Gender codes met, by collection, in lower case. */
  readonly genders: { readonly cbed: ReadonlySet<string>; readonly cbes: ReadonlySet<string> };
  /** The glossary's words, in the service's order. */
  readonly glossary: readonly number[];
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

/** First pass over the stored harvest: decides what leaves, and collects what lies across records. */
export async function gather(
  store: StoredHarvest,
  groups: readonly Group[],
  profile: SourceProfile,
  listener: GatherListener,
  personsProfile: PersonsProfile = 'full',
): Promise<Gathered> {
  const leaving = new UnitSet();
  const withheld = new UnitSet();
  const shared = new Map<string, Unit>();
  const occurrences = new Map<number, number>();
  const places = new Map<number, Place>();
  const genders = { cbed: new Set<string>(), cbes: new Set<string>() };
  const glossary: number[] = [];

  const share = (one: Unit): void => {
    const key = `${one.kind}/${one.id}`;
    if (shared.has(key)) return;
    shared.set(key, one);
    shareOf(one);
  };
  const shareOf = (one: Unit): void => {
    for (const other of rowOf(one).shares?.(one.record, one.origin) ?? []) share(other);
  };
  const isReferredTo = (id: number): boolean =>
    (['county', 'location-ireland'] as const).some(
      (kind) => leaving.has({ kind, id }) || shared.has(`${kind}/${id}`),
    );

  const reading: ReadingListener = {
    unknownFields: (kind, fields) => listener.unknownFields(kind, fields),
    unreadable: (record) => {
      for (const { kind, id } of [record, ...record.inside]) if (id !== undefined) withheld.add({ kind, id });
      if (record.within === undefined || leaving.has(record.within)) listener.unreadable(record);
      else for (const { kind, id = '' } of [record, ...record.inside]) listener.withheld({ kind, id });
    },
  };
  for await (const read of readUnits(store, groups, reading)) {
    const one = asKnown(read, personsProfile);
    const { kind, record } = one;
    if (profile === 'public' && isPrivilegedSight(record)) throw privilegedKey(one);
    const mayGo =
      one.heldBack !== true &&
      one.within.every((container) => leaving.has(container)) &&
      mayLeave(record, KINDS[kind].gates, profile);
    if (leaving.has(one) || withheld.has(one)) {
      listener.metAgain(one);
      if (!mayGo && leaving.has(one) && withheld.add(one)) listener.recalled(one);
      continue;
    }
    if (!mayGo) {
      withheld.add(one);
      listener.withheld(one);
      continue;
    }
    leaving.add(one);
    listener.leaving(one);
    shareOf(one);
    for (const person of rowOf(one).observes?.(one.record) ?? []) {
      if (personsProfile === 'roles-only') {
        const ref = { kind: 'cbes.person', id: person.id } as const;
        if (withheld.add(ref)) listener.withheld(ref);
        continue;
      }
      occurrences.set(person.id, (occurrences.get(person.id) ?? 0) + 1);
      if (person.gender !== undefined) genders.cbes.add(person.gender.toLowerCase());
    }
    if (kind === 'cbed.person' && record.gender !== undefined) genders.cbed.add(record.gender.toLowerCase());
    if (kind === 'glossary') glossary.push(record.id);
    if (kind === 'place' && record.replacementID === undefined && isReferredTo(record.id)) {
      places.set(record.id, record);
    }
  }
  return {
    personsProfile,
    withheld,
    occurrences,
    places,
    genders,
    // A word that only places mention is an entry of the lexicon too.
    glossary: [
      ...glossary,
      ...[...shared.values()].flatMap((one) =>
        one.kind === 'glossary' && !leaving.has(one) ? [one.record.id] : [],
      ),
    ],
    // What a list of the services holds is described from there.
    shared: [...shared.values()].filter((one) => !leaving.has(one)).sort(byKindAndId),
  };
}

/** The row of a unit's kind, typed for its record. */
export function rowOf<K extends Kind>(one: { readonly kind: K }): KindRow<K> {
  return KINDS[one.kind];
}

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
