import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { Parser } from 'n3';
import { expect, it } from 'vitest';
import { DatasetChunkBuilder } from '../../src/output/dataset-chunk.js';
import { RecordSort, SortMemory } from '../../src/output/sort/external-sort.js';
import { type NTriplesBlock, NTriplesBlockBuilder } from '../../src/output/sort/ntriples-block.js';
import { scratch } from '../support/files.js';
import { LANGUAGE, opener, text, toQuads } from './formats.js';

/** What is sorted by way of the disk is what memory would have sorted. */

interface Said {
  readonly record: string;
  readonly lines: readonly string[];
}

const RECORDS = fc
  .oneof(fc.integer({ min: 0, max: 40 }), fc.constantFrom('A', 'b', 'é'))
  .map((id) => `urn:x/place/${id}`);
const WORDS = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\ue000', '\u2028'), maxLength: 12 });
const SAID = fc.array(
  fc.record({
    record: RECORDS,
    lines: fc.array(fc.tuple(fc.constantFrom('', '#date', '#a'), WORDS), { minLength: 1, maxLength: 4 }),
  }),
  { maxLength: 30 },
);
const lined = (said: readonly { record: string; lines: [string, string][] }[]): Said[] =>
  said.map(({ record, lines }) => ({
    record,
    lines: lines.map(([fragment, words]) => `<${record}${fragment}> <urn:p> "${words}" .`),
  }));

/** One record, or several, as they come to a sort. */
function blockOf(...said: readonly Said[]): NTriplesBlock {
  const maker = new NTriplesBlockBuilder();
  for (const { lines } of said) maker.add(new Parser({ format: 'N-Triples' }).parse(lines.join('\n')));
  const block = maker.take();
  if (block === undefined) throw new Error('nothing was said');
  return block;
}

async function sortedBy(sort: RecordSort, said: readonly Said[]): Promise<string> {
  // One alone, two together, one alone: blocks are of any size.
  for (let at = 0; at < said.length; at += 3) {
    const [first, ...others] = said.slice(at, at + 3);
    if (first !== undefined) await sort.add(blockOf(first));
    if (others.length > 0) await sort.add(blockOf(...others));
  }
  const pieces: Uint8Array[] = [];
  await sort.sorted(async (lines) => {
    pieces.push(Uint8Array.from(lines));
  });
  const text = Buffer.concat(pieces).toString('utf8');
  expect(sort.lines).toBe(text.split('\n').length - 1);
  return text;
}

it('runs on disk, merged in one pass or in many, give what memory gives, and are removed', async () => {
  const folder = await scratch();
  let made = 0;
  await fc.assert(
    fc.asyncProperty(
      SAID,
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 2, max: 4 }),
      async (raw, limit, fanIn) => {
        const said = lined(raw);
        const inMemory = await sortedBy(new RecordSort(join(folder, 'none'), new SortMemory()), said);
        expect(existsSync(join(folder, 'none'))).toBe(false);
        const runs = join(folder, '.runs');
        const sort = new RecordSort(runs, new SortMemory(limit), fanIn);
        expect(await sortedBy(sort, said)).toBe(inMemory);
        if (existsSync(runs)) made = Math.max(made, (await readdir(runs)).length);
        await sort.drop();
        expect(existsSync(runs)).toBe(false);
      },
    ),
    { numRuns: 60 },
  );
  expect(made).toBeGreaterThan(1);
});

it('records longer than what is read at once, with characters of several bytes at its edges', async () => {
  const folder = await scratch();
  const said = ['é'.repeat(70_001), `x${'😀'.repeat(40_000)}`, 'short', `${'ab\u2028'.repeat(60_000)}`].map(
    (words, id) => ({
      record: `urn:x/place/${9 - id}`,
      lines: ['', '#date', '#a'].map((fragment) => `<urn:x/place/${9 - id}${fragment}> <urn:p> "${words}" .`),
    }),
  );
  const inMemory = await sortedBy(new RecordSort(join(folder, 'none'), new SortMemory()), said);
  expect(inMemory.length).toBeGreaterThan(900_000);
  const sort = new RecordSort(join(folder, '.runs'), new SortMemory(1), 2);
  expect((await sortedBy(sort, said)) === inMemory).toBe(true);
});

it('what came first does not matter, nor how often', async () => {
  const folder = await scratch();
  await fc.assert(
    fc.asyncProperty(SAID, async (raw) => {
      const said = lined(raw);
      const make = () => new RecordSort(join(folder, '.runs'), new SortMemory(1500), 3);
      const [one, another] = [make(), make()];
      const text = await sortedBy(one, said);
      await one.drop();
      expect(await sortedBy(another, [...said, ...said].reverse())).toBe(text);
      await another.drop();
    }),
    { numRuns: 30 },
  );
});

it('shares memory: the one that holds the most makes room for the others', async () => {
  const folder = await scratch();
  const memory = new SortMemory(15_000);
  const [large, small] = ['large', 'small'].map((name) => new RecordSort(join(folder, name), memory));
  const said = (id: number, words: string) =>
    blockOf({ record: `urn:x/a/${id}`, lines: [`<urn:x/a/${id}> <urn:p> "${words}" .`] });
  if (large === undefined || small === undefined) throw new Error('there are two');
  for (let id = 0; id < 12; id++) await large.add(said(id, 'x'.repeat(900)));
  expect(existsSync(join(folder, 'large'))).toBe(false);
  for (let id = 0; id < 22; id++) await small.add(said(id, 'x'));
  expect(await readdir(join(folder, 'large'))).toEqual(['0.run']);
  expect(existsSync(join(folder, 'small'))).toBe(false);
});

it.each(['close', 'abandon'] as const)(
  'the sink keeps its runs hidden beside the dump, and %s removes them',
  async (end) => {
    const directory = await scratch();
    const to = { directory, dataset: 'sample', compression: 'none', memory: new SortMemory(1) } as const;
    const sink = await opener('nt')(to, LANGUAGE);
    const maker = new DatasetChunkBuilder(['nt'], LANGUAGE);
    for (const id of [2, 1, 3]) {
      maker.add({ node: text('a', id), quads: toQuads(text('a', id)) });
      await sink.append(maker.take());
    }
    expect((await readdir(directory)).sort()).toEqual(['.sample.runs', 'sample.nt']);
    expect(await readdir(join(directory, '.sample.runs'))).toHaveLength(3);
    await sink[end]();
    expect(await readdir(directory)).toEqual(['sample.nt']);
  },
);

it('nothing but records has to be there: an empty sort gives nothing and leaves nothing', async () => {
  const folder = await scratch();
  const sort = new RecordSort(join(folder, '.runs'), new SortMemory(1));
  expect(await sortedBy(sort, [])).toBe('');
  await sort.drop();
  expect(await readdir(folder)).toEqual([]);
});

it('a folder that cannot be written is an error, at once', async () => {
  const folder = await scratch();
  const sort = new RecordSort(join(folder, '\0'), new SortMemory(1));
  await expect(
    sort.add(blockOf({ record: 'urn:x/a/1', lines: ['<urn:x/a/1> <urn:p> "x" .'] })),
  ).rejects.toThrow(/null bytes/);
});
