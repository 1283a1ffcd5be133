import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServices } from '../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../src/services/server/world.js';
import { ending, start } from '../support/cli.js';
import { scratch } from '../support/files.js';
import { Front } from '../support/front.js';

/** Seconds that an action takes. */
async function secondsOf<T>(act: () => Promise<T>): Promise<readonly [seconds: number, result: T]> {
  const from = performance.now();
  const result = await act();
  return [(performance.now() - from) / 1000, result];
}

describe('after SIGTERM', () => {
  test('a harvest that waits for a silent service ends after the time of --grace, and continues later', async () => {
    const folder = await scratch();
    const services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
    const front = new Front();
    front.behind = services;
    await front.open();
    const [config, store] = [join(folder, 'config.yaml'), join(folder, 'store')];
    await writeFile(
      config,
      `services:
  archive: { url: ${front.url('archive')}, key: { env: KEY }, gender: irish }
  placenames: { url: ${front.url('placenames')}, key: { env: KEY } }
store: ${store}
pace: { concurrency: 8, perSecond: 10000 }
`,
    );
    const harvest = () => start(['harvest', '-c', config, '--grace', '1'], { KEY: services.keys.public });
    try {
      const child = harvest();
      const asked = new Promise<void>((resolve) => {
        front.instead = ({ request: wanted }) => {
          if (!wanted.startsWith('/cbe?')) return false;
          resolve();
          return true;
        };
      });
      const ended = ending(child);
      await asked;
      child.kill('SIGTERM');
      const [seconds, { code, stderr }] = await secondsOf(() => ended);
      expect([code, stderr]).toEqual([130, expect.stringContaining('Stopped before')]);
      expect(seconds).toBeGreaterThan(0.9);
      expect(seconds).toBeLessThan(10);
      expect(existsSync(`${store}.lock`)).toBe(false);
      front.instead = () => false;
      const next = await ending(harvest());
      expect([next.code, next.stderr]).toEqual([
        0,
        expect.stringContaining('continuing an unfinished harvest'),
      ]);
    } finally {
      front.close();
      await services.close();
    }
  });

  test('serve answers what it has been asked and ends with 0', async () => {
    const child = start(['serve', '--port', '0', '--fault', 'slow;delay=1', '--grace', '5']);
    const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
    const { archive, keys } = JSON.parse(String(line));
    const ended = ending(child);
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${archive}/api/v0.6/counties`, { headers: { 'x-api-key': keys.public } });
      asked.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      asked.end(() => setTimeout(() => child.kill('SIGTERM'), 200));
    });
    expect(await answered).toBe(200);
    expect((await ended).code).toBe(0);
  });

  test('serve ends in the time of --grace though an answer is not finished', async () => {
    const child = start(['serve', '--port', '0', '--fault', 'slow;delay=30', '--grace', '1']);
    const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
    const { archive, keys } = JSON.parse(String(line));
    const ended = ending(child);
    const asked = request(`${archive}/api/v0.6/counties`, { headers: { 'x-api-key': keys.public } });
    const cut = new Promise<Error>((resolve) => asked.on('error', resolve));
    asked.end();
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill('SIGTERM');
    const [seconds, { code }] = await secondsOf(() => ended);
    expect((await cut).message).toMatch(/socket hang up|ECONNRESET/);
    expect(code).toBe(0);
    expect(seconds).toBeGreaterThan(0.9);
    expect(seconds).toBeLessThan(10);
  });
});
