import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import type { Quad } from '@rdfjs/types';
import { Parser, Store } from 'n3';
import * as oxigraph from 'oxigraph';
import SHACLValidator from 'rdf-validate-shacl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VIEW_NAMES, type ViewName } from '../../../src/features/views/view-names.js';
import { ntriplesLine } from '../../../src/model/rdf/formats/ntriples.js';

import { expectGraph } from '../../golden/graph.js';
import { anchorJson, anchorPath } from '../../support/anchors.js';
import { makeFolder, removeFolder, scratch } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { viewQuery } from './view-query.js';

/** A release in other models: `--views`. */

const BASE = 'https://data.example.org/folklore/';
const HERE = new URL('.', import.meta.url);

let folder: string;
let release: string;
/** The same release without the dataset `effective`. */
let lean: string;
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
  const plan = { settings: { views: VIEW_NAMES }, links } as const;
  ({ directory: lean } = await make('lean', { ...plan, formats: ['nt'] }));
  ({ directory: release } = await make('views', {
    ...plan,
    formats: ['jsonld', 'nt'],
    additions: { effective: true },
  }));
  store = new oxigraph.Store();
  for (const file of await readdir(join(release, 'data')))
    if (file.endsWith('.nt'))
      store.load(await readFile(join(release, 'data', file), 'utf8'), { format: 'application/n-triples' });
}, 60_000);
afterAll(() => removeFolder(folder));

const inRelease = (text: string): string => text;

/** The triples of a view, of all its files. */
async function viewOf(name: ViewName, of = release): Promise<Quad[]> {
  const files = (await readdir(join(of, 'derived'))).filter((file) =>
    new RegExp(`^${name}-.*\\.ttl$`).test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(of, 'derived', file), 'utf8')));
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
    expect(lines.filter((line) => /(^| )_:/.test(line))).toEqual([]);
  });

  it('says the same of a release without the dataset `effective`', async () => {
    const own = await viewOf(name, lean);
    expect(linesOf(own)).toEqual(linesOf(await viewOf(name)));
  });

  it('has its query beside the others (made by `npm run docs`)', async () => {
    const query = viewQuery(name, BASE, inRelease);
    await expect(query).toMatchFileSnapshot(`../../../queries/views/${name}.rq`);
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
    const page = await readFile(new URL('../../../docs/views.md', HERE), 'utf8');
    const [, question = ''] = new RegExp(`## ${name}\n.*?\`\`\`sparql\n(.*?)\`\`\``, 's').exec(page) ?? [];
    const graph = new oxigraph.Store();
    for (const quad of await viewOf(name))
      graph.load(`${ntriplesLine(quad)}\n`, { format: 'application/n-triples' });
    expect((graph.query(question) as unknown[]).length).toBeGreaterThan(0);
  });
});

/** The schemas of Linked Art, one for each type of document. They need the three corrections. */
const FOLDER = 'linked-art';
const SCHEMAS: Readonly<Record<string, string>> = {
  HumanMadeObject: 'object',
  VisualItem: 'image',
  LinguisticObject: 'text',
  Person: 'person',
  Place: 'place',
  Set: 'set',
  Type: 'concept',
};

