import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ending, start } from '../../support/cli.js';
import { exportedSample } from '../../support/exported-sample.js';
import { makeFolder, removeFolder } from '../../support/files.js';

/** A release above the limit of the embedded engine: `/ask` and `/sparql` name the remedy, and the other pages are served. */

let folder: string;
let url: string;
let child: ReturnType<typeof start>;
let ended: ReturnType<typeof ending>;
let log = '';

beforeAll(async () => {
  folder = await makeFolder();
  const { release } = await exportedSample();
  const large = join(folder, 'large');
  await cp(release, large, { recursive: true });
  const manifest = JSON.parse(await readFile(join(large, 'manifest.json'), 'utf8')) as {
    datasets: { triples: number }[];
  };
  for (const dataset of manifest.datasets) dataset.triples += 5_000_000;
  await writeFile(join(large, 'manifest.json'), JSON.stringify(manifest));
  child = start(['browse', large, '--port', '0', '--log-format', 'json']);
  ended = ending(child);
  child.stderr?.on('data', (piece) => {
    log += String(piece);
  });
  const [line] = await once(createInterface({ input: child.stdout as Readable }), 'line');
  ({ url } = JSON.parse(line as string) as { url: string });
});
afterAll(async () => {
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
  await removeFolder(folder);
});

test('`browse` says so when it starts', async () => {
  await expect.poll(() => log).toMatch(/sparql have no answers.*--engine virtuoso/);
});

test('the page of a question is a page, with the way out', async () => {
  const answer = await fetch(`${url}/ask?example=q03`, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(200);
  const page = await answer.text();
  expect(page).toContain('more than the 9,000,000');
  expect(page).toContain('--engine virtuoso');
});

test('the endpoint answers programs with 503 and the same words', async () => {
  const answer = await fetch(`${url}/sparql?query=${encodeURIComponent('ASK {}')}`);
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('--engine virtuoso')]);
});

test('all other pages are served', async () => {
  expect((await fetch(`${url}/cbe/item/7002`, { headers: { accept: 'text/html' } })).status).toBe(200);
});
