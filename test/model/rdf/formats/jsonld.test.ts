import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { type Term, termToId } from 'n3';
import { describe, expect, it } from 'vitest';
import { type DumpRecord, readDump } from '../../../../src/model/rdf/formats/read-dump.js';
import { recognise } from '../../../../src/model/rdf/formats/recognise-dump.js';
import { documentQuads } from '../../../../src/model/rdf/jsonld-quads.js';
import { isPlainNode } from '../../../../src/model/rdf/node.js';
import { BASE, LANGUAGE, toQuads } from '../../../release/dumps/formats.js';
import { scratch } from '../../../support/files.js';
import { lawfulNode } from '../lawful-nodes.js';

/** JSON-LD: ours line by line, any other as a whole; jsonld is the judge, and the quick way must agree with it. */

const OWN = { context: LANGUAGE.context, toQuads };
const CONTEXT = JSON.stringify(LANGUAGE.context);
const ITEM = `${BASE}cbe/item/1`;

async function read(content: string, own?: typeof OWN): Promise<DumpRecord[]> {
  const path = join(await scratch(), 'x.jsonld');
  await writeFile(path, content);
  const records: DumpRecord[] = [];
  for await (const record of readDump(await recognise(path), own)) records.push(record);
  return records;
}

const why = (content: string, own?: typeof OWN): Promise<string> =>
  read(content, own).then(
    () => 'nothing is wrong',
    ({ message }) => message.replace(/^.*? cannot be read: /, ''),
  );
const keysOf = (quads: readonly Quad[]): string[] =>
  [
    ...new Set(
      quads.map(({ subject, predicate, object }) =>
        [subject, predicate, object].map((term) => termToId(term as Term)).join(' '),
      ),
    ),
  ].sort();
const said = async (content: string, own?: typeof OWN): Promise<string[]> =>
  keysOf((await read(content, own)).flatMap(({ quads }) => quads));
/** A dump as ours are, from its lines. */
const dump = (...lines: readonly string[]): string =>
  `{"@context": ${CONTEXT},\n"@graph": [\n${lines.join(',\n')}\n]}\n`;
const node = (more: object) => JSON.stringify({ id: ITEM, type: ['Item'], ...more });

describe('a dump of ours', () => {
  it('has no record, or many more than are expanded at once', async () => {
    expect(await read(`{"@context": ${CONTEXT},\n"@graph": [\n]}\n`)).toEqual([]);
    const many = Array.from({ length: 450 }, (_, at) =>
      JSON.stringify({ id: `${BASE}cbe/item/${at}`, listingOrder: 'x' }),
    );
    for (const own of [undefined, OWN]) expect(await read(dump(...many), own)).toHaveLength(450);
  });

  it.each([
    ['a line that is no JSON', dump(node({}), '{"id": "x'), /^line 4: .*JSON/],
    [
      'a line that says what would be lost',
      dump(node({}), node({}), node({ nonsense: 'x' })),
      /^line 5: .*nonsense/,
    ],
    [
      'a word of JSON-LD beside',
      dump(node({}), node({ '@context': 'https://e.org/c' })),
      /^line 4: .*fetched/,
    ],
    ['a missing comma', dump(`${node({})}\n${node({})}`), /^line 4: a comma or the end is missing/],
    ['two records on a line', dump(`${node({})},${node({})}`), /^line 3: .*JSON/],
    ['no end', dump(node({})).replace(/\]\}\n$/, ''), /^line 3: the file breaks off/],
    [
      'no end after a comma',
      `{"@context": ${CONTEXT},\n"@graph": [\n${node({})},\n`,
      /^line 3: the file breaks off/,
    ],
    ['an end after a comma', dump(`${node({})},`).replace(',\n,', ','), /^line 4: .*JSON/],
    ['something behind the end', `${dump(node({}))}{}`, /^line 5: /],
    ['a context that is none', `{"@context": {,\n"@graph": [\n]}\n`, /^line 1: /],
    [
      'a context elsewhere',
      '{"@context": "https://e.org/context",\n"@graph": [\n{"id":"https://e.org/1"}\n]}\n',
      /https:\/\/e\.org\/context, and nothing is fetched/,
    ],
  ])('with %s is an error with the line', async (_, content, reason) => {
    for (const own of [undefined, OWN]) expect(await why(content, own)).toMatch(reason);
  });
});

