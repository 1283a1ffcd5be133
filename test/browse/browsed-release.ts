import { join } from 'node:path';
import type { Hono } from 'hono';
import { silent } from '../../src/base/events.js';
import { createApp } from '../../src/browse/app.js';
import type { RecordExplainer } from '../../src/browse/explain-page.js';
import { openSite, type Site } from '../../src/browse/site.js';
import { isSentRecord, recordHistories, releasedRecords } from '../../src/inspect/explain/released-fields.js';
import { DEFAULT_LIMITS, openEngine as openQueryEngine, type QueryEngine } from '../../src/query/engine.js';
import type { BuildPlan } from '../../src/records/build-plan.js';
import type { World } from '../../src/server/world.js';
import { harvestSample, PLAN } from '../support/sample-release.js';

/** The program of the engine's thread, as built. */
const SCRIPT = new URL('../../dist/query/query-worker.js', import.meta.url);

export interface BrowsedRelease {
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
  const site = await openSite(release, join(folder, 'indexes'), process.pid, silent);
  const openEngine = () => openQueryEngine(release, site.manifest, DEFAULT_LIMITS, silent, SCRIPT);
  const plan = { ...PLAN, store: join(folder, 'store'), out: folder, label: 'browsed' };
  const explainer = explainerOf(plan);
  const app = createApp({
    site,
    openEngine,
    onError: (thrown) => {
      throw thrown;
    },
  });
  return { folder: release, site, app, openEngine, explainer };
}

/** Explains the records of a stored harvest. */
export const explainerOf = (plan: BuildPlan): RecordExplainer => ({
  isSent: (iri) => isSentRecord(iri, plan.base),
  explain: async (iri, statementsOf) =>
    releasedRecords(await recordHistories(plan, iri, silent), statementsOf),
});
