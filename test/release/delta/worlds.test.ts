import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { build } from '../../../src/export/build.js';
import { placesOf } from '../../../src/export/place-of.js';
import { iriOf } from '../../../src/export/unit-iri.js';
import { mintIris } from '../../../src/rdf/iris.js';
import { writeDelta } from '../../../src/release/delta/delta.js';
import { startServices } from '../../../src/server/serve.js';
import type { World } from '../../../src/server/world.js';
import { scratch } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';
import { laterWorld, worldOfSize } from '../../support/later-world.js';
import { PLAN } from '../../support/sample-release.js';
import { asTriple, mentions, merged, patched, readDelta } from './applied.js';
import type { Lines } from './synthetic.js';

/** Issue 7.4, with releases of worlds that gain, change, merge, unpublish and lose records. */

async function release(folder: string, label: string, world: World): Promise<string> {
  const store = join(folder, `store-${label}`);
  const services = await startServices({ world });
  const clients = clientsOf(services);
  try {
    await harvestInto(store, clients);
  } finally {
    await closeAll(clients);
    await services.close();
  }
  const plan = { ...PLAN, store, out: join(folder, 'out'), label, formats: ['nt'] as const };
  return (await build(plan, () => ({}), silent)).directory;
}

async function linesOf(folder: string, datasets: readonly string[]): Promise<Lines> {
  const entries = datasets.map(async (dataset) => {
    const text = await readFile(join(folder, 'data', `${dataset}.nt`), 'utf8');
    return [dataset, text.split('\n').slice(0, -1)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe('a world and what it is a month later', () => {
  const seed = 1;
  test('old and delta make new, and what was unpublished is not published again', async () => {
    const folder = await scratch();
    const world = worldOfSize(seed);
    const { world: later, happened } = laterWorld(world, seed);
    const previous = await release(folder, 'old', world);
    const current = await release(folder, 'new', later);
    const iris = mintIris(PLAN.base);
    const withheld = new Set(happened.unpublished.map((ref) => iriOf(ref, iris)));
    const placeOf = placesOf(PLAN.base);
    const out = join(current, 'delta');
    const isSuppressed = (iri: string) => withheld.has(iri);
    const { datasets, records } = await writeDelta({ previous, current, placeOf, isSuppressed, out });
    for (const publication of ['folklore', 'placenames']) {
      const names = datasets.filter((one) => one.publication === publication).map(({ dataset }) => dataset);
      const [before, after] = [await linesOf(previous, names), await linesOf(current, names)];
      const delta = await readDelta(out, publication);
      for (const dataset of names) {
        const text = patched(before[dataset] ?? [], placeOf(dataset).graph, delta);
        expect(text).toBe(await readFile(join(current, 'data', `${dataset}.nt`), 'utf8'));
      }
      const lines = new Set(merged(before, delta).split('\n').slice(0, -1));
      expect(lines).toEqual(new Set(Object.values(after).flat()));
      const all = [...delta.removed, ...delta.added, ...[...delta.deleted, ...delta.inserted].map(asTriple)];
      expect(all.filter((line) => mentions(line, [...withheld]))).toEqual([]);
      expect(delta.removed.length).toBeGreaterThan(0);
      expect(delta.added.length).toBeGreaterThan(0);
    }
    for (const count of Object.values(records)) expect(count).toBeGreaterThan(0);
  });
});
