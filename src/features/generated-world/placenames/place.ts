import { Random, weighted } from '../../../base/random.js';
import type { Coordinates } from '../../../model/schema/fields.js';
import type { GridReference, Place, PlaceSummary } from '../../../model/schema/placenames/place.js';
import type { Glossary } from '../../../model/schema/placenames/reference-lists.js';
import { zeroPadded } from '../calendar.js';
import {
  EMPTY_LIST,
  featuredDays,
  firstDayOf,
  inventedAddress,
  makeHistory,
  timestampsOf,
} from '../record-fields.js';
import { COUNTY_ROWS } from '../words.js';
import { makePlacenames } from './names.js';
import { type PlacePlan, TEN_THOUSAND } from './place-plans.js';
import { type CategoryCounts, categoriesOf, GLOSSARY, withCounts } from './reference-lists.js';

const SUPPLIERS = [
  { id: 41, nameEN: 'Survey of Invented Baronies', nameGA: 'Suirbhé na mBarúntachtaí Bréige' },
  { id: 42, nameEN: 'Historical Society of the Parish' },
  { id: 43, nameGA: 'Cumann na Logainmneacha' },
  { id: 44 },
];

const RESOURCES = [
  { typeID: 'pdf', titleEN: 'Field notes', titleGA: 'Nótaí páirce' },
  { typeID: 'jpg', titleEN: 'Sketch map & key' },
  { typeID: 'zip', titleGA: 'Taifeadtaí fuaime ón bparóiste' },
];

/** Scans and documents on the name. */
const makePlaceResources = (site: PlacePlan, random: Random): Place['resources'] =>
  random.sample(RESOURCES, 1, 2).map((resource, index) => ({
    id: 1_000_000 + site.number * 2 + index,
    ...resource,
    pageReference: random.maybe(0.5, () => `pp. ${random.between(1, 90)}–${random.between(91, 180)}`),
    supplier: random.maybe(0.7, () => random.pick(SUPPLIERS)),
  }));

const hex = (random: Random): string => random.below(0x10000).toString(16).padStart(4, '0');
const guid = (random: Random): string =>
  [
    hex(random) + hex(random),
    hex(random),
    hex(random),
    hex(random),
    hex(random) + hex(random) + hex(random),
  ].join('-');

/** The links of places: share of places, type, region, target. */
const LINKS: readonly {
  readonly often: number;
  readonly type: string;
  readonly where?: 'north' | 'south' | 'Cavan';
  readonly target: (site: PlacePlan, random: Random) => string;
}[] = [
  {
    often: 0.03,
    type: 'Geonames',
    target: ({ number }) => inventedAddress('geonames', 990_100_000 + number, ''),
  },
  {
    often: 0.3,
    type: 'Osi',
    where: 'south',
    target: (_, random) => (random.chance(0.5) ? guid(random) : zeroPadded(random.below(100_000_000), 8)),
  },
  { often: 0.3, type: 'OsNi', where: 'north', target: (_, random) => String(random.between(1_000, 99_999)) },
  {
    often: 0.4,
    type: 'PlacenamesNi',
    where: 'north',
    target: ({ number }) => inventedAddress('placenamesni', 'place', number),
  },
  {
    often: 0.02,
    type: 'WikipediaEn',
    target: ({ name }) => inventedAddress('en.wikipedia', 'wiki', name.en.replaceAll(' ', '_')),
  },
  {
    often: 0.01,
    type: 'WikipediaGa',
    target: ({ name }) => inventedAddress('ga.wikipedia', 'wiki', name.ga.replaceAll(' ', '_')),
  },
  {
    often: 0.6,
    type: 'CavanTownlands',
    where: 'Cavan',
    target: ({ number }) => inventedAddress('cavantownlands', 'view', number),
  },
];

/** Links to other databases; `region` names the regional databases that have the place. */
function makePlaceLinks(site: PlacePlan, region: ReadonlySet<string>, random: Random): Place['links'] {
  let links: Place['links'] = EMPTY_LIST;
  for (const { often, type, where, target } of LINKS) {
    if ((where !== undefined && !region.has(where)) || !random.chance(often)) continue;
    links = [...links, { type, target: target(site, random) }];
  }
  return links;
}

/** Pictures of old name forms. */
function makePlaceImages(site: PlacePlan, random: Random): Place['images'] {
  const fileName = `name_form_${zeroPadded(site.number, 6)}.jpg`;
  return [
    {
      fileName,
      labelEN: random.maybe(0.8, () => 'Name form, survey notebook'),
      labelGA: random.maybe(0.8, () => 'Foirm den ainm, leabhar nótaí suirbhé'),
      uri: inventedAddress('placenames', 'images', fileName),
    },
  ];
}

