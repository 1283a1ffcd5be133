import { join } from 'node:path';
import type { Hono } from 'hono';
import { afterAll, beforeAll } from 'vitest';
import { silent } from '../../../src/base/events.js';
import type { BuildPlan } from '../../../src/build/plan/build-plan.js';
import { SAMPLE_IMAGE_HOST } from '../../../src/model/rdf/iris.js';
import { servedImages } from '../../../src/services/images/image-service.js';
import { loadWorld, SAMPLE_WORLD, type World } from '../../../src/services/server/world.js';
import { type AppOptions, createApp } from '../../../src/use/browse/app.js';
import type { RecordExplainer } from '../../../src/use/browse/explain-page.js';
import { exportPart } from '../../../src/use/browse/search-export.js';
import type { OpenPages } from '../../../src/use/browse/serve.js';
import { openSite, prepareSite, type Site } from '../../../src/use/browse/site.js';
import {
  isSentRecord,
  recordHistories,
  releasedRecords,
} from '../../../src/use/inspect/explain/released-fields.js';
import {
  DEFAULT_LIMITS,
  openEngine as openQueryEngine,
  type QueryEngine,
} from '../../../src/use/query/engine.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';

/** The program of the engine's thread, as built. */
const SCRIPT = new URL('../../../dist/use/query/query-worker.js', import.meta.url);

export interface BrowsedRelease extends Pick<AppOptions, 'exportPart' | 'images'> {
  readonly folder: string;
  readonly site: Site;
  readonly app: Hono;
  readonly openEngine: () => Promise<QueryEngine>;
  readonly explainer: RecordExplainer;
}

/** Makes a release of a world, the sample unless given, and opens its pages without a port. The caller closes the index. */
export async function browseRelease(folder: string, world?: World): Promise<BrowsedRelease> {
  const make = await harvestSample(folder, world);
  const { directory: release } = await make('browsed', { formats: ['nt', 'ttl'], compression: 'none' });
  const site = await openSiteIn(folder, release);
  let engine: Promise<QueryEngine> | undefined;
  const openEngine = () => {
    engine ??= openQueryEngine(release, site.manifest, DEFAULT_LIMITS, silent, SCRIPT);
    return engine;
  };
  const plan = { ...PLAN, store: join(folder, 'store'), out: folder, label: 'browsed' };
  const explainer = explainerOf(plan);
  const { archive } = world ?? (await loadWorld(SAMPLE_WORLD));
  const exports: Pick<AppOptions, 'exportPart' | 'images'> = {
    exportPart: (job) => exportPart(site, job),
    images: { host: SAMPLE_IMAGE_HOST, ...servedImages(archive) },
  };
  const app = createApp({
    site,
    openEngine,
    ...exports,
    onError: (thrown) => {
      throw thrown;
    },
  });
  return { folder: release, site, app, openEngine, ...exports, explainer };
}

/** The pages of a release of the sample world, for the tests of a file. */
export function browsedSample(): () => BrowsedRelease {
  let folder: string;
  let browsed: BrowsedRelease;
  beforeAll(async () => {
    folder = await makeFolder();
    browsed = await browseRelease(folder);
  });
  afterAll(async () => {
    browsed.site.close();
    await removeFolder(folder);
  });
  return () => browsed;
}

/** Opens a release, with its index in a folder of the test. */
export const openSiteIn = async (folder: string, release: string): Promise<Site> =>
  openSite(
    await prepareSite(
      { folder: release, indexFolder: join(folder, 'indexes'), temporary: folder, pid: process.pid },
      silent,
    ),
  );

/** Pages for a server, of a site that it closes. */
export const pagesOf =
  (options: Omit<AppOptions, 'exportPart'>): (() => Promise<OpenPages>) =>
  async () => ({
    app: createApp({ ...options, exportPart: (job) => exportPart(options.site, job) }),
    isCurrent: async () => true,
    close: async () => options.site.close(),
  });

/** Explains the records of a stored harvest. */
export const explainerOf = (plan: BuildPlan): RecordExplainer => ({
  isSent: (iri) => isSentRecord(iri, plan.base),
  explain: async (iri, statementsOf) =>
    releasedRecords(await recordHistories(plan, iri, silent), statementsOf),
});
