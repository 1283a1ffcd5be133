import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonld from 'jsonld';
import * as oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATASETS, type Dataset } from '../../../src/model/records/datasets.js';
import { strayLists } from '../../model/rdf/lists.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { subjectsOfSample } from '../../support/subjects.js';

/** A frame turns what a SPARQL store answers back into the records of the dumps. */

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
  ({ directory: release } = await make('frames', {
    effective: true,
    subjects: await subjectsOfSample(folder),
  }));
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

describe.each(FRAMES)('the frame of the kind %s', (frame, type, datasets) => {
  it('makes one record of what is constructed for it', async () => {
    const store = await storeOf(datasets);
    const records = await recordsOf(datasets, type);
    expect(records.length).toBeGreaterThan(10);
    for (const record of records) {
      const triples = store.query(
        `PREFIX lore: <https://w3id.org/folklore-ld/ns#>
        PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
        CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o FILTER (
          ?s = <${record.id}> || STRSTARTS(STR(?s), "${record.id}#")
          || EXISTS { <${record.id}> lore:birthplaceInBiography|rdfs:seeAlso ?s } ) }`,
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

describe('linked things in a frame', () => {
  it('come with their labels, where the store has them', async () => {
    const store = await storeOf(['manuscripts', 'people', 'locations']);
    const triples = store.dump({ format: 'application/n-triples', from_graph_name: oxigraph.defaultGraph() });
    const item = (await framed('item', triples)).get('https://data.example.org/folklore/cbe/item/7002');
    expect(item).toMatchObject({
      isPartOf: {
        id: 'https://data.example.org/folklore/cbe/part/2101',
        label: { en: ['CBÉ 0042, part 1'], ga: ['CBÉ 0042, cuid 1'] },
      },
      collector: [
        {
          id: 'https://data.example.org/folklore/cbed/person/4101',
          label: { '@none': ['Fionnbharr Ó Cléirchín'] },
        },
      ],
    });
  });
});

describe('JSON-LD that people like (model 8.1)', () => {
  it('has a list wherever a property can repeat, and nowhere else', async () => {
    for (const dataset of Object.keys(DATASETS) as Dataset[]) {
      const { '@graph': records } = await dumpOf(dataset);
      expect([dataset, [...new Set(records.flatMap(strayLists))]]).toEqual([dataset, []]);
    }
  });

  it('has no prefix in what a person reads, but for classes of others: codes are words, addresses are whole', async () => {
    for (const dataset of Object.keys(DATASETS) as Dataset[]) {
      const { '@context': context, '@graph': records } = await dumpOf(dataset);
      const prefixes = Object.entries(context).flatMap(([word, iri]) =>
        typeof iri === 'string' && /[#/]$/.test(iri) ? [`${word}:`] : [],
      );
      const texts = (value: unknown): string[] => {
        if (typeof value === 'string') return [value];
        if (typeof value !== 'object' || value === null) return [];
        return Object.entries(value).flatMap(([word, each]) => (word === 'type' ? [] : texts(each)));
      };
      const found = texts(records).filter((text) => prefixes.some((prefix) => text.startsWith(prefix)));
      expect([dataset, found]).toEqual([dataset, []]);
    }
  });
});
