import type { Place } from '../../../src/model/schema/placenames/place.js';
import type { Random } from '../../../src/services/generated-world/random.js';
import { inventedAddress } from '../../../src/services/generated-world/record-fields.js';
import { arriving, befalling, type Happening } from './happening.js';
import type { Month } from './month.js';

const KIND = 'place';

/** Counties and provinces are facts: they stay. */
const FIXED: ReadonlySet<string> = new Set(['CON', 'CUIGE']);
const isFixed = ({ categories }: Place): boolean => categories.some(({ id }) => FIXED.has(id));
const isLive = (one: Place): boolean => !isFixed(one) && one.replacementID === undefined;

const whom = (when: (one: Place) => boolean) => (month: Month) => [...month.places.values()].filter(when);

/** Places that hold no other and that none was merged into: the others lean on nothing else. */
function leaves(month: Month): Place[] {
  const needed = new Set<number>();
  for (const { includedIn, replacementID, cluster } of month.places.values()) {
    for (const { id } of includedIn) needed.add(id);
    for (const { placeID } of cluster?.members ?? []) needed.add(placeID);
    if (replacementID !== undefined) needed.add(replacementID);
  }
  return [...month.places.values()].filter((one) => isLive(one) && !needed.has(one.id));
}

const befallingPlaces = (
  name: string,
  change: (one: Place, month: Month, random: Random) => Partial<Place>,
  when: (one: Place) => boolean = (one) => !isFixed(one),
): Happening =>
  befalling(KIND, 'changed', name, whom(when), (one, month, random) => {
    month.places.set(one.id, { ...one, ...change(one, month, random) });
  });

/** Another wording for its first name; what lies in it and the archive follow, and do not say when. */
function renamed({ id, placenames }: Place, month: Month, random: Random): Partial<Place> {
  const [first, ...others] = placenames;
  if (first === undefined) return {};
  const wording = `${first.wording} ${random.pick(['Beag', 'Mór', 'Uachtarach', 'Íochtarach'])}`;
  const said =
    first.language === 'ga' ? { nameGA: wording } : first.language === 'en' ? { nameEN: wording } : {};
  month.echoes.tell('placeSummary', id, said);
  month.echoes.tell('placeInIreland', id, said);
  return { placenames: [{ ...first, wording }, ...others] };
}

/** What happens to the place-names database. */
export const PLACES: readonly Happening[] = [
  arriving(
    KIND,
    'arrives',
    whom((one) => isLive(one) && one.includedIn.length > 0),
    (pattern, month, random) => {
      const id = month.freshID(KIND, random);
      month.places.set(id, {
        ...pattern,
        id,
        dateCreated: month.at,
        dateModified: undefined,
        permalink: inventedAddress('placenames', id),
        featured: [],
        cluster: undefined,
        placenames: pattern.placenames.map((name) => ({
          ...name,
          id: month.freshID('placename', random),
          wording: `${name.wording} Nua`,
          audio: undefined,
        })),
        includes: [],
        resources: [],
        links: [],
        bornHere: [],
        folklore: [],
        sameAs: [],
      });
      return id;
    },
  ),
  befallingPlaces('has another name', (one, month, random) => ({
    ...renamed(one, month, random),
    dateModified: month.at,
  })),
  befallingPlaces('has another name, and does not say since when', renamed),
  befallingPlaces('has one name more', ({ placenames }, month, random) => {
    const wording = `Baile ${random.below(1_000)}`;
    const name = {
      id: month.freshID('placename', random),
      language: 'ga',
      wording,
      main: false,
      subNames: [],
    };
    return { placenames: [...placenames, name], dateModified: month.at };
  }),
  befallingPlaces('was featured, and does not say that it changed', ({ featured }, month) => ({
    featured: [...featured, month.at],
  })),
  befallingPlaces(
    'was looked at',
    (_, month) => ({ dateModified: month.at }),
    () => true,
  ),
  befallingPlaces('has a word of the glossary in its name', ({ glossary }, month, random) => {
    const others = month.lists.glossary.filter(({ id }) => glossary.every((one) => one.id !== id));
    const words = random.sample(others, 1, 1).map(({ count: _, ...word }) => word);
    return { glossary: [...glossary, ...words], dateModified: month.at };
  }),
  befallingPlaces('lies elsewhere', (_, month, random) => ({
    geography: {
      accurate: true,
      source: 'manual',
      coordinates: [
        { latitude: 52 + random.below(10_000) / 10_000, longitude: -8 - random.below(10_000) / 10_000 },
      ],
    },
    ...(random.chance(0.5) ? { dateModified: month.at } : {}),
  })),
];

/** The ids of the places that the archive refers to. */
function spokenOf({ cbe, cbes, cbeg, cbed }: Month): ReadonlySet<number> {
  const ids = new Set<number>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, entry] of Object.entries(value)) {
      if (key === 'logainmID') ids.add(Number(entry));
      else walk(entry);
    }
  };
  for (const records of [cbe, cbes, cbeg, cbed]) for (const one of records.values()) walk(one);
  return ids;
}

const losing = (name: string, isWanted: (isSpokenOf: boolean) => boolean): Happening =>
  befalling(
    KIND,
    'lost',
    name,
    (month) => {
      const known = spokenOf(month);
      return leaves(month).filter(({ id }) => isWanted(known.has(id)));
    },
    ({ id }, month) => month.places.delete(id),
  );

/** What goes and what is merged: what refers to them, or lies in them, goes on saying so. */
export const PLACES_GONE: readonly Happening[] = [
  befalling(KIND, 'merged', 'is merged into another', leaves, (one, month, random) => {
    const places = [...month.places.values()];
    // Another may have been merged into it just now: nobody is sent from one to the next.
    if (places.some(({ replacementID }) => replacementID === one.id)) return;
    const others = places.filter((other) => isLive(other) && other.id !== one.id);
    const inSameParish = others.filter((other) => other.includedIn[0]?.id === one.includedIn[0]?.id);
    const [into] = random.sample(inSameParish.length > 0 ? inSameParish : others, 1, 1);
    if (into === undefined) return;
    month.claim(KIND, into.id);
    const dated = random.chance(0.5) ? { dateModified: month.at } : {};
    month.places.set(one.id, { ...one, replacementID: into.id, ...dated });
  }),
  befalling(
    KIND,
    'lost',
    'was merged before, and is gone now',
    whom((one) => one.replacementID !== undefined),
    ({ id }, month) => month.places.delete(id),
  ),
  losing(
    'is lost, as if merged at once, and nothing of the archive refers to it',
    (isSpokenOf) => !isSpokenOf,
  ),
  losing('is lost, as if merged at once, and the archive still refers to it', (isSpokenOf) => isSpokenOf),
];
