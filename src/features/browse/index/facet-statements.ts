import { DATE_QUALIFIERS, DATE_SOURCES, OPEN_ENDS } from './result-columns.js';

/** The facets of the search, in their order on pages. */
export const FACETS = [
  'kind',
  'collection',
  'county',
  'parish',
  'school',
  'decade',
  'dating',
  'topic',
  'tellerGender',
  'informant',
  'collectorGender',
  'collector',
  'teacher',
  'photographer',
  'rights',
  'role',
  'gender',
  'has',
  'language',
] as const;
export type Facet = (typeof FACETS)[number];

/** Facets whose values are as many as people or places. */
const LARGE: ReadonlySet<Facet> = new Set<Facet>(['parish', 'school', 'informant', 'collector', 'teacher']);
/** The others: those of sites that are written as files. */
export const SMALL_FACETS: readonly Facet[] = FACETS.filter((facet) => !LARGE.has(facet));

/** A statement of SQL with the properties that it names, by their terms in the context. */
interface FacetStatement {
  readonly sql: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** Tables that are needed only while the index is made. */
export const SCRATCH_TABLES = `
CREATE TABLE scratch.years (resource INTEGER PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, is_open INTEGER NOT NULL, date_from INTEGER NOT NULL, qualifier INTEGER NOT NULL) STRICT;
CREATE TABLE scratch.language (resource INTEGER NOT NULL, tag TEXT NOT NULL) STRICT;
CREATE TABLE scratch.facet (value INTEGER NOT NULL, resource INTEGER NOT NULL, PRIMARY KEY (resource, value)) STRICT, WITHOUT ROWID;
CREATE TABLE scratch.facet_row (resource INTEGER NOT NULL, value TEXT NOT NULL) STRICT;
CREATE TABLE scratch.words (resource INTEGER NOT NULL, names TEXT NOT NULL, texts TEXT NOT NULL) STRICT;
CREATE TABLE scratch.around (resource INTEGER NOT NULL, other INTEGER NOT NULL, PRIMARY KEY (resource, other)) STRICT, WITHOUT ROWID;
CREATE TABLE scratch.work_place (work INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (work, place)) STRICT, WITHOUT ROWID;
`;

/** Adds the values of a facet, and which record has which. `rows` selects `value` and `resource`. */
function facetOf(
  facet: Facet,
  rows: string,
  properties: Readonly<Record<string, string>> = {},
): readonly FacetStatement[] {
  return [
    { sql: 'DELETE FROM scratch.facet_row', properties: {} },
    { sql: `INSERT INTO scratch.facet_row SELECT resource, CAST(value AS TEXT) FROM (${rows})`, properties },
    {
      sql: `INSERT OR IGNORE INTO facet_value (facet, value) SELECT DISTINCT '${facet}', value FROM scratch.facet_row ORDER BY value`,
      properties: {},
    },
    {
      sql: `INSERT OR IGNORE INTO scratch.facet (value, resource)
        SELECT facet_value.id, facet_row.resource FROM scratch.facet_row AS facet_row
        JOIN facet_value ON facet_value.facet = '${facet}' AND facet_value.value = facet_row.value`,
      properties: {},
    },
  ];
}

/** A list of a table: `items`, `effective_counties`. */
const listOf = (table: string, column: string): string =>
  `SELECT resource.id AS resource, ${column} AS value FROM ${table}_${column} AS list JOIN resource ON resource.path = list.iri`;

/** The people in a role of works, or of parts: `person` and `resource`. */
const inRole = (role: Role, work = 'coalesce(roles.item, roles.photograph, roles.part)'): string =>
  `SELECT coalesce(roles.person, roles.schools_person) AS person, work.id AS resource FROM roles
   CROSS JOIN resource AS work ON work.path = ${work} WHERE role = '${role}'`;

/** The gender of the people in a role. */
const genderInRole = (role: Role): string =>
  `SELECT resource, coalesce(people.gender, schools_people.gender) AS value FROM (${inRole(role)}) AS named
   LEFT JOIN people ON people.iri = person LEFT JOIN schools_people ON schools_people.iri = person
   WHERE coalesce(people.gender, schools_people.gender) IS NOT NULL`;

/** The category of civil parishes (wire-format 4, category). */
const PARISHES = `SELECT resource.id AS parish, path FROM places JOIN resource ON resource.path = places.iri
  WHERE '|' || category_codes || '|' LIKE '%|PAR|%'`;

/** Records that have no value of a facet yet. */
const without = (resource: string, facet: Facet): string =>
  `${resource} NOT IN (SELECT facet.resource FROM scratch.facet AS facet JOIN facet_value ON facet_value.id = facet.value WHERE facet_value.facet = '${facet}')`;

/** The counties of places that a list of a table names, for records without a county. */
const countiesOfPlaces = (table: string, column: string): string =>
  `SELECT resource.id AS resource, contained.contained_in AS value FROM ${table}_${column} AS list
   JOIN locations_contained_in AS contained ON contained.iri = list.${column}
   JOIN locations AS county ON county.iri = contained.contained_in AND county.kind = 'county'
   JOIN resource ON resource.path = list.iri WHERE ${without('resource.id', 'county')}`;

/** The rows of a decade for each year of a period; periods longer than a century have none. */
const DECADES = `
  WITH RECURSIVE spans (resource, decade, last) AS (
    SELECT resource, first / 10 * 10, last FROM scratch.years JOIN resource ON resource.id = years.resource
    WHERE last - first BETWEEN 0 AND 100 AND resource.kind IN ('item', 'photograph')
    UNION ALL SELECT resource, decade + 10, last FROM spans WHERE decade + 10 <= last
  )
  SELECT resource, decade AS value FROM spans`;

/** How the date of a work is known: by its qualifier; or the years of its collection, which say nothing of the work. */
const DATINGS = `
  SELECT resource, CASE WHEN date_from = ${DATE_SOURCES.indexOf('collection')} THEN 'collection'
    ${DATE_QUALIFIERS.map((name, at) => `WHEN qualifier = ${at} THEN '${name || 'stated'}'`).join(' ')} END AS value
  FROM scratch.years JOIN resource ON resource.id = years.resource WHERE resource.kind IN ('item', 'photograph')`;

/** The roles of people in works, as in the table of roles. */
export const ROLES = ['collector', 'informant', 'relevantPerson', 'teacher', 'photographer'] as const;
export type Role = (typeof ROLES)[number];

/** The number of a name in a list, as SQL; 0 where it is not in it. */
const numberIn = (names: readonly string[], column: string): string =>
  `CASE ${column} ${names.flatMap((name, at) => (name === '' ? [] : `WHEN '${name}' THEN ${at}`)).join(' ')} ELSE 0 END`;

/** @param from SQL of whose date it is */
const yearsOf = (
  table: string,
  first: string,
  last: string,
  from: string,
  qualifier: string,
): FacetStatement => ({
  sql: `INSERT OR IGNORE INTO scratch.years
    SELECT resource.id, coalesce(${first}, ${last}), coalesce(${last}, ${first}),
      CASE WHEN ${first} IS NULL THEN ${OPEN_ENDS.indexOf('first')} WHEN ${last} IS NULL THEN ${OPEN_ENDS.indexOf('last')} ELSE 0 END,
      ${from}, ${numberIn(DATE_QUALIFIERS, qualifier)}
    FROM ${table} JOIN resource ON resource.path = ${table}.iri WHERE coalesce(${first}, ${last}) IS NOT NULL`,
  properties: {},
});

const OWN = String(DATE_SOURCES.indexOf('own'));

/** Adds the places of works that have none yet. */
const placesOf = (rows: string): FacetStatement => ({
  sql: `INSERT OR IGNORE INTO scratch.work_place SELECT work.id, place.id FROM (${rows}) AS rows
    JOIN resource AS work ON work.path = rows.iri JOIN resource AS place ON place.path = rows.place`,
  properties: {},
});

/** Places of the part of an item: `school_places`, `places`. */
const placesOfPart = (column: string, unless: readonly string[]): string =>
  `SELECT items.iri, list.${column} AS place FROM items JOIN parts_${column} AS list ON list.iri = items.part
   WHERE ${unless.map((own) => `items.${own} IS NULL`).join(' AND ')}
     AND items.iri NOT IN (SELECT path FROM resource JOIN scratch.work_place ON work = resource.id)`;

/**
 * What makes the years, the places and the facets of records from the tables of the release, in this order. The county and the
 * date of an item are those that hold for it, also where its school, its part or its collection states them. A part without a
 * county has those of its places; a person those of the works and parts with a role of the person. A work with a concept of one of
 * the operator's schemes has the scheme as broader topic. CROSS JOIN keeps the order of the
 * tables: SQLite knows no sizes yet.
 */
export const FACET_STATEMENTS: readonly FacetStatement[] = [
  yearsOf(
    'items',
    'effective_from_year',
    'effective_to_year',
    numberIn(DATE_SOURCES, 'effective_date_from'),
    'effective_date_qualifier',
  ),
  yearsOf('photographs', 'stated_from_year', 'stated_to_year', OWN, 'date_qualifier'),
  yearsOf('parts', 'stated_from_year', 'stated_to_year', OWN, 'date_qualifier'),
  yearsOf('people', 'birth_stated_from_year', 'birth_stated_to_year', OWN, 'birth_date_qualifier'),
  placesOf(
    'SELECT iri, places AS place FROM items_places UNION ALL SELECT iri, places_abroad FROM items_places_abroad',
  ),
  placesOf(
    'SELECT iri, places AS place FROM photographs_places UNION ALL SELECT iri, places_abroad FROM photographs_places_abroad',
  ),
  placesOf(placesOfPart('school_places', ['places', 'places_abroad'])),
  placesOf(placesOfPart('places', ['places', 'places_abroad', 'counties', 'countries'])),
  ...facetOf('kind', 'SELECT id AS resource, kind AS value FROM resource WHERE kind IS NOT NULL'),
  ...facetOf(
    'collection',
    `SELECT id AS resource, substr(path, 1, instr(path, '/') - 1) AS value FROM resource WHERE kind IS NOT NULL AND substr(path, 1, instr(path, '/') - 1) IN ('cbe', 'cbes', 'cbeg', 'cbed', 'place')`,
  ),
  ...facetOf('county', listOf('items', 'effective_counties')),
  ...facetOf('county', listOf('photographs', 'effective_counties')),
  ...facetOf('county', listOf('parts', 'counties')),
  ...facetOf('county', listOf('people', 'counties')),
  ...facetOf(
    'county',
    'SELECT resource.id AS resource, birth_county AS value FROM people JOIN resource ON resource.path = people.iri WHERE birth_county IS NOT NULL',
  ),
  ...facetOf(
    'county',
    `SELECT contained.source AS resource, county.path AS value FROM locations
     CROSS JOIN resource AS county ON county.path = locations.iri
     CROSS JOIN link AS contained ON contained.target = county.id AND contained.property = :contained
     WHERE locations.kind = 'county'`,
    { contained: 'containedInPlace' },
  ),
  ...facetOf('county', countiesOfPlaces('parts', 'school_places')),
  ...facetOf('county', countiesOfPlaces('parts', 'places')),
  ...facetOf('county', countiesOfPlaces('schools_people', 'addresses')),
  ...facetOf(
    'county',
    `SELECT person.id AS resource, facet_value.value AS value FROM roles
     CROSS JOIN resource AS person ON person.path = coalesce(roles.person, roles.schools_person)
     CROSS JOIN resource AS work ON work.path = coalesce(roles.item, roles.photograph, roles.part)
     CROSS JOIN scratch.facet AS facet ON facet.resource = work.id
     CROSS JOIN facet_value ON facet_value.id = facet.value AND facet_value.facet = 'county'
     WHERE ${without('person.id', 'county')}`,
  ),
  ...facetOf(
    'parish',
    `WITH parishes AS MATERIALIZED (${PARISHES})
     SELECT work AS resource, path AS value FROM scratch.work_place JOIN parishes ON parish = place
     UNION SELECT work, path FROM scratch.work_place
       CROSS JOIN link ON link.source = place AND link.property = :contained JOIN parishes ON parish = link.target
     UNION SELECT link.source, path FROM parishes CROSS JOIN link ON link.target = parish AND link.property = :contained`,
    { contained: 'containedInPlace' },
  ),
  ...facetOf(
    'school',
    `SELECT item.id AS resource, parts.iri AS value FROM items JOIN parts ON parts.iri = items.part
     JOIN resource AS item ON item.path = items.iri WHERE parts.school IS NOT NULL`,
  ),
  ...facetOf('decade', DECADES),
  ...facetOf('dating', DATINGS),
  ...facetOf(
    'topic',
    `WITH RECURSIVE topics (resource, topic) AS (
       SELECT source, target FROM link WHERE property = :subject
       UNION SELECT topics.resource, broader.target FROM topics JOIN link broader ON broader.source = topics.topic AND broader.property = :broader
       UNION SELECT topics.resource, list.target FROM topics JOIN resource topic ON topic.id = topics.topic AND topic.path LIKE 'subject/%'
         JOIN link list ON list.source = topics.topic AND list.property = :list
     )
     SELECT topics.resource, topic.path AS value FROM topics JOIN resource topic ON topic.id = topics.topic`,
    { subject: 'subject', broader: 'broader', list: 'inScheme' },
  ),
  ...facetOf(
    'role',
    `SELECT DISTINCT resource.id AS resource, role AS value FROM roles
     JOIN resource ON resource.path = coalesce(roles.person, roles.schools_person)`,
  ),
  ...facetOf('tellerGender', genderInRole('informant')),
  ...facetOf('informant', `SELECT resource, person AS value FROM (${inRole('informant')})`),
  ...facetOf('collectorGender', genderInRole('collector')),
  ...facetOf('collector', `SELECT resource, person AS value FROM (${inRole('collector')})`),
  ...facetOf(
    'teacher',
    `SELECT resource, person AS value FROM (${inRole('teacher')})
     UNION SELECT item.id, person FROM (${inRole('teacher', 'roles.part')}) AS named
       JOIN resource AS part ON part.id = named.resource JOIN items ON items.part = part.path
       JOIN resource AS item ON item.path = items.iri`,
  ),
  ...facetOf('photographer', `SELECT resource, person AS value FROM (${inRole('photographer')})`),
  // The concepts of the vocabulary have their names in both languages.
  ...facetOf(
    'rights',
    `WITH codes AS MATERIALIZED (SELECT path FROM resource WHERE path GLOB '*/code/copyright/*')
     SELECT photograph.id AS resource, codes.path AS value FROM photographs
     JOIN codes ON codes.path GLOB '*/code/copyright/' || photographs.copyright
     JOIN resource AS photograph ON photograph.path = photographs.iri`,
  ),
  ...facetOf(
    'gender',
    `SELECT resource.id AS resource, gender AS value FROM people JOIN resource ON path = iri WHERE gender IS NOT NULL
     UNION SELECT resource.id, gender FROM schools_people JOIN resource ON path = iri WHERE gender IS NOT NULL`,
  ),
  ...facetOf(
    'has',
    `SELECT resource, 'picture' AS value FROM picture
     UNION SELECT link.source, 'picture' FROM picture CROSS JOIN link ON link.target = picture.resource AND link.property = :page
     UNION SELECT item.id, 'transcript' FROM transcripts JOIN resource AS item ON item.path = transcripts.item`,
    { page: 'onPage' },
  ),
  ...facetOf('language', 'SELECT resource, tag AS value FROM scratch.language'),
];