describe.skipIf(anchorPath(FOLDER) === undefined)('documents of Linked Art (linked.art/api/1.0)', () => {
  const addressOf = (name: string): string => `https://linked.art/api/1.0/schema/${name}.json`;
  beforeAll(async () => {
    for (const file of await readdir(anchorPath(FOLDER) ?? '')) {
      const text = JSON.stringify(anchorJson(`${FOLDER}/${file}`))
        .replaceAll('"/definitions/', '"#/definitions/')
        .replaceAll('definitions/LegalRight', 'definitions/Right')
        .replaceAll('"items":[', '"prefixItems":[');
      registerSchema(JSON.parse(text));
    }
  });

  it('are valid, each against the schema of its type, and are as many as the nodes with labels', async () => {
    const files = (await readdir(join(release, 'derived'))).filter((file) => file.endsWith('.ndjson'));
    const texts = await Promise.all(files.map((file) => readFile(join(release, 'derived', file), 'utf8')));
    const documents = texts.flatMap((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    for (const document of documents) {
      const result = await validate(addressOf(SCHEMAS[document.type] ?? 'linked-art'), document, 'BASIC');
      expect(result.valid ? [] : [document.id, result.errors]).toEqual([]);
    }
    const labelled = (await viewOf('linked-art')).filter(({ predicate }) =>
      predicate.value.endsWith('#label'),
    );
    const places = documents.filter(({ type }) => type === 'Place').map(({ id }) => id);
    // The archive and the place-names database both describe some places, in files with different licences.
    expect(new Set(documents.map(({ id }) => id))).toEqual(
      new Set(labelled.map(({ subject }) => subject.value)),
    );
    expect(new Set(documents.map(({ type }) => type))).toEqual(new Set(Object.keys(SCHEMAS)));
    expect(places.length).toBeGreaterThan(new Set(places).size);
  });

  it('are in the words of its context: a photograph with its picture, its scan and its photographer', async () => {
    const lines = (await readFile(join(release, 'derived/linked-art-photographs.ndjson'), 'utf8')).split(
      '\n',
    );
    const [photograph, picture] = lines
      .filter((line) => line.includes('cbeg/photograph/1201'))
      .map((line) => JSON.parse(line));
    expect(photograph).toMatchObject({
      '@context': 'https://linked.art/ns/v1/linked-art.json',
      id: `${BASE}cbeg/photograph/1201`,
      type: 'HumanMadeObject',
      _label: 'B005.01.00001',
      classified_as: [{ id: 'http://vocab.getty.edu/aat/300046300', type: 'Type' }],
      shows: [{ id: `${BASE}cbeg/photograph/1201#la-picture`, type: 'VisualItem' }],
      representation: [
        {
          type: 'VisualItem',
          digitally_shown_by: [
            {
              type: 'DigitalObject',
              access_point: [{ id: 'https://archive.example.org/images/1201.jpg', type: 'DigitalObject' }],
            },
          ],
        },
      ],
      produced_by: {
        type: 'Production',
        timespan: {
          identified_by: [{ type: 'Name', content: '1935' }],
          begin_of_the_begin: '1935-01-01T00:00:00Z',
          end_of_the_end: '1935-12-31T23:59:59Z',
        },
        carried_out_by: [{ id: `${BASE}cbed/person/4101`, type: 'Person' }],
      },
    });
    expect(picture).toMatchObject({
      type: 'VisualItem',
      about: [{ type: 'Type' }, { type: 'Place', id: `${BASE}place/9000015` }],
    });
  });
});

it('a release of places alone, without tables of works, has its views', async () => {
  const make = await harvestSample(await scratch());
  const { directory } = await make('places-alone', { kinds: ['places'], settings: { views: ['schema'] } });
  const said = await viewOf('schema', directory);
  expect(said.some(({ object }) => object.value === 'https://schema.org/Place')).toBe(true);
});

it('Europeana gets no photograph with a statement that is not on its list, and no work without a page', async () => {
  const works = (await viewOf('edm')).filter(
    ({ object }) => object.value.endsWith('#ProvidedCHO') || object.value.endsWith('/ProvidedCHO'),
  );
  const ids = works.map(({ subject }) => subject.value.slice(BASE.length));
  expect(ids).toContain('cbeg/photograph/1201');
  // No Known Copyright; no statement; the manuscripts have no template of a page in this release.
  expect(ids.filter((id) => id.startsWith('cbe/'))).toEqual([]);
  const rights = new Map(
    store
      .match(null, null, null, null)
      .filter(({ predicate }) => predicate.value === 'http://purl.org/dc/terms/rights')
      .map(({ subject, object }) => [subject.value.slice(BASE.length), object.value] as const),
  );
  expect([...rights.values()].some((value) => value.includes('/NKC/'))).toBe(true);
  for (const id of ids.filter((id) => id.startsWith('cbeg/')))
    expect(rights.get(id)).toMatch(/vocab\/(InC|CNE)\//);
});

const recordOf = ({ subject }: { readonly subject: { readonly value: string } }): string =>
  subject.value.replace(/#.*/, '');
