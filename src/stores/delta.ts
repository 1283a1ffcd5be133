import { join } from 'node:path';
import { EXIT, FolkloreError } from '../base/errors.js';
import { PATCH_FILE, PROPERTIES_FILE } from '../release/delta/patch.js';
import { listedIris, readList, SUPPRESSED_LIST } from '../release/delta/suppressed-list.js';
import { type Building, build, clear, miscounted } from './build.js';
import { carrierFor } from './carrier.js';
import { forgetIn, inLists, speaksIn } from './forgetting.js';
import { goneFrom, type LoadOrder, type LoadResult, progressOf, told, triplesKept } from './load.js';
import { type Loadable, type LoadableGraph, loadableOf, notLoadable } from './loadable.js';
import { type Change, checkAnswers, copied, putInPlace } from './move.js';
import { type PatchFile, type PatchPiece, patchPieces } from './patch-rows.js';
import { type PieceLimits, unpackedBytes } from './pieces.js';
import { deleteData, deleteValues, inOrder, insertData, ntriplesInSparql } from './sparql-text.js';
import { StoreJournal } from './store-journal.js';
import type { StoreKind } from './store-kinds.js';

/** A delta, and the graphs that it touches. */
interface Delta {
  readonly loadable: Loadable;
  readonly kind: StoreKind;
  /** In the order in which they are applied. */
  readonly patches: readonly PatchFile[];
  /** Lists of IRIs of which nothing may be said any more. */
  readonly suppressed: readonly (readonly string[])[];
  readonly limits: PieceLimits;
  /** By the graph that changes. */
  readonly touched: ReadonlyMap<string, LoadableGraph>;
}

/**
 * Brings a store from the release before to this one: what is suppressed is deleted, all values of properties that are
 * removed are deleted, what is removed is deleted, what is added is added, in copies of the graphs that change, which are counted and take their place at the end. The store
 * then holds what it holds after the whole release has been loaded. What was killed goes on where it was.
 *
 * @throws FolkloreError STORE_UNUSABLE when the store does not hold the release before; FILE_UNREADABLE, also when the
 *   release has no delta; COUNT_MISMATCH; all that the client throws
 */
export async function loadDelta(order: LoadOrder): Promise<LoadResult> {
  const { client, kind, report } = order;
  const loadable = await loadableOf(order.release);
  const patches = patchesOf(loadable);
  const journal = await StoreJournal.read(client, loadable.names);
  await checkAnswers(client, kind, journal, loadable.names.loading);
  const carrier = carrierFor(client, kind, order.protocol ?? kind.protocol, order.portions);
  const onTriples = progressOf(loadable, report);
  const building: Building = { client, carrier, journal, onTriples, report };
  const open = openOf(loadable, journal);
  const changes: Change[] = [];
  if (open.length > 0) {
    const { mostInUpdate: most } = kind;
    const limits = {
      bytes: Math.min(order.portions?.bytes ?? most.bytes, most.bytes),
      lines: Math.min(order.portions?.lines ?? most.lines, most.lines),
    };
    const suppressed = inLists(listedIris(await suppressedBy(loadable)));
    const datasets = open.filter(({ triples }) => triples !== undefined);
    const touched = await touchedBy(datasets, { patches, suppressed, limits }, building);
    await bring({ loadable, kind, patches, suppressed, limits, touched }, building);
    for (const graph of open) changes.push(await changeOf(graph, touched, building));
  }
  const isOpen = new Set(open);
  for (const graph of loadable.graphs.filter((one) => !isOpen.has(one))) {
    changes.push({ to: 'keep', graph, triples: await journal.count(graph.graph) });
  }
  changes.push(...goneFrom(loadable, journal));
  await putInPlace(client, kind, journal, changes, loadable.names.loading);
  return { label: loadable.label, graphs: changes.map((change) => told(change, 'updated')) };
}

/** The lists of properties of a release, which come first, and its patches; one of either for each publication. */
function patchesOf({ folder, others }: Loadable): PatchFile[] {
  const called = (name: string) =>
    others.filter(({ path }) => path.startsWith('delta/') && path.includes(`/${name}`));
  const patches = called(PATCH_FILE);
  const found = [...called(PROPERTIES_FILE), ...patches];
  if (patches.length === 0) {
    throw notLoadable(
      `${folder}/delta`,
      'the release has no delta: it was built without a release before it',
    );
  }
  return found.map(({ path, isPacked, sha256 }) => ({ path: join(folder, path), isPacked, sha256 }));
}

/** What a release announces as suppressed: a list that somebody has shortened would leave something behind. */
async function suppressedBy({ folder, others }: Loadable): Promise<ReadonlySet<string>> {
  const listed = others.find(({ path }) => path === SUPPRESSED_LIST);
  if (listed === undefined) throw notLoadable(folder, `its manifest does not list ${SUPPRESSED_LIST}`);
  const path = join(folder, SUPPRESSED_LIST);
  // Read to its end, it is the one that the manifest lists.
  for await (const _ of unpackedBytes({ ...listed, path }));
  return readList(path);
}

/**
 * The graphs that are not of this release yet: none when it has been loaded, some when a run before was killed while it
 * put them in place.
 */
