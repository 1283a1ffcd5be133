import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServices } from '../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../src/services/server/world.js';
import { sharedHarvest } from '../build/fleet/fleet.js';
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

  const PRETTY = ['--log-format', 'pretty'];
  const lastLine = (stderr: string): string => stderr.trimEnd().split('\n').at(-1) ?? '';

  test('says at its end why the code is not 0, and the option that accepts it does', async () => {
    const unlimited = await build(...PRETTY);
    const line = lastLine(unlimited.stderr);
    const [, count, limit = ''] =
      /^exit code 5: .*?(\d+) records? .*; `--max-rejected (\d+%)` accepts them$/.exec(line) ?? [];
    expect([line, Number(count)]).toEqual([line, expect.any(Number)]);
    expect(Number(count)).toBeGreaterThan(0);
    const kept = await build(...PRETTY, '--max-rejected', limit);
    expect([kept.code, kept.stderr]).toEqual([0, expect.not.stringContaining('exit code')]);
    const halted = await build(...PRETTY, '--max-rejected', '0');
    expect([halted.code, lastLine(halted.stderr)]).toEqual([4, expect.stringMatching(/^exit code 4: /)]);
  });

  test('and programs get it as an event', async () => {
    const { stderr } = await build();
    expect(JSON.parse(lastLine(stderr))).toMatchObject({
      level: 'warn',
      event: 'ended',
      exitCode: 5,
      because: expect.stringContaining('--max-rejected'),
    });
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
    expect(ended.stderr).toMatch(/"event":"ended","exitCode":5,"because":"[^"]*sent less[^"]*1 place/);
  } finally {
    front.close();
    await services.close();
  }
});

test.each([
  ['an unknown option', ['build', '--nonsense'], 2],
  ['no command', [], 2],
  ['no configuration', ['build', '--log-format', 'pretty'], 2],
  ['what stores reject', ['lint', 'item.nt', '--log-format', 'pretty'], 4],
  ['violations', ['validate', 'item.nt', '--log-format', 'pretty'], 4],
  ['an empty folder', ['verify', '.', '--log-format', 'pretty'], 2],
  ['no such configuration', ['doctor', '-c', 'nothing.yaml', '--log-format', 'pretty'], 2],
])('%s: the last line has the code and its reason', async (_, args, code) => {
  const folder = await scratch();
  // An item without the rest of what the shapes demand, and a date that there is not.
  const item = '<https://data.example.org/folklore/cbe/item/1>';
  await writeFile(
    join(folder, 'item.nt'),
    `${item} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <https://w3id.org/folklore-ld/ns#Item> .\n` +
      `${item} <http://purl.org/dc/terms/created> "1936-02-30"^^<http://www.w3.org/2001/XMLSchema#date> .\n`,
  );
  const ended = await runWarm(args, {}, folder);
  expect(ended.code).toBe(code);
  expect(ended.stderr.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^exit code ${code}: \\S`));
});
