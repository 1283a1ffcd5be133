import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportedSample } from '../support/exported-sample.js';

/**
 * The queries of a release, asked of the sample release in a SPARQL store. The answers in
 * test/world/answers.json were worked out by hand from the sample world's files.
 */

const QUERIES = new URL('../../queries/', import.meta.url);

/** The columns of each query, under their names in the answers. */
const ASKED: readonly {
  readonly query: string;
  readonly columns: Readonly<Record<string, string>>;
}[] = [
  {
    query: 'q01-county-and-years',
    columns: {
      ...{ work: 'work', label: 'label', edtf: 'edtf', qualifier: 'qualifier' },
      ...{ countyOf: 'countyOf', dateOf: 'dateOf' },
    },
  },
  { query: 'q02-person-by-role', columns: { role: 'role', works: 'works' } },
  { query: 'q03-irish-folklore-by-decade', columns: { decade: 'decade', items: 'items' } },
  {
    query: 'q04-old-informants',
    columns: {
      name: 'name',
      age: 'age',
      ageQualifier: 'ageQ',
      relationship: 'relationship',
      school: 'school',
      item: 'item',
    },
  },
  { query: 'q05-stories-by-topic', columns: { label: 'label', items: 'items' } },
  { query: 'q06-relatives-and-strangers', columns: { label: 'label', tellings: 'tellings' } },
  {
    query: 'q07-works-on-a-map',
    columns: { work: 'work', placeOf: 'placeOf', name: 'name', latitude: 'lat', longitude: 'long' },
  },
  { query: 'q08-pages-of-an-item', columns: { number: 'number', file: 'file', other: 'other' } },
  { query: 'q09-continued-stories', columns: { next: 'next', label: 'label' } },
  {
    query: 'q10-names-with-an-element',
    columns: { place: 'place', name: 'name', genitive: 'genitive', point: 'wkt', accurate: 'accurate' },
  },
  { query: 'q11-merged-places', columns: { live: 'live' } },
  {
    query: 'q12-birthplaces-compared',
    columns: { person: 'person', here: 'here', there: 'there', same: 'same' },
  },
  { query: 'q13-linked-places', columns: { place: 'place', elsewhere: 'elsewhere', works: 'works' } },
  {
    query: 'q14-collectors-and-informants',
    columns: { collector: 'collector', informant: 'informant', works: 'works' },
  },
  { query: 'q16-inferred-dates', columns: { date: 'd', edtf: 'edtf' } },
  { query: 'q17-people-of-a-county', columns: { person: 'person', name: 'name', works: 'works' } },
];

/** Asked of a release and its description, in test/release/description/describe.test.ts. */
const ASKED_THERE = ['q15-text-and-credit'];
const ALL = [...ASKED.map(({ query }) => query), ...ASKED_THERE].sort();

type Cell = string | number | boolean | null;
type Row = Readonly<Record<string, Cell>>;

const READ: Readonly<Record<string, (value: string) => Cell>> = {
  integer: Number,
  decimal: Number,
  double: Number,
  boolean: (value) => value === 'true',
};

