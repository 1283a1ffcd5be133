import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recognise } from '../../../src/model/rdf/formats/recognise-dump.js';
import { parseTurtle } from '../../../src/model/rdf/parse.js';
import { dateInWords } from '../../../src/use/browse/dates-in-words.js';
import { iriIn, literalIn, readRecords, statementOf } from '../../../src/use/browse/index/statements.js';
import { negotiate } from '../../../src/use/browse/representations.js';
import { scratch } from '../../support/files.js';

describe('dates in words', () => {
  // Model 4: APPROX is about, INFER is inferred, QUESTION is questionable; EDTF level 1.
  test.each([
    ['1936', undefined, '1936', '1936'],
    ['1933~', 'approximate', 'about 1933', 'thart ar 1933'],
    ['1936', 'inferred', '1936, inferred', '1936, meastachán'],
    ['1936?', 'questionable', '1936, questionable', '1936, faoi amhras'],
    ['1899-02', undefined, 'February 1899', 'Feabhra 1899'],
    ['1899-02-09', undefined, '9 February 1899', '9 Feabhra 1899'],
    ['1937/1939', undefined, '1937 to 1939', '1937 go 1939'],
    ['1937/', undefined, 'from 1937', 'ó 1937'],
    ['/1939', undefined, 'until 1939', 'go dtí 1939'],
  ] as const)('%s (%s) is %s', (edtf, qualifier, english, irish) => {
    expect(dateInWords(edtf, qualifier, 'en')).toBe(english);
    expect(dateInWords(edtf, qualifier, 'ga')).toBe(irish);
  });
});

describe('content negotiation (RFC 9110, section 12.5.1)', () => {
  test.each([
    [undefined, 'html'],
    ['*/*', 'html'],
    ['text/turtle', 'ttl'],
    ['application/ld+json', 'jsonld'],
    ['application/json', 'jsonld'],
    ['application/n-triples', 'nt'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
    ['text/html;q=0.5, text/turtle', 'ttl'],
    ['text/turtle;q=0, */*;q=0.1', 'html'],
    ['application/*', 'jsonld'],
    ['text/html;q=0, */*', 'ttl'],
    ['image/png', undefined],
    ['text/turtle;q=0', undefined],
  ] as const)('%s gets %s', (accept, suffix) => {
    expect(negotiate(accept)).toBe(suffix);
  });
});

/** RDF 1.1 N-Triples, section 2 and 7: the escapes of a string literal. */
describe('the lines of a dump', () => {
  const S = '<https://data.example.org/1#date>';
  const P = '<https://data.example.org/p>';
  const written = async (...lines: string[]) => {
    const file = join(await scratch(), 'some.nt');
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    const records = [];
    for await (const record of readRecords(await recognise(file))) records.push(record);
    return records;
  };

  test('have the text of any literal, and its language', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [quad] = parseTurtle(`${S} ${P} ${JSON.stringify(text)}@ga .`, 'text');
        if (quad === undefined) throw new Error('no quad');
        const statement = statementOf(quad);
        expect([iriIn(statement), literalIn(statement)]).toEqual([undefined, ['ga', text]]);
      }),
    );
  });

  test.each([
    ['"a\\u00e9\\U0001F600"', ['', 'aé😀']],
    ['"it\\\'s \\\\ > <"@en-ie', ['en-ie', "it's \\ > <"]],
    ['"1937"^^<http://www.w3.org/2001/XMLSchema#gYear>', ['', '1937']],
  ])('of %s', async (object, expected) => {
    const [record] = await written(`${S} ${P} ${object} .`);
    expect(record?.iri).toBe('https://data.example.org/1');
    expect(record?.statements.map(literalIn)).toEqual([expected]);
  });

  test('that are no statements: the error names file and line', async () => {
    await expect(written(`${S} ${P} "a" .`, `${S} ${P} "b`)).rejects.toThrow(
      /some\.nt cannot be read: Unexpected text on line 2/,
    );
  });
});
