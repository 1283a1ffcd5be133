import { entry } from '../../../base/map-entry.js';
import { Random } from '../../../base/random.js';
import { COUNTY_AREAS, metresOutside } from '../../../model/mapping/county-areas.js';
import { COUNTY_ROWS, cell, FEATURE_ROWS, PROVINCE_ROWS, type WordRow } from '../words.js';
import { type ComposedName, featureName, landName, type NamedPlace, streetName } from './names.js';

/** The number of places of each kind; numbers are given in this order. */
interface PlaceCounts {
  readonly baronies: number;
  readonly parishes: number;
  readonly towns: number;
  readonly villages: number;
  readonly townlands: number;
  readonly streets: number;
  readonly features: number;
}

/** Provinces and counties, which every world has. */
const COUNTIES = 32;
const FIXED = 4 + COUNTIES;

/** Distributes a number of places over the kinds as in the real database: half are townlands. */
export function placeCountsOf(places: number): PlaceCounts {
  const rest = places - FIXED;
  const share = (least: number, part: number) => Math.max(least, Math.round(rest * part));
  const layout = {
    baronies: share(COUNTIES, 0.0026),
    parishes: share(COUNTIES, 0.0195),
    towns: share(4, 0.006),
    villages: share(4, 0.012),
    streets: share(8, 0.12),
    features: share(22, 0.34),
  };
  const taken = Object.values(layout).reduce((sum, count) => sum + count, 0);
  return { ...layout, townlands: rest - taken };
}

/** The parent of a child when children are distributed evenly in order. */
export const parentIndex = (child: number, children: number, parents: number): number =>
  Math.floor((child * parents) / children);

/** The children that belong to a parent: the first, and the one after the last. */
export const childRange = (parent: number, children: number, parents: number): readonly [number, number] => [
  Math.ceil((parent * children) / parents),
  Math.ceil(((parent + 1) * children) / parents),
];

/** A place as planned: position, name and categories. Its record is made from it. */
export interface PlacePlan extends NamedPlace {
  /** All categories. */
  readonly categories: readonly string[];
  readonly within: readonly PlacePlan[];
  /** Ten-thousandths of a degree. */
  readonly latitude: number;
  readonly longitude: number;
  /** The place it was merged into. */
  readonly mergedInto?: PlacePlan | undefined;
}

/** All places, and some by category. */
export interface PlacePlans {
  readonly all: readonly PlacePlan[];
  readonly counties: readonly PlacePlan[];
  readonly parishes: readonly PlacePlan[];
  readonly townlands: readonly PlacePlan[];
  readonly towns: readonly PlacePlan[];
  readonly villages: readonly PlacePlan[];
  readonly features: readonly PlacePlan[];
}

const FIRST_ID = 9_000_001;
/** Some places have much higher numbers: ids above 2^31 occur (wire-format 1). */
const HIGH_ID = 5_000_000_000;
const HIGH_EVERY = 997;

/** The largest distance of a place from its parent, in ten-thousandths of a degree. */
const SPREAD: Readonly<Record<string, number>> = { BAR: 2_000, PAR: 700, SR: 40 };
const SPREAD_ELSE = 250;
/** The share of an offset below which a place has the point of its parent. */
const LEAST_SHARE = 1 / 64;
/** Units of a degree in plans. */
export const TEN_THOUSAND = 10_000;

/** The share of other places that are also townlands. */
const ALSO_TOWNLANDS: Readonly<Record<string, number>> = { SRB: 0.1, OIL: 0.3 };

/** One parish of this many lies in two baronies; one townland of this many was merged into the next. */
const SPLIT_PARISHES = 40;
const MERGED_TOWNLANDS = 150;

/** Plans all places of a world: a proper hierarchy from provinces down to streets. */
export function planPlaces(seed: number, layout: PlaceCounts): PlacePlans {
  const planner = new Planner(seed);
  const provinces = PROVINCE_ROWS.map((row) => planner.fixed(row, 'CUIGE', []));
  const counties = COUNTY_ROWS.map((row) =>
    planner.fixed(row.slice(1), 'CON', provinces.slice(provinceOf(row), provinceOf(row) + 1), Number(row[0])),
  );
  const { baronies, parishes, towns, villages, townlands, streets, features } = layout;
  const inParish = (category: string, count: number, made: readonly PlacePlan[]) =>
    planner.block(count, category, (child) => [at(made, parentIndex(child, count, parishes))]);
  const baronyList = planner.block(baronies, 'BAR', (child) => [
    at(counties, parentIndex(child, baronies, 32)),
  ]);
  const parishList = planner.block(parishes, 'PAR', (child, random) => {
    const barony = parentIndex(child, parishes, baronies);
    const also =
      random.below(SPLIT_PARISHES) === 0 || child === 1 ? baronyList.slice(barony + 1, barony + 2) : [];
    return [at(baronyList, barony), ...also];
  });
  const townList = inParish('B', towns, parishList);
  const villageList = inParish('SRB', villages, parishList);
  const townlandList = planner.townlands(townlands, parishList);
  const streetList = planner.block(streets, 'SR', (child) => [
    at(townList, parentIndex(child, streets, towns)),
  ]);
  const featureList = planner.block(features, 'feature', (child, random) => {
    const parish = parentIndex(child, features, parishes);
    const [first, next] = childRange(parish, townlands, parishes);
    return random.chance(0.4) && next > first
      ? [at(townlandList, random.between(first, next - 1))]
      : [at(parishList, parish)];
  });
  return {
    all: [
      provinces,
      counties,
      baronyList,
      parishList,
      townList,
      villageList,
      townlandList,
      streetList,
      featureList,
    ].flat(),
    counties,
    parishes: parishList,
    townlands: townlandList,
    towns: townList,
    villages: villageList,
    features: featureList,
  };
}

