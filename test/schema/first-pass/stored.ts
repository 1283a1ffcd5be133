import { responseRecords } from '../../../src/harvest/answers/response-records.js';
import { openForBuild, type StoredHarvest } from '../../../src/harvest/store/stored-harvest.js';
import { parseDialect } from '../../../src/services/server/dialect.js';
import { startServices } from '../../../src/services/server/serve.js';
import type { World } from '../../../src/services/server/world.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';
import { NAMES, sourceNamed } from './twins.js';

/** Every record of a world as it lies in a store, by the holding that it is of, duplicates too. */
export async function recordsSent(world: World, dialect: string): Promise<Record<string, unknown[]>> {
  const folder = await makeFolder();
  try {
    await harvest(world, dialect, folder);
    const store = await openForBuild(folder);
    const records = NAMES.map(async (name) => [name, await recordsIn(store, name)] as const);
    return Object.fromEntries(await Promise.all(records));
  } finally {
    await removeFolder(folder);
  }
}

async function harvest(world: World, dialect: string, folder: string): Promise<void> {
  const services = await startServices({ world, dialect: parseDialect(dialect) });
  const clients = clientsOf(services);
  try {
    await harvestInto(folder, clients, { gender: dialect === 'v1.1' ? 'english' : 'irish' });
  } finally {
    await closeAll(clients);
    await services.close();
  }
}

async function recordsIn(store: StoredHarvest, name: string): Promise<unknown[]> {
  const { service, requests } = sourceNamed(name);
  const records: unknown[] = [];
  for (const request of store.requests(service)) {
    if (!requests.test(request)) continue;
    records.push(...responseRecords(service, request, await store.read(service, request)));
  }
  return records;
}
