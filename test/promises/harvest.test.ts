import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServices, startServices } from '../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../src/services/server/world.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { Front, refusing } from '../support/front.js';
import { storedFiles } from '../support/stored.js';
import { runWarm } from '../support/warm.js';

/** A harvest that a service interrupts loses nothing, and the next harvest asks only for what has changed. */

const front = new Front();
let folder: string;
let services: RunningServices;

beforeAll(async () => {
  folder = await makeFolder();
  services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
  front.behind = services;
  await front.open();
  await writeFile(
    join(folder, 'config.yaml'),
    `services:
  archive: { url: "${front.url('archive')}", key: { env: KEY }, gender: irish }
  placenames: { url: "${front.url('placenames')}", path: /api/v0.9, key: { env: KEY } }
pace: { concurrency: 4, perSecond: 10000 }
`,
  );
});
afterAll(async () => {
  front.close();
  await services.close();
  await removeFolder(folder);
});

/** A harvest into a store: how it ended, and its requests but for the greetings. */
async function harvest(store: string, ...more: string[]) {
  front.seen.length = 0;
  const args = ['harvest', '--config', join(folder, 'config.yaml'), '--store', join(folder, store), ...more];
  const ended = await runWarm(args, { KEY: services.keys.public });
  const asked = front.seen.filter(({ request }) => request !== '/api');
  return { ...ended, asked, names: asked.map(({ service, request }) => `${service} ${request}`) };
}

/** The answers and documents of a store without its history, which has the days of harvests. */
function filesOf(store: string): Map<string, string> {
  const files = storedFiles(join(folder, store));
  files.delete('history.json');
  return files;
}

test('a service that goes away ends a harvest with 3; the same command continues it, and the next is conditional', async () => {
  const whole = await harvest('whole');
  expect(whole.code, whole.stderr).toBe(0);
  expect(new Set(whole.names).size).toBe(whole.names.length);

  let left = 40;
  const gone = refusing(/./, 503);
  front.instead = (seen, response) => {
    if (seen.request === '/api' || left-- > 0) return false;
    return gone(seen, response);
  };
  const cut = await harvest('resumed', '--patience', '0');
  expect([cut.code, cut.stderr]).toEqual([3, expect.stringContaining('SERVICE_UNAVAILABLE')]);

  front.instead = () => false;
  const answered = new Set(cut.names.slice(0, 40));
  const resumed = await harvest('resumed');
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(resumed.names.filter((name) => answered.has(name))).toEqual([]);
  expect([...answered, ...resumed.names].sort()).toEqual([...whole.names].sort());
  expect(filesOf('resumed')).toEqual(filesOf('whole'));

  const next = await harvest('resumed');
  const conditional = next.asked.filter(({ headers }) => headers['if-none-match'] !== undefined).length;
  // Of the place that is not found there is no entity tag.
  expect([next.code, conditional]).toEqual([0, whole.names.length - 1]);
  expect(next.stdout).toContain(` 0 new answers, ${conditional} unchanged`);
  expect((await runWarm(['verify', join(folder, 'resumed')])).code).toBe(0);
});

test('a record that cannot be read ends an export with 5: it is counted and told, and the others are published', async () => {
  const people = await (
    await fetch(`${services.archive}/api/v0.6/cbed`, { headers: { 'x-api-key': services.keys.public } })
  ).json();
  const [first, ...others] = people as readonly { readonly id: number }[];
  front.instead = ({ request }, response) => {
    if (request !== '/cbed') return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify([{ id: first?.id }, ...others]));
    return true;
  };
  const folders = ['--store', join(folder, 'spoilt'), '--out', join(folder, 'out')];
  const { code, stdout, stderr } = await runWarm(
    ['export', '--config', join(folder, 'config.yaml'), ...folders, '--kinds', 'people'],
    { KEY: services.keys.public },
  );
  front.instead = () => false;
  expect([code, stdout]).toEqual([5, expect.stringMatching(/^people +16 +15 +0 +0 +1$/m)]);
  expect(stderr).toContain(`cannot be read: cbed.person in archive /cbed#/0`);
});
