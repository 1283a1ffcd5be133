import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServices } from '../../src/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../src/server/world.js';
import { sharedHarvest } from '../fleet/fleet.js';
import { makeFolder, removeFolder, scratch } from '../support/files.js';
import { Front } from '../support/front.js';
import { runWarm } from '../support/warm.js';

describe('a build with rejected records', () => {
  let folder: string;
  let configured: string;
  beforeAll(async () => {
    folder = await makeFolder();
    // Builds keep a cache beside the store.
    const harvested = await sharedHarvest('generated');
    await cp(join(harvested.folder, 'store'), join(folder, 'store'), { recursive: true });
    configured = join(folder, 'config.yaml');
    const text = await readFile(harvested.config, 'utf8');
    await writeFile(configured, text.replaceAll(harvested.folder, folder));
  });
  afterAll(() => removeFolder(folder));

  let number = 0;
  const build = (...more: readonly string[]) => {
    number += 1;
    const out = join(folder, `out${number}`);
    return runWarm(['build', '--config', configured, '--out', out, '--release', 'x', ...more]);
  };
  const rejectedIn = (stdout: string): number => {
    const [, rejected = '', unreadable = ''] = /^all +\S+ +\S+ +\S+ +(\d+) +(\d+)$/m.exec(stdout) ?? [];
    return Number(rejected) + Number(unreadable);
  };

  test('ends with 5 without a limit, with 0 below it, with 4 above it', async () => {
    const unlimited = await build();
    const rejected = rejectedIn(unlimited.stdout);
    expect([unlimited.code, rejected > 1]).toEqual([5, true]);
    const kept = await build('--max-rejected', String(rejected));
    expect([kept.code, rejectedIn(kept.stdout)]).toEqual([0, rejected]);
    expect((await build('--max-rejected', '100%')).code).toBe(0);
    const exceeded = await build('--max-rejected', String(rejected - 1));
    expect([exceeded.code, exceeded.stderr]).toEqual([4, expect.stringContaining('"GATE_FAILED"')]);
  });

  test('ends with 0 if the configuration has a limit that is kept', async () => {
    const config = join(folder, 'limited.yaml');
    await writeFile(config, `${await readFile(configured, 'utf8')}\nmaxRejected: 50%\n`);
    const out = join(folder, 'limited');
    expect((await runWarm(['build', '--config', config, '--out', out])).code).toBe(0);
  });
});

test('an export from a service that sends less than it should ends with 5, also below the limit', async () => {
  const services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
  const front = new Front();
  await front.open();
  try {
    front.behind = services;
    front.instead = ({ service, request }, response) => {
      if (service !== 'archive' || request !== '/cbe/volumes') return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      return true;
    };
    const folder = await scratch();
    const config = join(folder, 'config.yaml');
    const key = (name: 'archive' | 'placenames') =>
      `  ${name}: { url: "${front.url(name)}", key: { env: KEY }, gender: irish }`;
    await writeFile(
      config,
      [
        'services:',
        key('archive'),
        key('placenames').replace(', gender: irish', ''),
        `store: ${join(folder, 'store')}`,
        `out: ${join(folder, 'out')}`,
        'pace: { concurrency: 8, perSecond: 10000 }',
        'maxRejected: 100%',
      ].join('\n'),
    );
    const ended = await runWarm(['export', '--config', config], { KEY: services.keys.public });
    expect([ended.code, ended.stdout]).toEqual([5, expect.stringContaining('Incomplete: ')]);
  } finally {
    front.close();
    await services.close();
  }
});
