import type { Place } from '../../schema/placenames/place.js';
import { zeroPadded } from '../calendar.js';
import type { Random } from '../random.js';
import { EMPTY_LIST, inventedAddress } from '../record-fields.js';
import type { PlacePlan } from './place-plans.js';

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
export const makePlaceResources = (site: PlacePlan, random: Random): Place['resources'] =>
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

/** Which links a place may have: how often, of what type, to what. */
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

/** Links to other databases about the place; `region` says which of them know of it. */
export function makePlaceLinks(site: PlacePlan, region: ReadonlySet<string>, random: Random): Place['links'] {
  let links: Place['links'] = EMPTY_LIST;
  for (const { often, type, where, target } of LINKS) {
    if ((where !== undefined && !region.has(where)) || !random.chance(often)) continue;
    links = [...links, { type, target: target(site, random) }];
  }
  return links;
}

/** Pictures of old name forms. */
export function makePlaceImages(site: PlacePlan, random: Random): Place['images'] {
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
export const makeFolkloreLinks = (site: PlacePlan): Place['folklore'] => [
  {
    type: 'Folklore',
    uriEN: inventedAddress('folklore', 'en', 'loc', site.id),
    uriGA: inventedAddress('folklore', 'ga', 'loc', site.id),
  },
];