/** Pages about the place in the folklore archive. */
const makeFolkloreLinks = (site: PlacePlan): Place['folklore'] => [
  {
    type: 'Folklore',
    uriEN: inventedAddress('folklore', 'en', 'loc', site.id),
    uriGA: inventedAddress('folklore', 'ga', 'loc', site.id),
  },
];

/** A point from ten-thousandths of a degree; dividing whole numbers gives the same digits everywhere. */
const pointFromTenThousandths = (latitude: number, longitude: number): Coordinates => ({
  latitude: latitude / TEN_THOUSAND,
  longitude: longitude / TEN_THOUSAND,
});

/** Squares of the Irish Grid, a hundred kilometres each, from the north-west in rows of five. */
const SQUARES = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const SQUARE_SIZE = 100_000;
const within = (metres: number): number => Math.min(499_999, Math.max(0, metres));

/** The unit of a reference in metres: five, three or two figures, or the square alone. */
const UNITS = weighted([6, 1], [3, 100], [2, 1_000], [1, SQUARE_SIZE]);

/**
 * The Irish Grid reference of a point, within some hundred metres and with a random precision (wire-format 4). In whole
 * numbers, which give the same digits everywhere.
 */
function gridReferenceAt(latitude: number, longitude: number, random: Random): GridReference {
  const [up, along] = [latitude - 535_000, longitude + 80_000];
  // To a ten-thousandth of a degree 11.13 m and, at 53.5 degrees north, 6.621 m, which become fewer farther north. The lines
  // of latitude bend upwards from the meridian in the middle.
  const north = within(
    250_000 + Math.floor((up * 1_113) / 100) + Math.floor((along * along * 464) / 100_000_000),
  );
  const east = within(200_000 + Math.floor((along * (66_210_000 - 156 * up)) / 10_000_000));
  const row = 4 - Math.floor(north / SQUARE_SIZE);
  const square = SQUARES.charAt(row * 5 + Math.floor(east / SQUARE_SIZE));
  const unit = random.pickWeighted(UNITS);
  if (unit === SQUARE_SIZE) return { square };
  return {
    square,
    easting: Math.floor((east % SQUARE_SIZE) / unit),
    northing: Math.floor((north % SQUARE_SIZE) / unit),
  };
}

/** Facts that are the same for all places of one parent. */
interface Region {
  /** The number of counties it belongs to, and how many are in Northern Ireland. */
  readonly counties: number;
  readonly northern: number;
  /** Whether Irish is spoken in its parish. */
  readonly irishSpeaking: boolean;
  /** The regional databases that have it. */
  readonly databases: ReadonlySet<string>;
}

/** Counties by a letter in the last column of their table. */
const lettered = (letter: string): ReadonlySet<number> =>
  new Set(COUNTY_ROWS.filter((row) => row[7] === letter).map((row) => Number(row[0])));
const NORTHERN = lettered('N');
const IRISH_SPEAKING = lettered('G');
const CAVAN = 100_003;

/** The share of Irish-speaking parishes in those counties. */
const IRISH_SPEAKING_SHARE = 0.3;

/** Makes a function that gives a place's region, computed once for all places of one parent. */
export function regionFinder(seed: number): (site: PlacePlan) => Region {
  const known = new Map<readonly PlacePlan[], Region>();
  return (site) => {
    const shared = site.category !== 'CON' && site.category !== 'PAR';
    const before = shared ? known.get(site.within) : undefined;
    if (before !== undefined) return before;
    const region = regionOf(seed, [site, ...site.within]);
    if (shared) known.set(site.within, region);
    return region;
  };
}

function regionOf(seed: number, sites: readonly PlacePlan[]): Region {
  const counties = sites.filter((site) => site.category === 'CON').map((site) => site.id);
  const parish = sites.find((site) => site.category === 'PAR');
  const northern = counties.filter((id) => NORTHERN.has(id)).length;
  const databases = new Set([
    northern > 0 ? 'north' : 'south',
    ...(counties.includes(CAVAN) ? ['Cavan'] : []),
  ]);
  const west = parish !== undefined && counties.some((id) => IRISH_SPEAKING.has(id));
  const irishSpeaking = west && new Random(seed, 'gaeltacht', parish.number).chance(IRISH_SPEAKING_SHARE);
  return { counties: counties.length, northern, irishSpeaking, databases };
}

/** The references of a place's record to other records. */
interface PlaceRelations {
  /** The summaries of the places that contain it; places of one parent share the list. */
  readonly summaries: (within: readonly PlacePlan[]) => PlaceSummary[];
  /** The number of live places of each category within it. */
  readonly includes: CategoryCounts | undefined;
  readonly region: Region;
  readonly cluster: Place['cluster'];
  /** People of the biography dictionary who were born there. */
  readonly bornHere: Place['bornHere'];
}

