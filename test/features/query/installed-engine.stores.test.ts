import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { virtuosoMissing } from '../../../bench/stores/virtuoso.js';
import { programAt } from '../../../src/base/programs.js';
import { DEFAULT_LIMITS, openEngine, type QueryEngine } from '../../../src/features/query/engine.js';
import type { EngineName } from '../../../src/features/query/engine-option.js';
import { openInstalledEngine } from '../../../src/features/query/installed/installed-engine.js';
import { type ReleaseManifest, readManifest } from '../../../src/release/description/manifest.js';
import { run, start } from '../../support/cli.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { answersIn, questions } from '../stores/real/questions.js';

/** The programs of the thread that reads queries and of the embedded engine's process, as built. */
const SCRIPT = new URL('../../../dist/features/query/query-worker.js', import.meta.url);
const PROCESS = new URL('../../../dist/features/query/engine-child.js', import.meta.url);
const MISSING: Readonly<Record<EngineName, string | undefined>> = {
  virtuoso: await virtuosoMissing(),
  oxigraph: (await programAt('oxigraph')) === undefined ? 'no oxigraph on the PATH' : undefined,
};
const silent = (): void => {};
const QUESTIONS = [...(await questions())];

let folder: string;
let release: string;
let manifest: ReleaseManifest;
beforeAll(async () => {
  folder = await makeFolder();
  const build = await harvestSample(folder);
  ({ directory: release } = await build('one'));
  manifest = await readManifest(release);
});
afterAll(() => removeFolder(folder));

const open = (name: EngineName): Promise<QueryEngine> =>
  openInstalledEngine(name, release, manifest, DEFAULT_LIMITS, silent, process.pid, SCRIPT);

describe.each(Object.entries(MISSING) as [EngineName, string | undefined][])('%s', (name, missing) => {
  const engines = (): Promise<string[]> => readdir(join(dirname(release), '.engines'));

  describe.skipIf(missing !== undefined)(missing ?? 'is here', () => {
    let engine: QueryEngine;
    let embedded: QueryEngine;
    beforeAll(async () => {
      engine = await open(name);
      embedded = await openEngine(release, manifest, DEFAULT_LIMITS, silent, PROCESS);
    });
    afterAll(() => Promise.all([engine.close(), embedded.close()]));

    test.each(QUESTIONS)('answers %s with the rows of the embedded engine', async (_, query) => {
      const expected = answersIn(await embedded.query(query, 'json'));
      expect(answersIn(await engine.query(query, 'json'))).toEqual(expected);
    });

    test('answers in pieces with the rows of the embedded engine', async () => {
      const labels = 'SELECT ?s ?label { ?s <http://www.w3.org/2000/01/rdf-schema#label> ?label }';
      const rows = (csv: string): string[] => csv.split('\r\n').toSorted();
      let csv = '';
      for await (const piece of (await engine.stream?.(labels, 'csv')) ?? []) csv += piece;
      expect(rows(csv).length).toBeGreaterThan(200);
      expect(rows(csv)).toEqual(rows(await embedded.query(labels, 'csv')));
    });

    test('holds the release and nothing else', async () => {
      const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }';
      expect(answersIn(await engine.query(count, 'json'))).toEqual(
        answersIn(await embedded.query(count, 'json')),
      );
    });

    test.each([
      ['a wrong query', 'SELECT * { ?s ?p }', /line 1, column 19/],
      ['another server', 'SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }', /service/i],
      ['another dataset', 'SELECT * FROM <http://example.org/> { ?s ?p ?o }', /FROM/],
      ['an update', 'DELETE WHERE { ?s ?p ?o }', /line 1/],
      ['a dialect', 'DEFINE get:soft "replace" SELECT * { ?s ?p ?o }', /line 1/],
      [
        'functions of the store',
        'SELECT * { BIND (1 AS ?y) FILTER (?z && <bif:file_to_string>("/etc/passwd")) }',
        /function/i,
      ],
      ['the same by a prefix', 'PREFIX b: <BIF:> SELECT (b:x() AS ?x) {}', /function/i],
    ])('refuses %s', async (_, query, message) => {
      await expect(engine.query(query, 'json')).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(message),
      });
    });

    test('is asked by another command meanwhile, which leaves it running', async () => {
      const { code, stdout } = await run(['query', release, 'q03', '--engine', name, '--format', 'csv']);
      expect([code, stdout.split(/\r?\n/)[0]]).toEqual([0, 'decade,items']);
      expect(await engine.query('ASK {}', 'json')).toContain('true');
    });

    test('a query that takes too long is ended, and the next one is answered', async () => {
      const impatient = await (async () => {
        await engine.close();
        return openInstalledEngine(
          name,
          release,
          manifest,
          { ...DEFAULT_LIMITS, timeoutMs: 1500 },
          silent,
          process.pid,
          SCRIPT,
        );
      })();
      engine = impatient;
      const endless =
        'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(CONTAINS(STR(?c), STR(?i))) }';
      await expect(impatient.query(endless, 'json')).rejects.toMatchObject({ status: 504 });
      const deadline = Date.now() + 60_000;
      let answer = '';
      while (answer === '' && Date.now() < deadline)
        answer = await impatient.query('ASK {}', 'json').catch(() => '');
      expect(answer).toContain('true');
    });

    test('one that is killed while it loads leaves nothing that a later one would take for whole', async () => {
      await engine.close();
      await rm(join(dirname(release), '.engines'), { recursive: true });
      const child = start(['query', release, 'q03', '--engine', name]);
      while (!(await engines().catch((): string[] => [])).some((one) => one.endsWith('.partial')))
        await new Promise((resolve) => setTimeout(resolve, 20));
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
      expect((await engines()).some((one) => one.endsWith(name))).toBe(false);
      engine = await open(name);
      const [, query = ''] = QUESTIONS.find(([number]) => number.startsWith('q03')) ?? [];
      expect(answersIn(await engine.query(query, 'json'))).toEqual(
        answersIn(await embedded.query(query, 'json')),
      );
      expect((await engines()).filter((one) => one.endsWith('.partial'))).toEqual([]);
    });
  });
});

test('an engine that is not installed is named, with what to install', async () => {
  const { code, stderr } = await run(['query', release, 'q03', '--engine', 'virtuoso'], { PATH: folder });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/no virtuoso-t.*virtuoso-opensource-7-bin/s)]);
});
