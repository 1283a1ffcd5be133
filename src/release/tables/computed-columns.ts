import type { Node } from '../../model/rdf/node.js';
import { inLanguage } from './column.js';
import { ANY_FEATURE, FEATURE_TYPES, type FeatureType } from './feature-types.js';
import { collectionOf, heldCounties, heldDate, heldYears } from './inherited-place-and-date.js';
import { isA, nodesOf, textsOf, valuesOf } from './node-values.js';
import { hasDoubtedPoint } from './place-nodes.js';

/** Finds the values of a column. */
type ValuesOf = (node: Node) => readonly string[];

const list = <T>(value: T | undefined): readonly T[] => (value === undefined ? [] : [value]);

/** The last segment of an IRI, decoded. */
const lastSegment = (iri: string): string => decodeURIComponent(iri.slice(iri.lastIndexOf('/') + 1));

const languageOf =
  (term: string): ValuesOf =>
  (node) =>
    textsOf(node, term).map(({ language }) => language);

/** Kinds of locations, the narrower ones first. */
const LOCATION_KINDS = [
  ['County', 'county'],
  ['Country', 'country'],
  ['PlaceAbroad', 'abroad'],
  ['Place', 'place'],
] as const;

/** The languages of names that have columns of their own. */
const WITH_COLUMNS: readonly string[] = ['ga', 'en'];

const otherPlaceNames: ValuesOf = (node) => [
  ...WITH_COLUMNS.flatMap((language) => inLanguage(node, 'name', language).slice(1)),
  ...textsOf(node, 'name').flatMap(({ language, text }) => (WITH_COLUMNS.includes(language) ? [] : [text])),
  ...valuesOf(node, 'alternateName'),
];

const typeOf = (category: Node): FeatureType =>
  FEATURE_TYPES.get(valuesOf(category, 'code')[0] ?? '') ?? ANY_FEATURE;

const STAYS_ENCODED = /[%|\p{Cc}\p{Bidi_Control}]/gu;

/**
 * The codes of a place's categories: the last segments of their IRIs, decoded (model 2.2). The separator of lists, control
 * characters and `%` stay percent-encoded.
 */
export const categoryCodes = (place: Node): string[] =>
  valuesOf(place, 'category').map((iri) => lastSegment(iri).replace(STAYS_ENCODED, encodeURIComponent));

/** The path of the people database; all other people are those of the schools collection. */
const PEOPLE = '/cbed/person/';

const agent =
  (isInDatabase: boolean): ValuesOf =>
  (row) =>
    valuesOf(row, 'agent').filter((iri) => iri.includes(PEOPLE) === isInDatabase);

/** The tables of works, with the classes of their records. */
const WORKS = ['Item', 'Photograph', 'Part'] as const;

/** Whether a record is a work in which people have roles. */
export const isWork = (node: Node): boolean => WORKS.some((word) => isA(word)(node));

const work =
  (word: (typeof WORKS)[number]): ValuesOf =>
  (row) =>
    isA(word)(row) ? [row.id] : [];

/** Ends the source of counties while the cell of counties has places. */
export const OF_PLACES = '?';

/** Columns whose values are not those of a term, by their names in reference-data/tables.yaml. */
export const COMPUTED = {
  iri: ({ id }) => [id],
  /** The number or code in the source, with which the IRI ends (model 2.2). */
  'source-id': ({ id }) => [lastSegment(id)],
  collection: (node) => list(collectionOf(node)),
  'language-of-title': languageOf('name'),
  'language-of-text': languageOf('text'),
  'page-count': (item) =>
    valuesOf(item, 'omissionReason').length > 0 ? [] : [String(valuesOf(item, 'onPage').length)],
  'effective-counties': (work) => heldCounties(work)?.value ?? [],
  /** Places become their counties when all rows are there. */
  'effective-counties-from': (work) => {
    const { from, are } = heldCounties(work) ?? {};
    return list(are === 'places' ? `${from}${OF_PLACES}` : from);
  },
  'effective-date': (item) => list(heldDate(item)?.value.edtf),
  'effective-first-year': (item) => heldYears(item)[0],
  'effective-last-year': (item) => heldYears(item)[1],
  'effective-date-qualifier': (item) =>
    list(heldDate(item)?.value.span).flatMap((span) => valuesOf(span, 'dateQualifier')),
  'effective-date-from': (item) => list(heldDate(item)?.from),
  'work-item': work('Item'),
  'work-photograph': work('Photograph'),
  'work-part': work('Part'),
  'person-of-database': agent(true),
  'person-of-schools': agent(false),
  role: (row) => valuesOf(row, 'role'),
  /** The list of a topic, or the scheme of a concept of the operator. */
  'topic-list': (topic) => {
    const [scheme = topic.id.includes('/handbook/') ? 'handbook' : 'schools'] = valuesOf(
      topic,
      'schemeOfConcept',
    );
    return [scheme];
  },
  'label-in-other-language': (topic) =>
    WITH_COLUMNS.some((language) => inLanguage(topic, 'prefLabel', language).length > 0)
      ? []
      : textsOf(topic, 'prefLabel').map(({ text }) => text),
  /** The topics above are other records: the trail is added when all rows are there. */
  'from-other-rows': () => [],
  'location-kind': (location) =>
    LOCATION_KINDS.filter(([word]) => isA(word)(location)).map(([, kind]) => kind),
  'other-place-names': otherPlaceNames,
  genitives: (place) => nodesOf(place, 'hasPlacename').flatMap((name) => valuesOf(name, 'genitive')),
  'category-codes': categoryCodes,
  'doubted-point': (node) => list(hasDoubtedPoint(node)).map(String),
  'coordinate-source': (node) =>
    nodesOf(node, 'hasGeometry').flatMap((geometry) => [
      ...valuesOf(geometry, 'coordinateSource'),
      ...valuesOf(geometry, 'coordinateSourceText'),
    ]),
  'feature-class': (category) => [typeOf(category).fclass],
  'aat-type': (category) => list(typeOf(category).aat),
} as const satisfies Readonly<Record<string, ValuesOf>>;

/** The roles of people in works that have a table (model 5.1). */
const ROLES = ['collector', 'informant', 'relevantPerson', 'photographer', 'teacher'] as const;

/** One node for each person and role, with the work and, where the source has more, the contribution. */
export function rolesIn(work: Node): readonly Node[] {
  const { id, type = [] } = work;
  const contributions = nodesOf(work, 'contribution');
  return ROLES.flatMap((role) =>
    [...new Set(valuesOf(work, role))].map((agent): Node => {
      const contribution = contributions.find(
        (one) => valuesOf(one, 'role').includes(role) && valuesOf(one, 'agent').includes(agent),
      );
      return { id, type, role, agent, contribution };
    }),
  );
}
