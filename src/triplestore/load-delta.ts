import { join } from 'node:path';
import { EXIT, FolkloreError } from '../base/errors.js';
import { PATCH_FILE, PROPERTIES_FILE } from '../release/delta/rdf-patch.js';
import { listedIris, readList, SUPPRESSED_LIST } from '../release/delta/suppressed-list.js';
import { checkAnswers, copyGraph, type GraphChange, swapGraphs } from './graph-swap.js';
import {
  buildGraph,
  clearStagingGraph,
  countMismatch,
  type GraphBuild,
  graphUploadFor,
} from './graph-upload.js';
import {
  type LoadReleaseOptions,
  type LoadResult,
  loadedGraphOf,
  obsoleteGraphs,
  progressReporter,
  triplesAlreadyLoaded,
} from './load.js';
import { LoadJournal } from './load-journal.js';
import { checkBelow, type GraphPlan, type LoadPlan, loadPlanOf, releaseNotLoadable } from './load-plan.js';
import {
  batchesOfIris,
  deleteData,
  deleteSuppressedFrom,
  deleteValues,
  insertData,
  joinOperations,
  mentionsSuppressed,
  ntriplesInSparql,
} from './sparql.js';
import type { StoreKind } from './store-kinds.js';
import {
  type ChunkLimits,
  type PatchChunk,
  type PatchSource,
  patchChunks,
  readUnpacked,
} from './upload-chunks.js';

/** A delta, and the graphs that it touches. */
interface Delta {
  readonly loadable: LoadPlan;
  readonly kind: StoreKind;
  /** In the order in which they are applied. */
  readonly patches: readonly PatchSource[];
  /** Lists of IRIs of which nothing may be said any more. */
  readonly suppressed: readonly (readonly string[])[];
  readonly limits: ChunkLimits;
  /** By the graph that changes. */
  readonly touched: ReadonlyMap<string, GraphPlan>;
}

/**
 * Brings a store from the release before to this one: what is suppressed is deleted, all values of properties that are
 * removed are deleted, what is removed is deleted, what is added is added, in copies of the graphs that change, which are counted and take their place at the end. The store
 * then holds what it holds after the whole release has been loaded. What was killed goes on where it was.
 *
 * @throws FolkloreError STORE_UNUSABLE when the store does not hold the release before; FILE_UNREADABLE, also when the
 *   release has no delta; COUNT_MISMATCH; all that the client throws
 */
export async function loadDelta(order: LoadReleaseOptions): Promise<LoadResult> {
  const { client, kind, report } = order;
  const loadable = await loadPlanOf(order.release);
  const patches = await patchesOf(loadable);
  const journal = await LoadJournal.read(client, loadable.names);
  await checkAnswers(client, kind, journal, loadable.names.loading);
  const carrier = graphUploadFor(client, kind, order.protocol ?? kind.protocol, order.limits);
  const onTriples = progressReporter(loadable, report);
  const building: GraphBuild = { client, upload: carrier, journal, onTriples, report };
  const open = openOf(loadable, journal);
  const changes: GraphChange[] = [];
  if (open.length > 0) {
    const { mostInUpdate: most } = kind;
    const limits = {
      bytes: Math.min(order.limits?.bytes ?? most.bytes, most.bytes),
      lines: Math.min(order.limits?.lines ?? most.lines, most.lines),
    };
    const suppressed = batchesOfIris(listedIris(await suppressedBy(loadable)));
    const datasets = open.filter(({ triples }) => triples !== undefined);
    const touched = await touchedBy(datasets, { patches, suppressed, limits }, building);
    await bring({ loadable, kind, patches, suppressed, limits, touched }, building);
    for (const graph of open) changes.push(await changeOf(graph, touched, building));
  }
  const isOpen = new Set(open);
  for (const graph of loadable.graphs.filter((one) => !isOpen.has(one))) {
    changes.push({ to: 'keep', graph, triples: await journal.count(graph.graph) });
  }
  changes.push(...obsoleteGraphs(loadable, journal));
  await swapGraphs(client, kind, journal, changes, loadable.names.loading);
  return { label: loadable.label, graphs: changes.map((change) => loadedGraphOf(change, 'updated')) };
}

