import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type INDEXES, indexPath } from '../../../src/harvest/store/index-file.js';
import { startServices } from '../../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { filesBelow, scratch } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto } from '../../support/harvests.js';

/** What a build reads of indexes is in test/pipeline/global-index. */
test('with indexes, without, and with damaged ones, a harvest of unchanged services gives the same store', async () => {
  const store = join(await scratch(), 'store');
  const services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
  const clients = clientsOf(services);
  const harvested = async () => {
    await harvestInto(store, clients);
    const files = await filesBelow(store);
    files.delete('history.json');
    return files;
  };
  type Index = (typeof INDEXES)[number];
  const write = (name: Index, content: (sound: Buffer) => Buffer) =>
    writeFile(join(store, indexPath(name)), content(indexes[name]));
  const half = (sound: Buffer) => sound.subarray(0, sound.length / 2);
  /** A flipped bit in the first block. */
  const flipped = (sound: Buffer) => Buffer.from(sound).fill((sound[100] ?? 0) ^ 1, 100, 101);
  const first = await harvested();
  const indexes = {
    records: first.get(indexPath('records')),
    crawl: first.get(indexPath('crawl')),
  } as Record<Index, Buffer>;
  for (const index of Object.values(indexes)) expect(index.length).toBeGreaterThan(1_000);
  for (const damage of [
    () => rm(join(store, 'index'), { recursive: true }),
    () => Promise.all([write('records', half), write('crawl', flipped)]),
    () => Promise.all([write('records', flipped), write('crawl', half)]),
  ]) {
    await damage();
    expect(await harvested()).toEqual(first);
  }
  await closeAll(clients);
  await services.close();
});