function cellOf(term: oxigraph.Term | undefined): Cell {
  if (term === undefined) return null;
  const read = term.termType === 'Literal' ? READ[term.datatype.value.replace(/^.*#/, '')] : undefined;
  return read === undefined ? term.value : read(term.value);
}

let store: oxigraph.Store;
let answers: Readonly<Record<string, { readonly rows: readonly Row[] }>>;

beforeAll(async () => {
  const { release } = await exportedSample();
  const data = (await readdir(join(release, 'data'))).filter((file) => file.endsWith('.ttl'));
  store = new oxigraph.Store();
  for (const file of [...data.map((name) => join('data', name)), 'codes.ttl']) {
    store.load(await readFile(join(release, file), 'utf8'), { format: 'text/turtle' });
  }
  answers = JSON.parse(await readFile(new URL('../world/answers.json', import.meta.url), 'utf8'));
});

describe('on the sample release', () => {
  test.each(ASKED)('$query', async ({ query, columns }) => {
    const rows = store.query(await readFile(new URL(`${query}.rq`, QUERIES), 'utf8'));
    const found = (rows as Map<string, oxigraph.Term>[]).map((row) =>
      Object.fromEntries(
        Object.entries(columns).map(([variable, column]) => [column, cellOf(row.get(variable))]),
      ),
    );
    expect(found).toEqual(answers[`Q${Number(query.slice(1, 3))}`]?.rows);
  });
});

/** Model 3.2: properties of a part are not copied to its items; a query decides whether they inherit them. */
describe('on items without data, or with some', () => {
  const PART = `@base <https://data.example.org/folklore/> .
    @prefix lore: <https://w3id.org/folklore-ld/ns#> .
    @prefix schema: <https://schema.org/> .
    @prefix dcterms: <http://purl.org/dc/terms/> .
    @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix geo: <http://www.opengis.net/ont/geosparql#> .
    <cbe/part/1> a lore:Part , schema:ArchiveComponent ; rdfs:label "part"@en ; schema:isPartOf <cbe/volume/1> ; lore:county <place/100013> ; lore:place <place/7> ;
      dcterms:spatial <place/100013> , <place/7> ; lore:dateSpan <cbe/part/1#date> .
    <cbe/part/1#date> skos:notation "1936" ; lore:statedFromYear 1936 ; lore:statedToYear 1936 .
    <cbe/item/1> a lore:Item , schema:ArchiveComponent ; schema:isPartOf <cbe/part/1> ;
      rdfs:label "Item 1"@en , "Mír 1"@ga .
    <cbe/item/2> a lore:Item , schema:ArchiveComponent ; schema:isPartOf <cbe/part/1> ; rdfs:label "abroad"@en ;
      lore:county <place/100010> ; dcterms:spatial <place/100010> .
    <cbe/item/3> a lore:Item , schema:ArchiveComponent ; schema:isPartOf <cbe/part/1> ; rdfs:label "later"@en ;
      lore:dateSpan <cbe/item/3#date> .
    <cbe/item/3#date> skos:notation "1950" ; lore:statedFromYear 1950 ; lore:statedToYear 1950 .
    <place/7> rdfs:label "Áit"@ga ; geo:hasGeometry <place/7#geom> ; schema:geo <place/7#pt> .
    <place/7#geom> lore:accurateCoordinates true .
    <place/7#pt> schema:latitude 54.95 ; schema:longitude -8.2 .`;

  const ask = async (query: string, ...columns: readonly string[]) => {
    const small = new oxigraph.Store();
    small.load(PART, { format: 'text/turtle' });
    const rows = small.query(await readFile(new URL(`${query}.rq`, QUERIES), 'utf8'));
    return (rows as Map<string, oxigraph.Term>[]).map((row) => columns.map((one) => cellOf(row.get(one))));
  };

  test('county and date are those of the part, unless the item has its own', async () => {
    expect(await ask('q01-county-and-years', 'label', 'edtf', 'countyOf', 'dateOf')).toEqual([
      ['Mír 1', '1936', 'part', 'part'],
      ['part', '1936', 'own', 'own'],
    ]);
  });

  test('so is the place', async () => {
    const iri = (path: string) => `https://data.example.org/folklore/cbe/${path}`;
    expect(await ask('q07-works-on-a-map', 'work', 'placeOf', 'name')).toEqual([
      [iri('item/1'), 'part', 'Áit'],
      [iri('item/3'), 'part', 'Áit'],
      [iri('part/1'), 'own', 'Áit'],
    ]);
  });
});

/** SKOS Reference 4: a list has top concepts. Every label is in both languages. */
describe('the lists of the sample release', () => {
  const ask = (pattern: string): string[] =>
    (
      store.query(`PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
        PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
        SELECT DISTINCT ?one WHERE { ${pattern} } ORDER BY ?one`) as Map<string, oxigraph.Term>[]
    ).map((row) => row.get('one')?.value ?? '');

  test('have as top concepts exactly those without a broader one', () => {
    expect(ask('?one skos:inScheme ?list').length).toBeGreaterThan(100);
    expect(ask('?list skos:hasTopConcept ?one')).toEqual(
      ask('?one skos:inScheme ?list . FILTER NOT EXISTS { ?one skos:broader ?above }'),
    );
    expect(ask('?list skos:hasTopConcept ?one . FILTER NOT EXISTS { ?one skos:inScheme ?list }')).toEqual([]);
  });

  test('have names in both languages', () => {
    const named = (kind: string) =>
      ask(
        `?one a ${kind} ; rdfs:label|skos:prefLabel ?en , ?ga . FILTER(lang(?en) = "en" && lang(?ga) = "ga")`,
      );
    const lexicon = '<http://www.w3.org/ns/lemon/lime#Lexicon>';
    for (const kind of ['skos:ConceptScheme', lexicon]) {
      expect(named(kind)).toEqual(ask(`?one a ${kind}`));
      expect(named(kind)).not.toEqual([]);
    }
  });
});

describe('the folder of queries', () => {
  test('has no query without a test, and describes each', async () => {
    const files = (await readdir(QUERIES)).filter((file) => file.endsWith('.rq')).sort();
    expect(files).toEqual(ALL.map((query) => `${query}.rq`));
    const readme = await readFile(new URL('README.md', QUERIES), 'utf8');
    for (const file of files) expect(readme).toContain(`[\`${file}\`](${file})`);
  });

  test('every answer worked out by hand is tested', () => {
    expect(Object.keys(answers).sort()).toEqual(ALL.map((query) => `Q${Number(query.slice(1, 3))}`).sort());
  });
});
