import { expect, it } from 'vitest';
import { readContext } from '../../../src/model/rdf/context.js';
import { describeTable } from '../../../src/release/tables/csvw.js';
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
