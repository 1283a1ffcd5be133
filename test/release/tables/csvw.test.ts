import { describe, expect, it } from 'vitest';
import { readContext } from '../../../src/model/rdf/context.js';
import type { Node } from '../../../src/model/rdf/node.js';
import { describeTable } from '../../../src/release/tables/csvw.js';
import { LANGUAGE, textOf } from './derive.js';
import {
  ABROAD,
  APPROXIMATE,
  CATEGORY,
  CHILD,
  COUNTRY,
  COUNTY,
  ITEM,
  LOCATION,
  MANIFOLD,
  MERGED,
  PART,
  PERSON,
  PHOTOGRAPH,
  PLACE,
  SCHOOLS_ITEM,
  SCHOOLS_PART,
  SUBTOPIC,
  TOPIC,
  TRANSCRIPT,
  VOLUME,
} from './nodes.js';
import { readCsv } from './read-csv.js';
import { type Description, toRdf, triplesOf } from './to-rdf.js';

/** Metadata Vocabulary for Tabular Data and Generating RDF from Tabular Data on the Web (W3C, 2015). */

const TABLES: Readonly<Record<string, { nodes: readonly Node[]; licence: string }>> = {
  'items.csv': { nodes: [ITEM, APPROXIMATE, SCHOOLS_ITEM], licence: 'by-nc' },
  'photographs.csv': { nodes: [PHOTOGRAPH], licence: 'by-nc' },
  'people.csv': { nodes: [PERSON], licence: 'by-nc' },
  'parts.csv': { nodes: [PART, SCHOOLS_PART], licence: 'by-nc' },
  'volumes.csv': { nodes: [VOLUME], licence: 'by-nc' },
  'transcripts.csv': { nodes: [TRANSCRIPT], licence: 'by-nc' },
  'topics.csv': { nodes: [TOPIC, SUBTOPIC], licence: 'by-nc' },
  'schools-people.csv': { nodes: [CHILD], licence: 'by-nc' },
  'locations.csv': { nodes: [LOCATION, COUNTY, ABROAD, COUNTRY], licence: 'by-nc' },
  'categories.csv': { nodes: [CATEGORY], licence: 'by' },
  'places.csv': { nodes: [PLACE, MANIFOLD, MERGED], licence: 'by' },
};

const tableOf = async (file: string) => readCsv(await textOf(file, TABLES[file]?.nodes ?? []));
const descriptionOf = async (file: string) =>
  JSON.parse(await textOf(`${file}-metadata.json`, TABLES[file]?.nodes ?? [])) as Description;

/** Section 5.6 of the vocabulary, the properties that a column may have, as far as they are used here. */
const COLUMN_PROPERTIES = [
  'name',
  'titles',
  'datatype',
  'separator',
  'lang',
  'required',
  'suppressOutput',
  'propertyUrl',
  'valueUrl',
];
/** Section 5.11.1: built-in datatypes, and what their lexical forms are. */
const LEXICAL: Readonly<Record<string, RegExp>> = {
  string: /^/,
  anyURI: /^https?:\/\/[^\s|]+$/,
  language: /^[a-z]{2,3}$/,
  integer: /^-?\d+$/,
  decimal: /^-?\d+(\.\d+)?$/,
  boolean: /^(true|false)$/,
  dateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?$/,
};