/** The lists of properties of a release, which come first, and its patches; one of either for each publication. */
async function patchesOf({ folder, others }: LoadPlan): Promise<PatchSource[]> {
  const called = (name: string) =>
    others.filter(({ path }) => path.startsWith('delta/') && path.includes(`/${name}`));
  const patches = called(PATCH_FILE);
  const found = [...called(PROPERTIES_FILE), ...patches];
  if (patches.length === 0) {
    throw releaseNotLoadable(
      `${folder}/delta`,
      'the release has no delta: it was built without a release before it',
    );
  }
  for (const { path } of found) await checkBelow(folder, path);
  return found.map(({ path, isPacked, sha256, unpacked }) => ({
    path: join(folder, path),
    ...{ isPacked, sha256, unpacked },
  }));
}

/** What a release announces as suppressed: a list that somebody has shortened would leave something behind. */
async function suppressedBy({ folder, others }: LoadPlan): Promise<ReadonlySet<string>> {
  const listed = others.find(({ path }) => path === SUPPRESSED_LIST);
  if (listed === undefined) throw releaseNotLoadable(folder, `its manifest does not list ${SUPPRESSED_LIST}`);
  await checkBelow(folder, SUPPRESSED_LIST);
  const path = join(folder, SUPPRESSED_LIST);
  // Read to its end, it is the one that the manifest lists.
  for await (const _ of readUnpacked({ ...listed, path }));
  return readList(path);
}

/**
 * The graphs that are not of this release yet: none when it has been loaded, some when a run before was killed while it
 * put them in place.
 */
function openOf({ graphs, label, previous }: LoadPlan, journal: LoadJournal): GraphPlan[] {
  const open = graphs.filter(({ graph, released }) => journal.entries.get(graph)?.released !== released);
  const isOther = open.find(({ graph, previouslyReleased: before }) => {
    const held = journal.entries.get(graph);
    return held !== undefined && (before === undefined || held.released !== before);
  });
  // A release may have datasets that the one before had not; that it has none of them is another store.
  const isThere = graphs.some(({ graph }) => journal.entries.has(graph));
  if (isOther === undefined && isThere) return open;
  const held = isOther === undefined ? undefined : journal.entries.get(isOther.graph)?.released;
  throw new FolkloreError(
    'STORE_UNUSABLE',
    `The delta of release ${label} leads from ${previous ?? 'no release'}, and the store holds ${held === undefined ? 'no release' : `<${held}>`}.`,
    { hint: 'Load the whole release: the same command without --delta.', exitCode: EXIT.misuse },
  );
}

/** The graphs that a patch has rows for, and those that speak of what is suppressed. */
async function touchedBy(
  graphs: readonly GraphPlan[],
  { patches, suppressed, limits }: Pick<Delta, 'patches' | 'suppressed' | 'limits'>,
  { client }: GraphBuild,
): Promise<Map<string, GraphPlan>> {
  const named = new Set<string>();
  for (const patch of patches) {
    for await (const ways of patchChunks(patch, limits)) {
      for (const way of Object.values(ways)) for (const graph of way.keys()) named.add(graph);
    }
  }
  const touched = new Map<string, GraphPlan>();
  for (const one of graphs) {
    let isTouched = named.has(one.graph);
    for (const list of isTouched ? [] : suppressed) {
      isTouched ||= (await client.query(mentionsSuppressed(one.graph, list))).length > 0;
    }
    if (isTouched) touched.set(one.graph, one);
  }
  return touched;
}

/** Makes the graphs beside those that change what they are to be. */
async function bring(delta: Delta, building: GraphBuild): Promise<void> {
  const { journal, report } = building;
  const wasBegun = await apply(delta, building);
  const wrong = await firstMiscounted(delta, journal);
  if (wrong === undefined) return;
  if (wasBegun) {
    report({
      event: 'note',
      message: 'The delta had been begun, and something is lacking now: it begins anew.',
    });
    await clearAll(delta, building);
    await apply(delta, building);
    if ((await firstMiscounted(delta, journal)) === undefined) return;
  }
  await clearAll(delta, building);
  throw countMismatch(wrong.graph, wrong.graph.triples ?? 0, wrong.held);
}

