import { rm } from 'node:fs/promises';
import type { DatasetCore, Quad } from '@rdfjs/types';
import { Store } from 'n3';
import SHACLValidator from 'rdf-validate-shacl';
import { built } from './built.js';
import { writeByHand } from './by-hand.js';
import { mappedRecords, sampleOf, validRecords, vocabulary } from './program.js';
import { median, ROUNDS, timed } from './rounds.js';

/**
 * One stage of the pipeline in a process of its own, so that its memory is its own too:
 * `stage.js <stage> <store> …`. Prints the result as JSON.
 */
const STAGES: Readonly<Record<string, (store: string, ...args: readonly string[]) => Promise<object>>> = {
  map,
  limit,
  check,
  naive,
};

/** What the stage of decoding and mapping found. */
export interface Mapped {
  readonly records: number;
}

/** Reads every record, decodes it and makes its node: no quads, no checks, nothing written. */
async function map(store: string): Promise<Mapped> {
  let records = 0;
  for await (const _ of mappedRecords(store, await vocabulary(), () => [])) records += 1;
  return { records };
}

/** What joining by hand found. */
export interface Limit {
  readonly triplesPerSecond: number;
}

/** Writes a sample of the records as N-Triples joined by hand, a few times. */
async function limit(store: string, count: string, file: string): Promise<Limit> {
  const quads = (await sampleOf(store, await vocabulary(), Number(count))).map((record) => record.quads);
  const triples = quads.reduce((sum, some) => sum + some.length, 0);
  const took: number[] = [];
  // The first time it is compiled.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const time = await timed(() => writeByHand(file, quads));
    await rm(file);
    if (round > 0) took.push(time);
  }
  return { triplesPerSecond: triples / median(took) };
}

/** What checking records found. */
export interface Checked {
  readonly records: number;
  readonly triples: number;
  /** Records that rdf-validate-shacl was asked about. */
  readonly doubtful: number;
  readonly findings: number;
  /** Spent in the checker alone. */
  readonly seconds: number;
}

/** Checks every record as it comes by, as a build does. */
async function check(store: string): Promise<Checked> {
  const speaking = await vocabulary();
  const { checker } = speaking;
  let [records, triples, doubtful, findings, ms] = [0, 0, 0, 0, 0];
  for await (const { quads } of validRecords(store, speaking)) {
    records += 1;
    triples += quads.length;
    const begin = performance.now();
    if (!checker.isClean(quads)) {
      doubtful += 1;
      // That nothing targets a node is a finding of ours, which no SHACL engine has.
      findings += (await checker.ask(quads)).filter(({ constraint }) => constraint !== 'Coverage').length;
    }
    ms += performance.now() - begin;
  }
  return { records, triples, doubtful, findings, seconds: ms / 1000 };
}

/**
 * The naive way: everything into one graph, one call of rdf-validate-shacl. What records are elsewhere goes into a graph
 * of its own: together the two violate shapes.
 */
async function naive(store: string): Promise<Checked> {
  const speaking = await vocabulary();
  const { readShapes, SHAPES_DIRECTORY } = await built('model/shacl/shapes');
  const shapes = new Store(await readShapes(SHAPES_DIRECTORY)) as unknown as DatasetCore;
  const graphs = { records: new Store(), identities: new Store() };
  let [records, triples, findings] = [0, 0, 0];
  for await (const { quads, isIdentity } of validRecords(store, speaking)) {
    records += 1;
    triples += quads.length;
    graphs[isIdentity ? 'identities' : 'records'].addQuads([...quads] as Quad[]);
  }
  const seconds = await timed(async () => {
    const options: object = { maxNodeChecks: 0 };
    const validator = new SHACLValidator(shapes, options);
    for (const graph of Object.values(graphs)) {
      findings += (await validator.validate(graph as unknown as DatasetCore)).results.length;
    }
  });
  return { records, triples, doubtful: records, findings, seconds };
}

const [name = '', store = '', ...args] = process.argv.slice(2);
const stage = STAGES[name];
if (stage === undefined) throw new Error(`There is no stage "${name}".`);
console.log(JSON.stringify(await stage(store, ...args)));
