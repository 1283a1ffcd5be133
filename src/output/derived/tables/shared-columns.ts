import { type Column, inLanguage, within } from '../column.js';
import { nodesOf, textsOf, valuesOf } from '../node-values.js';
import { hasDoubtedPoint } from '../place-nodes.js';

/** The IRI that every row begins with: what joins it to the dumps. */
export const IRI: Column = {
  name: 'iri',
  en: 'IRI',
  ga: 'IRI',
  holds: 'iri',
  required: true,
  of: ({ id }) => [id],
};

/** The number or code in the source. */
export const ID: Column = {
  name: 'id',
  en: 'source identifier',
  ga: 'aitheantóir foinse',
  holds: 'text',
  term: 'sourceId',
};

/** The place that a merged one became part of. */
export const REPLACED_BY: Column = {
  name: 'replaced_by',
  en: 'replaced by',
  ga: 'ionadaithe ag',
  holds: 'iri',
  term: 'isReplacedBy',
};

/** The page of the publisher's site. */
export const WEB_PAGE: Column = {
  name: 'url',
  en: 'web page',
  ga: 'leathanach gréasáin',
  holds: 'iri',
  term: 'url',
};

/** When the entry in the source database came to be and was last changed; not when the thing described did. */
export const ENTRY: readonly Column[] = [
  {
    name: 'record_created',
    en: 'record created',
    ga: 'taifead cruthaithe',
    holds: 'dateTime',
    term: 'recordCreated',
  },
  {
    name: 'record_modified',
    en: 'record modified',
    ga: 'taifead athraithe',
    holds: 'dateTime',
    term: 'recordModified',
  },
];

/**
 * What goes with the date in EDTF (model 4.2): month and day where there is no year, the years that the source states,
 * how sure it is of the date, and what is wrong with it.
 *
 * @param span the term of the time span
 * @param prefix what the names begin with
 */
const details = (span: string, prefix: string, en: string, ga: string): readonly Column[] => [
  {
    name: `${prefix}month_day`,
    en: `month and day without year${en}`,
    ga: `mí agus lá gan bhliain${ga}`,
    holds: 'monthDay',
    of: within(span, 'monthDay'),
  },
  {
    name: `${prefix}stated_from_year`,
    en: `stated from year${en}`,
    ga: `an bhliain a luaitear mar thús${ga}`,
    holds: 'integer',
    of: within(span, 'statedFromYear'),
  },
  {
    name: `${prefix}stated_to_year`,
    en: `stated to year${en}`,
    ga: `an bhliain a luaitear mar dheireadh${ga}`,
    holds: 'integer',
    of: within(span, 'statedToYear'),
  },
  {
    name: `${prefix}date_qualifier`,
    en: `date qualifier${en}`,
    ga: `cáilitheoir dáta${ga}`,
    holds: 'code',
    of: within(span, 'dateQualifier'),
  },
  {
    name: `${prefix}date_problems`,
    en: `problems of the date${en}`,
    ga: `fadhbanna leis an dáta${ga}`,
    holds: 'codes',
    of: within(span, 'dateProblem'),
  },
];

/** When a work was made. */
export const WORK_DATE: readonly Column[] = [
  { name: 'edtf', en: 'date (EDTF)', ga: 'dáta (EDTF)', holds: 'edtf', term: 'created' },
  ...details('dateSpan', '', '', ''),
];

/** When a person was born. */
export const BIRTH: readonly Column[] = [
  {
    name: 'birth_edtf',
    en: 'birth date (EDTF)',
    ga: 'dáta breithe (EDTF)',
    holds: 'edtf',
    of: within('birthSpan', 'notation'),
  },
  ...details('birthSpan', 'birth_', ' of birth', ' bhreithe'),
];

/** When a person died. */
export const DEATH: readonly Column[] = [
  {
    name: 'death_edtf',
    en: 'death date (EDTF)',
    ga: 'dáta báis (EDTF)',
    holds: 'edtf',
    of: within('deathSpan', 'notation'),
  },
  ...details('deathSpan', 'death_', ' of death', ' bháis'),
];

/** The places a work or a person is associated with: no stronger claim (model 3.2). Their names are in other tables. */
export const COUNTIES: Column = {
  name: 'counties',
  en: 'counties',
  ga: 'contaetha',
  holds: 'iris',
  term: 'county',
};

export const COUNTRIES: Column = {
  name: 'countries',
  en: 'countries',
  ga: 'tíortha',
  holds: 'iris',
  term: 'country',
};

/** All the places of a work. */
export const WORK_PLACES: readonly Column[] = [
  COUNTIES,
  { name: 'places', en: 'places', ga: 'áiteanna', holds: 'iris', term: 'place' },
  COUNTRIES,
  {
    name: 'places_abroad',
    en: 'places abroad',
    ga: 'áiteanna thar lear',
    holds: 'iris',
    term: 'placeAbroad',
  },
];

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
