import type { Quad } from '@rdfjs/types';
import type { Node } from '../../src/model/rdf/node.js';
import type { CompiledVocabulary } from '../../src/pipeline/plan/compiled-vocabulary.js';
import { FORMATS } from '../building.js';
import { built } from '../built.js';
import { lineByHand } from '../by-hand.js';
import { CLI } from '../processes.js';
import { mappedRecords, vocabulary } from '../program.js';
import { byJsonld } from '../quads.js';
import { naiveCheck } from '../validation.js';

/**
 * What the guard compares, in a process of its own: `rows.js <what> <store> …`. Prints seconds of processor time of all
 * threads by row as JSON, in its last line. Each tree that is compared runs its own copy of this file, in its own `dist`.
 */
export type Seconds = Readonly<Record<string, number>>;

const CHECKING = 'checking records';
const QUADS = 'node to quads';
const TURTLE = 'Turtle text';
const BUILD = 'a whole build';

const WAYS: Readonly<Record<string, (store: string, ...args: readonly string[]) => Promise<Seconds>>> = {
  memory: ours,
  'memory-limit': theirs,
  build,
  'build-limit': byHand,
};

/** Records that are taken; naive validation is slow. */
const RECORDS = { all: 3_000, naive: 60 } as const;
/** Done so many times in one measurement, so that it takes a tenth of a second or more. */
const TIMES = { checking: 1, quads: 6, turtle: 3, hand: 20 } as const;
/** Measurements, of which the least counts: in the first ones code is compiled. */
const ROUNDS = 20;

/** The stages of a build, on records in memory. */
async function ours(store: string): Promise<Seconds> {
  const { TurtleWriter } = await built('model/rdf/formats/turtle');
  const [{ toQuads, checker, language }, nodes] = await read(store);
  // First of all: V8 makes what outlives its making, such as the quads below, in another and slower way.
  const quads = await processorTime(TIMES.quads, () => {
    for (const node of nodes) toQuads(node);
  });
  const records = nodes.map(toQuads);
  const turtle = new TurtleWriter(language);
  return {
    [QUADS]: quads,
    [CHECKING]: await processorTime(TIMES.checking, async () => {
      for (const record of records) if (!checker.isClean(record)) await checker.ask(record);
    }),
    [TURTLE]: await processorTime(TIMES.turtle, () => {
      for (const record of records) turtle.record(record);
    }),
  };
}

/** What never changes, in the place of each stage. */
async function theirs(store: string): Promise<Seconds> {
  const [{ context, toQuads }, nodes] = await read(store);
  const few = spread(nodes, RECORDS.naive);
  const records = few.map(toQuads);
  const naive = await naiveCheck();
  return {
    [QUADS]: await processorTime(1, async () => {
      for (const node of few) await byJsonld(context, node);
    }),
    [CHECKING]: await processorTime(1, async () => {
      for (const record of records) await naive(record);
    }),
    [TURTLE]: await joinedByHand(nodes.map(toQuads)),
  };
}

/** A whole build of the command line, the start of the process included. */
async function build(store: string, config: string, out: string): Promise<Seconds> {
  const options = ['--config', config, '--store', store, '--out', out, '--release', 'made'];
  process.argv.splice(1, Number.POSITIVE_INFINITY, CLI, 'build', ...options, '--quiet');
  process.argv.push('--formats', FORMATS, '--compress', 'none', '--log-format', 'json');
  await import(CLI);
  const { user, system } = process.cpuUsage();
  // Records in quarantine are no failure here.
  if (process.exitCode === 5) process.exitCode = 0;
  return { [BUILD]: (user + system) / 1e6 };
}

/** Triples joined by hand. */
async function byHand(store: string): Promise<Seconds> {
  const [{ toQuads }, nodes] = await read(store);
  return { [BUILD]: await joinedByHand(nodes.map(toQuads)) };
}

const joinedByHand = (records: readonly (readonly Quad[])[]): Promise<number> =>
  processorTime(TIMES.hand, () => {
    for (const quads of records) quads.map(lineByHand).join('');
  });

/** Nodes of records of a store, as a build makes them. */
async function read(store: string): Promise<[CompiledVocabulary, readonly Node[]]> {
  const speaking = await vocabulary();
  const nodes: Node[] = [];
  for await (const { node } of mappedRecords(store, speaking, () => [])) nodes.push(node);
  return [speaking, spread(nodes, RECORDS.all)];
}

/** So many of them, as far from each other as can be. */
const spread = <T>(all: readonly T[], count: number): readonly T[] => {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, place) => place % step === 0).slice(0, count);
};

/** Seconds of processor time of all threads, those of V8 included, that something takes at least. */
async function processorTime(times: number, act: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time += 1) await act();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

const [what = '', store = '', ...args] = process.argv.slice(2);
const way = WAYS[what];
if (way === undefined) throw new Error(`There are no rows of "${what}".`);
console.log(`\n${JSON.stringify(await way(store, ...args))}`);
