import { type Column, inLanguage, within } from '../column.js';
import { hasDoubtedPoint } from '../point.js';
import { nodesOf, textsOf, valuesOf } from '../said.js';

/** The languages that have columns of their own. */
const WITH_COLUMNS: readonly string[] = ['ga', 'en'];

/** What a place is called: one name in each column, everything else it is called in the last. */
export const PLACE_NAMES: readonly Column[] = [
  { name: 'name_ga', en: 'name in Irish', ga: 'ainm as Gaeilge', holds: 'text', term: 'name', lang: 'ga' },
  { name: 'name_en', en: 'name in English', ga: 'ainm as Béarla', holds: 'text', term: 'name', lang: 'en' },
  {
    name: 'other_names',
    en: 'other names',
    ga: 'ainmneacha eile',
    holds: 'texts',
    of: (node) => [
      ...WITH_COLUMNS.flatMap((language) => inLanguage(node, 'name', language).slice(1)),
      ...textsOf(node, 'name').flatMap(({ language, text }) =>
        WITH_COLUMNS.includes(language) ? [] : [text],
      ),
      ...valuesOf(node, 'alternateName'),
    ],
  },
];

/**
 * Where a place is: the first point in two columns that belong together, all its points as well-known text, whether a
 * check doubts one of them, and whether they are precise (model 3.9: two numbers of two points must not be crossed).
 */
export const POINT: readonly Column[] = [
  {
    name: 'latitude',
    en: 'latitude',
    ga: 'domhanleithead',
    holds: 'decimal',
    of: within('coordinates', 'latitude'),
  },
  {
    name: 'longitude',
    en: 'longitude',
    ga: 'domhanfhad',
    holds: 'decimal',
    of: within('coordinates', 'longitude'),
  },
  { name: 'wkt', en: 'well-known text', ga: 'téacs WKT', holds: 'wkt', of: within('hasGeometry', 'asWKT') },
  {
    name: 'coordinates_doubted',
    en: 'doubtful coordinates',
    ga: 'comhordanáidí amhrasacha',
    holds: 'boolean',
    of: (node) => [hasDoubtedPoint(node) ?? []].flat().map(String),
  },
  {
    name: 'coordinates_accurate',
    en: 'accurate coordinates',
    ga: 'comhordanáidí beachta',
    holds: 'boolean',
    of: within('hasGeometry', 'accurateCoordinates'),
  },
  {
    name: 'coordinate_source',
    en: 'source of the coordinates',
    ga: 'foinse na gcomhordanáidí',
    holds: 'text',
    of: (node) =>
      nodesOf(node, 'hasGeometry').flatMap((geometry) => [
        ...valuesOf(geometry, 'coordinateSource'),
        ...valuesOf(geometry, 'coordinateSourceText'),
      ]),
  },
];