const ULSTER = 'Ulster';
/** The database went public in September 2008. */
const FIRST_DAY = firstDayOf(2008) + 244;

const SOURCES = ['osi', 'osi', 'osi (data.gov.ie)', 'grid', 'manual'] as const;

/** The record of a place. */
export function makePlace(seed: number, site: PlacePlan, around: PlaceRelations): Place {
  const random = new Random(seed, 'place', site.number);
  const { region } = around;
  const fixed = site.category === 'CON' || site.category === 'CUIGE';
  // Written out: spreading is slow, and there are 126,000 of these.
  const { dateCreated, dateModified } = timestampsOf(
    makeHistory(FIRST_DAY, fixed ? 30 : 4_500, 0.5, random),
    random,
  );
  return {
    id: site.id,
    dateCreated,
    dateModified,
    replacementID: site.mergedInto?.id,
    permalink: inventedAddress('placenames', site.id),
    featured: featuredDays(0.003, random),
    cluster: around.cluster,
    placenames: makePlacenames(site, random),
    glossary:
      site.name.words.length === 0 ? EMPTY_LIST : site.name.words.map((word) => GLOSSARY[word] as Glossary),
    categories: categoriesOf(site.categories),
    includedIn: around.summaries(site.within),
    includes: withCounts(around.includes),
    geography: geographyOf(site, fixed, random),
    gridReferences: fixed ? EMPTY_LIST : gridReferencesOf(site, random),
    gaeltacht: gaeltachtOf(site, region),
    postOffice: postOfficeOf(site, random),
    northernIreland: northernOf(site, region),
    images: random.chance(0.01) ? makePlaceImages(site, random) : EMPTY_LIST,
    resources: random.chance(0.02) ? makePlaceResources(site, random) : EMPTY_LIST,
    links: makePlaceLinks(site, region.databases, random),
    bornHere: around.bornHere,
    folklore: random.chance(0.1) ? makeFolkloreLinks(site) : EMPTY_LIST,
    // The members of a cluster have the same address.
    sameAs:
      around.cluster === undefined
        ? sameAsOf(site.number, random.chance(0.03))
        : sameAsOf(around.cluster.focusID, true),
  };
}

const sameAsOf = (number: number, any: boolean): Place['sameAs'] =>
  any ? [{ uri: inventedAddress('sameas', 'townland', number) }] : EMPTY_LIST;

function geographyOf(site: PlacePlan, fixed: boolean, random: Random): Place['geography'] {
  const own = pointFromTenThousandths(site.latitude, site.longitude);
  if (fixed) return { accurate: true, source: 'osi', coordinates: [own] };
  const kind = random.below(100);
  if (kind < 2) return undefined;
  const [nearest = site] = site.within;
  // Extrapolated from the parent, so that dozens of places share a point (wire-format 4).
  if (kind < 16) {
    return {
      accurate: false,
      source: 'extrapolation',
      coordinates: [pointFromTenThousandths(nearest.latitude, nearest.longitude)],
    };
  }
  const second =
    kind < 20
      ? [
          pointFromTenThousandths(
            site.latitude + random.between(1, 90),
            site.longitude - random.between(1, 90),
          ),
        ]
      : [];
  return {
    accurate: true,
    source: random.maybe(0.97, () => random.pick(SOURCES)),
    coordinates: [own, ...second],
  };
}

/** The number of grid references of a place. */
const GRID_REFERENCES = weighted([3, 0], [6, 1], [1, 2]);

function gridReferencesOf(site: PlacePlan, random: Random): Place['gridReferences'] {
  const count = random.pickWeighted(GRID_REFERENCES);
  if (count === 0) return EMPTY_LIST;
  return Array.from({ length: count }, () => gridReferenceAt(site.latitude, site.longitude, random));
}

/** Irish is spoken in a part of a parish only. */
function gaeltachtOf(site: PlacePlan, { irishSpeaking }: Region): Place['gaeltacht'] {
  if (!irishSpeaking) return undefined;
  return { extent: site.category === 'PAR' ? 'part' : 'all' };
}

const POST_OFFICES: Readonly<Record<string, number>> = { B: 0.95, SRB: 0.7, BF: 0.02 };

function postOfficeOf(site: PlacePlan, random: Random): Place['postOffice'] {
  if (!random.chance(POST_OFFICES[site.category] ?? 0)) return undefined;
  return { extent: site.category === 'BF' ? 'part' : 'all' };
}

function northernOf(site: PlacePlan, { counties, northern }: Region): Place['northernIreland'] {
  if (site.category === 'CUIGE') return site.name.en === ULSTER ? { extent: 'part' } : undefined;
  if (northern === 0) return undefined;
  return { extent: northern === counties ? 'all' : 'part' };
}
