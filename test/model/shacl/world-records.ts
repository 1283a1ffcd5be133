import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { badTerms } from '../../../src/model/rdf/term-check.js';
import { buildGlobalIndex } from '../../../src/pipeline/global-index/global-index.js';
import { mappingContextOf, mapRecord, toPublishable } from '../../../src/pipeline/map-records/map-record.js';
import { compileVocabulary } from '../../../src/pipeline/plan/compiled-vocabulary.js';
import { startServices } from '../../../src/services/server/serve.js';
import type { World } from '../../../src/services/server/world.js';
import { publishedSources } from '../../../src/use/inspect/explain/published-records.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';
import { PLAN } from '../../support/sample-release.js';

/**
 * The graphs that a build makes of the records of a world, those that the shapes reject among them: each record's
 * own, and what is said apart of what it is elsewhere. Records with unlawful terms never come before the shapes.
 */
export async function recordsOf(world: World): Promise<Quad[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'records-'));
  try {
    await harvest(world, folder);
    const store = await openForBuild(folder);
    const plan = { ...PLAN, store: folder, out: folder, label: 'records' };
    const { context, toQuads } = await compileVocabulary(plan);
    const globalIndex = await buildGlobalIndex(store, plan.kinds, plan.profile, {});
    const setting = mappingContextOf(plan, globalIndex, context);
    const graphs: Quad[][] = [];
    for await (const { one } of publishedSources(store, plan.kinds, globalIndex)) {
      const said = mapRecord(toPublishable(one, globalIndex, plan), setting, toQuads);
      if ('failed' in said) continue;
      for (const graph of [said, said.identity]) {
        if (graph !== undefined && badTerms(graph.quads).length === 0) graphs.push([...graph.quads]);
      }
    }
    return graphs;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function harvest(world: World, folder: string): Promise<void> {
  const services = await startServices({ world });
  const clients = clientsOf(services);
  try {
    await harvestInto(folder, clients);
  } finally {
    await closeAll(clients);
    await services.close();
  }
}
