import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonld from 'jsonld';
import { Parser } from 'n3';
import * as oxigraph from 'oxigraph';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ntriplesLine } from '../../../src/model/rdf/formats/ntriples.js';
import { subjectsOfSample } from '../../features/subjects/sample-subjects.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { pyldPython, rdflibPython, readByPyld, readByRdflib } from '../../support/rdflib.js';
import { harvestSample } from '../../support/sample-release.js';

/**
 * Every dataset of the sample, as processors of others read it: its JSON-LD, Turtle and N-Triples say the same to each of them
 * (JSON-LD 1.1 Processing Algorithms and API, section 8.1).
 */

const [RDFLIB, PYLD] = [await rdflibPython(), await pyldPython()];

let folder: string;
let datasets: string[];
const pathOf = (dataset: string, format: string): string =>
  join(folder, 'out', 'readers', 'data', `${dataset}.${format}`);
const textOf = (dataset: string, format: string): Promise<string> =>
  readFile(pathOf(dataset, format), 'utf8');

/** The statements of a text in Turtle, N-Triples or N-Quads, as sorted lines. */
const linesOf = (text: string): string[] => [...new Set(new Parser().parse(text).map(ntriplesLine))].sort();

/** What a reader finds in each dataset, against the Turtle read by n3. */
async function expectTurtle(found: readonly string[], format: string): Promise<void> {
  expect(found).toHaveLength(datasets.length);
  for (const [at, dataset] of datasets.entries())
    expect(linesOf(found[at] ?? ''), `${dataset}.${format}`).toEqual(linesOf(await textOf(dataset, 'ttl')));
}

beforeAll(async () => {
  folder = await makeFolder();
  const make = await harvestSample(folder);
  const additions = { effective: true, subjects: await subjectsOfSample(folder) };
  const { directory } = await make('readers', { additions, formats: ['ttl', 'nt', 'jsonld'] });
  const files = await readdir(join(directory, 'data'));
  datasets = files.filter((file) => file.endsWith('.ttl')).map((file) => file.slice(0, -'.ttl'.length));
}, 60_000);
afterAll(() => removeFolder(folder));

test('the release has the datasets with codes of the same names', () => {
  expect(datasets).toEqual(expect.arrayContaining(['effective', 'places', 'schools', 'subjects']));
});

test('jsonld.js reads the JSON-LD', async () => {
  const found = await Promise.all(
    datasets.map(async (dataset) =>
      jsonld.toRDF(JSON.parse(await textOf(dataset, 'jsonld')), { format: 'application/n-quads' }),
    ),
  );
  await expectTurtle(found.map(String), 'jsonld');
});

test.each([
  ['jsonld', 'application/ld+json'],
  ['ttl', 'text/turtle'],
  ['nt', 'application/n-triples'],
])('Oxigraph reads the %s', async (format, type) => {
  const found = await Promise.all(
    datasets.map(async (dataset) => {
      const store = new oxigraph.Store();
      store.load(await textOf(dataset, format), { format: type });
      return store.dump({ format: 'application/n-triples', from_graph_name: oxigraph.defaultGraph() });
    }),
  );
  await expectTurtle(found, format);
});

const rdflib = RDFLIB === undefined ? 'rdflib (not installed; Debian: python3-rdflib)' : 'rdflib';
test.skipIf(RDFLIB === undefined).each([
  ['jsonld', 'json-ld'],
  ['ttl', 'turtle'],
  ['nt', 'nt'],
] as const)(`${rdflib} reads the %s`, async (format, syntax) => {
  const files = datasets.map((dataset) => [pathOf(dataset, format), syntax] as const);
  await expectTurtle(await readByRdflib(String(RDFLIB), files), format);
});

const pyld = PYLD === undefined ? 'PyLD (not installed; Debian: python3-pyld)' : 'PyLD';
test.skipIf(PYLD === undefined)(`${pyld} reads the JSON-LD`, async () => {
  const files = datasets.map((dataset) => pathOf(dataset, 'jsonld'));
  await expectTurtle(await readByPyld(String(PYLD), files), 'jsonld');
});
