import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import type { BuildResult } from '../../../src/pipeline/publish/build.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/** A release's copies of the queries ask of things that are in the release, so each of them has an answer. */

const SOURCE = new URL('../../../queries/', import.meta.url);
const QUERIES = (await readdir(SOURCE)).filter((file) => file.endsWith('.rq'));

let folder: string;
let release: BuildResult;
let store: oxigraph.Store;

// test/e2e/queries asks them of the sample.
beforeAll(async () => {
  folder = await makeFolder();
  const world = makeSyntheticWorld({ scale: 0.002, seed: 18, dirt: 0 });
  release = await (await harvestSample(folder, world))('one', { formats: ['ttl'] });
  store = new oxigraph.Store();
  const data = (await readdir(join(release.directory, 'data'))).map((name) => `data/${name}`);
  for (const file of [...data, 'codes.ttl', 'dcat.ttl']) {
    store.load(await readFile(join(release.directory, file), 'utf8'), { format: 'text/turtle' });
  }
});
afterAll(() => removeFolder(folder));

test.each(QUERIES)('%s has an answer in a generated world', async (file) => {
  const query = await readFile(join(release.directory, 'queries', file), 'utf8');
  expect(store.query(query)).not.toHaveLength(0);
});
