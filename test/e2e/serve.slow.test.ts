import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { SAMPLE_KEYS } from '../../src/services/server/keys.js';
import { ending, start } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { runWarm } from '../support/warm.js';

/** The command `serve`. */

async function firstLine(child: ReturnType<typeof start>) {
  child.stderr?.resume();
  if (child.stdout === null) throw new Error('no standard output');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return JSON.parse(line);
}

const ask = async (url: string, key: string) => {
  const { statusCode, body } = await request(url, { headers: { 'x-api-key': key } });
  return { status: statusCode, body: await body.json() };
};

test('prints addresses and keys on its first line, and stops cleanly', async () => {
  const child = start(['serve', '--port', '0']);
  const ended = ending(child);
  const { archive, placenames, images, keys, ...rest } = await firstLine(child);
  expect(rest).toEqual({});
  expect(Object.keys(keys)).toEqual(['public', 'archive', 'internal']);
  expect(archive).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await ask(`${archive}/api/v0.6/cbe/volumes`, keys.public)).body).toHaveLength(2);
  expect((await ask(`${archive}/api/v0.6/cbe/volumes`, keys.internal)).body).toHaveLength(3);
  expect((await ask(`${placenames}/api/v0.9/100013`, keys.public)).body).toMatchObject({ id: 100_013 });
  // Invented pictures, without a key.
  expect(images).toBe(`${archive}/images`);
  const picture = await fetch(`${images}/photograph/1201.jpg`);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('a harvest is served as a mirror', async () => {
  const { store } = await exportedSample();
  const child = start(['serve', '--port', '0', '--world', store]);
  const ended = ending(child);
  const { archive, keys, ...rest } = await firstLine(child);
  expect(rest).not.toHaveProperty('images');
  const { status, body } = await ask(`${archive}/api/v0.6/cbe?VolumeID=3101`, keys.public);
  expect(status).toBe(200);
  expect(body).toMatchObject([{ id: 3101, volumeNumber: '0042' }]);
  // Web pages can reach loopback, and the sample keys are public: no sample key gives access to private records.
  expect(Object.keys(keys)).toEqual(['public']);
  for (const key of [SAMPLE_KEYS.archive, SAMPLE_KEYS.internal]) {
    expect((await ask(`${archive}/api/v0.6/cbe/volumes`, key)).status).toBe(401);
  }
  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});

test("the operator's own keys are used and not printed", async () => {
  const own = {
    FOLKLORE_LD_PUBLIC_KEY: 'own-a',
    FOLKLORE_LD_ARCHIVE_KEY: 'own-b',
    FOLKLORE_LD_INTERNAL_KEY: 'own-c',
  };
  const child = start(['serve', '--port', '0'], own);
  const ended = ending(child);
  const ready = await firstLine(child);
  expect(ready).not.toHaveProperty('keys');
  expect((await ask(`${ready.archive}/api/v0.6/counties`, 'own-a')).status).toBe(200);
  expect((await ask(`${ready.archive}/api/v0.6/counties`, 'sample-key-public-hazel')).status).toBe(401);
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await ended;
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain('own-');
});

test('the sample keys are not served to the world, and half a set of keys is refused', async () => {
  const open = await runWarm(['serve', '--port', '0', '--host', '0.0.0.0']);
  expect([open.code, open.stdout]).toEqual([2, '']);
  const half = await runWarm(['serve', '--port', '0'], { FOLKLORE_LD_PUBLIC_KEY: 'own-a' });
  expect([half.code, half.stderr]).toEqual([2, expect.stringContaining('FOLKLORE_LD_ARCHIVE_KEY')]);
});

test('a generated world, a fault, a dialect and leniency are had by their names', async () => {
  const world = ['--world', 'generated', '--scale', '0.001', '--seed', '7'];
  const faults = ['--lenient', '--dialect', 'v1.1', '--fault', 'status=503;path=/api/v0.6/cbed'];
  const child = start(['serve', '--port', '0', ...world, ...faults]);
  const ended = ending(child);
  const { archive, placenames, keys } = await firstLine(child);
  expect((await ask(`${archive}/api/v0.6/cbes/volumes?Colour=green`, keys.public)).status).toBe(200);
  expect((await ask(`${archive}/api/v0.6/cbed`, keys.public)).status).toBe(503);
  const { body } = await ask(`${placenames}/api/v0.9/counties`, keys.public);
  expect(body).toMatchObject({ totalCount: 32, currentPage: 1 });
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test.each([
  [['--world', 'nowhere'], 'WORLD_UNUSABLE'],
  [['--fault', 'statsu=503'], 'status'],
  [['--dialect', 'v1.2'], 'v1.1'],
  [['--scale', '0'], 'above 0'],
  [['--max-connections', '0'], 'from 1'],
  [['--dirt', '2'], '0 to 1'],
])('a wrong option is misuse, with the expected value: %j', async (options, said) => {
  const ended = await runWarm(['serve', '--port', '0', ...options]);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain(said);
});

test('SIGTERM: an answer under way is finished; one that takes longer than --grace is cut off', async () => {
  const stopped = async (fault: string, grace: string) => {
    const child = start(['serve', '--port', '0', '--fault', fault, '--grace', grace]);
    const ended = ending(child);
    const { archive, keys } = await firstLine(child);
    const asked = ask(`${archive}/api/v0.6/counties`, keys.public).then(
      ({ status }) => status,
      ({ code }) => code,
    );
    await setTimeout(200);
    child.kill('SIGTERM');
    const from = performance.now();
    const { code } = await ended;
    return { answer: await asked, code, seconds: (performance.now() - from) / 1000 };
  };
  const [answered, cut] = await Promise.all([stopped('slow;delay=1', '5'), stopped('slow;delay=30', '1')]);
  expect(answered).toMatchObject({ answer: 200, code: 0 });
  expect(cut).toMatchObject({ answer: 'UND_ERR_SOCKET', code: 0 });
  expect(cut.seconds).toBeGreaterThan(0.9);
  expect(cut.seconds).toBeLessThan(10);
});
