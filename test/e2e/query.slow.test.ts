import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'n3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentQuads } from '../../src/model/rdf/jsonld-quads.js';
import { exportedSample } from '../support/exported-sample.js';
import { makeFolder, removeFolder, scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** `folklore-ld query`, asked of a release of the sample. */

let folder: string;
let release: string;
beforeAll(async () => {
  folder = await makeFolder();
  const { store } = await exportedSample();
  // Small: each query loads it.
  const small = ['--kinds', 'people', '--formats', 'nt'];
  await runWarm(['build', '--sample', '--store', store, '--out', folder, ...small]);
  release = join(folder, 'sample');
});
afterAll(() => removeFolder(folder));

const query = async (text: string, ...options: string[]) => {
  const file = join(folder, 'query.rq');
  await writeFile(file, text);
  return runWarm(['query', release, file, ...options]);
};

test('as a table for people', async () => {
  const { stdout } = await query('SELECT ("a" AS ?long) ("bb" AS ?b) {}', '--format', 'table');
  expect(stdout).toBe('long  b\n────  ──\na     bb\n\n1 row\n');
});

test('a table has prefixed names with labels beside them, unless the row has the label; with --full whole IRIs', async () => {
  const text = `SELECT ?c ?l { ?c a <https://w3id.org/folklore-ld/ns#Collection> ; <http://www.w3.org/2000/01/rdf-schema#label> ?all
    BIND(IF(lang(?all) = "en", str(?all), ?none) AS ?l) FILTER(lang(?all) = "en" && CONTAINS(STR(?c), "cbed")) }`;
  const [, , row = ''] = (await query(text, '--format', 'table')).stdout.split('\n');
  const [iri = '', label = ''] = row.split(/ {2,}/);
  expect(iri).toBe('cbed');
  const alone = (await query(text.replace(' ?l {', ' {'), '--format', 'table')).stdout;
  expect(alone).toContain(`cbed (${label})`);
  const full = (await query(text, '--format', 'table', '--full')).stdout;
  expect(full).toContain('https://data.example.org/folklore/cbed  ');
});

test('a query as a word, a question with values, and the list of questions', async () => {
  const ask = (...words: string[]) => runWarm(['query', release, ...words]);
  expect((await ask('ASK { ?s a ?c }')).stdout).toBe('true\r\n');
  // The prefixes of the release need no declaration there.
  expect((await ask('ASK { ?s a lore:Collection FILTER(?s != person:1) }')).stdout).toBe('true\r\n');
  const two = await ask('q02', 'ASK {}');
  expect(two.code).toBe(2);
  expect(two.stderr).toContain('follows the query');
  expect((await ask('my.rq', 'county=place/1')).stderr).toContain(
    'Only the queries of a release have parameters',
  );
  const { stdout } = await runWarm(['query', release]);
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toMatch(/^q01 {2}What was collected .* Parameters: county=… fromYear=… toYear=…$/);
  expect(lines.map((line) => line.slice(0, 3))).toEqual(
    lines.map((_, at) => `q${String(at + 1).padStart(2, '0')}`),
  );
});

test('a graph is Turtle with prefixes, or JSON-LD', async () => {
  const text = 'CONSTRUCT { ?c a ?t } WHERE { ?c a ?t , <https://w3id.org/folklore-ld/ns#Collection> }';
  const turtle = (await query(text)).stdout;
  expect(turtle).toContain('@prefix schema:');
  const jsonld = (await query(text, '--format', 'jsonld')).stdout;
  for (const quads of [new Parser().parse(turtle), await documentQuads(JSON.parse(jsonld) as object)])
    expect(new Set(quads.map(({ subject }) => subject.value)).size).toBe(1);
});

test('a file that begins with a byte order mark', async () => {
  expect(await query('\uFEFFASK {}')).toMatchObject({ code: 0, stdout: 'true\r\n' });
});

test.each([
  ['SELECT * {', [], 'line 1'],
  ['SELECT *\n{ ?s ?p }', [], 'line 2, column 10'],
  [
    'PREFIX l: <https://w3id.org/folklore-ld/ns#>\nASK { ?s l:colector ?o }',
    [],
    /line 2, column 10: l:colector.*Did you mean lore:collector\?/s,
  ],
  ['ASK { ?s lroe:collector ?o }', [], 'PREFIX lore: <https://w3id.org/folklore-ld/ns#>'],
  ['CLEAR ALL', [], 'no updates'],
  ['SELECT * { ?s ?p ?o }', ['--format', 'turtle'], 'cannot be written as turtle'],
  [
    'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }',
    ['--timeout', '1'],
    'longer than 1 s',
  ],
])('%s %j is an error of use', async (text, options, message) => {
  const { code, stderr, stdout } = await query(text, ...options);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

test('an error is told before anything is loaded', async () => {
  expect((await query('ASK {}')).stderr).toContain('loading');
  for (const text of ['SELECT * { ?s', 'ASK { ?s <https://w3id.org/folklore-ld/ns#colector> ?o }'])
    expect((await query(text)).stderr).not.toContain('loading');
});

test('a file that is not there, a folder that is no release, and no release at all', async () => {
  for (const [args, told] of [
    [[release, join(folder, 'none.rq')], 'none.rq'],
    [[release, 'q99'], 'q17'],
    [[folder, 'q01'], 'not a release'],
    [[], 'no release'],
  ] as const)
    expect(await runWarm(['query', ...args])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(told),
    });
});

describe('a release that is not named', () => {
  const ASK = ['ASK {}', 'ask.rq'] as const;
  /** A folder with some releases below `output`, and what a query there answers. */
  async function askedAmong(labels: readonly string[], latest?: string) {
    const at = await scratch();
    await writeFile(join(at, ASK[1]), ASK[0]);
    await mkdir(join(at, 'output', 'notes'), { recursive: true });
    for (const label of labels)
      await cp(release, join(at, 'output', label), { recursive: true, verbatimSymlinks: true });
    if (latest !== undefined) await symlink(latest, join(at, 'output', 'latest'));
    return { at, ...(await runWarm(['query', ASK[1]], {}, at)) };
  }

  test('is the one that latest leads to', async () => {
    const asked = await askedAmong(['2026-10-01', 'sample'], '2026-10-01');
    expect([asked.code, asked.stdout]).toEqual([0, 'true\r\n']);
    expect(asked.stderr).toContain('output/latest');
    const question = await runWarm(['query', 'q01'], {}, asked.at);
    expect([question.code, question.stdout.split(',')[0]]).toEqual([0, 'work']);
  });

  test('is the only one that is there, as after the sample of the README', async () => {
    const asked = await askedAmong(['sample']);
    expect([asked.code, asked.stdout]).toEqual([0, 'true\r\n']);
    expect(asked.stderr).toContain('output/sample');
  });

  test('of several without a newest is asked for, with their names', async () => {
    const asked = await askedAmong(['2026-10-01', 'sample'], 'gone');
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/output\/2026-10-01, output\/sample/);
  });

  test.each([
    ['query', 'ask.rq'],
    ['browse', '--port', '0'],
    ['query', 'output/sample', 'ask.rq'],
    ['browse', 'output/sample', '--port', '0'],
  ])('where there is none: the command that makes one: %j', async (...args) => {
    const { at } = await askedAmong([]);
    const ended = await runWarm(args, {}, at);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringMatching(/no release.*export --sample/)]);
    expect(ended.stderr).not.toMatch(/ENOENT|\bat .*:\d+:\d+/);
  });
});
