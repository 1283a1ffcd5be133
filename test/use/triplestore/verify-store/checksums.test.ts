import { Parser } from 'n3';
import oxigraph from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { parseResultRows } from '../../../../src/use/triplestore/sparql.js';
import {
  md5,
  md5OfVirtuoso,
  partOf,
  ReleaseSums,
  readSums,
  sumQuery,
} from '../../../../src/use/triplestore/verify-store/checksums.js';

/** Sums of the same triples, computed by the program and by Oxigraph; Virtuoso and Jena in real/stores.stores.test.ts. */

const GRAPH = 'http://e.org/g';
const PREFIXES = '@prefix : <http://e.org/> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n';
const P = 'http://e.org/p';

/** The sums of some Turtle, and a store with other Turtle. */
function both(turtle: string, inStore = turtle) {
  const sums = new ReleaseSums();
  for (const triple of new Parser().parse(PREFIXES + turtle)) sums.add(triple.predicate.value, triple);
  const store = new oxigraph.Store();
  store.load(PREFIXES + inStore, { format: 'text/turtle', to_graph_name: oxigraph.namedNode(GRAPH) });
  const query = async (sparql: string) =>
    parseResultRows(
      Buffer.from(store.query(sparql, { results_format: 'application/sparql-results+json' }) as string),
    );
  return { sums, store: { query } };
}

const differing = async (turtle: string, inStore?: string): Promise<string[]> => {
  const { sums, store } = both(turtle, inStore);
  return [...sums.differing(readSums(await store.query(sumQuery(GRAPH, sums.datatypes))))].sort();
};

describe('sums are the same here and in a store', () => {
  it.each([
    ['IRIs', ':a :p :b, <http://e.org/é%20x>, <urn:x> . <http://e.org/é> :p :a .'],
    ['texts', ':a :p "b", "", "é 日本 𝄞", "line\\nbreak \\"q\\" \\\\" .'],
    ['languages', ':a :p "b"@en, "b"@ga, "b"@ga-Latg, ""@en .'],
    ['integers', ':a :p 5, -7, 0, 2147483648, 9007199254740993 . :b :p 5 .'],
    // The whole part of -8.2439 is -9; a fraction of more than six digits is rounded half up.
    [
      'decimals',
      ':a :p -8.2439, -8.0, 0.0000005, -0.0000005, 0.9999996, 53.412901, 0.5, -0.000001, 53.12345649 . :b :p 53.412901 .',
    ],
    ['doubles', ':a :p 1.5e3, -2.5e-1, 5.0E1 .'],
    ['derived integers', ':a :p "5"^^xsd:int, "0007"^^xsd:nonNegativeInteger .'],
    ['truths', ':a :p true . :b :p false . :c :p "1"^^xsd:boolean .'],
    [
      'dates and times',
      ':a :p "1936-05-01"^^xsd:date, "1936"^^xsd:gYear, "1936-05"^^xsd:gYearMonth, "--05-01"^^xsd:gMonthDay, ' +
        '"2014-01-01T10:00:00.5Z"^^xsd:dateTime, "2014-01-01T10:00:00"^^xsd:dateTime .',
    ],
    ['datatypes of others', ':a :p "1936~"^^<http://id.loc.gov/datatypes/edtf/EDTF-level1>, "x"^^:own .'],
    [
      'what is left out',
      ':a :p "POINT (1 2)"^^<http://www.opengis.net/ont/geosparql#wktLiteral>, "P1Y"^^xsd:duration, [] . [] :p "x" .',
    ],
  ])('%s', async (_, turtle) => {
    expect(await differing(turtle)).toEqual([]);
  });

  it('of many numbers exactly: one of 5,000 is seen in its sixth decimal', async () => {
    const lines = Array.from({ length: 5000 }, (_, at) => {
      const number = `${50 + (at % 7)}.${String((at * 7919) % 1_000_000).padStart(6, '0')}`;
      return `:s${at} :p ${number} .`;
    });
    const all = lines.join('\n');
    expect(await differing(all)).toEqual([]);
    const altered = lines.with(3001, ':s3001 :p 55.764920 .');
    expect(lines[3001]).toBe(':s3001 :p 55.764919 .');
    expect(await differing(all, altered.join('\n'))).toEqual([P]);
  });
});

