import type { Node } from '../../../model/rdf/node.js';
import { type Column, type ColumnType, coded, column, inLanguage, within } from '../column.js';
import { nodesOf, textsOf, valuesOf } from '../node-values.js';
import { hasDoubtedPoint } from '../place-nodes.js';

/** The IRI of the record: the first column of every table. */
export const IRI: Column = column('iri', 'IRI', 'IRI', 'iri', ({ id }) => [id], { required: true });

/** The number or code in the source, with which the IRI ends (model 2.2). */
export const ID: Column = column(
  'id',
  'source identifier',
  'aitheantóir foinse',
  'text',
  ({ id }) => [decodeURIComponent(id.slice(id.lastIndexOf('/') + 1))],
  { required: true },
);

/** The collection of a record: the first segment of the path of its IRI, `cbe` or `cbes` (model 2.2). */
export const collection = ({ id }: Node): readonly string[] => id.split('/').slice(-3, -2);

/** The place that a merged place is now part of. */
export const REPLACED_BY: Column = column(
  'replaced_by',
  'replaced by',
  'ionadaithe ag',
  'iri',
  'isReplacedBy',
);

/** The page on the publisher's web site. */
export const WEB_PAGE: Column = column('url', 'web page', 'leathanach gréasáin', 'iri', 'url');

/** Why the release does not hold the record. Such a row has no other cells; it is the target of references. */
export const OMISSION: readonly Column[] = coded(
  'omission',
  'reason of omission',
  'fáth na fágála ar lár',
  'code',
  'omissionReason',
);

/** When the entry in the source database was created and last changed. */
export const ENTRY: readonly Column[] = [
  column('record_created', 'record created', 'taifead cruthaithe', 'dateTime', 'recordCreated'),
  column('record_modified', 'record modified', 'taifead athraithe', 'dateTime', 'recordModified'),
];

/**
 * Details of a date (model 4.2): month and day where there is no year, the years that the source states, qualifier,
 * problems.
 *
 * @param span the term of the time span
 * @param prefix of the names of the columns
 */
const details = (span: string, prefix: string, enSuffix: string, gaSuffix: string): readonly Column[] => {
  const detail = (name: string, en: string, ga: string, holds: ColumnType, term: string): Column =>
    column(`${prefix}${name}`, `${en}${enSuffix}`, `${ga}${gaSuffix}`, holds, within(span, term));
  const list = (name: string, en: string, ga: string, holds: 'code' | 'codes', term: string) =>
    coded(`${prefix}${name}`, `${en}${enSuffix}`, `${ga}${gaSuffix}`, holds, term, within(span, term));
  return [
    detail('month_day', 'month and day without year', 'mí agus lá gan bhliain', 'monthDay', 'monthDay'),
    detail(
      'stated_from_year',
      'stated from year',
      'an bhliain a luaitear mar thús',
      'integer',
      'statedFromYear',
    ),
    detail(
      'stated_to_year',
      'stated to year',
      'an bhliain a luaitear mar dheireadh',
      'integer',
      'statedToYear',
    ),
    ...list('date_qualifier', 'date qualifier', 'cáilitheoir dáta', 'code', 'dateQualifier'),
    ...list('date_problems', 'problems of the date', 'fadhbanna leis an dáta', 'codes', 'dateProblem'),
  ];
};

/** When a work was made. */
export const WORK_DATE: readonly Column[] = [
  column('edtf', 'date (EDTF)', 'dáta (EDTF)', 'edtf', 'created'),
  ...details('dateSpan', '', '', ''),
];

/** When a person was born. */
export const BIRTH: readonly Column[] = [
  column('birth_edtf', 'birth date (EDTF)', 'dáta breithe (EDTF)', 'edtf', within('birthSpan', 'notation')),
  ...details('birthSpan', 'birth_', ' of birth', ' bhreithe'),
];

/** When a person died. */
export const DEATH: readonly Column[] = [
  column('death_edtf', 'death date (EDTF)', 'dáta báis (EDTF)', 'edtf', within('deathSpan', 'notation')),
  ...details('deathSpan', 'death_', ' of death', ' bháis'),
];

/** Places that a work or a person is associated with (model 3.2). Their names are in other tables. */
export const COUNTIES: Column = column('counties', 'counties', 'contaetha', 'iris', 'county', {
  references: 'locations.csv',
});

export const COUNTRIES: Column = column('countries', 'countries', 'tíortha', 'iris', 'country', {
  references: 'locations.csv',
});

/** All the places of a work. */
export const WORK_PLACES: readonly Column[] = [
  COUNTIES,
  column('places', 'places', 'áiteanna', 'iris', 'place', { references: 'locations.csv' }),
  COUNTRIES,
  column('places_abroad', 'places abroad', 'áiteanna thar lear', 'iris', 'placeAbroad', {
    references: 'locations.csv',
  }),
];

/** The languages that have columns of their own. */
const WITH_COLUMNS: readonly string[] = ['ga', 'en'];

/** Names of a place: one in each column, all others in the last. */
export const PLACE_NAMES: readonly Column[] = [
  column('name_ga', 'name in Irish', 'ainm as Gaeilge', 'text', 'name', { lang: 'ga' }),
  column('name_en', 'name in English', 'ainm as Béarla', 'text', 'name', { lang: 'en' }),
  column('other_names', 'other names', 'ainmneacha eile', 'texts', (node) => [
    ...WITH_COLUMNS.flatMap((language) => inLanguage(node, 'name', language).slice(1)),
    ...textsOf(node, 'name').flatMap(({ language, text }) => (WITH_COLUMNS.includes(language) ? [] : [text])),
    ...valuesOf(node, 'alternateName'),
  ]),
];

/**
 * Coordinates: latitude and longitude of the first point, all points as well-known text, whether one is doubted, whether
 * they are precise (model 3.9).
 */
export const POINT: readonly Column[] = [
  column('latitude', 'latitude', 'domhanleithead', 'decimal', within('coordinates', 'latitude')),
  column('longitude', 'longitude', 'domhanfhad', 'decimal', within('coordinates', 'longitude')),
  column('wkt', 'well-known text', 'téacs WKT', 'wkt', within('hasGeometry', 'asWKT')),
  column('coordinates_doubted', 'doubtful coordinates', 'comhordanáidí amhrasacha', 'boolean', (node) =>
    [hasDoubtedPoint(node) ?? []].flat().map(String),
  ),
  column(
    'coordinates_accurate',
    'accurate coordinates',
    'comhordanáidí beachta',
    'boolean',
    within('hasGeometry', 'accurateCoordinates'),
  ),
  column('coordinate_source', 'source of the coordinates', 'foinse na gcomhordanáidí', 'text', (node) =>
    nodesOf(node, 'hasGeometry').flatMap((geometry) => [
      ...valuesOf(geometry, 'coordinateSource'),
      ...valuesOf(geometry, 'coordinateSourceText'),
    ]),
  ),
];
