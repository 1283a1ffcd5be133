import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { Parser, type Term, termToId } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { describe, expect, it } from 'vitest';
import { type DumpRecord, readDump } from '../../../../src/model/rdf/formats/read-dump.js';
import { recognise } from '../../../../src/model/rdf/formats/recognise-dump.js';
import { parseStream, type StreamFormat } from '../../../../src/model/rdf/parse.js';
import { BASE, FORMATS, HOSTILE, LANGUAGE, text, toQuads, write } from '../../../release/dumps/formats.js';
import { scratch } from '../../../support/files.js';

/** Dumps are read as they are written, whatever pieces they come in, and whatever else a file is is told plainly. */

const OWN = { context: LANGUAGE.context, toQuads };
const NODES = Object.values(HOSTILE).map((words, id) => text(words, id));
const EXPECTED = NODES.flatMap((node) => toQuads(node));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await scratch(), name);
  await writeFile(path, content);
  return path;
}

async function read(path: string, own?: typeof OWN): Promise<DumpRecord[]> {
  const records: DumpRecord[] = [];
  for await (const record of readDump(await recognise(path), own)) records.push(record);
  return records;
}

const keyOf = ({ subject, predicate, object }: Quad): string =>
  [subject, predicate, object].map((term) => termToId(term as Term)).join(' ');
const setOf = (quads: readonly Quad[]): string[] => [...new Set(quads.map(keyOf))].sort();
const said = (records: readonly DumpRecord[]): string[] => setOf(records.flatMap(({ quads }) => quads));
const why = (path: string): Promise<string> =>
  read(path).then(
    () => 'nothing is wrong',
    (thrown) => `${thrown.code}: ${thrown.message}`,
  );

describe.each(Object.entries(FORMATS))('%s', (_, { format }) => {
  it.each([
    ['as it is', (bytes: Uint8Array) => bytes, `x.${format}`],
    ['packed', gzipSync, `x.${format}.gz`],
    ['packed, though its name does not say so', gzipSync, `x.${format}`],
    ['not packed, though its name says so', (bytes: Uint8Array) => bytes, `x.${format}.gz`],
    [
      'with a byte order mark',
      (bytes: Uint8Array) => Buffer.concat([Buffer.from('\uFEFF'), bytes]),
      `x.${format}`,
    ],
    [
      'packed in two members',
      (bytes: Uint8Array) => Buffer.concat([gzipSync(bytes.subarray(0, 99)), gzipSync(bytes.subarray(99))]),
      `x.${format}`,
    ],
  ] as const)('of ours is read whole, record by record: %s', async (_, pack, name) => {
    const { bytes } = await write(format, NODES);
    const path = await file(name, pack(bytes));
    for (const own of [undefined, OWN]) {
      const records = await read(path, own);
      expect(said(records)).toEqual(setOf(EXPECTED));
      expect(records.map(({ iri }) => iri).sort()).toEqual(NODES.map(({ id }) => id).sort());
      for (const { iri, quads } of records) {
        expect(quads.every(({ subject }) => subject.value.split('#')[0] === iri)).toBe(true);
      }
    }
  });

  it('with the line ends of Windows has the same quads', async () => {
    const plain = [text('a', 1), text('b', 2)];
    const { bytes } = await write(format, plain);
    const records = await read(await file(`x.${format}`, String(bytes).replaceAll('\n', '\r\n')), OWN);
    expect(said(records)).toEqual(setOf(plain.flatMap((node) => toQuads(node))));
  });

  it('that is empty with a name of gzip is an error: RFC 1952 has a header', async () => {
    const path = await file(`x.${format}.gz`, '');
    expect(await why(path)).toBe(
      `FILE_UNREADABLE: ${path} cannot be read: it is empty, which no gzip file is.`,
    );
  });

  it('that is a truncated gzip file is an error', async () => {
    const { bytes } = await write(format, NODES);
    const packed = gzipSync(bytes);
    const path = await file(`x.${format}.gz`, packed.subarray(0, packed.length - 20));
    expect(await why(path)).toBe(`FILE_UNREADABLE: ${path} cannot be read: the gzip file breaks off.`);
  });

  it('that is not UTF-8 is an error', async () => {
    const { bytes } = await write(format, [text('é', 1)]);
    const path = await file(`x.${format}`, Buffer.from(String(bytes), 'latin1'));
    expect(await why(path)).toBe(`FILE_UNREADABLE: ${path} cannot be read: it is not in UTF-8.`);
  });

  it('that is damaged is an error with the line', async () => {
    const { bytes } = await write(format, [text('a', 1), text('b', 2), text('c', 3)]);
    const lines = String(bytes).split('\n');
    const at = lines.findLastIndex((line) => line.includes('"c"') || line.includes('["c"]'));
    lines[at] = (lines[at] ?? '').replace('"c"', '"c');
    const path = await file(`x.${format}`, lines.join('\n'));
    expect(await why(path)).toMatch(
      new RegExp(`^FILE_UNREADABLE: .*x\\.${format} cannot be read: .*line ${at + 1}\\b`),
    );
  });
});

