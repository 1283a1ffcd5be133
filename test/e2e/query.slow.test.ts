import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'n3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentQuads } from '../../src/model/rdf/jsonld-quads.js';
import { run } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { makeFolder, removeFolder, scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** `folklore-ld query`, asked of the sample release. */

let folder: string;
let release: string;
beforeAll(async () => {
  folder = await makeFolder();
  ({ release } = await exportedSample());
});
afterAll(() => removeFolder(folder));

const query = async (text: string, ...options: string[]) => {
  const file = join(folder, 'query.rq');
  await writeFile(file, text);
  return runWarm(['query', release, file, ...options]);
};

test('a question of the release by its number, as CSV for programs', async () => {
  const { code, stdout } = await run(['query', release, 'q03']);
  expect([code, stdout.split(/\r?\n/)[0]]).toEqual([0, 'decade,items']);
});

test('as a table for people', async () => {
  const { stdout } = await query('SELECT ("a" AS ?long) ("bb" AS ?b) {}', '--format', 'table');
  expect(stdout).toBe('long  b\n────  ──\na     bb\n1 row\n');
});

describe('a graph', () => {
  const CONSTRUCT = 'CONSTRUCT { ?c a ?t } WHERE { ?c a ?t , <https://w3id.org/folklore-ld/ns#Collection> }';

  test('as Turtle with prefixes', async () => {
    const { stdout } = await query(CONSTRUCT);
    expect(stdout).toContain('@prefix schema:');
    expect(new Set(new Parser().parse(stdout).map(({ subject }) => subject.value)).size).toBe(4);
  });

  test('as JSON-LD', async () => {
    const { stdout } = await query(CONSTRUCT, '--format', 'jsonld');
    const quads = await documentQuads(JSON.parse(stdout) as object);
    expect(new Set(quads.map(({ subject }) => subject.value)).size).toBe(4);
  });
});

test.each([
  ['SELECT * {', [], 'line 1'],
  ['SELECT *\n{ ?s ?p }', [], 'line 2, column 10'],
  [
    'PREFIX l: <https://w3id.org/folklore-ld/ns#>\nASK { ?s l:colector ?o }',
    [],
    'line 2, column 10: l:colector',
  ],
  [
    'PREFIX l: <https://w3id.org/folklore-ld/ns#>\nASK { ?s l:colector ?o }',
    [],
    'Did you mean lore:collector?',
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
  expect(stderr).toContain(message);
});

test.each([
  ['an error of syntax', 'SELECT * { ?s'],
  ['a term that the vocabulary lacks', 'ASK { ?s <https://w3id.org/folklore-ld/ns#colector> ?o }'],
  ['a prefix without a declaration', 'ASK { ?s lroe:collector ?o }'],
])('%s is told before anything is loaded', async (_, text) => {
  const { stderr } = await query(text);
  expect(stderr).not.toContain('loading');
  expect((await query('ASK {}')).stderr).toContain('loading');
});

test('a file that is not there, and a folder that is no release', async () => {
  expect(await runWarm(['query', release, join(folder, 'none.rq')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('none.rq'),
  });
  expect(await runWarm(['query', release, 'q99'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('q17'),
  });
  expect(await runWarm(['query', folder, 'q01'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not a release'),
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
  });

  test('also for a question of the release', async () => {
    const { at } = await askedAmong(['2026-10-01', 'sample'], '2026-10-01');
    const asked = await runWarm(['query', 'q01'], {}, at);
    expect([asked.code, asked.stdout.split(',')[0]]).toEqual([0, 'work']);
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

  test('a query has to be given', async () => {
    const ended = await runWarm(['query'], {}, await scratch());
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('No query')]);
  });
});
