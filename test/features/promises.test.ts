import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Parser } from 'n3';
import oxigraph from 'oxigraph';
import { isomorphic } from 'rdf-isomorphic';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ending, start } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';
import { quadsOf, startOxigraph } from './stores/oxigraph-server.js';

/** A release in use: pages and questions are answered, a store holds it. */

const BASE = 'https://data.example.org/folklore/';
let folder: string;
let release: string;
beforeAll(async () => {
  folder = await makeFolder();
  ({ release } = await exportedSample());
});
afterAll(() => removeFolder(folder));

test.each([
  ['`lint` finds nothing that a store rejects', ['lint', 'RELEASE'], /0 things that stores choke on/],
  ['`query` answers a question of the release', ['query', 'RELEASE', 'q03'], /^decade,items/],
  ['`diff` of a release and itself finds nothing', ['diff', 'RELEASE', 'RELEASE'], /No record differs/],
  ['`completion` prints a script', ['completion', 'bash'], /complete/],
])('%s', async (_, args, printed) => {
  const given = args.map((arg) => (arg === 'RELEASE' ? release : arg));
  const { code, stdout, stderr } = await runWarm(given, {}, folder);
  expect([code, stdout], stderr).toEqual([0, expect.stringMatching(printed)]);
});

describe('`browse`', () => {
  const child = { kill: () => {}, ended: Promise.resolve() as Promise<unknown> };
  let url: string;
  beforeAll(async () => {
    const browsing = start(['browse', release, '--port', '0', '--index-folder', join(folder, 'index')]);
    child.ended = ending(browsing);
    child.kill = () => browsing.kill('SIGTERM');
    const [line] = await once(createInterface({ input: browsing.stdout as Readable }), 'line');
    ({ url } = JSON.parse(line as string) as { url: string });
  });
  afterAll(async () => {
    child.kill();
    expect(await child.ended).toMatchObject({ code: 0 });
  });

  const get = (path: string, accept: string) => fetch(url + path, { headers: { accept } });

  test('answers one address with a page and with Turtle, as is asked', async () => {
    const page = await get('/cbe/item/7002', 'text/html');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toContain('Scéal an Iascaire');
    const turtle = await get('/cbe/item/7002', 'text/turtle');
    expect(turtle.headers.get('content-type')).toMatch(/^text\/turtle/);
    const said = new Parser().parse(await turtle.text());
    const dump = new Parser().parse(await readFile(join(release, 'data', 'manuscripts.nt'), 'utf8'));
    const own = (quads: typeof said) =>
      quads.filter(({ subject }) => subject.value === `${BASE}cbe/item/7002`);
    expect(isomorphic(own(said), own(dump))).toBe(true);
    expect((await get('/cbe/item/999999', 'text/html')).status).toBe(404);
  });

  test('escapes what is searched for', async () => {
    const page = await (await get('/search?q=%3Cscript%3Ealert%281%29%3C%2Fscript%3E', 'text/html')).text();
    expect(page).not.toContain('<script>alert(1)');
    expect(page).toContain('&lt;script&gt;alert(1)');
  });

  test('answers a SPARQL query', async () => {
    const query = `SELECT (COUNT(?item) AS ?n) { ?item a <https://w3id.org/folklore-ld/ns#Item> }`;
    const answer = await get(`/sparql?query=${encodeURIComponent(query)}`, 'application/sparql-results+json');
    // 21 of manuscripts, 10 of schools.
    expect(await answer.json()).toMatchObject({ results: { bindings: [{ n: { value: '31' } }] } });
  });
});

test('`load` replaces what a store has of an earlier release, and `verify` misses a lost triple', async () => {
  const server = await startOxigraph();
  onTestFinished(() => server.stop());
  const { store, url } = server;
  const people = oxigraph.namedNode(`${BASE}dataset/folklore/people`);
  const stale = oxigraph.triple(people, people, oxigraph.literal('stale'));
  store.add(oxigraph.quad(people, people, stale.object, people));
  const other = oxigraph.namedNode('https://other.example.org/graph');
  store.add(oxigraph.quad(other, other, other, other));

  const loaded = await runWarm(['load', release, '--endpoint', url, '--endpoint-kind', 'oxigraph']);
  expect(loaded.code, loaded.stderr).toBe(0);
  const expected = new oxigraph.Store();
  expected.load(await readFile(join(release, 'data', 'people.ttl'), 'utf8'), { format: 'text/turtle' });
  const inGraph = store
    .match(null, null, null, people)
    .map(({ subject, predicate, object }) => oxigraph.triple(subject, predicate, object).toString());
  expect(inGraph.sort()).toEqual(
    quadsOf(expected)
      .map((quad) => quad.replace(/ \.$/, ''))
      .sort(),
  );
  // The graph of another owner stays.
  expect(store.match(null, null, null, other)).toHaveLength(1);
  const verify = () => runWarm(['verify', release, '--endpoint', url, '--endpoint-kind', 'oxigraph']);
  expect((await verify()).code).toBe(0);
  const [lost] = store.match(null, null, null, people);
  store.delete(lost as oxigraph.Quad);
  expect((await verify()).code).toBe(6);
});