describe.each(Object.entries(TABLES))('%s', (file, { nodes, licence }) => {
  it('is described in a file beside it, under the licence of its publication', async () => {
    const { url, dialect, ...description } = await descriptionOf(file);
    expect(url).toBe(file);
    expect(description['@context']).toBe('http://www.w3.org/ns/csvw');
    expect(description['dc:license']).toEqual({
      '@id': `https://creativecommons.org/licenses/${licence}/4.0/`,
    });
    expect(description.tableSchema).toMatchObject({ primaryKey: 'iri', aboutUrl: '{+iri}' });
    expect(dialect).toMatchObject({ encoding: 'utf-8', header: true, delimiter: ',', doubleQuote: true });
  });

  it('has the columns that its description has, in their order', async () => {
    const { columns } = (await descriptionOf(file)).tableSchema;
    expect((await tableOf(file))[0]).toEqual(columns.map(({ name }) => name));
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
  });

  it('has columns of lawful names, with titles in both languages and no two alike in one', async () => {
    const { columns } = (await descriptionOf(file)).tableSchema;
    for (const column of columns) {
      expect(Object.keys(column).filter((key) => !COLUMN_PROPERTIES.includes(key))).toEqual([]);
      // Section 5.6: a variable name of RFC 6570 that does not begin with an underscore.
      expect(column.name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(Object.keys(column.titles)).toEqual(['und', 'en', 'ga']);
      // Section 5.5.1: by its titles a column of the file is known again.
      expect(column.titles.und).toBe(column.name);
      // A converter decodes nothing: what is encoded must not be said to be the value of a property.
      if (column.separator !== undefined && column.datatype === 'string') {
        expect([undefined, 'https://schema.org/inLanguage']).toContain(column.propertyUrl);
      }
    }
    for (const language of ['en', 'ga']) {
      expect(new Set(columns.map(({ titles }) => titles[language])).size).toBe(columns.length);
    }
  });

  it('has cells of the datatypes that its description gives, and all that are required', async () => {
    const { columns } = (await descriptionOf(file)).tableSchema;
    const rows = await tableOf(file);
    for (const [place, { name, datatype, separator, required }] of columns.entries()) {
      const base = typeof datatype === 'string' ? datatype : datatype.base;
      for (const row of rows.slice(1)) {
        const cell = row[place] ?? '';
        if (required === true) expect(cell, name).not.toBe('');
        const values = cell === '' ? [] : separator === undefined ? [cell] : cell.split(separator);
        for (const value of values) expect(value, name).toMatch(LEXICAL[base] ?? /never/);
      }
    }
  });

  it('has rows of different IRIs', async () => {
    const iris = (await tableOf(file)).slice(1).map(([iri]) => iri);
    expect(iris).toEqual(nodes.map(({ id }) => id));
  });

  it('makes, by its description, triples of the dumps and no others', async () => {
    const dumped = triplesOf(nodes);
    const made = toRdf(await tableOf(file), await descriptionOf(file));
    expect(made.length).toBeGreaterThan(nodes.length);
    expect(made.filter((triple) => !dumped.has(triple))).toEqual([]);
  });
});

it('names the properties in the vocabulary base of the release', () => {
  const base = 'https://vocabulary.example.org/';
  const context = readContext(undefined, base);
  const language = { prefixes: context.prefixes, context: context.document };
  const table = {
    en: 'a',
    ga: 'b',
    columns: [
      { name: 'counties', en: 'c', ga: 'd', holds: 'iris', term: 'county' },
      { name: 'content_type', en: 'e', ga: 'f', holds: 'code', term: 'contentType' },
    ],
  } as const;
  const { tableSchema } = JSON.parse(describeTable('a.csv', table, 'by', language)) as Description;
  expect(tableSchema.columns).toMatchObject([
    { propertyUrl: `${base}ns#county`, separator: '|' },
    { propertyUrl: `${base}ns#contentType`, valueUrl: `${base}code/content-type/{content_type}` },
  ]);
});

it.each([
  ['a word that the context does not have', 'nosuchword'],
  ['codes that are not the ends of IRIs', 'condition'],
])('refuses %s', (_, term) => {
  const table = {
    en: 'a',
    ga: 'b',
    columns: [{ name: 'a', en: 'a', ga: 'a', holds: 'code', term }],
  } as const;
  expect(() => describeTable('a.csv', table, 'by', LANGUAGE)).toThrow(
    expect.objectContaining({ code: 'CONTEXT_TERM', message: expect.stringContaining(term) }),
  );
});
