import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildGlobalIndex } from '../../../src/build/global-index/global-index.js';
import { INDEXES, indexPath } from '../../../src/harvest/store/index-file.js';
import { openForBuild } from '../../../src/harvest/store/stored-harvest.js';
import { verifyStore } from '../../../src/harvest/store/verify.js';
import { GROUPS } from '../../../src/model/records/datasets.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { startServices } from '../../../src/services/server/serve.js';
import { filesBelow, scratch } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';
import { nobody } from '../../support/nobody.js';

/** A harvest stores indexes of answers; the next harvest and a build read them. */

/** The files of a store, without its history. */
async function contentOf(store: string): Promise<Record<string, string>> {
  const files = [...(await filesBelow(store))].filter(([file]) => file !== 'history.json');
  return Object.fromEntries(files.map(([file, content]) => [file, content.toString('base64')]));
}

test('with indexes, without, and with damaged ones, a harvest of unchanged services gives the same store', async () => {
  const store = join(await scratch(), 'store');
  const services = await startServices({ world: makeSyntheticWorld({ scale: 0.002, seed: 3, dirt: 0.1 }) });
  const clients = clientsOf(services);
  try {
    await harvestInto(store, clients);
    const first = await contentOf(store);
    for (const index of INDEXES) expect(first[indexPath(index)]?.length).toBeGreaterThan(1_000);
    await harvestInto(store, clients);
    expect(await contentOf(store)).toEqual(first);
    await rm(join(store, 'index'), { recursive: true });
    await harvestInto(store, clients);
    expect(await contentOf(store)).toEqual(first);
    for (const index of INDEXES) await writeFile(join(store, indexPath(index)), 'damaged');
    await harvestInto(store, clients);
    expect(await contentOf(store)).toEqual(first);
    expect((await verifyStore(store)).problems).toEqual([]);
  } finally {
    await closeAll(clients);
    await services.close();
  }
  const harvest = await openForBuild(store);
  const read: string[] = [];
  const watched = {
    requests: harvest.requests.bind(harvest),
    entryOf: harvest.entryOf.bind(harvest),
    readIndex: harvest.readIndex.bind(harvest),
    read: async (_: string, request: string) => read.push(request),
  };
  await buildGlobalIndex({ ...harvest, ...watched } as never, GROUPS, 'public', nobody);
  expect(read).toEqual([]);
});
