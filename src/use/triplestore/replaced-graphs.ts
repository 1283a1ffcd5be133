import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import type { StoreNames } from '../../model/rdf/iris.js';
import type { StoreClient } from './client.js';
import { CompletedGraphs } from './completed-graphs.js';
import type { GraphChange } from './graph-swap.js';
import type { LoadPlan } from './load-plan.js';

/** The graphs of a store after they were to be replaced, in words for messages. */
interface Replaced {
  /** Names of those that are as the release has them. */
  readonly done: readonly string[];
  /** Names of the others, with what is wrong. */
  readonly left: readonly string[];
}

/** Asks the store itself: its entries and its counts, not its answers to the updates. */
async function replacedGraphs(
  client: StoreClient,
  names: StoreNames,
  changes: readonly GraphChange[],
): Promise<Replaced> {
  const completed = await CompletedGraphs.read(client, names);
  const done: string[] = [];
  const left: string[] = [];
  for (const change of changes) {
    const held = await completed.count(typeof change.graph === 'string' ? change.graph : change.graph.graph);
    if (change.to === 'drop') {
      if (held > 0 || completed.entries.has(change.graph)) left.push(`<${change.graph}> (to be removed)`);
      continue;
    }
    const { name, graph, stagingGraph, triples } = change.graph;
    if (held !== triples) left.push(`${name} (${held} triples; expected: ${triples})`);
    else if (!completed.isRecorded(graph, change.graph) || completed.entries.has(stagingGraph))
      left.push(name);
    else done.push(name);
  }
  return { done, left };
}

const stateOf = ({ done, left }: Replaced, { label }: LoadPlan): string =>
  `Graphs of release ${label}: ${done.join(', ') || 'none'}; not of it: ${left.join(', ')}.`;

/**
 * Checks that the store has the graphs of a release after they were replaced. A store may answer an update with success
 * and ignore it, or do half of it.
 *
 * @param failure what ended the replacement before its end, if it did; the store may have done all of it even so
 * @throws FolkloreError COUNT_MISMATCH; the failure, with the graphs that are replaced and those that are not
 */
export async function checkReplaced(
  client: StoreClient,
  plan: LoadPlan,
  changes: readonly GraphChange[],
  failure?: FolkloreError,
): Promise<void> {
  if (failure === undefined) {
    const replaced = await replacedGraphs(client, plan.names, changes);
    if (replaced.left.length > 0) throw notReplaced(plan, replaced, client.lastSaid);
    return;
  }
  const replaced = await replacedGraphs(client.withoutRetries, plan.names, changes).catch(() => undefined);
  if (replaced?.left.length === 0) return;
  const state =
    replaced === undefined
      ? `The store does not say which graphs are of release ${plan.label}.`
      : stateOf(replaced, plan);
  throw new FolkloreError(failure.code, `${failure.message} ${state}`, {
    hint: `${failure.hint} ${REPLACE}`,
    exitCode: failure.exitCode,
    cause: failure,
  });
}

const REPLACE = 'The same command replaces the graphs that are left; the others it does not send again.';

const notReplaced = (plan: LoadPlan, replaced: Replaced, said: string): FolkloreError =>
  new FolkloreError(
    'COUNT_MISMATCH',
    `The store does not have release ${plan.label}, though it answered that the graphs were replaced${said === '' ? '' : ` ("${said}")`}. ${stateOf(replaced, plan)}`,
    {
      hint: `Does the address for updates lead to the store itself, and does another program write to it? ${REPLACE}`,
      exitCode: EXIT.mismatch,
    },
  );