describe('sums are others', () => {
  it.each([
    ['an integer', ':a :p 5 .', ':a :p 6 .'],
    ['the sixth decimal', ':a :p 53.412901 .', ':a :p 53.412902 .'],
    ['a sign', ':a :p 5 .', ':a :p -5 .'],
    ['a truth', ':a :p true .', ':a :p false .'],
    ['a letter', ':a :p "abc" .', ':a :p "abd" .'],
    ['two letters exchanged', ':a :p "abc" .', ':a :p "acb" .'],
    ['an accent', ':a :p "é" .', ':a :p "e" .'],
    ['a language', ':a :p "abc"@en .', ':a :p "abc"@ga .'],
    ['a language left out', ':a :p "abc"@en .', ':a :p "abc" .'],
    ['a datatype', ':a :p "x"^^:own .', ':a :p "x" .'],
    ['a number that is a text', ':a :p 5 .', ':a :p "5" .'],
    ['an IRI', ':a :p :b .', ':a :p :c .'],
    ['an IRI that is a text', ':a :p :b .', ':a :p "http://e.org/b" .'],
    ['a subject', ':a :p "x" .', ':b :p "x" .'],
    ['texts exchanged', ':a :p "x" . :b :p "y" .', ':a :p "y" . :b :p "x" .'],
    ['numbers exchanged', ':a :p 1 . :b :p 2 .', ':a :p 2 . :b :p 1 .'],
    ['a day', ':a :p "1936-05-01"^^xsd:date .', ':a :p "1936-05-02"^^xsd:date .'],
    [
      'a second',
      ':a :p "2014-01-01T10:00:00Z"^^xsd:dateTime .',
      ':a :p "2014-01-01T10:00:01Z"^^xsd:dateTime .',
    ],
    ['a triple less', ':a :p 1, 0 .', ':a :p 1 .'],
    ['a triple more', ':a :p 1 .', ':a :p 1, 0 .'],
    ['no triple any more', ':a :p 1 . :a :q 1 .', ':a :q 1 .'],
  ])('with %s', async (_, turtle, inStore) => {
    expect(await differing(turtle, inStore)).toEqual([P]);
  });

  it.each([
    ['a geometry', ':a :p "POINT (1 2)"^^<http://www.opengis.net/ont/geosparql#wktLiteral> .', 'POINT (1 3)'],
    ['a duration', ':a :p "P1Y"^^xsd:duration .', 'P2Y'],
    ['a fraction of a second', ':a :p "2014-01-01T10:00:00.5Z"^^xsd:dateTime .', '2014-01-01T10:00:00.7Z'],
    ['a time zone', ':a :p "1936-05-01"^^xsd:date .', '1936-05-01Z'],
    ['the letters of a tag', ':a :p "abc"@ga-latg .', undefined],
  ])('but not with %s', async (_, turtle, text) => {
    const inStore = text === undefined ? ':a :p "abc"@ga-Latg .' : turtle.replace(/"[^"]*"/, `"${text}"`);
    expect(await differing(turtle, inStore)).toEqual([]);
  });

  it('in the part of the subject that is another, and in no other part', async () => {
    const lines = Array.from({ length: 200 }, (_, at) => `:s${at} :p "text ${at}" .`);
    const { store } = both('', lines.with(120, ':s120 :p "text 121" .').join('\n'));
    const due = new ReleaseSums();
    for (const triple of new Parser().parse(PREFIXES + lines.join('\n')))
      due.add(partOf(triple.subject.value, 1), triple);
    // printf 'http://e.org/s120' | md5sum begins with d.
    const query = sumQuery(GRAPH, due.datatypes, { property: P, digits: 1 });
    expect([...due.differing(readSums(await store.query(query)))]).toEqual(['d']);
  });
});

describe('the MD5 of a text', () => {
  it.each([
    // RFC 1321, section A.5.
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ])('is that of the standard for ASCII, in Virtuoso too: "%s"', (text, expected) => {
    expect(md5(text)).toBe(expected);
    expect(md5OfVirtuoso(text)).toBe(expected);
  });

  it('is that of its UTF-8, as `md5sum` computes it; Virtuoso 7.2.5.1 computes another', () => {
    expect(md5('Scéal an Iascaire')).toBe('ca7c9fcca85921a23bfcca164bd8d812');
    expect(md5OfVirtuoso('Scéal an Iascaire')).toBe('ef0843177ae148e1b386eae2c6339e02');
    expect(md5('日本 𝄞 €')).toBe('171199f4aa6ecf82eb5feaed3cb834f2');
    expect(md5OfVirtuoso('日本 𝄞 €')).toBe('3540b56034f164d6e7c8a183a2d64cfb');
  });
});
