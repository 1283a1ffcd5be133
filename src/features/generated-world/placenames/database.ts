import { entry, increase } from '../../../base/map-entry.js';
import type { Place, Placename, PlaceSummary } from '../../../model/schema/placenames/place.js';
import type { Glossary } from '../../../model/schema/placenames/reference-lists.js';
import { byId, type PlacenamesRecords } from '../../../services/server/records.js';
import { COUNTY_LIST } from '../archive/reference-lists.js';
import {
  type Defect,
  type DefectSettings,
  type Defects,
  defectInjectorOf,
  PLACEHOLDERS,
  SCRIPT_ADDRESS,
  UNKNOWN_CODE,
  UNKNOWN_ID,
  withControlCharacter,
  withMarkup,
} from '../defects.js';
import { EMPTY_LIST } from '../record-fields.js';
import { Gazetteer, placeNameIn } from './gazetteer.js';
import { makePlace, regionFinder } from './place.js';
import { childRange, type PlacePlan, type PlacePlans, placeCountsOf, planPlaces } from './place-plans.js';
import { categoryList, categoryOf, GLOSSARY } from './reference-lists.js';

const renamed =
  (change: (name: Placename, pick: <T>(list: readonly T[]) => T) => Partial<Placename>): Defect<Place> =>
  (place, random) => {
    const [first, ...others] = place.placenames;
    const pick = <T>(list: readonly T[]): T => random.pick(list);
    return first && { ...place, placenames: [{ ...first, ...change(first, pick) }, ...others] };
  };

type Geography = NonNullable<Place['geography']>;

/** A defect of places with coordinates. */
const located =
  (
    change: (geography: Geography, first: Geography['coordinates'][number]) => Partial<Geography>,
  ): Defect<Place> =>
  (place) => {
    const { geography } = place;
    const [first] = geography?.coordinates ?? [];
    return geography && first && { ...place, geography: { ...geography, ...change(geography, first) } };
  };

const linked =
  (type: string, target: string): Defect<Place> =>
  (place) => ({ ...place, links: [...place.links, { type, target }] });

const gridded =
  (reference: Place['gridReferences'][number]): Defect<Place> =>
  (place) => ({ ...place, gridReferences: [...place.gridReferences, reference] });

/** Defects of places: texts, codes, addresses, coordinates and references. */
const PLACE_DEFECTS: Defects<Place> = {
  nameless: renamed((_, pick) => ({ wording: pick(PLACEHOLDERS) })),
  'without any name': (place) => ({ ...place, placenames: [] }),
  'name of digits': renamed(() => ({ wording: '37' })),
  'name marked up': renamed(({ wording }) => ({ wording: withMarkup(wording) })),
  'name with a control character': renamed(({ wording }) => ({ wording: withControlCharacter(wording) })),
  'name in capitals': renamed(({ wording }) => ({ wording: `  ${wording.toUpperCase()} ` })),
  'name in no language': renamed(() => ({ language: '??' })),
  'named twice': (place) => {
    const [first, ...others] = place.placenames;
    if (first === undefined) return undefined;
    const second = { ...first, id: first.id + 3, wording: `${first.wording} Eile`, main: true };
    return { ...place, placenames: [{ ...first, main: true }, ...others, second] };
  },
  'coordinates from an unknown source': located(() => ({ source: UNKNOWN_CODE })),
  'coordinates beyond the pole': located((_, { longitude }) => ({
    coordinates: [{ latitude: 95, longitude }],
  })),
  'coordinates turned round': located((_, { latitude, longitude }) => ({
    coordinates: [{ latitude: longitude, longitude: latitude }],
  })),
  'coordinates of nought': located(() => ({ coordinates: [{ latitude: 0, longitude: 0 }] })),
  'grid square I': gridded({ square: 'I', easting: 123, northing: 456 }),
  'grid square unknown': gridded({ square: UNKNOWN_CODE }),
  'grid reference below nought': gridded({ square: 'H', easting: -123, northing: 456 }),
  'link unknown': linked(UNKNOWN_CODE, 'n/a'),
  'link to a script': linked('WikipediaEn', SCRIPT_ADDRESS),
  'address a script': (place) => ({ ...place, permalink: SCRIPT_ADDRESS }),
  'same as a script': (place) => ({ ...place, sameAs: [...place.sameAs, { uri: SCRIPT_ADDRESS }] }),
  'document unknown': (place) => ({
    ...place,
    resources: [...place.resources, { id: 0, typeID: UNKNOWN_CODE, pageReference: '0' }],
  }),
  'extent unknown': (place) => ({ ...place, postOffice: { extent: UNKNOWN_CODE } }),
  'category in no list': (place) => ({
    ...place,
    categories: [...place.categories, { id: UNKNOWN_CODE, nameEN: 'unknown' }],
  }),
  'within nothing': (place) => ({ ...place, includedIn: [...place.includedIn, { id: UNKNOWN_ID }] }),
  'within itself': (place) => ({ ...place, includedIn: [...place.includedIn, { id: place.id }] }),
  'in a cluster of strangers': (place) =>
    place.cluster === undefined
      ? { ...place, cluster: { focusID: UNKNOWN_ID, members: [{ placeID: place.id }] } }
      : undefined,
};