const at = (sites: readonly PlacePlan[], index: number): PlacePlan => sites[index] as PlacePlan;

const provinceOf = (county: WordRow): number => PROVINCE_ROWS.findIndex((row) => cell(row, 0) === county[6]);

/** Several parents, followed by all places that contain any of them, each once. */
function closure(parents: readonly PlacePlan[]): readonly PlacePlan[] {
  return [...new Set([...parents, ...parents.flatMap((parent) => parent.within)])];
}

/** Numbers the places. Places of one parent share the list of places that contain them. */
class Planner {
  readonly #seed: number;
  readonly #lines = new Map<PlacePlan, readonly PlacePlan[]>();
  #numbered = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** A province or county: English, Irish, its genitive, degrees times a hundred. */
  fixed(row: WordRow, category: string, within: readonly PlacePlan[], id?: number): PlacePlan {
    const number = this.#numbered++;
    return {
      id: id ?? FIRST_ID + number,
      number,
      category,
      categories: [category],
      name: { en: cell(row, 0), ga: cell(row, 1), genitive: cell(row, 2), words: [] },
      within,
      latitude: Number(row[3]) * 100,
      longitude: Number(row[4]) * 100,
    };
  }

  /** Places of a category within the given parents. */
  block(
    count: number,
    category: string,
    parentsOf: (child: number, random: Random) => readonly PlacePlan[],
  ): PlacePlan[] {
    return Array.from({ length: count }, (_, child) => {
      const random = new Random(this.#seed, 'site', this.#numbered);
      return this.#site(category, parentsOf(child, random), random);
    });
  }

  /** Townlands of the parishes; some were merged into the one that follows. */
  townlands(count: number, parishes: readonly PlacePlan[]): PlacePlan[] {
    const sites = this.block(count, 'BF', (child) => [
      at(parishes, parentIndex(child, count, parishes.length)),
    ]);
    // From last to first, so that no place is merged into a merged one.
    for (let child = count - 2; child >= 0; child--) {
      const [site, next] = [at(sites, child), at(sites, child + 1)];
      const chosen =
        child === 0 || new Random(this.#seed, 'merged', site.number).below(MERGED_TOWNLANDS) === 0;
      if (chosen && next.mergedInto === undefined && next.within === site.within) {
        sites[child] = { ...site, mergedInto: next };
      }
    }
    return sites;
  }

  #site(kind: string, parents: readonly PlacePlan[], random: Random): PlacePlan {
    const number = this.#numbered++;
    const category =
      kind === 'feature' ? cell(FEATURE_ROWS[number % FEATURE_ROWS.length] as WordRow, 0) : kind;
    const spread = SPREAD[category] ?? SPREAD_ELSE;
    const [nearest] = parents as readonly [PlacePlan];
    const categories = random.chance(ALSO_TOWNLANDS[category] ?? 0) ? [category, 'BF'] : [category];
    const name = nameOf(kind, category, random);
    const offset = [random.between(-spread, spread), random.between(-spread, spread)] as const;
    return {
      id: number % HIGH_EVERY === HIGH_EVERY - 1 ? HIGH_ID + number : FIRST_ID + number,
      number,
      category,
      categories,
      name,
      within: parents.length === 1 ? this.#line(nearest) : closure(parents),
      ...pointNear(nearest, offset),
    };
  }

  #line(parent: PlacePlan): readonly PlacePlan[] {
    return entry(this.#lines, parent, () => [parent, ...parent.within]);
  }
}

/** A point near a parent and in its county: the offset is halved until the point lies there. */
function pointNear(
  parent: PlacePlan,
  [north, east]: readonly [number, number],
): Pick<PlacePlan, 'latitude' | 'longitude'> {
  const county = [parent, ...parent.within].find(({ category }) => category === 'CON');
  const area = COUNTY_AREAS.find(({ names }) => names.includes(county?.name.en ?? ''));
  for (let share = 1; share > LEAST_SHARE; share /= 2) {
    const latitude = parent.latitude + Math.round(north * share);
    const longitude = parent.longitude + Math.round(east * share);
    const position = [longitude / TEN_THOUSAND, latitude / TEN_THOUSAND] as const;
    if (area === undefined || metresOutside(area, position) === 0) return { latitude, longitude };
  }
  return { latitude: parent.latitude, longitude: parent.longitude };
}

function nameOf(kind: string, category: string, random: Random): ComposedName {
  if (kind === 'feature') return featureName(category, random);
  return kind === 'SR' ? streetName(random) : landName(category, random);
}
