import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import jsonld from 'jsonld';
import { DataFactory, Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../../src/base/byte-order.js';
import { ntriplesLine } from '../../../src/model/rdf/formats/ntriples.js';
import { type Node, tidy } from '../../../src/model/rdf/node.js';
import { compareRecords, recordIriOf } from '../../../src/model/rdf/record-order.js';
import { badTerms } from '../../../src/model/rdf/term-check.js';
import { lawfulNode } from '../../model/rdf/lawful-nodes.js';
import { scratch } from '../../support/files.js';
import { writeRecords } from '../../support/write-records.js';
import { context, GRAPH, HOSTILE, iri, LANGUAGE, recordsOf, text, to, toQuads, write } from './formats.js';

const { namedNode, literal, quad } = DataFactory;

const linesOf = async (nodes: readonly Node[], format: 'nt' | 'nq' = 'nt'): Promise<string[]> => {
  const { bytes } = await write(format, nodes);
  return bytes.toString('utf8').split('\n').slice(0, -1);
};
const subjectOf = (line: string): string => line.slice(1, line.indexOf('>'));

describe('a line of canonical N-Triples', () => {
  const lineOf = (object: Quad['object']) =>
    ntriplesLine(quad(namedNode('https://e.org/s'), namedNode('https://e.org/p'), object));

  it.each<[string, Quad['object'], string]>([
    ['an IRI', namedNode('https://e.org/é'), '<https://e.org/é>'],
    ['a text', literal('a'), '"a"'],
    ['a text in a language', literal('a', 'ga'), '"a"@ga'],
    [
      'a value of a datatype',
      literal('1', namedNode('http://www.w3.org/2001/XMLSchema#integer')),
      '"1"^^<http://www.w3.org/2001/XMLSchema#integer>',
    ],
    // RDF 1.2 N-Triples, canonical form: these seven have names,
    ['characters with a name', literal('\b\t\n\f\r"\\'), String.raw`"\b\t\n\f\r\"\\"`],
    // other control characters, and what is no character of XML 1.1, are numbers in capitals,
    [
      'control characters',
      literal('\x00\x07\x0b\x0e\x1f\x7f'),
      String.raw`"\u0000\u0007\u000B\u000E\u001F\u007F"`,
    ],
    ['what is no character', literal('\ufffe\uffff'), String.raw`"\uFFFE\uFFFF"`],
    // and all else is as it is.
    [
      'everything else',
      literal("ḃ'\u0080\u00a0\u2028\ud7ff\ue000\ufffd\ufeff😀\u202e"),
      '"ḃ\'\u0080\u00a0\u2028\ud7ff\ue000\ufffd\ufeff😀\u202e"',
    ],
  ])('%s', (_, object, written) => {
    expect(lineOf(object)).toBe(`<https://e.org/s> <https://e.org/p> ${written} .`);
    const [read] = new Parser({ format: 'N-Triples' }).parse(lineOf(object));
    expect(read?.object.equals(object)).toBe(true);
  });
});

describe('canonical N-Triples', () => {
  /** What rdf-canonize writes, the reference of RDF Dataset Canonicalization; it does not escape U+FFFE and U+FFFF. */
  const reference = async (nodes: readonly Node[]): Promise<Set<string>> => {
    const document = { '@context': context.document, '@graph': nodes } as object;
    const nquads = await jsonld.toRDF(document, { format: 'application/n-quads', safe: true } as object);
    return new Set(String(nquads).split('\n').filter(Boolean));
  };

  it('says the lines that the reference says', async () => {
    const hostile = Object.values(HOSTILE).map((words, id) => text(words, id));
    expect(new Set(await linesOf(hostile))).toEqual(await reference(hostile));
    const lawful = lawfulNode()
      .map(tidy)
      .filter((node) => toQuads(node).length > 0 && badTerms(toQuads(node)).length === 0)
      .filter((node) => !/[\ufffe\uffff]/.test(JSON.stringify(node)));
    await fc.assert(
      fc.asyncProperty(lawful, async (node) => {
        expect(new Set(await linesOf([node]))).toEqual(await reference([node]));
      }),
      { numRuns: 60 },
    );
  });

  it('is in the order of records, then of bytes, each line once, for a reader who knows nothing but the lines', async () => {
    const characters = fc.constantFrom('"', '\\', '\n', '\t', ' ', 'a', 'é', '\ue000', '\u{10000}', '\u200f');
    const words = fc.array(characters, { maxLength: 3 }).map((parts) => parts.join(''));
    const id = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.maxSafeNat());
    const node = fc
      .record({
        id,
        texts: fc.array(words, { maxLength: 4 }),
        kind: fc.constantFrom<'cbe' | 'cbes'>('cbe', 'cbes'),
      })
      .map(
        ({ id, texts, kind }): Node => ({
          id: iri.item(kind, id),
          extract: { ga: texts, en: texts },
          listingOrder: 'x',
          dateSpan: { id: `${iri.item(kind, id)}#date`, type: ['edm:TimeSpan'], notation: '1936' },
        }),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(node, { maxLength: 8 }), async (nodes) => {
        const lines = await linesOf(nodes);
        for (const [at, line] of lines.entries()) {
          const before = lines[at - 1];
          if (before === undefined) continue;
          const records = compareRecords(recordIriOf(subjectOf(before)), recordIriOf(subjectOf(line)));
          expect(records).toBeLessThanOrEqual(0);
          if (records === 0) expect(compareBytes(before, line)).toBeLessThan(0);
        }
        // The same records in another order, said twice, give the same file.
        expect(await linesOf([...nodes].reverse().concat(nodes))).toEqual(lines);
      }),
      { numRuns: 60 },
    );
  });

  const noSort = spawnSync('sort', ['--version']).error === undefined ? '' : ' (skipped: there is no sort)';
  it.skipIf(noSort !== '')(`is within a record what LC_ALL=C sort -u makes of it${noSort}`, async () => {
    const one: Node = {
      id: iri.item('cbe', 1),
      extract: { ga: Object.values(HOSTILE), en: ['\uffee', '\u{1f600}'] },
    };
    const { bytes } = await write('nt', [one]);
    const file = join(await scratch(), 'shuffled.nt');
    await writeFile(file, `${bytes.toString('utf8').trimEnd().split('\n').reverse().join('\n')}\n`);
    const sorted = spawnSync('sort', ['-u', file], { env: { ...process.env, LC_ALL: 'C' } });
    expect(sorted.stdout.equals(bytes)).toBe(true);
  });

  it('has what is said of another record where that record stands', async () => {
    const [one, two] = [text('a', 1), text('b', 2)];
    const [first, second] = [toQuads(one), toQuads(two)];
    const records = [{ node: two, quads: [...second, ...first] }];
    const [dump] = await writeRecords(to(await scratch(), ['nt']), [records], LANGUAGE);
    const { dump: apart } = await write('nt', [one, two]);
    expect(dump).toEqual({ ...apart, records: 1 });
  });
});

it('N-Quads are the same lines, in the same order, in the graph of the dataset', async () => {
  const nodes = Object.values(HOSTILE).map((words, id) => text(words, id));
  const nt = await linesOf(nodes);
  expect(nt.length).toBeGreaterThan(Object.keys(HOSTILE).length);
  expect(await linesOf(nodes, 'nq')).toEqual(nt.map((line) => `${line.slice(0, -1)}<${GRAPH}> .`));
});

it('both at once give what each gives alone', async () => {
  const nodes = Object.values(HOSTILE).map((words, id) => text(words, id));
  const dumps = await writeRecords(to(await scratch(), ['nt', 'nq']), [recordsOf(nodes)], LANGUAGE);
  const alone = [await write('nt', nodes), await write('nq', nodes)];
  expect(dumps).toEqual(alone.map(({ dump }) => dump));
});
