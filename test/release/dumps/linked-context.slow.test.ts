import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import jsonld from 'jsonld';
import { Parser } from 'n3';
import { isomorphic } from 'rdf-isomorphic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { verifyRelease } from '../../../src/use/inspect/verify-folder/verify-release.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { rdflibPython, readByRdflib } from '../../support/rdflib.js';
import { harvestSample } from '../../support/sample-release.js';

/** JSON-LD files of a release with the address of the context in place of the context: JSON-LD 1.1, section 3.1. */

const DATASETS = ['manuscripts', 'people', 'places', 'schools'] as const;
const rdflib = await rdflibPython();

let folder: string;
let directory: string;
const pathOf = (dataset: string, format: string) => join(directory, 'data', `${dataset}.${format}`);
const textOf = (dataset: string, format: string) => readFile(pathOf(dataset, format), 'utf8');

beforeAll(async () => {
  folder = await makeFolder();
  const make = await harvestSample(folder);
  ({ directory } = await make('linked', { context: 'link', formats: ['ttl', 'jsonld'] }));
});
afterAll(() => removeFolder(folder));

test.each(DATASETS)(
  'jsonld reads %s with the context of the release, and finds what the Turtle says',
  async (dataset) => {
    const text = await textOf(dataset, 'jsonld');
    expect((JSON.parse(text) as Record<string, unknown>)['@context']).toBe('../context.jsonld');
    const documentLoader = async (url: string) => {
      expect(url).toBe(pathToFileURL(join(directory, 'context.jsonld')).href);
      const document = JSON.parse(await readFile(join(directory, 'context.jsonld'), 'utf8')) as object;
      return { document, documentUrl: url } as never;
    };
    const base = pathToFileURL(pathOf(dataset, 'jsonld')).href;
    const lines = await jsonld.toRDF(JSON.parse(text) as jsonld.JsonLdDocument, {
      ...{ base, documentLoader, format: 'application/n-quads' },
    });
    const turtle = new Parser().parse(await textOf(dataset, 'ttl'));
    expect(isomorphic(new Parser().parse(String(lines)), turtle)).toBe(true);
  },
);

test.skipIf(rdflib === undefined)('rdflib reads it (Debian: python3-rdflib)', async () => {
  const files = [[pathOf('people', 'jsonld'), 'json-ld'] as const];
  const [lines = ''] = await readByRdflib(rdflib as string, files);
  const turtle = new Parser().parse(await textOf('people', 'ttl'));
  expect(isomorphic(new Parser().parse(lines), turtle)).toBe(true);
});

test('the release passes its verification; without its context it does not', async () => {
  expect((await verifyRelease(directory, silent, () => {})).problems).toEqual([]);
  await rm(join(directory, 'context.jsonld'));
  const { problems } = await verifyRelease(directory, silent, () => {});
  expect(problems).toContainEqual(expect.objectContaining({ file: 'context.jsonld', wrong: 'is not there' }));
});