describe('the quick way', () => {
  const agrees = async (one: unknown): Promise<void> => {
    const reference = documentQuads({ '@context': LANGUAGE.context, '@graph': [one] }).then(
      keysOf,
      () => 'refused',
    );
    const quick = said(dump(JSON.stringify(one)), OWN).catch(() => 'refused');
    const withoutNames = (keys: unknown) => JSON.stringify(keys).replace(/b\d+/g, 'b');
    expect(withoutNames(await quick)).toBe(withoutNames(await reference));
  };

  it('gives the quads of jsonld, for random valid nodes', async () => {
    let plain = 0;
    const judged = async (one: unknown) => {
      plain += Number(isPlainNode(JSON.parse(JSON.stringify(one))));
      await agrees(one);
    };
    await fc.assert(fc.asyncProperty(lawfulNode(2), judged), { numRuns: 60 });
    expect(plain).toBeGreaterThan(50);
  });

  it.each([
    ['an id in a prefix', { id: 'lore:x' }],
    ['a blank node', { id: '_:b' }],
    ['no id', { type: ['Item'] }],
    ['one class that is no list', { id: ITEM, type: 'Item' }],
    ['a null', { id: ITEM, listingOrder: null }],
    ['a number that is none of ours', { id: ITEM, latitude: 53.1 }],
    ['a list in a list', { id: ITEM, listingOrder: [['1']] }],
    ['a keyword', { '@id': ITEM, '@type': 'Item' }],
    ['a keyword that reverses', { id: ITEM, '@reverse': { isPartOf: 'https://e.org/1' } }],
    ['a list that is ordered', { id: ITEM, listingOrder: { '@list': ['1'] } }],
    ['a value with its language', { id: ITEM, title: { '@value': 'x', '@language': 'ga' } }],
    ['a value that is a number', { id: ITEM, dateCreated: { '@value': 1937, '@type': 'gYear' } }],
    [
      'a value with an alias for the keyword of its datatype',
      { id: ITEM, listingOrder: { '@value': '1937', type: 'gYear' } },
    ],
    [
      'a value with an alias where there is none',
      { id: ITEM, dateCreated: { '@value': '1937', type: 'gYear' } },
    ],
    ['a text without language', { id: ITEM, name: { '@none': ['x'] } }],
    ['a text that is no list', { id: ITEM, name: { ga: 'x' } }],
    ['a link in a prefix', { id: ITEM, isPartOf: 'lore:x' }],
    ['a link to a blank node', { id: ITEM, isPartOf: '_:b' }],
    ['a link that is a node', { id: ITEM, isPartOf: { id: 'https://e.org/1' } }],
    ['an empty object', { id: ITEM, isPartOf: {} }],
    ['a code that is an IRI', { id: ITEM, contentType: 'https://e.org/code' }],
    ['a graph in a record', { id: ITEM, '@graph': [{ id: 'https://e.org/1', listingOrder: '1' }] }],
  ])('leaves to jsonld, or agrees with it about, %s', (_, one) => agrees(one));

  it('is not taken when the context is another: a word may mean something else there', async () => {
    const content = dump(node({ listingOrder: '1' })).replace(
      CONTEXT,
      CONTEXT.replace('lore:listingOrder', 'schema:sku'),
    );
    expect((await said(content, OWN)).join()).toContain('https://schema.org/sku');
  });
});

describe('JSON-LD of others', () => {
  it('is read as a whole, in any form', async () => {
    const content = `{\n "@id": "https://e.org/1",\n "https://e.org/p": [{"@value": "x"},\n {"@id": "https://e.org/1#a", "https://e.org/p": 1}]}`;
    const records = await read(content);
    expect(records.map(({ iri, quads }) => [iri, quads.length])).toEqual([['https://e.org/1', 3]]);
    expect(await said(`[${content}]`)).toEqual(await said(content));
    expect(await said(JSON.stringify(JSON.parse(content)))).toEqual(await said(content));
  });

  it.each([
    ['nothing', '', /^it is empty/],
    ['blanks', ' \n\n ', /^it is empty/],
    ['no JSON', '{\n"@id": "https://e.org/1",\n"x" 1}', /^line 3: /],
    ['a number', '42', /^it is JSON, but not JSON-LD/],
    ['JSON without any keyword', '{"title": "x"}', /^it is JSON, but not JSON-LD/],
    ['JSON without a context', '{"@id": "https://e.org/1", "title": "x"}', /title/],
    [
      'a context elsewhere',
      '{"@context": "https://schema.org/", "name": "x"}',
      /https:\/\/schema\.org\/, and nothing is fetched: put the context itself into the document/,
    ],
  ])('that is %s is an error', async (_, content, reason) => {
    expect(await why(content)).toMatch(reason);
  });

  it('that is too large is an error', async () => {
    const long = `"${'x'.repeat(1 << 20)}",\n`;
    const content = `[${long.repeat(65)}1]`;
    expect(await why(content)).toMatch(/^it is too large for JSON-LD that is not one record a line/);
    expect(await why(content.replaceAll('\n', ''))).toMatch(/^it is too large/);
  });
});
