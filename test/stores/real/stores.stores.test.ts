import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PROTOCOLS, storeKind } from '../../../src/stores/store-kinds.js';
import { ending, start } from '../../support/cli.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { clientFor, deltaInto, loadInto } from '../loading.js';
import { expectedQuads, manifestOf, type TwoReleases, twoReleases } from '../releases.js';
import { jenaMissing, prepareJena } from './jena.js';
import { answersIn, answersOf, questions } from './questions.js';
import { DBA, startVirtuoso, type Virtuoso, virtuosoMissing } from './virtuoso.js';

/** The same releases and the same questions, in stores that people run. */

const MISSING = { virtuoso: await virtuosoMissing(), jena: await jenaMissing() };
const QUESTIONS = await questions();

let folder: string;
let releases: TwoReleases;
/** What Oxigraph, in this process, answers; test/e2e/queries.test.ts compares that with what was worked out by hand. */
let expected: ReadonlyMap<string, string[]>;

const quadsIn = (lines: readonly string[]): oxigraph.Store => {
  const store = new oxigraph.Store();
  store.load(lines.join('\n'), { format: 'application/n-quads' });
  return store;
};

beforeAll(async () => {
  folder = await makeFolder();
  releases = await twoReleases(join(folder, 'releases'));
  const store = quadsIn(await expectedQuads(releases.before));
  expected = new Map(
    [...QUESTIONS].map(([name, query]) => [
      name,
      answersIn(
        store.query(query, {
          results_format: 'application/sparql-results+json',
          use_default_graph_as_union: true,
        }) as string,
      ),
    ]),
  );
});
afterAll(() => removeFolder(folder));

test('most questions have an answer', () => {
  expect([...expected.values()].filter((rows) => rows.length > 0).length).toBeGreaterThan(12);
});

describe.skipIf(MISSING.virtuoso !== undefined)(
  `Virtuoso${MISSING.virtuoso === undefined ? '' : `: ${MISSING.virtuoso}`}`,
  () => {
    const kind = storeKind('virtuoso');
    const wishes = { kind, credentials: DBA } as const;
    let virtuoso: Virtuoso;

    beforeAll(async () => {
      virtuoso = await startVirtuoso(join(folder, 'virtuoso'));
    });
    afterAll(() => virtuoso.remove());

    /** How many triples each graph of ours holds, and what is said of it. */
    async function held(): Promise<string[]> {
      const client = clientFor(kind, virtuoso.url, { credentials: DBA });
      const counts = await client.query(
        'SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } FILTER STRSTARTS(STR(?g), "https://data.example.org/folklore/dataset/") } GROUP BY ?g',
      );
      const said = await client.query(
        'SELECT ?g ?p ?o WHERE { GRAPH <https://data.example.org/folklore/dataset/loaded> { ?g ?p ?o } }',
      );
      await client.close();
      return [...answersOf(counts), ...answersOf(said)];
    }

    test.each(PROTOCOLS)('takes a release by %s, and answers as Oxigraph does', async (protocol) => {
      const { graphs } = await loadInto(virtuoso.url, releases.before, { ...wishes, protocol, held: 'anew' });
      const { datasets } = await manifestOf(releases.before);
      expect(graphs.slice(0, -1).map(({ graph, triples }) => [graph, triples])).toEqual(
        datasets.map(({ graph, triples }) => [graph, triples]),
      );
      const client = clientFor(kind, virtuoso.url);
      for (const [name, query] of QUESTIONS) {
        expect(answersOf(await client.query(query)), name).toEqual(expected.get(name));
      }
      await client.close();
    });

    test('is brought to the next release by its delta, as by a fresh load', async () => {
      await loadInto(virtuoso.url, releases.after, wishes);
      const fresh = await held();
      await loadInto(virtuoso.url, releases.before, wishes);
      expect(await held()).not.toEqual(fresh);
      await deltaInto(virtuoso.url, releases.after, wishes);
      expect(await held()).toEqual(fresh);
    });

    test('does not let in who has another password', async () => {
      const credentials = { ...DBA, password: 'wrong' };
      await expect(
        loadInto(virtuoso.url, releases.before, { ...wishes, credentials, held: 'anew' }),
      ).rejects.toMatchObject({ code: 'KEY_REFUSED' });
    });

    test.each([
      ['the whole release', []],
      ['the delta', ['--delta']],
    ])('takes %s to its end when it was killed with the loader meanwhile', async (_, args) => {
      await loadInto(virtuoso.url, releases.after, wishes);
      const fresh = await held();
      await loadInto(virtuoso.url, releases.before, wishes);
      const environment = { FOLKLORE_LD_STORE_USER: DBA.user, FOLKLORE_LD_STORE_PASSWORD: DBA.password };
      const command = ['load', releases.after, '--store', virtuoso.url, '--portion', '20K', ...args];
      const child = start(command, environment);
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = ending(child);
      // Some way into the load, whatever it is doing.
      const begun = new Promise<void>((resolve) => {
        child.stderr?.on('data', (text: string) => /progress|note/.test(text) && resolve());
      });
      await Promise.race([begun, ended]);
      await sleep(700);
      child.kill('SIGKILL');
      await virtuoso.kill();
      await ended;
      await virtuoso.start();
      const again = await ending(start(command, environment));
      expect(again.code, again.stderr).toBe(0);
      expect(await held()).toEqual(fresh);
    });
  },
);

describe.skipIf(MISSING.jena !== undefined)(
  `Jena${MISSING.jena === undefined ? '' : `: ${MISSING.jena}`}`,
  () => {
    test('takes the files of a release with its own loader, and answers as Oxigraph does', async () => {
      const place = join(folder, 'jena');
      await mkdir(place);
      const jena = await prepareJena(place);
      const database = join(place, 'tdb2');
      const { datasets, base } = await manifestOf(releases.before);
      const loads = [
        ...datasets.map(
          ({ graph, files }) => [graph, files.find(({ path }) => path.includes('.nt'))?.path ?? ''] as const,
        ),
        ...['codes.ttl', 'dcat.ttl', 'void.ttl'].map((path) => [`${base}dataset/catalogue`, path] as const),
      ];
      for (const [graph, path] of loads) {
        await jena.run('tdb2.tdbloader', '--loc', database, `--graph=${graph}`, join(releases.before, path));
      }
      for (const [name] of QUESTIONS) {
        const file = new URL(`../../../queries/${name}.rq`, import.meta.url).pathname;
        const union = ['--set', 'tdb2:unionDefaultGraph=true', '--results', 'json'];
        const json = await jena.run('tdb2.tdbquery', '--loc', database, ...union, '--query', file);
        expect(answersIn(json), name).toEqual(expected.get(name));
      }
    });
  },
);
