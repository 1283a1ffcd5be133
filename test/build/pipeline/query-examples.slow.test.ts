import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BuildResult } from '../../../src/build/pipeline/build.js';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import type { World } from '../../../src/services/server/world.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/** A release's copies of the queries ask of things that are in the release, so each of them has an answer. */

const SOURCE = new URL('../../../queries/', import.meta.url);
const QUERIES = (await readdir(SOURCE)).filter((file) => file.endsWith('.rq'));

const WORLDS: readonly (readonly [string, World | undefined])[] = [
  ['a generated world', makeSyntheticWorld({ scale: 0.002, seed: 18, dirt: 0 })],
  ['the sample world', undefined],
];

describe.each(WORLDS)('of %s', (_, world) => {
  let folder: string;
  let release: BuildResult;
  let store: oxigraph.Store;

  beforeAll(async () => {
    folder = await makeFolder();
    release = await (await harvestSample(folder, world))('one', { formats: ['ttl'] });
    store = new oxigraph.Store();
    const data = (await readdir(join(release.directory, 'data'))).map((name) => `data/${name}`);
    for (const file of [...data, 'codes.ttl', 'dcat.ttl']) {
      store.load(await readFile(join(release.directory, file), 'utf8'), { format: 'text/turtle' });
    }
  });

  afterAll(() => removeFolder(folder));

  test.each(QUERIES)('%s has an answer', async (file) => {
    const query = await readFile(join(release.directory, 'queries', file), 'utf8');
    expect(store.query(query)).not.toHaveLength(0);
  });
});
