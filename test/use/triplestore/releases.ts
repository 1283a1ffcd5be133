import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import oxigraph from 'oxigraph';
import { inject } from 'vitest';
import type { BuildPlan } from '../../../src/build/plan/build-plan.js';
import { graphLayoutOf, iriOf } from '../../../src/build/plan/record-iri.js';
import { mintIris } from '../../../src/model/rdf/iris.js';
import { writeDelta } from '../../../src/release/delta/delta.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../../src/services/server/world.js';
import { laterWorld } from '../../support/later-world.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';
import { quadsOf } from './oxigraph-server.js';
import { type Held, heldAfter } from './store-content.js';

/** Two releases; the second has a delta to the first. */
export interface TwoReleases {
  readonly before: string;
  readonly after: string;
}

/** Two releases of the sample world, the content of stores after loading them, and the expected content. */
export interface SharedReleases extends TwoReleases {
  /** All quads of a store after the first release was loaded. */
  readonly held: Held;
  /** The same after the second, sorted. */
  readonly fresh: readonly string[];
  readonly quadsBefore: readonly string[];
  readonly quadsAfter: readonly string[];
}

let shared: Promise<SharedReleases> | undefined;

/** Makes the releases once for all test files of a process. Tests copy what they change. */
export function sharedReleases(): Promise<SharedReleases> {
  shared ??= makeSharedReleases();
  return shared;
}

async function makeSharedReleases(): Promise<SharedReleases> {
  const folder = await mkdtemp(join(inject('sharedFolder'), 'releases-'));
  const { before, after } = await twoReleases(folder, { kinds: ['people', 'places', 'photographs'] });
  const [held, heldLater] = [await heldAfter(before), await heldAfter(after)];
  const store = new oxigraph.Store();
  store.load(heldLater, { format: 'application/n-quads' });
  const [quadsBefore, quadsAfter] = [await expectedQuads(before), await expectedQuads(after)];
  return { before, after, held, fresh: quadsOf(store), quadsBefore, quadsAfter };
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
