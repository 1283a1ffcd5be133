import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATA_BASE, VOCABULARY_BASE } from '../../../src/model/rdf/iris.js';
import type { BuildResult } from '../../../src/pipeline/publish/build.js';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/** The bases of data and vocabulary are configuration, and a release speaks in them throughout. */

/** Of other lengths and order than the defaults, with characters that a pattern or a replacement would read. */
const OTHER = { base: 'https://a.example.net/$&/', vocabularyBase: 'https://z.example.net/words+more/' };

let folder: string;
let plain: BuildResult;
let other: BuildResult;

beforeAll(async () => {
  folder = await makeFolder();
  const make = await harvestSample(folder);
  plain = await make('plain', { links: {} });
  other = await make('other', { links: {}, ...OTHER });
});

afterAll(() => removeFolder(folder));

test('with other bases no file has a trace of the default ones', async () => {
  const files = await filesBelow(other.directory);
  // Scripts for loading would have to quote this base, each in its own way: there are none.
  const usual = [...(await filesBelow(plain.directory)).keys()];
  expect([...files.keys()]).toEqual(usual.filter((path) => !path.startsWith('bulk/')));
  expect(usual).toContain('bulk/oxigraph.sh');
  const traces = [VOCABULARY_BASE, DATA_BASE].map((base) => base.replace(/^https:\/\/|\/$/g, ''));
  const traced = [...files].filter(([, content]) => traces.some((trace) => content.includes(trace)));
  expect(traced.map(([file]) => file)).toEqual([]);
});

test('everything that speaks of our words is there, in the base of the release', async () => {
  const files = await filesBelow(other.directory);
  for (const file of ['context.jsonld', 'ontology.ttl', 'alignments.ttl', 'codes.ttl', 'shapes/common.ttl']) {
    expect(String(files.get(file)), file).toContain(`${OTHER.vocabularyBase}`);
  }
  const query = String(files.get('queries/q01-county-and-years.rq'));
  expect(query).toContain(`<${OTHER.vocabularyBase}ns#>`);
  expect(query).toContain(`BASE <${OTHER.base}>`);
});

test('the records validate as before: the same are published, with the same findings', async () => {
  expect(other.ledger.total('rejected')).toBe(0);
  expect(other.ledger.rows()).toEqual(plain.ledger.rows());
  expect(other.validation.totals).toEqual(plain.validation.totals);
});

/** What names the release, or says of its files how large they are. */
const DESCRIBED = [
  'SHA256SUMS',
  'manifest.json',
  'dcat.ttl',
  'void.ttl',
  'dataset.jsonld',
  'README.md',
  'CITATION.cff',
  '.zenodo.json',
  'datacite.json',
  'ro-crate-metadata.json',
  'notebook/three-questions.ipynb',
  'LICENCES.md',
  'report/index.html',
];

test('but for the bases, a release is the same', async () => {
  const inDefaults = (text: string) =>
    text.replaceAll(OTHER.vocabularyBase, VOCABULARY_BASE).replaceAll(OTHER.base, DATA_BASE);
  const files = await filesBelow(plain.directory);
  for (const [file, content] of await filesBelow(other.directory)) {
    // Sizes, checksums and the order of IRIs depend on the bases.
    if (DESCRIBED.includes(file) || file.endsWith('.nt') || file.startsWith('derived/')) continue;
    // Findings are told in the order of their IRIs.
    const lines = (text: string) => (file.startsWith('report/') ? text.split('\n').sort() : text);
    expect(lines(inDefaults(String(content))), file).toEqual(lines(String(files.get(file))));
  }
});
