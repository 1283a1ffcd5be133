import type { Place } from '../../../dictionary/placenames/place.js';
import { webAddress } from '../addresses.js';
import { digits } from '../calendar.js';
import type { Dice } from '../dice.js';
import { NONE } from '../none.js';
import type { Site } from './sites.js';

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
export const resourcesOf = (site: Site, dice: Dice): Place['resources'] =>
  dice.some(RESOURCES, 1, 2).map((resource, index) => ({
    id: 1_000_000 + site.number * 2 + index,
    ...resource,
    pageReference: dice.maybe(0.5, () => `pp. ${dice.between(1, 90)}–${dice.between(91, 180)}`),
    supplier: dice.maybe(0.7, () => dice.pick(SUPPLIERS)),
  }));

const hex = (dice: Dice): string => dice.below(0x10000).toString(16).padStart(4, '0');
const guid = (dice: Dice): string =>
  [hex(dice) + hex(dice), hex(dice), hex(dice), hex(dice), hex(dice) + hex(dice) + hex(dice)].join('-');

/** Which links a place may have: how often, of what type, to what. */
const LINKS: readonly {
  readonly often: number;
  readonly type: string;
  readonly where?: 'north' | 'south' | 'Cavan';
  readonly target: (site: Site, dice: Dice) => string;
}[] = [
  { often: 0.03, type: 'Geonames', target: ({ number }) => webAddress('geonames', 990_100_000 + number, '') },
  {
    often: 0.3,
    type: 'Osi',
    where: 'south',
    target: (_, dice) => (dice.chance(0.5) ? guid(dice) : digits(dice.below(100_000_000), 8)),
  },
  { often: 0.3, type: 'OsNi', where: 'north', target: (_, dice) => String(dice.between(1_000, 99_999)) },
  {
    often: 0.4,
    type: 'PlacenamesNi',
    where: 'north',
    target: ({ number }) => webAddress('placenamesni', 'place', number),
  },
  {
    often: 0.02,
    type: 'WikipediaEn',
    target: ({ name }) => webAddress('en.wikipedia', 'wiki', name.en.replaceAll(' ', '_')),
  },
  {
    often: 0.01,
    type: 'WikipediaGa',
    target: ({ name }) => webAddress('ga.wikipedia', 'wiki', name.ga.replaceAll(' ', '_')),
  },
  {
    often: 0.6,
    type: 'CavanTownlands',
    where: 'Cavan',
    target: ({ number }) => webAddress('cavantownlands', 'view', number),
  },
];

/** Links to other databases about the place; `region` says which of them know of it. */
export function linksOf(site: Site, region: ReadonlySet<string>, dice: Dice): Place['links'] {
  let links: Place['links'] = NONE;
  for (const { often, type, where, target } of LINKS) {
    if ((where !== undefined && !region.has(where)) || !dice.chance(often)) continue;
    links = [...links, { type, target: target(site, dice) }];
  }
  return links;
}

/** Pictures of old name forms. */
export function imagesOf(site: Site, dice: Dice): Place['images'] {
  const fileName = `name_form_${digits(site.number, 6)}.jpg`;
  return [
    {
      fileName,
      labelEN: dice.maybe(0.8, () => 'Name form, survey notebook'),
      labelGA: dice.maybe(0.8, () => 'Foirm den ainm, leabhar nótaí suirbhé'),
      uri: webAddress('placenames', 'images', fileName),
    },
  ];
}

/** Pages about the place in the folklore archive. */
export const folkloreOf = (site: Site): Place['folklore'] => [
  {
    type: 'Folklore',
    uriEN: webAddress('folklore', 'en', 'loc', site.id),
    uriGA: webAddress('folklore', 'ga', 'loc', site.id),
  },
];
