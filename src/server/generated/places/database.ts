import type { Glossary } from '../../../dictionary/placenames/glossary.js';
import type { Place, PlaceSummary } from '../../../dictionary/placenames/place.js';
import { byId, type PlacenamesRecords } from '../../records.js';
import { type Dirt, soilerOf } from '../dirt.js';
import { NONE } from '../none.js';
import { categoryOf, referenceList } from './categories.js';
import { COUNTIES } from './counties.js';
import { Gazetteer, nameIn } from './gazetteer.js';
import { GLOSSARY } from './glossary.js';
import { childrenOf, layoutOf } from './layout.js';
import { placeOf } from './place.js';
import { regions } from './regions.js';
import { type Site, type Sites, sitesOf } from './sites.js';
import { PLACE_SOIL } from './soil.js';

const FACTS: ReadonlySet<string> = new Set(['CUIGE', 'CON']);

/** What the biography dictionary says of people's birth places, by number of townland. */
export type Births = (townland: number) => Place['bornHere'];

/** The place-names database, and how the archive speaks of its places. */
export interface Database {
  readonly records: PlacenamesRecords;
  readonly gazetteer: Gazetteer;
}

/** Makes the place-names database. Records are made whole: the hierarchy and nearness need all of them. */
export function databaseOf(
  seed: number,
  dirt: Dirt,
  count: number,
  births: (townlands: number) => Births,
): Database {
  const sites = sitesOf(seed, layoutOf(count));
  const soil = soilerOf(seed, dirt, 'place', PLACE_SOIL);
  const { categories, within, words } = tallies(sites.all);
  const clusters = clustersOf(sites);
  const born = births(sites.townlands.length);
  const townlands = new Map(sites.townlands.map((site, index) => [site, index]));
  const places = new Map<Site, Place>();
  const summaries = summariser(places);
  const regionOf = regions(seed);
  for (const site of sites.all) {
    const townland = townlands.get(site);
    const place = placeOf(seed, site, {
      summaries,
      includes: within.get(site),
      region: regionOf(site),
      cluster: clusters.get(site),
      bornHere: townland === undefined ? NONE : born(townland),
    });
    // Provinces and counties are facts, and stay clean.
    places.set(site, FACTS.has(site.category) ? place : soil(place, site.number));
  }
  return {
    records: {
      administrativeUnits: referenceList('unit', categories),
      features: referenceList('feature', categories),
      glossary: GLOSSARY.map((entry, number): Glossary => ({ ...entry, count: words.get(number) ?? 0 })),
      places: byId(places.values()),
    },
    gazetteer: new Gazetteer(sites, places, COUNTIES),
  };
}

/** Counts live places: of each category, of each category in each place, and with each word of the glossary. */
function tallies(sites: readonly Site[]) {
  const categories = new Map<string, number>();
  const within = new Map<Site, Map<string, number>>();
  const words = new Map<number, number>();
  const add = <K>(tally: Map<K, number>, key: K) => tally.set(key, (tally.get(key) ?? 0) + 1);
  for (const site of sites) {
    if (site.mergedInto !== undefined) continue;
    for (const category of site.categories) add(categories, category);
    for (const word of site.name.words) add(words, word);
    for (const parent of site.within) {
      const tally = within.get(parent) ?? new Map<string, number>();
      within.set(parent, tally);
      for (const category of site.categories) add(tally, category);
    }
  }
  return { categories, within, words };
}

/** One village in three makes one thing with the first townland of its parish. */
function clustersOf(sites: Sites): ReadonlyMap<Site, Place['cluster']> {
  const clusters = new Map<Site, Place['cluster']>();
  const { parishes, villages, townlands } = sites;
  for (const parish of parishes.keys()) {
    const [village] = childrenOf(parish, villages.length, parishes.length).map((index) => villages[index]);
    const [first, next] = childrenOf(parish, townlands.length, parishes.length);
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

/** Summaries of what places lie in: one object a place, one list a set of parents. */
function summariser(places: ReadonlyMap<Site, Place>): (within: readonly Site[]) => PlaceSummary[] {
  const each = new Map<Site, PlaceSummary>();
  const lists = new Map<readonly Site[], PlaceSummary[]>();
  const one = (site: Site): PlaceSummary => {
    const before = each.get(site);
    if (before !== undefined) return before;
    const place = places.get(site);
    const made = {
      id: site.id,
      nameEN: nameIn('en', place),
      nameGA: nameIn('ga', place),
      category: categoryOf(site.category),
    };
    each.set(site, made);
    return made;
  };
  return (within) => {
    const list = lists.get(within) ?? within.map(one);
    lists.set(within, list);
    return list;
  };
}
