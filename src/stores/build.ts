import { ahead } from '../base/ahead.js';
import { EXIT, FolkloreError } from '../base/errors.js';
import type { Report } from '../base/events.js';
import type { Carrier, Load } from './carrier.js';
import type { LoadableGraph } from './loadable.js';
import { linesOf } from './pieces.js';
import { inOrder } from './sparql-text.js';
import type { StoreClient } from './store-client.js';
import type { StoreJournal } from './store-journal.js';

/** What graphs are built with. */
export interface Building {
  readonly client: StoreClient;
  readonly carrier: Carrier;
  readonly journal: StoreJournal;
  /** Told how many triples more are there. */
  readonly onTriples: (triples: number) => void;
  readonly report: Report;
}

/**
 * Builds a graph beside the one that is there, from its files, and counts it.
 *
 * @returns how many triples it holds
 * @throws FolkloreError COUNT_MISMATCH when they are not those of the release
 */
export async function build(graph: LoadableGraph, building: Building): Promise<number> {
  let filled = await fill(graph, building);
  if (filled.held !== filled.expected && filled.wasBegun) {
    // A store that was killed may have lost what it had said yes to.
    const message = `The graph of ${graph.name} had been begun, and lacks something now: it is built anew.`;
    building.report({ event: 'note', message });
    await clear(graph.beside, building);
    filled = await fill(graph, building);
  }
  if (filled.held === filled.expected) return filled.held;
  await clear(graph.beside, building);
  throw miscounted(graph, filled.expected, filled.held);
}

/** Takes away what is built beside a graph, and what is written down of it. */
export async function clear(
  beside: string,
  { client, journal }: Pick<Building, 'client' | 'journal'>,
): Promise<void> {
  const operations = [`DROP SILENT GRAPH <${beside}>`, ...journal.undone(beside)];
  await client.update(inOrder(operations), `clearing the graph <${beside}>`);
}

/** What was to be in a graph, and what is. */
interface Filled {
  readonly expected: number;
  readonly held: number;
  /** Whether an earlier run had begun. */
  readonly wasBegun: boolean;
}

async function fill(graph: LoadableGraph, building: Building): Promise<Filled> {
  const { carrier, journal, onTriples } = building;
  const { beside, triples } = graph;
  // What has been cut or sent in another manner is not gone on with.
  const work = `${graph.content.replace(/[^0-9a-z]/g, '-')}-${carrier.manner}`;
  const begun = journal.stepsOf(beside, work);
  if (begun === 0) await clear(beside, building);
  let [steps, sent] = [0, 0];
  for await (const load of readAhead(loadsOf(graph, carrier))) {
    steps += 1;
    sent += load.triples;
    if (steps > begun) await carrier.carry(beside, load, journal.done(beside, work, steps));
    if (triples !== undefined) onTriples(load.triples);
  }
  return { expected: triples ?? sent, held: await journal.count(beside), wasBegun: begun > 0 };
}

async function* loadsOf({ files, triples }: LoadableGraph, carrier: Carrier): AsyncGenerator<Load> {
  if (triples === undefined) yield* carrier.loadsOfLines(linesOf(files));
  else for (const file of files) yield* carrier.loadsOf(file);
}

/** Reads the next one while this one is on its way. */
async function* readAhead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for await (const [, next] of ahead(turns(), 2, () => items.next())) {
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await items.return(undefined);
  }
}

/** As many as are taken. */
function* turns(): Generator<undefined> {
  for (;;) yield undefined;
}

/** The store does not hold what it took. */
export const miscounted = (graph: LoadableGraph, expected: number, held: number): FolkloreError =>
  new FolkloreError(
    'COUNT_MISMATCH',
    `The graph of ${graph.name} should hold ${expected} triples, and the store counts ${held}.`,
    {
      hint:
        'What the store held before is still there. Does the store drop or alter triples, or does somebody else write ' +
        'to it? Load the whole release again.',
      exitCode: EXIT.mismatch,
    },
  );