function openOf({ graphs, label, previous }: Loadable, journal: StoreJournal): LoadableGraph[] {
  const open = graphs.filter(({ graph, released }) => journal.held.get(graph)?.released !== released);
  const isOther = open.find(({ graph, before }) => {
    const held = journal.held.get(graph);
    return held !== undefined && (before === undefined || held.released !== before);
  });
  // A release may have datasets that the one before had not; that it has none of them is another store.
  const isThere = graphs.some(({ graph }) => journal.held.has(graph));
  if (isOther === undefined && isThere) return open;
  const held = isOther === undefined ? undefined : journal.held.get(isOther.graph)?.released;
  throw new FolkloreError(
    'STORE_UNUSABLE',
    `The delta of release ${label} leads from ${previous ?? 'no release'}, and the store holds ${held === undefined ? 'no release' : `<${held}>`}.`,
    { hint: 'Load the whole release: the same command without --delta.', exitCode: EXIT.misuse },
  );
}

/** The graphs that a patch has rows for, and those that speak of what is suppressed. */
async function touchedBy(
  graphs: readonly LoadableGraph[],
  { patches, suppressed, limits }: Pick<Delta, 'patches' | 'suppressed' | 'limits'>,
  { client }: Building,
): Promise<Map<string, LoadableGraph>> {
  const named = new Set<string>();
  for (const patch of patches) {
    for await (const ways of patchPieces(patch, limits)) {
      for (const way of Object.values(ways)) for (const graph of way.keys()) named.add(graph);
    }
  }
  const touched = new Map<string, LoadableGraph>();
  for (const one of graphs) {
    let isTouched = named.has(one.graph);
    for (const list of isTouched ? [] : suppressed) {
      isTouched ||= (await client.query(speaksIn(one.graph, list))).length > 0;
    }
    if (isTouched) touched.set(one.graph, one);
  }
  return touched;
}

/** Makes the graphs beside those that change what they are to be. */
async function bring(delta: Delta, building: Building): Promise<void> {
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
  throw miscounted(wrong.graph, wrong.graph.triples ?? 0, wrong.held);
}

/** @returns whether a run before had begun */
async function apply(
  { patches, suppressed, limits, touched, loadable, kind }: Delta,
  building: Building,
): Promise<boolean> {
  const { client, journal, onTriples } = building;
  const { names, graphs } = loadable;
  const inPlace = new Set(graphs.map(({ graph }) => graph).filter((graph) => !touched.has(graph)));
  let wasBegun = false;
  // What has been patched already must not be copied or forgotten again.
  for (const { graph, beside, content } of touched.values()) {
    const work = `delta-${content.replace(/[^0-9a-z]/g, '-')}-${limits.bytes}-${limits.lines}`;
    const steps = [copied(graph, beside, kind), ...suppressed.map((list) => forgetIn(beside, list))];
    const begun = journal.stepsOf(beside, work);
    wasBegun ||= begun > 0;
    if (begun === 0) await clear(beside, building);
    for (const [at, step] of steps.entries()) {
      if (at < begun) continue;
      await client.update(inOrder([step, ...journal.done(beside, work, at + 1)]), 'preparing a graph');
    }
  }
  for (const patch of patches) {
    const work = `patch-${patch.sha256}-${limits.bytes}-${limits.lines}`;
    const about = `${names.loading}/${patch.sha256}`;
    const begun = wasBegun ? journal.stepsOf(about, work) : 0;
    let steps = 0;
    for await (const piece of patchPieces(patch, limits)) {
      steps += 1;
      if (steps <= begun) continue;
      const operations = [...operationsOf(piece, touched, inPlace), ...journal.done(about, work, steps)];
      await client.update(inOrder(operations), 'applying the delta');
    }
  }
  for (const { triples } of touched.values()) onTriples(triples ?? 0);
  return wasBegun;
}

/** @param inPlace graphs that an earlier run has put in place */
function operationsOf(
  { properties, removed, added }: PatchPiece,
  touched: Delta['touched'],
  inPlace: ReadonlySet<string>,
): string[] {
  const each = (
    lines: PatchPiece['added'],
    operation: (graph: string, some: readonly string[]) => string,
  ): string[] =>
    [...lines].flatMap(([graph, some]) => {
      const beside = touched.get(graph)?.beside;
      if (beside !== undefined) return [operation(beside, some)];
      if (inPlace.has(graph)) return [];
      throw notLoadable('The delta', 'it changes a graph that is none of the release');
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
  journal: StoreJournal,
): Promise<{ readonly graph: LoadableGraph; readonly held: number } | undefined> {
  for (const graph of touched.values()) {
    const held = await journal.count(graph.beside);
    if (held !== graph.triples) return { graph, held };
  }
  return undefined;
}

async function clearAll({ touched, patches, loadable }: Delta, building: Building): Promise<void> {
  for (const { beside } of touched.values()) await clear(beside, building);
  for (const { sha256 } of patches) await clear(`${loadable.names.loading}/${sha256}`, building);
}

/** What becomes of a graph, once all that changes has been built beside. */
async function changeOf(
  graph: LoadableGraph,
  touched: Delta['touched'],
  building: Building,
): Promise<Change> {
  const { journal, onTriples } = building;
  if (graph.triples === undefined) {
    const kept = await triplesKept(graph, journal);
    return kept === undefined
      ? { to: 'move', graph, triples: await build(graph, building) }
      : { to: 'keep', graph, triples: kept };
  }
  if (touched.has(graph.graph)) return { to: 'move', graph, triples: graph.triples };
  const held = await journal.count(graph.graph);
  if (held !== graph.triples) throw miscounted(graph, graph.triples, held);
  onTriples(held);
  return { to: 'keep', graph, triples: held };
}
