import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import oxigraph from 'oxigraph';
import { onTestFinished } from 'vitest';
import { mintIris } from '../../../src/model/rdf/iris.js';
import type { BuildPlan } from '../../../src/pipeline/plan/build-plan.js';
import { graphLayoutOf, iriOf } from '../../../src/pipeline/plan/record-iri.js';
import { writeDelta } from '../../../src/release/delta/delta.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../../src/services/server/world.js';
import { scratch } from '../../support/files.js';
import { laterWorld } from '../../support/later-world.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';
import { sharedOnce } from '../../support/shared.js';
import { loadInto } from './loading.js';
import { type OxigraphServer, quadsOf, sentGraph, startOxigraph } from './oxigraph-server.js';

/** Two releases; the second has a delta to the first. */
export interface TwoReleases {
  readonly before: string;
  readonly after: string;
}

/** Two releases of the sample world, the content of stores after loading them, and the expected content. */
interface SharedReleases extends TwoReleases {
  /** All quads of a store after the first release was loaded, to start other stores with. */
  readonly held: string;
  /** The same after the second, sorted. */
  readonly fresh: readonly string[];
  readonly quadsBefore: readonly string[];
  readonly quadsAfter: readonly string[];
}

let shared: Promise<SharedReleases> | undefined;

/** The same releases for all test files. Tests copy what they change. */
export function sharedReleases(): Promise<SharedReleases> {
  shared ??= makeSharedReleases();
  return shared;
}

async function makeSharedReleases(): Promise<SharedReleases> {
  const folder = await sharedOnce('two-releases', async (into) => {
    const { before, after } = await twoReleases(into, { kinds: ['people', 'places', 'photographs'] });
    await writeFile(join(into, 'before.nq'), await heldAfter(before));
    await writeFile(join(into, 'after.nq'), await heldAfter(after));
  });
  const [before, after] = [join(folder, 'before/out/before'), join(folder, 'after/out/after')];
  const [held, heldLater] = [
    await readFile(join(folder, 'before.nq'), 'utf8'),
    await readFile(join(folder, 'after.nq'), 'utf8'),
  ];
  const [quadsBefore, quadsAfter] = [await expectedQuads(before), await expectedQuads(after)];
  return { before, after, held, fresh: sorted(heldLater), quadsBefore, quadsAfter };
}

const sorted = (quads: string): string[] => quads.split('\n').filter(Boolean).sort();

/** The content of a store after a release has been loaded, as N-Quads. */
async function heldAfter(release: string): Promise<string> {
  const server = await startOxigraph();
  try {
    await loadInto(server.url, release);
    return server.store.dump({ format: 'application/n-quads' });
  } finally {
    await server.stop();
  }
}

/** Starts a server for the running test, with the content of another store. */
export async function holding(held: string): Promise<OxigraphServer> {
  const store = new oxigraph.Store();
  store.load(held, { format: 'application/n-quads' });
  const server = await startOxigraph({}, store);
  onTestFinished(() => server.stop());
  return server;
}

/** The quads that readers see: without graphs of an unfinished load and without the register of loaded graphs. */
export const seenByReaders = (store: oxigraph.Store): string[] =>
  dataQuadsOf(store).filter((quad) => !quad.endsWith('/next> .'));

/** Notes what readers see during a load, before each request but those that fill a staging graph. */
export function watchReaders(server: OxigraphServer): ReadonlySet<string> {
  const seen = new Set([seenByReaders(server.store).join('\n')]);
  let isStaged = false;
  server.behave({
    fate: (request) => {
      if (!isStaged) seen.add(seenByReaders(server.store).join('\n'));
      isStaged = sentGraph(request)?.endsWith('/next') === true;
      return 'answered';
    },
  });
  return seen;
}

/** Deletes one triple of a graph. */
export const loseTriple = (store: oxigraph.Store, graph: string | undefined): void =>
  store.update(
    `DELETE { GRAPH <${graph}> { ?s ?p ?o } } WHERE { SELECT * { GRAPH <${graph}> { ?s ?p ?o } } LIMIT 1 }`,
  );

/** A copy of a release for the running test, to be damaged. */
export async function copyOf(release: string): Promise<string> {
  const damaged = join(await scratch(), 'damaged');
  await cp(release, damaged, { recursive: true });
  return damaged;
}

const SEED = 7;

/** Makes a release of a world, the sample unless given, and of the same a month later. */
export async function twoReleases(
  folder: string,
  changes: Partial<BuildPlan> = {},
  given?: World,
): Promise<TwoReleases> {
  const world = given ?? (await loadWorld(SAMPLE_WORLD));
  const { world: later, happened } = laterWorld(world, SEED, { share: 0.2 });
  const plan = { formats: ['ttl', 'nt'], compression: 'gzip', ...changes } as const;
  const old = await (await harvestSample(join(folder, 'before'), world))('before', plan);
  const build = await harvestSample(join(folder, 'after'), later);
  const { directory } = await build('after', { ...plan, previous: old.directory });
  const iris = mintIris(PLAN.base);
  await suppress(old.directory, directory, new Set(happened.unpublished.map((ref) => iriOf(ref, iris))));
  return { before: old.directory, after: directory };
}

/** Rewrites the delta of a release as if records had been withheld. */
async function suppress(previous: string, current: string, withheld: ReadonlySet<string>): Promise<void> {
  const out = join(current, 'delta');
  await rm(out, { recursive: true });
  const isSuppressed = (iri: string): boolean => withheld.has(iri);
  await writeDelta({ previous, current, out, placeOf: graphLayoutOf(PLAN.base), isSuppressed });
  const file = join(current, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  for (const entry of [...manifest.deltas, ...manifest.others]) {
    if (!entry.path.startsWith('delta/')) continue;
    const bytes = await readFile(join(current, entry.path));
    entry.sha256 = createHash('sha256').update(bytes).digest('hex');
    entry.bytes = bytes.length;
    if (entry.unpacked !== undefined)
      entry.unpacked = entry.path.endsWith('.gz') ? gunzipSync(bytes).length : bytes.length;
  }
  await writeFile(file, JSON.stringify(manifest));
}

interface Manifest {
  readonly label: string;
  readonly base: string;
  readonly datasets: readonly {
    readonly name: string;
    readonly publication: string;
    readonly graph: string;
    readonly triples: number;
    readonly files: readonly { readonly path: string; readonly sha256: string }[];
  }[];
}

export const manifestOf = async (release: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));

/** The expected content of a store, as lines: made of the Turtle, which loaders do not read if there are N-Triples. */
export async function expectedQuads(release: string): Promise<string[]> {
  const { datasets, base } = await manifestOf(release);
  const store = new oxigraph.Store();
  const load = async (path: string, graph: string): Promise<void> => {
    const bytes = await readFile(join(release, path));
    store.load((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'), {
      format: 'text/turtle',
      to_graph_name: oxigraph.namedNode(graph),
    });
  };
  for (const { graph, files } of datasets) {
    const turtle = files.find(({ path }) => /\.ttl(\.gz)?$/.test(path));
    if (turtle === undefined) throw new Error(`there is no Turtle of ${graph}`);
    await load(turtle.path, graph);
  }
  for (const file of ['codes.ttl', 'dcat.ttl', 'void.ttl']) await load(file, `${base}dataset/catalogue`);
  return quadsOf(store);
}

/** The quads of a store without its register of loaded graphs. */
export const dataQuadsOf = (store: oxigraph.Store): string[] =>
  quadsOf(store).filter((quad) => !quad.endsWith('/dataset/loaded> .'));