describe('a text in pieces', () => {
  const documents: readonly (readonly [StreamFormat, 'ttl' | 'nt' | 'nq', string])[] = (
    ['ttl', 'nt', 'nq'] as const
  ).map((format) => [({ ttl: 'Turtle', nt: 'N-Triples', nq: 'N-Quads' } as const)[format], format, format]);

  it.each(documents)('of %s means the same wherever it is cut', async (streamed, format) => {
    const whole = String((await write(format, NODES)).bytes);
    const expected = setOf(new Parser({ format: streamed }).parse(whole));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 40 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
        async function* pieces() {
          for (const [at, place] of places.entries()) yield whole.slice(place, places[at + 1] ?? place);
        }
        const quads: Quad[] = [];
        for await (const some of parseStream(pieces(), streamed)) quads.push(...some);
        expect(setOf(quads)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('of single characters means the same, and of bytes in the middle of characters too', async () => {
    const turtle = `@prefix e: <https://e.org/> .\ne:1 e:p "é🙂"@ga-IE , """a\n"b" """ , 1.50 , true ; a e:C .\r\n`;
    async function* pieces() {
      for (const character of turtle) yield character;
    }
    const quads: Quad[] = [];
    for await (const some of parseStream(pieces(), 'Turtle')) quads.push(...some);
    expect(isomorphic(quads, new Parser().parse(turtle))).toBe(true);
    // Longer than what is read of a file at once, so that some character of two bytes is cut.
    const long = `<https://e.org/1> <https://e.org/p> "a${'é'.repeat(200_000)}" .\n`;
    const [record] = await read(await file('x.nt', long));
    expect(record?.quads[0]?.object.value).toBe(`a${'é'.repeat(200_000)}`);
  });
});

describe('a file', () => {
  it.each(['x.ttl', 'x.nt', 'x.nq', 'x.trig'])('%s that is empty has no records', async (name) => {
    expect(await read(await file(name, ''))).toEqual([]);
    expect(await read(await file(name, gzipSync('')))).toEqual([]);
  });

  it.each([
    ['people.csv', 'its name does not end in .ttl'],
    ['people', 'its name does not end in .ttl'],
    ['people.gz', 'its name does not end in .ttl'],
  ])('called %s is none that is known', async (name, reason) => {
    expect(await why(await file(name, 'x'))).toContain(reason);
  });

  it('that is missing is an error', async () => {
    expect(await why(join(await scratch(), 'x.ttl'))).toMatch(
      /^FILE_UNREADABLE: .*x\.ttl cannot be read: there is no such file/,
    );
  });

  it('with several graphs is read across them', async () => {
    const trig = `@prefix e: <${BASE}> . e:g { e:1 e:p 1 } e:h { e:1 e:p 2 . e:2 e:p 3 }`;
    const records = await read(await file('x.trig', trig));
    expect(records.map(({ iri, quads }) => [iri, quads.length])).toEqual([
      [`${BASE}1`, 2],
      [`${BASE}2`, 1],
    ]);
    // RDF 1.1 Turtle has no graphs.
    expect(await why(await file('x.ttl', trig))).toMatch(/x\.ttl cannot be read: .*line 1\b/);
  });

  it('in which a record is scattered gives it in pieces', async () => {
    const line = (id: number, value: number) => `<${BASE}${id}> <${BASE}p> "${value}" .\n`;
    const records = await read(await file('x.nt', line(1, 1) + line(2, 2) + line(1, 3)));
    expect(records.map(({ iri }) => iri)).toEqual([`${BASE}1`, `${BASE}2`, `${BASE}1`]);
  });

  it('with blank nodes is read: they are checked later', async () => {
    const records = await read(await file('x.ttl', `<${BASE}1> <${BASE}p> [ <${BASE}q> 1 ] .`));
    expect(records.flatMap(({ quads }) => quads)).toHaveLength(2);
  });
});
