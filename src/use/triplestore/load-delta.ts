import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { PATCH_FILE, PROPERTIES_FILE } from '../../release/delta/rdf-patch.js';
import { listedIris, readList, SUPPRESSED_LIST } from '../../release/delta/suppressed-list.js';
import { CompletedGraphs } from './completed-graphs.js';
import { copyGraph } from './graph-swap.js';
import {
  addFiles,
  countMismatch,
  type LoadReleaseOptions,
  type LoadResult,
  replaceGraphs,
  uploadOf,
} from './load.js';
import { checkBelow, type GraphPlan, isCatalogue, type LoadPlan, loadPlanOf } from './load-plan.js';
import { chunksOf, linesOfFile, type ReleaseFile, releaseNotLoadable } from './source-files.js';
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

/** The changes of a delta. */
interface Delta {
  /** In the order of application. */
  readonly patches: readonly ReleaseFile[];
  /** Suppressed IRIs, in batches. */
  readonly suppressed: readonly (readonly string[])[];
}

/**
 * Updates a store from the previous release to this one. In a copy of each graph that changes it deletes suppressed records,
 * the values of removed properties and removed triples, and inserts added triples; the copies replace the graphs at the end.
 * The result equals a load of the whole release. After an interruption only the unfinished copy is made again.
 *
 * @throws FolkloreError STORE_UNUSABLE when the store does not have the previous release; FILE_UNREADABLE, also when the
 *   release has no delta; COUNT_MISMATCH; all errors of the client
 */
export async function loadDelta(order: LoadReleaseOptions): Promise<LoadResult> {
  const plan = await loadPlanOf(order.release);
  const patches = await patchesOf(plan);
  const completed = await CompletedGraphs.read(order.client, plan.names);
  const pending = pendingGraphs(plan, completed);
  const suppressed = batchesOfIris(listedIris(await suppressedBy(plan)));
  const touched = await touchedBy({ patches, suppressed }, plan, pending, order);
  const upload = uploadOf(order);
  return replaceGraphs(order, plan, completed, {
    isKept: async (graph) => {
      if (touched.has(graph)) return isCatalogue(graph) && (await completed.isWhole(graph.graph, graph));
      const held = await completed.count(graph.graph);
      if (held !== graph.triples) throw countMismatch(graph, held);
      return true;
    },
    fill: async (graph, onTriples) => {
      if (isCatalogue(graph)) return addFiles(graph, upload, onTriples);
      await applyTo(graph, { patches, suppressed }, order);
      onTriples(graph.triples);
    },
    outcome: 'updated',
  });
}

/** The lists of removed properties, which come first, and the patches of each publication. */
async function patchesOf({ folder, others }: LoadPlan): Promise<ReleaseFile[]> {
  const filesNamed = (file: string) =>
    others.filter(({ name }) => name.startsWith('delta/') && name.includes(`/${file}`));
  const patches = filesNamed(PATCH_FILE);
  if (patches.length === 0) {
    throw releaseNotLoadable(
      `${folder}/delta`,
      'the release has no delta, because it was built without a previous release',
    );
  }
  const found = [...filesNamed(PROPERTIES_FILE), ...patches];
  for (const file of found) await checkBelow(folder, file);
  return found;
}

/** The suppressed IRIs of a release; the checksum of the list is verified. */
async function suppressedBy({ folder, others }: LoadPlan): Promise<ReadonlySet<string>> {
  const listed = others.find(({ name }) => name === SUPPRESSED_LIST);
  if (listed === undefined) throw releaseNotLoadable(folder, `its manifest does not list ${SUPPRESSED_LIST}`);
  await checkBelow(folder, listed);
  // Reading to the end verifies the checksum.
  for await (const _ of linesOfFile(listed));
  return readList(listed.path);
}

/**
 * The graphs that are not of this release yet: none after a complete load, some after a kill while graphs were moved.
 */
function pendingGraphs({ graphs, label, previous }: LoadPlan, { entries }: CompletedGraphs): GraphPlan[] {
  const pending = graphs.filter(({ graph, released }) => entries.get(graph)?.released !== released);
  const isOther = pending.find(({ graph, previouslyReleased: before }) => {
    const held = entries.get(graph);
    return held !== undefined && (before === undefined || held.released !== before);
  });
  // A release may have new datasets; a store without any of its graphs is another store.
  const isThere = graphs.some(({ graph }) => entries.has(graph));
  if (isOther === undefined && isThere) return pending;
  const held = isOther === undefined ? undefined : entries.get(isOther.graph)?.released;
  throw new FolkloreError(
    'STORE_UNUSABLE',
    `The delta of release ${label} changes ${previous ?? 'no release'}, but the store has ${held === undefined ? 'no release' : `<${held}>`}.`,
    { hint: 'Load the whole release: the same command without --delta.', exitCode: EXIT.misuse },
  );
}

