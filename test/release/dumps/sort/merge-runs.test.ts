import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { Parser } from 'n3';
import { expect, it } from 'vitest';
import { type Part, writePartsFile } from '../../../../src/release/dumps/parts-file.js';
import { mergeRuns } from '../../../../src/release/dumps/sort/merge-runs.js';
import { type NTriplesRun, NTriplesRunBuilder } from '../../../../src/release/dumps/sort/ntriples-run.js';
import { scratch } from '../../../support/files.js';

/** Runs merged from disk, in one round or in several, are what sorting all lines at once gives. */

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

function runOf(...said: readonly Said[]): NTriplesRun {
  const builder = new NTriplesRunBuilder();
  for (const { lines } of said) builder.add(new Parser({ format: 'N-Triples' }).parse(lines.join('\n')));
  return builder.take();
}

/** Runs of one record and of two, by turns. */
function runsOf(said: readonly Said[]): NTriplesRun[] {
  const runs: NTriplesRun[] = [];
  for (let at = 0; at < said.length; at += 3) {
    runs.push(runOf(...said.slice(at, at + 1)));
    if (at + 1 < said.length) runs.push(runOf(...said.slice(at + 1, at + 3)));
  }
  return runs;
}

/** The lines of some runs in one file, merged. Nothing else is left in the folder. */
async function merged(runs: readonly NTriplesRun[], fanIn: number): Promise<string> {
  const folder = await scratch();
  const parts: Part[] = [];
  writePartsFile(join(folder, 'runs'), (add) => {
    for (const { frames } of runs) parts.push(add(frames));
  });
  const pieces: Uint8Array[] = [];
  const repeated = await mergeRuns(
    parts,
    join(folder, '.merge'),
    async (lines) => {
      pieces.push(Uint8Array.from(lines));
    },
    fanIn,
  );
  expect(await readdir(folder)).toEqual(['runs']);
  const text = Buffer.concat(pieces).toString('utf8');
  const lines = runs.reduce((sum, run) => sum + run.lines, 0);
  expect(text.split('\n').length - 1).toBe(lines - repeated);
  return text;
}

it('runs merged in one round or in many give what one run gives', async () => {
  await fc.assert(
    fc.asyncProperty(SAID, fc.integer({ min: 2, max: 4 }), async (raw, fanIn) => {
      const said = lined(raw);
      const whole = await merged([runOf(...said)], 64);
      expect(await merged(runsOf(said), fanIn)).toBe(whole);
      expect(await merged(runsOf(said), 64)).toBe(whole);
    }),
    { numRuns: 60 },
  );
});

it('records longer than what is read at once, with characters of several bytes at its edges', async () => {
  const said = ['é'.repeat(70_001), `x${'😀'.repeat(40_000)}`, 'short', `${'ab\u2028'.repeat(60_000)}`].map(
    (words, id) => ({
      record: `urn:x/place/${9 - id}`,
      lines: ['', '#date', '#a'].map((fragment) => `<urn:x/place/${9 - id}${fragment}> <urn:p> "${words}" .`),
    }),
  );
  const whole = await merged([runOf(...said)], 64);
  expect(whole.length).toBeGreaterThan(900_000);
  expect((await merged(runsOf(said), 2)) === whole).toBe(true);
});

it('the order of the runs does not matter, nor how often a line comes', async () => {
  await fc.assert(
    fc.asyncProperty(SAID, async (raw) => {
      const said = lined(raw);
      const text = await merged(runsOf(said), 3);
      expect(await merged(runsOf([...said, ...said].reverse()), 3)).toBe(text);
    }),
    { numRuns: 30 },
  );
});

it('a run that is cut short is an error', async () => {
  const folder = await scratch();
  const path = join(folder, 'run');
  const frames = Buffer.concat([
    ...runOf({ record: 'urn:x/a/1', lines: ['<urn:x/a/1> <urn:p> "x" .'] }).frames,
  ]);
  await writeFile(path, frames.subarray(0, frames.length - 1));
  const run = { path, at: 0, length: frames.length };
  await expect(mergeRuns([run], join(folder, '.merge'), async () => {})).rejects.toThrow(/cut short/);
});
