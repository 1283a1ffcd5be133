import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Node } from '../../../src/model/rdf/node.js';
import { derive, type Given, textOf } from './derive.js';
import { ITEM, LOCATION, MERGED, PERSON, PHOTOGRAPH, PLACE } from './nodes.js';
import { readCsv } from './read-csv.js';
import { sampleNodes } from './sample-nodes.js';
import { type Description, toRdf, triplesOf } from './to-rdf.js';

describe('the derived files', () => {
  it('are told with what became of them', async () => {
    const { files, bytes } = await derive([ITEM, PLACE, MERGED]);
    expect(
      files.map(({ file, mediaType, publication, rows }) => [file, mediaType, publication, rows]),
    ).toEqual([
      ['items.csv', 'text/csv', 'folklore', 1],
      ['items.csv-metadata.json', 'application/csvm+json', 'folklore', undefined],
      ['roles.csv', 'text/csv', 'folklore', 2],
      ['roles.csv-metadata.json', 'application/csvm+json', 'folklore', undefined],
      ['places.csv', 'text/csv', 'placenames', 2],
      ['places.csv-metadata.json', 'application/csvm+json', 'placenames', undefined],
    ]);
    for (const { file, bytes: length, sha256 } of files) {
      const content = bytes.get(file) ?? Buffer.of();
      expect(content.length).toBe(length);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
  });

  it('keep the two publications apart: nothing of one is in a file of the other', async () => {
    const marked = (node: Node, words: string): Node => ({
      ...node,
      name: { ga: [words], '@none': [words] },
    });
    const { files, bytes } = await derive([
      ...[ITEM, PERSON, PHOTOGRAPH, LOCATION].map((node) => marked(node, 'archive only')),
      marked(PLACE, 'place-names only'),
    ]);
    for (const { file, publication } of files) {
      const foreign = publication === 'folklore' ? 'place-names only' : 'archive only';
      expect(bytes.get(file)?.toString('utf8'), file).not.toContain(foreign);
    }
  });
});

describe('of the sample world', () => {
  let nodes: readonly Node[];
  let given: readonly Given[];
  beforeAll(async () => {
    ({ nodes, given } = await sampleNodes());
  });

  const is = (node: Node, ...words: readonly string[]) =>
    words.some((word) => [node.type].flat().includes(word));
  const idsOf = (text: string) =>
    readCsv(text)
      .slice(1)
      .map(([iri]) => iri);

  it.each([
    ['items.csv', (node: Node) => is(node, 'Item')],
    ['photographs.csv', (node: Node) => is(node, 'Photograph')],
    ['parts.csv', (node: Node) => is(node, 'Part')],
    ['transcripts.csv', (node: Node) => is(node, 'Transcript')],
    ['schools-people.csv', (node: Node) => is(node, 'picom:PersonObservation')],
    ['topics.csv', (node: Node) => is(node, 'skos:Concept') && /\/(topic|handbook)\//.test(node.id)],
    ['people.csv', (node: Node) => is(node, 'PersonRecord')],
    [
      'locations.csv',
      (node: Node) => is(node, 'Place', 'Country', 'PlaceAbroad') && node.hasPlacename === undefined,
    ],
    [
      'places.csv',
      (node: Node) =>
        node.hasPlacename !== undefined || (node.isReplacedBy !== undefined && !is(node, 'Place')),
    ],
  ])('%s has one row for each record of its kind', async (file, isOfKind) => {
    const expected = nodes.filter(isOfKind).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(5);
    expect(idsOf(await textOf(file, given))).toEqual(expected);
  });

  it('every table has the columns of its description, and makes by it triples of the dumps and no others', async () => {
    const { files, bytes } = await derive(given);
    const dumped = triplesOf(nodes);
    // The rows of roles.csv are no records.
    const tables = files.filter(({ file }) => file.endsWith('.csv') && file !== 'roles.csv');
    expect(tables).toHaveLength(11);
    for (const { file, publication } of tables) {
      const text = (name: string) => bytes.get(name)?.toString('utf8') ?? '';
      const rows = readCsv(text(file));
      const description = JSON.parse(text(`${file}-metadata.json`)) as Description;
      const licence = publication === 'folklore' ? 'by-nc' : 'by';
      expect(description).toMatchObject({
        url: file,
        '@context': 'http://www.w3.org/ns/csvw',
        'dc:license': { '@id': `https://creativecommons.org/licenses/${licence}/4.0/` },
        tableSchema: { primaryKey: 'iri', aboutUrl: '{+iri}' },
        dialect: { encoding: 'utf-8', header: true, delimiter: ',', doubleQuote: true },
      });
      expect(rows[0], file).toEqual(description.tableSchema.columns.map(({ name }) => name));
      expectLawful(description, rows.slice(1));
      const made = toRdf(rows, description);
      expect(made.length, file).toBeGreaterThan(10);
      expect(
        made.filter((triple) => !dumped.has(triple)),
        file,
      ).toEqual([]);
    }
  });
});

/** Metadata Vocabulary for Tabular Data (W3C, 2015), section 5.6: what a column may have, as far as that is used here. */
const COLUMN_PROPERTIES = [
  ...['name', 'titles', 'datatype', 'separator', 'lang', 'required', 'suppressOutput'],
  ...['propertyUrl', 'valueUrl'],
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

/** Columns of lawful names, with titles in both languages and no two alike in one; cells of the datatypes that are given. */
function expectLawful({ tableSchema: { columns } }: Description, rows: readonly string[][]): void {
  for (const language of ['und', 'en', 'ga'])
    expect(new Set(columns.map(({ titles }) => titles[language])).size).toBe(columns.length);
  for (const [place, column] of columns.entries()) {
    const { name, datatype, separator, required } = column;
    expect(Object.keys(column).filter((key) => !COLUMN_PROPERTIES.includes(key))).toEqual([]);
    // Section 5.6: a variable name of RFC 6570 that does not begin with an underscore.
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    // Section 5.5.1: by its titles a column of the file is known again.
    expect([column.titles.und, Object.keys(column.titles)]).toEqual([name, ['und', 'en', 'ga']]);
    // A converter decodes nothing: what is encoded must not be said to be the value of a property.
    if (separator !== undefined && datatype === 'string')
      expect([undefined, 'https://schema.org/inLanguage']).toContain(column.propertyUrl);
    const base = typeof datatype === 'string' ? datatype : datatype.base;
    for (const row of rows) {
      const cell = row[place] ?? '';
      if (required === true) expect(cell, name).not.toBe('');
      const values = cell === '' ? [] : separator === undefined ? [cell] : cell.split(separator);
      for (const value of values) expect(value, name).toMatch(LEXICAL[base] ?? /never/);
    }
  }
}