/** Those of some graphs that a patch names, those that mention suppressed IRIs, and the catalogue. */
async function touchedBy(
  { patches, suppressed }: Delta,
  { graphs }: LoadPlan,
  pending: readonly GraphPlan[],
  { client }: LoadReleaseOptions,
): Promise<Set<GraphPlan>> {
  const touched = new Set(pending.filter(isCatalogue));
  if (pending.length === 0) return touched;
  const named = new Set<string>();
  for (const patch of patches) {
    for await (const line of linesOfFile(patch)) {
      const row = rowOf(line, patch);
      if (row !== undefined) named.add(row.graph);
    }
  }
  const known = new Set(graphs.map(({ graph }) => graph));
  if (![...named].every((graph) => known.has(graph)))
    throw releaseNotLoadable('The delta', 'it changes a graph that the release does not have');
  for (const one of pending) {
    let isTouched = named.has(one.graph);
    for (const list of isTouched ? [] : suppressed) {
      isTouched ||= (await client.query(mentionsSuppressed(one.graph, list))).length > 0;
    }
    if (isTouched) touched.add(one);
  }
  return touched;
}

/** Copies a graph to its staging graph and applies the delta there. Each update is idempotent. */
async function applyTo(
  { graph, stagingGraph: staging }: GraphPlan,
  { patches, suppressed }: Delta,
  { client, kind, portion }: LoadReleaseOptions,
): Promise<void> {
  const { bytes, lines } = kind.mostInUpdate;
  const limits = { bytes: Math.min(portion ?? bytes, bytes), lines };
  const description = `applying the delta to the graph <${staging}>`;
  await client.update(copyGraph(graph, staging, kind), `copying the graph <${graph}>`);
  for (const list of suppressed) await client.update(deleteSuppressedFrom(staging, list), description);
  for (const patch of patches) {
    for await (const some of chunksOf(linesAbout(graph, patch), limits)) {
      const rows = some.flatMap((line) => rowOf(line, patch) ?? []);
      await client.update(joinOperations(operationsOf(rows, staging)), description);
    }
  }
}

/** The lines of a patch about a graph. */
async function* linesAbout(graph: string, patch: ReleaseFile): AsyncGenerator<string> {
  const ends = [` <${graph}>`, ` <${graph}> .`];
  for await (const line of linesOfFile(patch)) if (ends.some((end) => line.endsWith(end))) yield line;
}

/** One change of a graph. */
interface PatchRow {
  readonly change: 'delete values' | 'delete' | 'insert';
  readonly graph: string;
  /** Subject and property in N-Triples, or a line of N-Triples. */
  readonly text: string;
}

/** Headers and transaction bounds of RDF Patch. */
const FRAME = /^(?:H |TX |TC )/;
const ROW = /^([AD]) (<.*) <([^<>" ]+)> \.$/;
/** Without characters that would end an IRI in an update. */
const PROPERTY = /^(<[^<>"{}|^`\\\s]+> <[^<>"{}|^`\\\s]+>) <([^<>" ]+)>$/;

/**
 * Reads a line of a list of removed properties, or of a patch (docs/decisions: deltas).
 *
 * @returns undefined for a line that changes nothing
 * @throws FolkloreError FILE_UNREADABLE
 */
function rowOf(line: string, { path }: ReleaseFile): PatchRow | undefined {
  if (FRAME.test(line)) return undefined;
  const [, property, where] = PROPERTY.exec(line) ?? [];
  if (property !== undefined && where !== undefined)
    return { change: 'delete values', graph: where, text: property };
  const [, letter, statement, graph] = ROW.exec(line) ?? [];
  if (statement !== undefined && graph !== undefined)
    return { change: letter === 'A' ? 'insert' : 'delete', graph, text: `${statement} .\n` };
  throw new FolkloreError(
    'FILE_UNREADABLE',
    `${path} cannot be loaded: it has a row in a format that this version does not read.`,
    { hint: 'Load the whole release: the same command without --delta.', exitCode: EXIT.misuse },
  );
}

const inSparql = (lines: readonly string[]): string => ntriplesInSparql(lines.join(''));

/** The operations of the changes, in the order of execution. */
const OPERATIONS: Readonly<Record<PatchRow['change'], (graph: string, texts: readonly string[]) => string>> =
  {
    'delete values': deleteValues,
    delete: (graph, lines) => deleteData(graph, inSparql(lines)),
    insert: (graph, lines) => insertData(graph, inSparql(lines)),
  };

const operationsOf = (rows: readonly PatchRow[], staging: string): string[] =>
  Object.entries(OPERATIONS).flatMap(([change, operation]) => {
    const texts = rows.filter((row) => row.change === change).map(({ text }) => text);
    return texts.length === 0 ? [] : [operation(staging, texts)];
  });
