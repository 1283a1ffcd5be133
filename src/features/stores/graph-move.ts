import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import type { StoreClient } from './client.js';
import { CompletedGraphs } from './completed-graphs.js';
import type { GraphPlan, LoadPlan } from './load-plan.js';
import { joinOperations } from './sparql.js';
import type { StoreKind } from './store-kinds.js';

/** A graph whose staging graph is whole. */
export interface StagedGraph extends GraphPlan {
  /** The triples of the graph before the move. */
  readonly before: number;
}

/**
 * The operations that give a graph the content of its staging graph, by their difference. The staging graph is not changed,
 * so that the operations can be repeated. In Virtuoso a deleted triple that is inserted again in the same transaction may be
 * absent after a restart; an operation by difference does not do that.
 */
export function moveOperations(
  { graph, stagingGraph, before }: StagedGraph,
  { fillsEmptyGraphBy }: StoreKind,
): string[] {
  if (before === 0 && fillsEmptyGraphBy === 'ADD') return [`ADD SILENT <${stagingGraph}> TO <${graph}>`];
  return [
    `DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${onlyIn(graph, stagingGraph)} }`,
    `INSERT { GRAPH <${graph}> { ?s ?p ?o } } WHERE { ${onlyIn(stagingGraph, graph)} }`,
  ];
}

/** The triples of one graph that another does not have. */
const onlyIn = (graph: string, other: string): string =>
  `GRAPH <${graph}> { ?s ?p ?o } FILTER NOT EXISTS { GRAPH <${other}> { ?s ?p ?o } }`;

/** A move of graphs, and what the store had before it. */
export interface GraphMove {
  readonly plan: LoadPlan;
  readonly staged: readonly StagedGraph[];
  /** Graphs that the store must not have after it. */
  readonly dropped: readonly string[];
}

/** What a store has after a move. */
interface Found {
  /** The names of the graphs with the content of the release. */
  readonly right: readonly string[];
  /** The other graphs, each with the reason. */
  readonly wrong: readonly string[];
  /** The names of those in `right` that the register does not have as of the release. */
  readonly unrecorded: readonly string[];
  /** Whether no graph was changed. */
  readonly isUntouched: boolean;
}

/**
 * Moves graphs by one update, then checks that the store has the graphs of a release, and no others that a load made. A store may
 * answer an update with success and ignore it, or do half of it and answer with an error, or with nothing.
 *
 * @throws FolkloreError COUNT_MISMATCH, with the names of the graphs that are wrong; all errors of the client, with what a look at
 *   the store has found
 */
export async function moveGraphs(
  client: StoreClient,
  operations: readonly string[],
  move: GraphMove,
): Promise<void> {
  const { label, names } = move.plan;
  let found: Found;
  let said = '';
  try {
    if (operations.length > 0) await client.update(joinOperations(operations), 'moving the graphs');
    said = client.lastSaid;
    found = await lookAt(client, move);
  } catch (thrown) {
    if (operations.length === 0 || !(thrown instanceof FolkloreError)) throw thrown;
    throw failedMove(thrown, move.plan, await lookAt(client.forOneLook, move).catch(() => undefined));
  }
  const wrong = [
    ...found.wrong,
    ...found.unrecorded.map((name) => `${name} (complete, but not recorded so in <${names.loaded}>)`),
  ];
  if (wrong.length === 0) return;
  throw new FolkloreError(
    'COUNT_MISMATCH',
    `The store does not have release ${label}, though it answered that the graphs were moved${said === '' ? '' : ` ("${said}")`}. Not of the release: ${wrong.join(', ')}.`,
    {
      hint:
        'Does the address for updates lead to the store itself, and does another program write to it? ' +
        'The same command moves the graphs again.',
      exitCode: EXIT.mismatch,
    },
  );
}

/** Compares a store with a release and with what it had before, by its register and by counts. */
async function lookAt(client: StoreClient, { plan, staged, dropped }: GraphMove): Promise<Found> {
  const completed = await CompletedGraphs.read(client, plan.names);
  const [right, wrong, unrecorded]: [string[], string[], string[]] = [[], [], []];
  let isUntouched = true;
  for (const one of plan.graphs) {
    const { name, graph, stagingGraph, triples } = one;
    const before = staged.find((each) => each.graph === graph)?.before;
    const held = await completed.count(graph);
    // Graphs of two releases may have as many triples.
    const missing =
      held === triples && held === before
        ? await client.count(
            `SELECT (COUNT(*) AS ?number) WHERE { ${onlyIn(stagingGraph, graph)} }`,
            'number',
          )
        : 0;
    const isOld = held === before && (held !== triples || missing > 0);
    if (before !== undefined && !isOld) isUntouched = false;
    if (isOld) wrong.push(`${name} (${held} triples as before; expected: ${triples})`);
    else if (held !== triples) wrong.push(`${name} (${held} triples; expected: ${triples})`);
    else {
      right.push(name);
      if (!completed.isRecorded(graph, one)) unrecorded.push(name);
    }
  }
  for (const graph of dropped) {
    if (completed.entries.has(graph) || (await completed.count(graph)) > 0)
      wrong.push(`<${graph}> (to be removed)`);
    else isUntouched = false;
  }
  return { right, wrong, unrecorded, isUntouched };
}

/**
 * The error of a move that failed, with what the store has then.
 *
 * @param found undefined when the store does not answer
 */
function failedMove(
  thrown: FolkloreError,
  { label, names }: LoadPlan,
  found: Found | undefined,
): FolkloreError {
  const { message, hint, exitCode } = thrown;
  const telling = (words: string, remedy: string, how: Pick<FolkloreError, 'code' | 'exitCode'> = thrown) =>
    new FolkloreError(how.code, `${message} ${words}`, {
      hint: remedy,
      exitCode: how.exitCode,
      cause: thrown,
    });
  const again = `Run the same \`folklore-ld load\` again: it moves all graphs to release ${label}. If it fails again: ${hint}`;
  if (found === undefined)
    return telling(
      'The store does not answer which graphs it has. The move may be half done: the store may have graphs of two releases.',
      again,
    );
  const { right, wrong, unrecorded, isUntouched } = found;
  if (wrong.length + unrecorded.length === 0)
    return telling(
      `But the store has all graphs of release ${label}.`,
      'The same command checks the graphs again, and drops the staging graphs.',
    );
  if (isUntouched) return telling('No graph was changed.', hint);
  const rest = [...wrong, ...(unrecorded.length > 0 ? [`the register <${names.loaded}>`] : [])];
  // After these exit codes a scheduler runs the same command again, which is the remedy.
  const isRepeated = exitCode === EXIT.unavailable || exitCode === EXIT.interrupted;
  return telling(
    `The move is half done. Of release ${label}: ${right.join(', ') || 'no graph'}. Not of the release: ${rest.join(', ')}.`,
    again,
    isRepeated ? thrown : { code: 'COUNT_MISMATCH', exitCode: EXIT.mismatch },
  );
}
