import { join } from 'node:path';
import { EXIT, FolkloreError } from '../../base/errors.js';
import { PATCH_FILE, PROPERTIES_FILE } from '../../release/delta/rdf-patch.js';
import { listedIris, readList, SUPPRESSED_LIST } from '../../release/delta/suppressed-list.js';
import { checkAnswers, copyGraph, type GraphChange, swapGraphs } from './graph-swap.js';
import {
  buildGraph,
  clearStagingGraph,
  countMismatch,
  type GraphBuild,
  GraphUpload,
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

/** A delta and the graphs that it changes. */
interface Delta {
  readonly plan: LoadPlan;
  readonly kind: StoreKind;
  /** In the order of application. */
  readonly patches: readonly PatchSource[];
  /** Suppressed IRIs, in batches. */
  readonly suppressed: readonly (readonly string[])[];
  readonly limits: ChunkLimits;
  /** By graph. */
  readonly touched: ReadonlyMap<string, GraphPlan>;
}

/**
 * Updates a store from the previous release to this one. In copies of the graphs that change it deletes suppressed records,
 * the values of removed properties and removed triples, and inserts added triples; the copies are counted and replace the
 * graphs at the end. The result equals a load of the whole release. An interrupted run continues.
 *
 * @throws FolkloreError STORE_UNUSABLE when the store does not have the previous release; FILE_UNREADABLE, also when the
 *   release has no delta; COUNT_MISMATCH; all errors of the client
 */
export async function loadDelta(order: LoadReleaseOptions): Promise<LoadResult> {
  const { client, kind, report } = order;
  const plan = await loadPlanOf(order.release);
  const patches = await patchesOf(plan);
  const journal = await LoadJournal.read(client, plan.names);
  await checkAnswers(client, kind, journal, plan.names.loading);
  const upload = new GraphUpload(client, kind, order.protocol ?? kind.protocol, order.limits);
  const onTriples = progressReporter(plan, report);
  const build: GraphBuild = { client, upload, journal, onTriples, report };
  const pending = pendingGraphs(plan, journal);
  const changes: GraphChange[] = [];
  if (pending.length > 0) {
    const { mostInUpdate: most } = kind;
    const limits = {
      bytes: Math.min(order.limits?.bytes ?? most.bytes, most.bytes),
      lines: Math.min(order.limits?.lines ?? most.lines, most.lines),
    };
    const suppressed = batchesOfIris(listedIris(await suppressedBy(plan)));
    const datasets = pending.filter(({ triples }) => triples !== undefined);
    const touched = await touchedBy(datasets, { patches, suppressed, limits }, build);
    await buildStagingGraphs({ plan, kind, patches, suppressed, limits, touched }, build);
    for (const graph of pending) changes.push(await changeOf(graph, touched, build));
  }
  const isPending = new Set(pending);
  for (const graph of plan.graphs.filter((one) => !isPending.has(one))) {
    changes.push({ to: 'keep', graph, triples: await journal.count(graph.graph) });
  }
  changes.push(...obsoleteGraphs(plan, journal));
  await swapGraphs(client, kind, journal, changes, plan.names.loading);
  return { label: plan.label, graphs: changes.map((change) => loadedGraphOf(change, 'updated')) };
}

/** The lists of removed properties, which come first, and the patches of each publication. */
async function patchesOf({ folder, others }: LoadPlan): Promise<PatchSource[]> {
  const filesNamed = (name: string) =>
    others.filter(({ path }) => path.startsWith('delta/') && path.includes(`/${name}`));
  const patches = filesNamed(PATCH_FILE);
  const found = [...filesNamed(PROPERTIES_FILE), ...patches];
  if (patches.length === 0) {
    throw releaseNotLoadable(
      `${folder}/delta`,
      'the release has no delta, because it was built without a previous release',
    );
  }
  for (const { path } of found) await checkBelow(folder, path);
  return found.map(({ path, isPacked, sha256, unpacked }) => ({
    path: join(folder, path),
    ...{ isPacked, sha256, unpacked },
  }));
}

/** The suppressed IRIs of a release; the checksum of the list is verified. */
async function suppressedBy({ folder, others }: LoadPlan): Promise<ReadonlySet<string>> {
  const listed = others.find(({ path }) => path === SUPPRESSED_LIST);
  if (listed === undefined) throw releaseNotLoadable(folder, `its manifest does not list ${SUPPRESSED_LIST}`);
  await checkBelow(folder, SUPPRESSED_LIST);
  const path = join(folder, SUPPRESSED_LIST);
  // Reading to the end verifies the checksum.
  for await (const _ of readUnpacked({ ...listed, path }));
  return readList(path);
}

/**
 * The graphs that are not of this release yet: none after a complete load, some after a kill while graphs were moved.
 */
function pendingGraphs({ graphs, label, previous }: LoadPlan, journal: LoadJournal): GraphPlan[] {
  const pending = graphs.filter(({ graph, released }) => journal.entries.get(graph)?.released !== released);
  const isOther = pending.find(({ graph, previouslyReleased: before }) => {
    const held = journal.entries.get(graph);
    return held !== undefined && (before === undefined || held.released !== before);
  });
  // A release may have new datasets; a store without any of its graphs is another store.
  const isThere = graphs.some(({ graph }) => journal.entries.has(graph));
  if (isOther === undefined && isThere) return pending;
  const held = isOther === undefined ? undefined : journal.entries.get(isOther.graph)?.released;
  throw new FolkloreError(
    'STORE_UNUSABLE',
    `The delta of release ${label} changes ${previous ?? 'no release'}, but the store has ${held === undefined ? 'no release' : `<${held}>`}.`,
    { hint: 'Load the whole release: the same command without --delta.', exitCode: EXIT.misuse },
  );
}

/** The graphs that a patch names, and those that mention suppressed IRIs. */
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

/** Builds the staging graphs of the graphs that change. */
async function buildStagingGraphs(delta: Delta, build: GraphBuild): Promise<void> {
  const { journal, report } = build;
  const wasBegun = await apply(delta, build);
  const wrong = await firstMiscounted(delta, journal);
  if (wrong === undefined) return;
  if (wasBegun) {
    report({
      event: 'note',
      message: 'Triples of an unfinished load of the delta are missing in the store. The load begins again.',
    });
    await clearAll(delta, build);
    await apply(delta, build);
    if ((await firstMiscounted(delta, journal)) === undefined) return;
  }
  await clearAll(delta, build);
  throw countMismatch(wrong.graph, wrong.graph.triples ?? 0, wrong.held);
}

/** @returns whether an earlier run had begun */
async function apply(
  { patches, suppressed, limits, touched, plan, kind }: Delta,
  build: GraphBuild,
): Promise<boolean> {
  const { client, journal, onTriples } = build;
  const { names, graphs } = plan;
  const inPlace = new Set(graphs.map(({ graph }) => graph).filter((graph) => !touched.has(graph)));
  let wasBegun = false;
  // Graphs that are patched already are neither copied nor cleared again.
  for (const { graph, stagingGraph: staging, content } of touched.values()) {
    const work = `delta-${content.replace(/[^0-9a-z]/g, '-')}-${limits.bytes}-${limits.lines}`;
    const steps = [
      copyGraph(graph, staging, kind),
      ...suppressed.map((list) => deleteSuppressedFrom(staging, list)),
    ];
    const begun = journal.stepsDone(staging, work);
    wasBegun ||= begun > 0;
    if (begun === 0) await clearStagingGraph(staging, build);
    for (const [at, step] of steps.entries()) {
      if (at < begun) continue;
      await client.update(
        joinOperations([step, ...journal.recordSteps(staging, work, at + 1)]),
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

/** @param inPlace graphs that an earlier run has moved */
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
      const staging = touched.get(graph)?.stagingGraph;
      if (staging !== undefined) return [operation(staging, some)];
      if (inPlace.has(graph)) return [];
      throw releaseNotLoadable('The delta', 'it changes a graph that the release does not have');
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

async function clearAll({ touched, patches, plan }: Delta, build: GraphBuild): Promise<void> {
  for (const { stagingGraph: staging } of touched.values()) await clearStagingGraph(staging, build);
  for (const { sha256 } of patches) await clearStagingGraph(`${plan.names.loading}/${sha256}`, build);
}

/** The change of a graph after all staging graphs are built. */
async function changeOf(
  graph: GraphPlan,
  touched: Delta['touched'],
  build: GraphBuild,
): Promise<GraphChange> {
  const { journal, onTriples } = build;
  if (graph.triples === undefined) {
    const kept = await triplesAlreadyLoaded(graph, journal);
    return kept === undefined
      ? { to: 'move', graph, triples: await buildGraph(graph, build) }
      : { to: 'keep', graph, triples: kept };
  }
  if (touched.has(graph.graph)) return { to: 'move', graph, triples: graph.triples };
  const held = await journal.count(graph.graph);
  if (held !== graph.triples) throw countMismatch(graph, graph.triples, held);
  onTriples(held);
  return { to: 'keep', graph, triples: held };
}
