import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { isAlive } from '../../../src/base/is-alive.js';
import { ending, start } from '../../support/cli.js';
import { exportedSample } from '../../support/exported-sample.js';

/** Questions that take all memory, or all time, as a visitor of `browse` meets them. */

/** The least that a question may be given. */
const LITTLE = ['--query-memory', '16', '--query-timeout', '3600', '--query-engines', '1'];
/** Every two pairs of nodes with a way between them, by property paths of negations (SPARQL 1.1, section 9.1). */
const GREEDY = 'SELECT * { ?a (!<a:a>)* ?b . ?c (!<a:a>)* ?d }';
const ENDLESS = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }';

interface Browsing {
  readonly url: string;
  readonly process: ReturnType<typeof start>;
  readonly ended: ReturnType<typeof ending>;
  readonly log: () => string;
}
let browsing: Browsing | undefined;
afterEach(async () => {
  browsing?.process.kill('SIGTERM');
  await browsing?.ended;
  browsing = undefined;
});

async function browse(...options: readonly string[]): Promise<Browsing> {
  const { release } = await exportedSample();
  const child = start(['browse', release, '--port', '0', '--log-format', 'json', '--grace', '1', ...options]);
  const ended = ending(child);
  let log = '';
  child.stderr?.on('data', (piece) => {
    log += String(piece);
  });
  const [line] = await once(createInterface({ input: child.stdout as Readable }), 'line');
  browsing = {
    url: (JSON.parse(line as string) as { url: string }).url,
    process: child,
    ended,
    log: () => log,
  };
  return browsing;
}

const sparql = ({ url }: Browsing, query: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${url}/sparql?${new URLSearchParams({ query })}`, signal === undefined ? {} : { signal });

/** The processes that a process has started. */
async function childrenOf(pid: number | undefined): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}
/** MiB of a process in memory: 0 of one that has ended and is not collected yet, which has no such line. */
const residentOf = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

test('a question that takes too much memory is refused; the next ones get 503 with the time that loading takes, and then answers', async () => {
  const pages = await browse(...LITTLE);
  expect((await sparql(pages, 'ASK {}')).status).toBe(200);
  for (const _ of ['once', 'twice']) {
    const [first] = await childrenOf(pages.process.pid);
    const bad = await sparql(pages, GREEDY);
    expect([bad.status, await bad.text()]).toEqual([413, expect.stringContaining('memory')]);
    const [again, second, page] = await Promise.all([
      sparql(pages, GREEDY),
      sparql(pages, 'ASK {}'),
      fetch(`${pages.url}/cbe/item/7002`, { headers: { accept: 'text/html' } }),
    ]);
    expect(page.status).toBe(200);
    for (const refused of [again, second]) {
      expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('loaded again')]);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      // No time is asserted: the sample loads in seconds, on a busy machine in some more.
      expect(seconds).toBeLessThan(60);
    }
    await wait(Number(second.headers.get('retry-after')) * 1000);
    await expect.poll(async () => (await sparql(pages, 'ASK {}')).status, { timeout: 60_000 }).toBe(200);
    expect(await (await sparql(pages, 'ASK {}')).text()).toContain('true');
    expect(isAlive(first ?? 0)).toBe(false);
  }
});

test('while a question takes memory, its process stays below the limit, and the pages below theirs', async () => {
  const pages = await browse(...LITTLE);
  await sparql(pages, 'ASK {}');
  const [engine = 0] = await childrenOf(pages.process.pid);
  const atRest = await residentOf(engine);
  const rest = await residentOf(pages.process.pid ?? 0);
  let [most, pagesMost] = [0, 0];
  const bad = sparql(pages, GREEDY);
  for (let isOver = false; !isOver; isOver = await Promise.race([bad.then(() => true), wait(20, false)])) {
    most = Math.max(most, await residentOf(engine).catch(() => 0));
    pagesMost = Math.max(pagesMost, await residentOf(pages.process.pid ?? 0));
  }
  expect((await bad).status).toBe(413);
  // In the engine, and as much again for the answer.
  expect(most).toBeLessThan(atRest + 2 * 16 + 32);
  expect(pagesMost).toBeLessThan(rest + 64);
});

test('a question whose connection is closed is given up, and its process with it', async () => {
  const pages = await browse('--query-engines', '1', '--query-timeout', '3600');
  await sparql(pages, 'ASK {}');
  const [engine = 0] = await childrenOf(pages.process.pid);
  const closing = new AbortController();
  const endless = sparql(pages, ENDLESS, closing.signal).catch(() => 'closed');
  await wait(500);
  closing.abort();
  expect(await endless).toBe('closed');
  await expect.poll(() => isAlive(engine), { timeout: 20_000 }).toBe(false);
  await expect.poll(async () => (await sparql(pages, 'ASK {}')).status, { timeout: 60_000 }).toBe(200);
});

describe('the processes of questions end with the pages', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('by %s', async (signal) => {
    const pages = await browse('--query-timeout', '3600');
    await sparql(pages, 'ASK {}');
    const endless = sparql(pages, ENDLESS).catch(() => {});
    // The second engine is loaded when the question is slow.
    await expect.poll(async () => (await childrenOf(pages.process.pid)).length, { timeout: 30_000 }).toBe(2);
    const engines = await childrenOf(pages.process.pid);
    pages.process.kill(signal);
    await Promise.all([pages.ended, endless]);
    for (const engine of engines) await expect.poll(() => isAlive(engine), { timeout: 20_000 }).toBe(false);
  });
});

test('an engine that dies while the release is being loaded is not started again for ever', async () => {
  const pages = await browse('--query-engines', '1');
  let killed = 0;
  const kill = async (): Promise<void> => {
    for (const engine of await childrenOf(pages.process.pid)) {
      process.kill(engine, 'SIGKILL');
      killed += 1;
    }
  };
  const asked = sparql(pages, 'ASK {}');
  await expect.poll(async () => (await childrenOf(pages.process.pid)).length, { interval: 2 }).toBe(1);
  await kill();
  const refused = await asked;
  expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('SIGKILL')]);
  expect(refused.headers.get('retry-after')).toBe('1');
  const soon = await sparql(pages, 'ASK {}');
  expect([soon.status, soon.headers.get('retry-after')]).toEqual([503, '1']);
  await expect.poll(pages.log).toContain('the release cannot be loaded to answer queries');
  // Nothing is started unless somebody asks.
  await wait(1500);
  await kill();
  expect(killed).toBe(1);
  expect((await sparql(pages, 'ASK {}')).status).toBe(200);
});

test('without questions, pages say so and nothing leads to them', async () => {
  const pages = await browse('--no-questions');
  const get = (path: string) => fetch(`${pages.url}${path}`, { headers: { accept: 'text/html' } });
  for (const path of ['/ask', '/ask?example=q03', '/sparql', '/sparql?query=ASK%7B%7D']) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toContain('answers no questions');
  }
  expect((await fetch(`${pages.url}/sparql`, { method: 'POST', body: 'query=ASK{}' })).status).toBe(404);
  for (const path of [
    '/',
    '/about',
    '/use',
    '/search?q=an',
    '/search-help',
    '/cbe/item/7002',
    '/report',
    '/tables',
  ])
    expect([
      path,
      [...(await (await get(path)).text()).matchAll(/href="[^"]*\/(ask|sparql)\b[^"]*"/g)],
    ]).toEqual([path, []]);
  expect(await (await get('/use')).text()).toContain('answers no questions');
  expect(await childrenOf(pages.process.pid)).toEqual([]);
});
