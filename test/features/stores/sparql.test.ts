import fc from 'fast-check';
import { DataFactory } from 'n3';
import oxigraph from 'oxigraph';
import { describe, expect, test } from 'vitest';
import { insertData, ntriplesInSparql } from '../../../src/features/stores/sparql.js';
import { ntriplesLine } from '../../../src/model/rdf/formats/ntriples.js';
import { quadsOf } from './oxigraph-server.js';

const { namedNode, literal, quad } = DataFactory;

/**
 * What SPARQL 1.1, section 19.2 does before anything else is read: escapes by number become their characters, wherever
 * they stand.
 */
const unescaped = (query: string): string =>
  query.replace(/\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})/g, (_, short?: string, long?: string) =>
    String.fromCodePoint(Number.parseInt(short ?? long ?? '', 16)),
  );

const fromLines = (lines: string): string[] => {
  const store = new oxigraph.Store();
  store.load(lines, { format: 'application/n-triples', to_graph_name: oxigraph.namedNode('https://e/g') });
  return quadsOf(store);
};

const fromUpdate = (update: string): string[] => {
  const store = new oxigraph.Store();
  store.update(update);
  return quadsOf(store);
};

describe('lines of N-Triples in an update', () => {
  const word = fc.constantFrom(
    '\\',
    'u',
    'U',
    '0041',
    '0022',
    '00000022',
    '"',
    '\n',
    '\r',
    '\u0007',
    '\u007f',
    'é',
    '😀',
    '}',
    ' .',
  );
  const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(''));

  test('mean the same, whether numeric escapes are decoded before or during parsing', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const lines = texts
          .map(
            (one) =>
              `${ntriplesLine(quad(namedNode('https://e/s'), namedNode('https://e/p'), literal(one)))}\n`,
          )
          .join('');
        const update = insertData('https://e/g', ntriplesInSparql(lines));
        expect(fromUpdate(update)).toEqual(fromLines(lines));
        expect(fromUpdate(unescaped(update))).toEqual(fromLines(lines));
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    [
      'a quotation mark by its number',
      String.raw`<https://e/s> <https://e/p> "a\u0022 . <x:y> <x:y> \u0022b" .`,
    ],
    ['a line feed by its number', String.raw`<https://e/s> <https://e/p> "a\u000Ab\U0000000Dc" .`],
    ['a backslash by its number', String.raw`<https://e/s> <https://e/p> "a\u005Cnb" .`],
    ['what looks like an escape', String.raw`<https://e/s> <https://e/p> "a\\u0022b\\U0000000Ac\\\\u0041" .`],
  ])('hold %s without harm', (_, line) => {
    const update = insertData('https://e/g', ntriplesInSparql(`${line}\n`));
    expect(fromUpdate(unescaped(update))).toEqual(fromLines(line));
    expect(fromUpdate(update)).toEqual(fromLines(line));
  });

  test('stay the same without such escapes', () => {
    const line = '<https://e/s> <https://e/p> "a\\n\\"\\\\ é" .\n';
    expect(ntriplesInSparql(line)).toBe(line);
  });
});