const FACTS: ReadonlySet<string> = new Set(['CUIGE', 'CON']);

/** People of the biography dictionary by the number of the townland where they were born. */
export type BirthPlaces = (townland: number) => Place['bornHere'];

/** The place-names database, and its places as the archive refers to them. */
interface PlacenamesDatabase {
  readonly records: PlacenamesRecords;
  readonly gazetteer: Gazetteer;
}

/** Makes the place-names database. All records are made at once: hierarchy and distance need all of them. */
export function makePlacenamesDatabase(
  seed: number,
  defects: DefectSettings,
  count: number,
  births: (townlands: number) => BirthPlaces,
): PlacenamesDatabase {
  const sites = planPlaces(seed, placeCountsOf(count));
  const inject = defectInjectorOf(seed, defects, 'place', PLACE_DEFECTS);
  const { categories, within, words } = tallies(sites.all);
  const clusters = clustersOf(sites);
  const born = births(sites.townlands.length);
  const townlands = new Map(sites.townlands.map((site, index) => [site, index]));
  const places = new Map<PlacePlan, Place>();
  const summaries = summariser(places);
  const regionOf = regionFinder(seed);
  for (const site of sites.all) {
    const townland = townlands.get(site);
    const place = makePlace(seed, site, {
      summaries,
      includes: within.get(site),
      region: regionOf(site),
      cluster: clusters.get(site),
      bornHere: townland === undefined ? EMPTY_LIST : born(townland),
    });
    // Provinces and counties are facts and have no defects.
    places.set(site, FACTS.has(site.category) ? place : inject(place, site.number));
  }
  return {
    records: {
      administrativeUnits: categoryList('unit', categories),
      features: categoryList('feature', categories),
      glossary: GLOSSARY.map((entry, number): Glossary => ({ ...entry, count: words.get(number) ?? 0 })),
      places: byId(places.values()),
    },
    gazetteer: new Gazetteer(sites, places, COUNTY_LIST),
  };
}

/** Counts live places: of each category, of each category in each place, and with each word of the glossary. */
function tallies(sites: readonly PlacePlan[]) {
  const categories = new Map<string, number>();
  const within = new Map<PlacePlan, Map<string, number>>();
  const words = new Map<number, number>();
  for (const site of sites) {
    if (site.mergedInto !== undefined) continue;
    for (const category of site.categories) increase(categories, category);
    for (const word of site.name.words) increase(words, word);
    for (const parent of site.within) {
      const tally = entry(within, parent, () => new Map<string, number>());
      for (const category of site.categories) increase(tally, category);
    }
  }
  return { categories, within, words };
}

/** One village in three forms a cluster with the first townland of its parish. */
function clustersOf(sites: PlacePlans): ReadonlyMap<PlacePlan, Place['cluster']> {
  const clusters = new Map<PlacePlan, Place['cluster']>();
  const { parishes, villages, townlands } = sites;
  for (const parish of parishes.keys()) {
    const [village] = childRange(parish, villages.length, parishes.length).map((index) => villages[index]);
    const [first, next] = childRange(parish, townlands.length, parishes.length);
    const focus = townlands[next - 1];
    if (parish % 3 !== 0 || next === first || village === undefined || focus?.mergedInto !== undefined)
      continue;
    if (focus === undefined || village.within !== focus.within) continue;
    const members = [focus, village].map((site) => ({
      placeID: site.id,
      category: categoryOf(site.category),
    }));
    for (const site of [focus, village]) clusters.set(site, { focusID: focus.id, members });
  }
  return clusters;
}

/** Summaries of containing places: one object per place, one list per set of parents. */
function summariser(places: ReadonlyMap<PlacePlan, Place>): (within: readonly PlacePlan[]) => PlaceSummary[] {
  const each = new Map<PlacePlan, PlaceSummary>();
  const lists = new Map<readonly PlacePlan[], PlaceSummary[]>();
  const one = (site: PlacePlan): PlaceSummary =>
    entry(each, site, () => {
      const place = places.get(site);
      return {
        id: site.id,
        nameEN: placeNameIn('en', place),
        nameGA: placeNameIn('ga', place),
        category: categoryOf(site.category),
      };
    });
  return (within) => entry(lists, within, () => within.map(one));
}
