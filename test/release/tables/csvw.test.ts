import { describe, expect, it } from 'vitest';
import { readContext } from '../../../src/model/rdf/context.js';
import { describeTable, describeTables } from '../../../src/release/tables/csvw.js';
import { writePlainTable } from '../../../src/release/tables/derived-file.js';
import { scratch } from '../../support/files.js';
import { LANGUAGE } from './derive.js';
import type { Description } from './to-rdf.js';

/** Descriptions of tables; those of a release are checked in derived-files.slow.test.ts. */

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

describe('a table that a feature writes', () => {
  const COLUMNS = ['county', 'stories', 'share', 'order', 'note'];
  const ROWS = [
    ['Kerry', 12, 0.5, '07', ''],
    ['Cork', -3, 0.25, 8, ''],
    ['unknown', '', '', 9, ''],
  ];
  const titles = {
    en: 'Stories by county',
    ga: 'Scéalta de réir contae',
    columns: { county: { en: 'County', ga: 'Contae' } },
  };
  const written = async (columns = COLUMNS, more: Parameters<typeof writePlainTable>[3] = titles) =>
    writePlainTable(
      await scratch(),
      { name: 'counts', publication: 'folklore', columns },
      ROWS.map((row) => row.slice(0, columns.length)),
      more,
    );
  const described = async (columns?: string[], more?: typeof titles | object) => {
    const { file, table } = await written(columns, more);
    if (table === undefined) throw new Error('it has no titles');
    const { tables } = JSON.parse(describeTables([{ file, table }], 'by-nc', LANGUAGE));
    return tables[0];
  };

  it('has its titles and those of its columns in both languages; a column without titles has its name', async () => {
    const { url, 'dc:title': title, tableSchema } = await described();
    expect(url).toBe('counts.csv');
    expect(title).toEqual([
      { '@value': 'Stories by county', '@language': 'en' },
      { '@value': 'Scéalta de réir contae', '@language': 'ga' },
    ]);
    expect(tableSchema.columns).toMatchObject([
      { name: 'county', titles: { und: 'county', en: 'County', ga: 'Contae' } },
      ...COLUMNS.slice(1).map((name) => ({ name, titles: { und: name, en: name, ga: name } })),
    ]);
    expect((await described(COLUMNS, {}))['dc:title']).toEqual([
      { '@value': 'counts', '@language': 'en' },
      { '@value': 'counts', '@language': 'ga' },
    ]);
  });

  // XML Schema 1.1 part 2, 3.3.3: a decimal has no exponent. A text such as 07 would lose its zero.
  it('has numbers where each cell that is filled is one, and texts elsewhere', async () => {
    const { tableSchema } = await described();
    const datatypes = tableSchema.columns.map(({ datatype }: { datatype: string }) => datatype);
    expect(datatypes).toEqual(['string', 'integer', 'decimal', 'string', 'string']);
  });

  // Its rows are no records: they have no IRI.
  it('has neither a key nor properties', async () => {
    const { tableSchema, 'dc:description': how } = await described();
    expect(tableSchema).not.toHaveProperty('primaryKey');
    expect(tableSchema).not.toHaveProperty('aboutUrl');
    for (const column of tableSchema.columns) expect(column).toMatchObject({ suppressOutput: true });
    expect(JSON.stringify(how)).not.toContain('IRI');
  });

  it.each([
    ['a column that is no name', ['Stories (n)'], titles, /"Stories \(n\)"/],
    ['a column that is there twice', ['county', 'county'], titles, /county.* twice/],
    ['a column with the name of a parameter of its page', ['page', 'county'], titles, /"page"/],
    ['titles of a column that it does not have', ['stories'], titles, /county/],
  ])('is refused with %s', async (_, columns, more, message) => {
    await expect(written(columns, more)).rejects.toThrow(message);
  });
});
