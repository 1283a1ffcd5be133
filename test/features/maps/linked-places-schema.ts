/**
 * Rules of the Linked Places format, written down from its published description (versions 1.2 and 1.3) and from what
 * the World Historical Gazetteer says it refuses: `@context`, `@id`, title and names are required, each name with a
 * toponym, at least one with a citation; feature classes or types; a geometry, which may be null; something dated
 * somewhere; the five kinds of links. Objects are closed, so that a misspelt word is noticed.
 */
const object = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const some = (items: object) => ({ type: 'array', minItems: 1, items });

const TEXT = { type: 'string', minLength: 1 };
const WEB = { type: 'string', pattern: '^https?://[a-zA-Z0-9.-]+\\.[a-z]{2,}(:[0-9]+)?(/[^\\s]*)?$' };
const LANGUAGE = { type: 'string', pattern: '^[a-z]{2,3}(-[A-Za-z0-9]+)*$', not: { const: 'und' } };
const YEAR = { type: 'string', pattern: '^-?[0-9]+$' };
const DATE = { type: 'string', pattern: '^-?[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$' };
const MOMENT = {
  ...object([], { in: DATE, earliest: DATE, latest: DATE }),
  minProperties: 1,
};
const WHEN = object(['timespans'], { timespans: some(object(['start'], { start: MOMENT, end: MOMENT })) });
const CITATION = object(['label'], { label: TEXT, '@id': WEB, year: YEAR });
const NAME = object(['toponym'], { toponym: TEXT, lang: LANGUAGE, citations: some(CITATION), when: WHEN });
const POSITION = {
  type: 'array',
  prefixItems: [
    { type: 'number', minimum: -180, maximum: 180 },
    { type: 'number', minimum: -90, maximum: 90 },
  ],
  minItems: 2,
  maxItems: 2,
};
const geometry = (type: string, coordinates: object) =>
  object(['type', 'coordinates'], { type: { const: type }, coordinates });

const FEATURE = {
  ...object(['@id', 'type', 'properties', 'names', 'geometry'], {
    '@id': WEB,
    type: { const: 'Feature' },
    properties: object(['title'], {
      title: TEXT,
      ccodes: { ...some({ type: 'string', pattern: '^[A-Z]{2}$' }), uniqueItems: true },
      fclasses: { ...some({ enum: ['A', 'H', 'L', 'P', 'R', 'S', 'T'] }), uniqueItems: true },
    }),
    names: { ...some(NAME), contains: { required: ['citations'] } },
    types: some(
      object(['identifier', 'label'], {
        identifier: { anyOf: [WEB, { type: 'string', pattern: '^aat:300[0-9]{6}$' }] },
        label: TEXT,
        sourceLabels: some(object(['label'], { label: TEXT, lang: LANGUAGE })),
      }),
    ),
    geometry: {
      oneOf: [{ type: 'null' }, geometry('Point', POSITION), geometry('MultiPoint', some(POSITION))],
    },
    links: {
      type: 'array',
      items: object(['type', 'identifier'], {
        type: { enum: ['closeMatch', 'exactMatch', 'primaryTopicOf', 'subjectOf', 'seeAlso'] },
        identifier: WEB,
      }),
    },
    relations: {
      type: 'array',
      items: object(['relationType', 'relationTo'], {
        relationType: { type: 'string', pattern: '^\\w+:\\S+$' },
        relationTo: WEB,
        label: TEXT,
      }),
    },
  }),
  allOf: [
    { anyOf: [{ properties: { properties: { required: ['fclasses'] } } }, { required: ['types'] }] },
    { properties: { names: { contains: { required: ['when'] } } } },
  ],
};

export const LINKED_PLACES = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://test.example.org/linked-places',
  ...object(['type', '@context', 'features'], {
    type: { const: 'FeatureCollection' },
    '@context': { type: 'string', pattern: '/linkedplaces-context-v1\\.1\\.jsonld$' },
    features: some(FEATURE),
  }),
};
