/** The facets of the search. */
export const FACETS = ['kind', 'collection', 'county', 'decade', 'topic', 'role', 'language'] as const;
export type Facet = (typeof FACETS)[number];

/** A statement of SQL with the properties that it names, by their terms in the context. */
interface FacetStatement {
  readonly sql: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** Adds the values of a facet, and which record has which. `rows` selects `value` and `resource`. */
function facetOf(
  facet: Facet,
  rows: string,
  properties: Readonly<Record<string, string>> = {},
): readonly FacetStatement[] {
  return [
    {
      sql: `INSERT OR IGNORE INTO facet_value (facet, value) SELECT DISTINCT '${facet}', value FROM (${rows}) ORDER BY value`,
      properties,
    },
    {
      sql: `INSERT OR IGNORE INTO facet (value, resource)
        SELECT facet_value.id, rows.resource FROM (${rows}) AS rows
        JOIN facet_value ON facet_value.facet = '${facet}' AND facet_value.value = CAST(rows.value AS TEXT)`,
      properties,
    },
  ];
}

const WORKS = "('item', 'photograph')";
const PEOPLE = "('person', 'schools-person')";

const link = (property: string, from = 'source', to = 'target'): string =>
  `SELECT ${from} AS resource, target.path AS value FROM link JOIN resource target ON target.id = link.${to} WHERE property = :${property}`;

/** The rows of a decade for each year of a period; periods longer than a century have none. */
const decades = (years: string): string => `
  WITH RECURSIVE spans (resource, decade, last) AS (
    SELECT resource, first / 10 * 10, last FROM (${years}) WHERE last - first BETWEEN 0 AND 100
    UNION ALL SELECT resource, decade + 10, last FROM spans WHERE decade + 10 <= last
  )
  SELECT resource, decade AS value FROM spans`;

/** Works that have no value of a facet yet. */
const without = (facet: Facet): string =>
  `NOT IN (SELECT facet.resource FROM facet JOIN facet_value ON facet_value.id = facet.value WHERE facet_value.facet = '${facet}')`;

/** The counties that records have from the other end of a link, where they have none yet. */
const countyOf = (resource: string, other: string, property: string, kinds: string): string =>
  `SELECT ${resource} AS resource, facet_value.value AS value FROM link
   JOIN resource ON resource.id = ${resource} AND resource.kind IN ${kinds}
   JOIN facet ON facet.resource = ${other} JOIN facet_value ON facet_value.id = facet.value AND facet_value.facet = 'county'
   WHERE link.property = :${property} AND ${resource} ${without('county')}`;

/** The roles of people in works, by the properties of works that name them. */
export const ROLES = ['collector', 'informant', 'relevantPerson', 'teacher', 'photographer'] as const;

/**
 * What makes the facets from the links, in this order. A part without a county of its own has that of its school's place; a
 * work that of its part; a person those of the works and parts with a role of the person. A work without a date has that of its
 * part, or of its collection (query q01 of a release).
 */
export const FACET_STATEMENTS: readonly FacetStatement[] = [
  ...facetOf('kind', 'SELECT id AS resource, kind AS value FROM resource WHERE kind IS NOT NULL'),
  ...facetOf(
    'collection',
    `SELECT id AS resource, substr(path, 1, instr(path, '/') - 1) AS value FROM resource WHERE kind IS NOT NULL AND substr(path, 1, instr(path, '/') - 1) IN ('cbe', 'cbes', 'cbeg', 'cbed', 'place')`,
  ),
  ...facetOf('county', link('county'), { county: 'county' }),
  ...facetOf('county', link('birthCounty'), { birthCounty: 'birthCounty' }),
  ...facetOf(
    'county',
    `SELECT contained.source AS resource, county.path AS value FROM link contained
     JOIN resource county ON county.id = contained.target
     WHERE contained.property = :contained AND contained.target IN (SELECT target FROM link WHERE property IN (:county, :birthCounty))`,
    { contained: 'containedInPlace', county: 'county', birthCounty: 'birthCounty' },
  ),
  ...facetOf('county', countyOf('link.source', 'link.target', 'place', "('part')"), { place: 'place' }),
  ...facetOf('county', countyOf('link.source', 'link.target', 'isPartOf', WORKS), { isPartOf: 'isPartOf' }),
  ...facetOf(
    'county',
    ROLES.map((role) => countyOf('link.target', 'link.source', role, PEOPLE)).join(' UNION '),
    Object.fromEntries(ROLES.map((role) => [role, role])),
  ),
  ...facetOf(
    'decade',
    decades(`SELECT years.* FROM years JOIN resource ON resource.id = years.resource WHERE kind IN ${WORKS}`),
  ),
  ...facetOf(
    'decade',
    decades(`SELECT item.id AS resource, years.first, years.last FROM resource item
      JOIN link part ON part.source = item.id AND part.property = :isPartOf
      JOIN years ON years.resource = part.target
      WHERE item.kind IN ${WORKS} AND item.id NOT IN (SELECT resource FROM years)`),
    { isPartOf: 'isPartOf' },
  ),
  ...facetOf(
    'decade',
    decades(`SELECT item.id AS resource, years.first, years.last FROM resource item
      JOIN link part ON part.source = item.id AND part.property = :isPartOf
      JOIN link volume ON volume.source = part.target AND volume.property = :isPartOf
      JOIN link collection ON collection.source = volume.target AND collection.property = :isPartOf
      JOIN years ON years.resource = collection.target
      WHERE item.kind = 'item' AND item.id ${without('decade')}`),
    { isPartOf: 'isPartOf' },
  ),
  ...facetOf(
    'topic',
    `WITH RECURSIVE topics (resource, topic) AS (
       SELECT source, target FROM link WHERE property = :subject
       UNION SELECT topics.resource, broader.target FROM topics JOIN link broader ON broader.source = topics.topic AND broader.property = :broader
     )
     SELECT topics.resource, topic.path AS value FROM topics JOIN resource topic ON topic.id = topics.topic`,
    { subject: 'subject', broader: 'broader' },
  ),
  ...ROLES.flatMap((role) =>
    facetOf(
      'role',
      `SELECT DISTINCT target AS resource, '${role}' AS value FROM link WHERE property = :role`,
      {
        role,
      },
    ),
  ),
  ...facetOf('language', 'SELECT resource, tag AS value FROM language'),
  {
    sql: "INSERT OR IGNORE INTO work_place SELECT target, source FROM link JOIN resource ON resource.id = source WHERE property = :place AND kind IN ('item', 'photograph')",
    properties: { place: 'place' },
  },
  {
    sql: `INSERT OR IGNORE INTO work_place
      SELECT place.target, item.id FROM resource item
      JOIN link part ON part.source = item.id AND part.property = :isPartOf
      JOIN link place ON place.source = part.target AND place.property = :place
      WHERE item.kind = 'item' AND item.id NOT IN (SELECT work FROM work_place)`,
    properties: { isPartOf: 'isPartOf', place: 'place' },
  },
];