/** @returns whether a run before had begun */
async function apply(
  { patches, suppressed, limits, touched, loadable, kind }: Delta,
  building: GraphBuild,
): Promise<boolean> {
  const { client, journal, onTriples } = building;
  const { names, graphs } = loadable;
  const inPlace = new Set(graphs.map(({ graph }) => graph).filter((graph) => !touched.has(graph)));
  let wasBegun = false;
  // What has been patched already must not be copied or forgotten again.
  for (const { graph, stagingGraph: beside, content } of touched.values()) {
    const work = `delta-${content.replace(/[^0-9a-z]/g, '-')}-${limits.bytes}-${limits.lines}`;
    const steps = [
      copyGraph(graph, beside, kind),
      ...suppressed.map((list) => deleteSuppressedFrom(beside, list)),
    ];
    const begun = journal.stepsDone(beside, work);
    wasBegun ||= begun > 0;
    if (begun === 0) await clearStagingGraph(beside, building);
    for (const [at, step] of steps.entries()) {
      if (at < begun) continue;
      await client.update(
        joinOperations([step, ...journal.recordSteps(beside, work, at + 1)]),
        'preparing a graph',
      );
    }
  }
  for (const patch of patches) {
    const work = `patch-${patch.sha256}-${limits.bytes}-${limits.lines}`;
    const about = `${names.loading}/${patch.sha256}`;
    const begun = wasBegun ? journal.stepsDone(about, work) : 0;
    let steps = 0;
    for await (const piece of patchChunks(patch, limits)) {
      steps += 1;
      if (steps <= begun) continue;
      const operations = [
        ...operationsOf(piece, touched, inPlace),
        ...journal.recordSteps(about, work, steps),
      ];
      await client.update(joinOperations(operations), 'applying the delta');
    }
  }
  for (const { triples } of touched.values()) onTriples(triples ?? 0);
  return wasBegun;
}

/** @param inPlace graphs that an earlier run has put in place */
function operationsOf(
  { properties, removed, added }: PatchChunk,
  touched: Delta['touched'],
  inPlace: ReadonlySet<string>,
): string[] {
  const each = (
    lines: PatchChunk['added'],
    operation: (graph: string, some: readonly string[]) => string,
  ): string[] =>
    [...lines].flatMap(([graph, some]) => {
      const beside = touched.get(graph)?.stagingGraph;
      if (beside !== undefined) return [operation(beside, some)];
      if (inPlace.has(graph)) return [];
      throw releaseNotLoadable('The delta', 'it changes a graph that is none of the release');
    });
  const data =
    (operation: typeof insertData) =>
    (graph: string, lines: readonly string[]): string =>
      operation(graph, ntriplesInSparql(lines.join('')));
  return [
    ...each(properties, deleteValues),
    ...each(removed, data(deleteData)),
    ...each(added, data(insertData)),
  ];
}

async function firstMiscounted(
  { touched }: Delta,
  journal: LoadJournal,
): Promise<{ readonly graph: GraphPlan; readonly held: number } | undefined> {
  for (const graph of touched.values()) {
    const held = await journal.count(graph.stagingGraph);
    if (held !== graph.triples) return { graph, held };
  }
  return undefined;
}

async function clearAll({ touched, patches, loadable }: Delta, building: GraphBuild): Promise<void> {
  for (const { stagingGraph: beside } of touched.values()) await clearStagingGraph(beside, building);
  for (const { sha256 } of patches) await clearStagingGraph(`${loadable.names.loading}/${sha256}`, building);
}

/** What becomes of a graph, once all that changes has been built beside. */
async function changeOf(
  graph: GraphPlan,
  touched: Delta['touched'],
  building: GraphBuild,
): Promise<GraphChange> {
  const { journal, onTriples } = building;
  if (graph.triples === undefined) {
    const kept = await triplesAlreadyLoaded(graph, journal);
    return kept === undefined
      ? { to: 'move', graph, triples: await buildGraph(graph, building) }
      : { to: 'keep', graph, triples: kept };
  }
  if (touched.has(graph.graph)) return { to: 'move', graph, triples: graph.triples };
  const held = await journal.count(graph.graph);
  if (held !== graph.triples) throw countMismatch(graph, graph.triples, held);
  onTriples(held);
  return { to: 'keep', graph, triples: held };
}
