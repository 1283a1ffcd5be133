import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Format, MappedNode } from '../src/model/rdf/formats/format.js';
import { writeByHand, writeWithN3 } from './by-hand.js';
import { ratio, seconds, whole } from './figures.js';
import { sampleOf, vocabulary } from './program.js';
import type { SpeedBench } from './results.js';
import { secondsOf } from './rounds.js';
import { writeDumps } from './sinks.js';

const LIMIT = 'N-Triples joined by hand (the limit)';

/** Which formats go through the sinks together, and how they are packed. */
const SINKS: Readonly<Record<string, readonly [formats: readonly Format[], packed: boolean]>> = {
  'our Turtle': [['ttl'], false],
  'our N-Triples, sorted': [['nt'], false],
  'our N-Quads, sorted': [['nq'], false],
  'our JSON-LD': [['jsonld'], false],
  'our Turtle, JSON-LD and N-Quads': [['ttl', 'jsonld', 'nq'], false],
  'the same, packed with gzip': [['ttl', 'jsonld', 'nq'], true],
};

/**
 * `npm run bench -- writing [scale] [records]`: the sinks beside strings joined by hand and beside bare n3.Writer, on
 * the same records in memory, each to a file.
 */
export const benchWriting: SpeedBench = async ({ worlds, log }, scale = '0.02', count = '30000') => {
  const { store } = await worlds.harvested(scale);
  const speaking = await vocabulary();
  const records = await sampleOf(store, speaking, Number(count));
  const quads = records.map((record) => record.quads);
  const triples = quads.reduce((sum, some) => sum + some.length, 0);
  const folder = worlds.path('written');
  const lines = await checkSame(folder, records);

  const { prefixes } = speaking.language;
  let made = 0;
  const file = (): string => {
    made += 1;
    return join(folder, `by-others-${made}`);
  };
  const sinks = Object.entries(SINKS).map(([name, [formats, packed]]) => [
    name,
    async () => {
      const directory = join(folder, 'by-us');
      await writeDumps(formats, directory, records, speaking, packed ? 'gzip' : 'none');
      await rm(directory, { recursive: true });
    },
  ]);
  const removing = (write: (to: string) => Promise<void>) => async () => {
    const to = file();
    await write(to);
    await rm(to);
  };
  const ways = {
    [LIMIT]: removing((to) => writeByHand(to, quads)),
    ...Object.fromEntries(sinks),
    'bare n3.Writer, Turtle': removing((to) =>
      writeWithN3(to, quads, { prefixes: Object.fromEntries(prefixes) }),
    ),
    'bare n3.Writer, N-Triples': removing((to) => writeWithN3(to, quads, { format: 'N-Triples' })),
  };
  const took = await secondsOf(ways, log);
  const limit = took[LIMIT] ?? 0;
  return [
    {
      mark: 'writing',
      caption:
        `${whole(records.length)} records of a world of scale ${scale}, ${whole(triples)} triples in memory (${whole(lines)} ` +
        'different ones), each way to a file; ours have checksums, the others have none. ' +
        'Our N-Triples and those joined by hand are the same lines: checked first. Medians of 3 rounds in turn.',
      rows: Object.entries(took).map(([way, time]) => ({
        way,
        s: seconds(time),
        'triples/s': whole(triples / time),
        'of the limit': ratio(limit, time),
      })),
    },
  ];
};

/**
 * Sees that our N-Triples say what was joined by hand.
 *
 * @returns how many different lines there are
 * @throws Error when they do not
 */
async function checkSame(folder: string, records: readonly MappedNode[]): Promise<number> {
  const directory = join(folder, 'checked');
  const [dump] = await writeDumps(['nt'], directory, records, await vocabulary());
  const hand = join(directory, 'by-hand');
  await writeByHand(
    hand,
    records.map(({ quads }) => quads),
  );
  const [ours, theirs] = await Promise.all([linesOf(join(directory, dump?.file ?? '')), linesOf(hand)]);
  await rm(directory, { recursive: true });
  const odd = [...ours].find((line) => !theirs.has(line)) ?? [...theirs].find((line) => !ours.has(line));
  if (odd !== undefined) throw new Error(`Only one of the two writes: ${odd}`);
  return ours.size;
}

const linesOf = async (file: string): Promise<Set<string>> =>
  new Set((await readFile(file, 'utf8')).split('\n').filter((line) => line !== ''));
