import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSyntheticWorld } from '../../src/features/generated-world/world.js';
import { startServices } from '../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../src/services/server/world.js';
import { makeFolder, removeFolder, scratch } from '../support/files.js';
import { Front } from '../support/front.js';
import { harvestSample } from '../support/sample-release.js';
import { runWarm } from '../support/warm.js';

describe('a build with rejected records', () => {
  let folder: string;
  let configured: string;
  beforeAll(async () => {
    folder = await makeFolder();
    await harvestSample(folder, makeSyntheticWorld({ scale: 0.002, seed: 4, dirt: 0.4 }));
    configured = join(folder, 'config.yaml');
    const service = 'url: http://127.0.0.1:1, key: { env: NO_KEY }';
    await writeFile(
      configured,
      [
        `services: { archive: { ${service}, gender: irish }, placenames: { ${service} } }`,
        `store: ${join(folder, 'store')}`,
        'formats: [nt]',
      ].join('\n'),
    );
  });
  afterAll(() => removeFolder(folder));

  const build = async (out: string, ...more: readonly string[]) => {
    const args = ['build', '--config', configured, '--out', join(folder, out), '--release', 'x', ...more];
    const { code, stdout, stderr } = await runWarm(args);
    return { code, stdout, stderr, last: stderr.trimEnd().split('\n').at(-1) ?? '' };
  };
  const PRETTY = ['--log-format', 'pretty'];

  test('ends with 5 without a limit, and says why, with the option that accepts them; 0 below it, 4 above it', async () => {
    const unlimited = await build('unlimited');
    const [, rejected = '', unreadable = ''] =
      /^all +\S+ +\S+ +\S+ +(\d+) +(\d+)$/m.exec(unlimited.stdout) ?? [];
    const counted = Number(rejected) + Number(unreadable);
    expect([unlimited.code, counted > 1]).toEqual([5, true]);
    const said = JSON.parse(unlimited.last);
    expect(said).toMatchObject({ level: 'warn', event: 'ended', exitCode: 5 });
    const [, limit = ''] = /`--max-rejected (\d+%)` accepts them$/.exec(said.because) ?? [];
    const kept = await build('kept', ...PRETTY, '--max-rejected', limit);
    expect([kept.code, kept.stderr]).toEqual([0, expect.not.stringContaining('exit code')]);
    const exceeded = await build('exceeded', ...PRETTY, '--max-rejected', String(counted - 1));
    expect([exceeded.code, exceeded.last]).toEqual([4, expect.stringMatching(/^exit code 4: /)]);
    await appendFile(configured, `\nmaxRejected: ${counted}\n`);
    expect((await build('limited')).code).toBe(0);
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
    await writeFile(
      config,
      `services:
  archive: { url: "${front.url('archive')}", key: { env: KEY }, gender: irish }
  placenames: { url: "${front.url('placenames')}", key: { env: KEY } }
store: ${join(folder, 'store')}
out: ${join(folder, 'out')}
pace: { concurrency: 8, perSecond: 10000 }
maxRejected: 100%
`,
    );
    const ended = await runWarm(['export', '--config', config, '--kinds', 'manuscripts'], {
      KEY: services.keys.public,
    });
    expect([ended.code, ended.stdout]).toEqual([5, expect.stringContaining('Incomplete: ')]);
    expect(ended.stderr).toMatch(/"event":"ended","exitCode":5,"because":"[^"]*sent less[^"]*1 place/);
  } finally {
    front.close();
    await services.close();
  }
});

test.each([
  ['an unknown option', ['build', '--nonsense', '--log-format', 'pretty'], 2],
  ['help of a misspelt command', ['help', 'expotr', '--log-format', 'pretty'], 2],
  ['a misspelt kind', ['explain', 'plcae', '1', '--sample', '--log-format', 'pretty'], 2],
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
