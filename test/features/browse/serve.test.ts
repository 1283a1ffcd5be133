import { Hono } from 'hono';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { startBrowsing } from '../../../src/features/browse/serve.js';

/** The pages follow the folder of a release. */

afterEach(() => vi.useRealTimers());

test('a release that cannot be opened is tried and told once, then every five minutes, and at once when the folder changes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  let folder = 'first';
  const tried: string[] = [];
  const told: unknown[] = [];
  const served = await startBrowsing({
    open: async () => {
      tried.push(folder);
      if (folder === 'broken') throw new Error(folder);
      const app = new Hono();
      const name = folder;
      app.get('/', (c) => c.text(name));
      return { app, close: async () => {} };
    },
    current: async () => folder,
    onError: (error) => told.push(error),
    port: 0,
    host: '127.0.0.1',
    graceMs: 100,
  });
  onTestFinished(() => served.close());
  const looks = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 5) {
      await vi.advanceTimersByTimeAsync(5_000);
      await new Promise(setImmediate);
    }
  };
  const page = async (): Promise<string> => (await fetch(served.url)).text();
  await looks(60);
  expect(tried).toEqual(['first']);
  folder = 'broken';
  await looks(280);
  expect([tried, told.length, await page()]).toEqual([['first', 'broken'], 1, 'first']);
  await looks(300);
  expect([tried, told.length]).toEqual([['first', 'broken', 'broken'], 2]);
  folder = 'second';
  await looks(5);
  expect([tried.at(-1), told.length, await page()]).toEqual(['second', 2, 'second']);
  await looks(600);
  expect(tried).toHaveLength(4);
});
