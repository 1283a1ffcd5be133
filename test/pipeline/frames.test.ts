import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonld from 'jsonld';
import * as oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATASETS, type Dataset } from '../../src/records/datasets.js';
import { strayLists } from '../rdf/lists.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { harvestSample } from '../support/sample-release.js';

/** Issue 5, point 8: a frame turns what a SPARQL store answers back into the records of the dumps. */

type Json = Readonly<Record<string, unknown>>;
interface Dump {
  readonly '@context': Json;
  readonly '@graph': readonly (Json & { readonly id: string; readonly type?: readonly string[] })[];
}

/** Each frame, the class of its records, and where they are. */
const FRAMES: readonly [frame: string, type: string, datasets: readonly Dataset[]][] = [
  ['item', 'Item', ['manuscripts', 'schools']],
  ['photograph', 'Photograph', ['photographs']],
  ['person', 'PersonRecord', ['people']],
  ['place', 'Place', ['places']],
];

let folder: string;
let release: string;

beforeAll(async () => {
  folder = await makeFolder();
  const make = await harvestSample(folder);
  ({ directory: release } = await make('frames'));
});
afterAll(() => removeFolder(folder));

const read = async (file: string): Promise<string> => readFile(join(release, file), 'utf8');
const dumpOf = async (dataset: Dataset): Promise<Dump> => JSON.parse(await read(`data/${dataset}.jsonld`));
const recordsOf = async (datasets: readonly Dataset[], type: string) =>
  (await Promise.all(datasets.map(dumpOf)))
    .flatMap((dump) => dump['@graph'])
    .filter((record) => record.type?.includes(type));

/** The store with some dumps loaded. */
async function storeOf(datasets: readonly Dataset[]): Promise<oxigraph.Store> {
  const store = new oxigraph.Store();
  for (const dataset of datasets) store.load(await read(`data/${dataset}.ttl`), { format: 'text/turtle' });
  return store;
}

/** What a frame of the release makes of triples, by the IRI of the record. The frame names its context beside it. */
async function framed(frame: string, triples: string): Promise<Map<string, Json>> {
  const document = JSON.parse(await read(`${frame}.frame.json`));
  expect(document['@context']).toBe('context.jsonld');
  const { '@context': context } = JSON.parse(await read('context.jsonld'));
  const expanded = await jsonld.fromRDF(triples as unknown as object, { format: 'application/n-quads' });
  const { '@graph': records = [] } = (await jsonld.frame(
    expanded,
    { ...document, '@context': context },
    { omitGraph: false },
  )) as unknown as Dump;
  return new Map(records.map((record) => [record.id, record]));
}

/** RDF knows no order, and JSON-LD writes typed numbers as strings when it comes from there: both aside. */
function asSaid(value: unknown): unknown {
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

describe.each(FRAMES)('the frame of the kind %s', (frame, type, datasets) => {
  it('makes one record of what is constructed for it', async () => {
    const store = await storeOf(datasets);
    const records = await recordsOf(datasets, type);
    expect(records.length).toBeGreaterThan(10);
    for (const record of records) {
      const triples = store.query(
        `PREFIX lore: <https://w3id.org/folklore-ld/ns#>
        CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o FILTER (
          ?s = <${record.id}> || STRSTARTS(STR(?s), "${record.id}#")
          || EXISTS { <${record.id}> lore:birthplaceInBiography ?s } ) }`,
        { results_format: 'application/n-triples' },
      ) as string;
      const made = await framed(frame, triples);
      expect([...made.keys()]).toEqual([record.id]);
      expect(asSaid(made.get(record.id))).toEqual(asSaid(record));
    }
  });

  it('makes all of them, and nothing else, of whole datasets', async () => {
    const store = await storeOf(datasets);
    const triples = store.dump({ format: 'application/n-triples', from_graph_name: oxigraph.defaultGraph() });
    const made = await framed(frame, triples);
    const records = await recordsOf(datasets, type);
    expect([...made.keys()].sort()).toEqual(records.map(({ id }) => id).sort());
    for (const record of records) expect(asSaid(made.get(record.id))).toEqual(asSaid(record));
  });
});

describe('JSON-LD that people like (model 8.1)', () => {
  it('has a list wherever a property can repeat, and nowhere else', async () => {
    for (const dataset of Object.keys(DATASETS) as Dataset[]) {
      const { '@graph': records } = await dumpOf(dataset);
      expect([dataset, [...new Set(records.flatMap(strayLists))]]).toEqual([dataset, []]);
    }
  });

  it('has no prefix in what a person reads: classes, datatypes and codes are words, addresses are whole', async () => {
    for (const dataset of Object.keys(DATASETS) as Dataset[]) {
      const { '@context': context, '@graph': records } = await dumpOf(dataset);
      const prefixes = Object.entries(context).flatMap(([word, iri]) =>
        typeof iri === 'string' && /[#/]$/.test(iri) ? [`${word}:`] : [],
      );
      const texts = (value: unknown): string[] => {
        if (typeof value === 'string') return [value];
        if (typeof value !== 'object' || value === null) return [];
        return Object.values(value).flatMap(texts);
      };
      const found = texts(records).filter((text) => prefixes.some((prefix) => text.startsWith(prefix)));
      expect([dataset, found]).toEqual([dataset, []]);
    }
  });
});
