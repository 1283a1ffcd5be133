import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quad } from '@rdfjs/types';
import { Parser, Store } from 'n3';
import * as oxigraph from 'oxigraph';
import SHACLValidator from 'rdf-validate-shacl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewQuery } from '../../src/build/views/construct.js';
import { ntriplesLine } from '../../src/model/rdf/formats/ntriples.js';
import { VIEW_NAMES, type ViewName } from '../../src/model/records/datasets.js';
import { expectGraph } from '../golden/graph.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { harvestSample } from '../support/sample-release.js';

/** A release in other models: `--views`. */

const BASE = 'https://data.example.org/folklore/';
const HERE = new URL('.', import.meta.url);

let folder: string;
let release: string;
let store: oxigraph.Store;

beforeAll(async () => {
  folder = await makeFolder();
  const make = await harvestSample(folder);
  const links = {
    schoolsItem: 'https://archive.example.org/cbes/{partID}/{firstPageID}/{itemID}',
    photograph: 'https://archive.example.org/cbeg/{photographID}',
    photographImage: 'https://archive.example.org/images/{photographID}.jpg',
    photographImageService: 'https://iiif.example.org/image/{photographID}',
    photographManifest: 'https://iiif.example.org/manifest/{photographID}',
  };
  ({ directory: release } = await make('views', { views: VIEW_NAMES, formats: ['jsonld', 'nt'], links }));
  store = new oxigraph.Store();
  for (const file of await readdir(join(release, 'data')))
    if (file.endsWith('.nt'))
      store.load(await readFile(join(release, 'data', file), 'utf8'), { format: 'application/n-triples' });
}, 60_000);
afterAll(() => removeFolder(folder));

const inRelease = (text: string): string => text;

/** The triples of a view, of all its files. */
async function viewOf(name: ViewName): Promise<Quad[]> {
  const files = (await readdir(join(release, 'derived'))).filter((file) => file.startsWith(`${name}-`));
  const texts = await Promise.all(files.map((file) => readFile(join(release, 'derived', file), 'utf8')));
  return texts.flatMap((text) => new Parser().parse(text));
}

const linesOf = (quads: Iterable<Quad>): string[] => [...new Set([...quads].map(ntriplesLine))].sort();

describe.each(VIEW_NAMES)('%s', (name) => {
  it('is what its query constructs of the dumps', async () => {
    const query = viewQuery(name, BASE, inRelease);
    const constructed = store.query(query, { results_format: 'application/n-triples' }) as string;
    const lines = linesOf(await viewOf(name));
    expect(lines.length).toBeGreaterThan(50);
    expect(lines).toEqual(linesOf(new Parser().parse(constructed)));
  });

  it('has its query beside the others (made by `npm run docs`)', async () => {
    const query = viewQuery(name, BASE, inRelease);
    await expect(query).toMatchFileSnapshot(`../../queries/views/${name}.rq`);
  });

  it('says of a record of each kind what a person expects', async () => {
    const expected = await readFile(new URL(`expected/${name}.ttl`, HERE), 'utf8');
    const records = new Set(new Parser({ baseIRI: BASE }).parse(expected).map(recordOf));
    expect(records.size).toBeGreaterThan(1);
    const said = (await viewOf(name)).filter((quad) => records.has(recordOf(quad)));
    expectGraph(said, `@base <${BASE}> .\n${expected}`);
  });

  it('keeps to what the documentation of its model asks for', async () => {
    const shapes = new Parser().parse(await readFile(new URL('constraints.ttl', HERE), 'utf8'));
    const validator = new SHACLValidator(new Store(shapes));
    const report = await validator.validate(new Store(await viewOf(name)));
    const found = report.results.map(({ focusNode, path, sourceConstraintComponent }) =>
      [focusNode, path, sourceConstraintComponent]
        .map((term) => (term as { value?: string } | null)?.value)
        .join(' '),
    );
    expect(found).toEqual([]);
  });

  it('answers the question of the documentation', async () => {
    const page = await readFile(new URL('../../docs/views.md', HERE), 'utf8');
    const [, question = ''] = new RegExp(`## ${name}\n.*?\`\`\`sparql\n(.*?)\`\`\``, 's').exec(page) ?? [];
    const graph = new oxigraph.Store();
    for (const quad of await viewOf(name))
      graph.load(`${ntriplesLine(quad)}\n`, { format: 'application/n-triples' });
    expect((graph.query(question) as unknown[]).length).toBeGreaterThan(0);
  });

  it('names no blank node', async () => {
    for (const quad of await viewOf(name)) {
      expect(quad.subject.termType).toBe('NamedNode');
      expect(quad.object.termType).not.toBe('BlankNode');
    }
  });
});

const recordOf = ({ subject }: { readonly subject: { readonly value: string } }): string =>
  subject.value.replace(/#.*/, '');
