import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonld from 'jsonld';
import { Parser, Writer } from 'n3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Dataset } from '../../../src/model/records/datasets.js';
import { subjectsOfSample } from '../../features/subjects/sample-subjects.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/** A frame turns what a SPARQL store answers back into the records of the dumps. */

type Json = Readonly<Record<string, unknown>>;
interface Dump {
  readonly '@context': Json;
  readonly '@graph': readonly (Json & { readonly id: string; readonly type?: readonly string[] })[];
}

let folder: string;
let release: string;

beforeAll(async () => {
  folder = await makeFolder();
  const make = await harvestSample(folder);
  ({ directory: release } = await make('frames', {
    additions: { effective: true, subjects: await subjectsOfSample(folder) },
  }));
});
afterAll(() => removeFolder(folder));

const read = async (file: string): Promise<string> => readFile(join(release, file), 'utf8');

/** Records that a frame makes of a document, by their IRIs. The frame is the file as it lies on the disk: nothing is fetched. */
async function framedBy(frame: string, document: object): Promise<Map<string, Json>> {
  const { '@graph': records = [] } = (await jsonld.frame(
    document,
    JSON.parse(await read(`${frame}.frame.json`)),
    OPTIONS,
  )) as unknown as Dump;
  return new Map(records.map((record) => [record.id, record]));
}

/** The types of jsonld.js lack the loader. */
const OPTIONS: object = {
  omitGraph: false,
  documentLoader: (url: string): never => {
    throw new Error(`${url} is fetched`);
  },
};

/** What a frame of the release makes of triples. */
const framed = async (frame: string, triples: string): Promise<Map<string, Json>> =>
  framedBy(frame, await jsonld.fromRDF(triples as unknown as object, { format: 'application/n-quads' }));

/**
 * Without the order of lists, which RDF does not keep, the types of numbers, which JSON-LD writes as strings when they come from
 * RDF, and the classes and labels of linked things, which dumps do not repeat.
 */
function asSaid(value: unknown): unknown {
  if (isLabelled(value)) return value.id;
  if (Array.isArray(value)) {
    const entries = value.map(asSaid).map((entry) => JSON.stringify(entry));
    return entries.sort().map((entry) => JSON.parse(entry));
  }
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, entry]) => [key, asSaid(entry)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** A linked thing with its class and its label. */
const isLabelled = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  Object.keys(value).every((word) => ['id', 'type', 'label', 'prefLabel'].includes(word));

it.each<[frame: string, type: string, datasets: readonly Dataset[]]>([
  ['item', 'Item', ['manuscripts', 'schools']],
  ['photograph', 'Photograph', ['photographs']],
  ['person', 'PersonRecord', ['people']],
  ['place', 'Place', ['places']],
])(
  'the frame of the kind %s makes all its records, and nothing else, of whole datasets',
  async (frame, type, datasets) => {
    const dumps = datasets.map(
      async (dataset): Promise<Dump> => JSON.parse(await read(`data/${dataset}.jsonld`)),
    );
    const records = (await Promise.all(dumps))
      .flatMap((dump) => dump['@graph'])
      .filter((record) => record.type?.includes(type));
    expect(records.length).toBeGreaterThan(10);
    const turtle = await Promise.all(datasets.map((dataset) => read(`data/${dataset}.ttl`)));
    const quads = turtle.flatMap((text) => new Parser().parse(text));
    const made = await framed(frame, new Writer({ format: 'N-Triples' }).quadsToString(quads));
    expect([...made.keys()].sort()).toEqual(records.map(({ id }) => id).sort());
    for (const record of records) expect(asSaid(made.get(record.id))).toEqual(asSaid(record));
  },
);

it('a frame opened from the disk frames a dump with jsonld.js, and has the context of the release', async () => {
  const frame = JSON.parse(await read('photograph.frame.json'));
  expect(frame['@context']).toEqual(JSON.parse(await read('context.jsonld'))['@context']);
  const dump: Dump = JSON.parse(await read('data/photographs.jsonld'));
  const made = await framedBy('photograph', dump);
  const photographs = dump['@graph'].filter(({ type }) => type?.includes('Photograph'));
  expect(photographs.length).toBeGreaterThan(10);
  for (const { id, identifier } of photographs)
    expect(made.get(id)?.identifier ?? undefined).toBe(identifier);
});
