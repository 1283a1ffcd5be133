import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  registerSchema,
  type SchemaObject,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/draft-2020-12';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Node } from '../../../src/model/rdf/node.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { derive, textOf } from './derive.js';
import { LINKED_PLACES } from './linked-places-schema.js';
import { at, ELSEWHERE, ITEM, LOCATION, MERGED, PERSON, PHOTOGRAPH, PLACE } from './nodes.js';
import { readCsv, readTable } from './read-csv.js';
import { toRdf, triplesOf } from './to-rdf.js';

describe('the derived files', () => {
  it('are told with what became of them', async () => {
    const { files, bytes } = await derive([ITEM, PLACE, MERGED]);
    expect(
      files.map(({ file, mediaType, publication, rows }) => [file, mediaType, publication, rows]),
    ).toEqual([
      ['items.csv', 'text/csv', 'folklore', 1],
      ['items.csv-metadata.json', 'application/csvm+json', 'folklore', undefined],
      ['roles.csv', 'text/csv', 'folklore', 2],
      ['roles.csv-metadata.json', 'application/csvm+json', 'folklore', undefined],
      ['places.csv', 'text/csv', 'placenames', 2],
      ['places.csv-metadata.json', 'application/csvm+json', 'placenames', undefined],
      ['works.geojson', 'application/geo+json', 'folklore', 0],
      ['places.geojson', 'application/geo+json', 'placenames', 1],
      ['places.lpf.json', 'application/geo+json', 'placenames', 1],
    ]);
    for (const { file, bytes: length, sha256 } of files) {
      const content = bytes.get(file) ?? Buffer.of();
      expect(content.length).toBe(length);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
  });

  it('do not hold what has no file', async () => {
    expect((await derive(ELSEWHERE)).files).toEqual([]);
  });

  it('know a record by its class, in a list or alone', async () => {
    const { files } = await derive([{ id: at('cbe/item/1'), type: 'Item' } as unknown as Node]);
    expect(files[0]).toMatchObject({ file: 'items.csv', rows: 1 });
  });

  it('keep the two publications apart: nothing of one is in a file of the other', async () => {
    const marked = (node: Node, words: string): Node => ({
      ...node,
      name: { ga: [words], '@none': [words] },
    });
    const { files, bytes } = await derive([
      ...[ITEM, PERSON, PHOTOGRAPH, LOCATION].map((node) => marked(node, 'archive only')),
      marked(PLACE, 'place-names only'),
    ]);
    for (const { file, publication } of files) {
      const foreign = publication === 'folklore' ? 'place-names only' : 'archive only';
      expect(bytes.get(file)?.toString('utf8'), file).not.toContain(foreign);
    }
  });

  it('any texts come back from a table', async () => {
    const words = fc.array(
      fc.oneof(fc.constantFrom('"', ',', '\r\n', '\n', '|', '%', '=', '\t'), fc.string()),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    const text = words.map((parts) => `${parts.join('')}.`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 4 }),
        async (people) => {
          const nodes = people.map(([name, first, second], index) => ({
            ...PERSON,
            id: at(`cbed/person/${index}`),
            name: { '@none': [name] },
            alternateName: { '@none': [first, second] },
          }));
          const rows = readTable(await textOf('people.csv', nodes));
          expect(rows.map(({ name }) => name)).toEqual(people.map(([name]) => name));
          const others = rows.map(({ other_names = '' }) =>
            other_names.split('|').map((one) => one.replaceAll('%7C', '|').replaceAll('%25', '%')),
          );
          expect(others).toEqual(people.map(([, first, second]) => [...new Set([first, second])]));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('of the sample world', () => {
  let folder: string;
  const nodes: Node[] = [];
  const identities = new Map<string, Node>();
  beforeAll(async () => {
    registerSchema(LINKED_PLACES as unknown as SchemaObject);
    folder = await makeFolder();
    const { directory, dumps } = await (await harvestSample(folder))('sample');
    const read = async (file: string): Promise<Node[]> => {
      const bytes = await readFile(join(directory, 'data', file));
      const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
      return (JSON.parse(text) as { '@graph': Node[] })['@graph'];
    };
    for (const { file } of dumps.filter((dump) => /\.jsonld(\.gz)?$/.test(dump.file))) {
      const isLinks = /^(placenames-)?links\./.test(file);
      for (const node of await read(file)) {
        if (isLinks && node.type === undefined) identities.set(`${file.startsWith('p')}${node.id}`, node);
        else nodes.push(node);
      }
    }
  });
  afterAll(async () => {
    unregisterSchema(LINKED_PLACES.$id);
    await removeFolder(folder);
  });

  const given = () =>
    nodes.map((node) => {
      const identity = identities.get(`true${node.id}`);
      return identity === undefined ? node : ([node, identity] as const);
    });
  const is = (node: Node, ...words: readonly string[]) =>
    words.some((word) => [node.type].flat().includes(word));
  const idsOf = (text: string) =>
    readCsv(text)
      .slice(1)
      .map(([iri]) => iri);

  it.each([
    ['items.csv', (node: Node) => is(node, 'Item')],
    ['photographs.csv', (node: Node) => is(node, 'Photograph')],
    ['parts.csv', (node: Node) => is(node, 'Part')],
    ['transcripts.csv', (node: Node) => is(node, 'Transcript')],
    ['schools-people.csv', (node: Node) => is(node, 'picom:PersonObservation')],
    ['topics.csv', (node: Node) => is(node, 'skos:Concept') && /\/(topic|handbook)\//.test(node.id)],
    ['people.csv', (node: Node) => is(node, 'PersonRecord')],
    [
      'locations.csv',
      (node: Node) => is(node, 'Place', 'Country', 'PlaceAbroad') && node.hasPlacename === undefined,
    ],
    [
      'places.csv',
      (node: Node) =>
        node.hasPlacename !== undefined || (node.isReplacedBy !== undefined && !is(node, 'Place')),
    ],
  ])('%s has one row for each record of its kind', async (file, isOfKind) => {
    const expected = nodes.filter(isOfKind).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(5);
    expect(idsOf(await textOf(file, given()))).toEqual(expected);
  });

  it('every table makes, by its description, triples of the dumps and no others', async () => {
    const { bytes } = await derive(given());
    const dumped = triplesOf(nodes);
    // The rows of roles.csv are no records.
    const tables = [...bytes.keys()].filter((file) => file.endsWith('.csv') && file !== 'roles.csv');
    expect(tables).toHaveLength(11);
    for (const file of tables) {
      const text = (name: string) => bytes.get(name)?.toString('utf8') ?? '';
      const made = toRdf(readCsv(text(file)), JSON.parse(text(`${file}-metadata.json`)));
      expect(made.length, file).toBeGreaterThan(10);
      expect(
        made.filter((triple) => !dumped.has(triple)),
        file,
      ).toEqual([]);
    }
  });

  it('every place is on the map or has no coordinates', async () => {
    const { features } = JSON.parse(await textOf('places.geojson', given()));
    const expected = nodes.filter(({ hasPlacename, coordinates }) => hasPlacename && coordinates);
    expect(features.map(({ id }: { id: string }) => id)).toEqual(expected.map(({ id }) => id));
  });

  it('the places are lawful Linked Places', async () => {
    const collection = JSON.parse(await textOf('places.lpf.json', given()));
    const places = nodes.filter(({ hasPlacename, category }) => hasPlacename && category);
    expect(collection.features).toHaveLength(places.length);
    expect(await validate(LINKED_PLACES.$id, collection, 'BASIC')).toEqual({ valid: true });
  });

  it('the same nodes make the same bytes', async () => {
    const [one, two] = [await derive(given()), await derive(given())];
    expect(two.files).toEqual(one.files);
  });
});
