import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { silent } from '../../../../src/base/events.js';
import { storeKind } from '../../../../src/use/triplestore/store-kinds.js';
import {
  type VerifiedTriplestore,
  type VerifyTriplestoreOptions,
  verifyTriplestore,
} from '../../../../src/use/triplestore/verify-store/verify-triplestore.js';
import { clientFor } from '../loading.js';
import { startOxigraph } from '../oxigraph-server.js';
import { copyOf, sharedReleases } from '../releases.js';

/** A store with a release, and stores with injected faults, which must be found. */

const BASE = 'https://data.example.org/folklore/';
const PLACES = `${BASE}dataset/placenames/places`;
const PEOPLE = `${BASE}dataset/folklore/people`;
const LATITUDE = 'https://schema.org/latitude';
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const DECIMAL = 'http://www.w3.org/2001/XMLSchema#decimal';

const { before: release, held: loaded } = await sharedReleases();

/** Verifies a store with the release after a change. */
async function verified(
  change: (store: oxigraph.Store) => void,
  order: Partial<VerifyTriplestoreOptions> = {},
): Promise<VerifiedTriplestore> {
  const store = new oxigraph.Store();
  store.load(loaded, { format: 'application/n-quads' });
  change(store);
  const server = await startOxigraph({}, store);
  onTestFinished(() => server.stop());
  const client = clientFor(storeKind('oxigraph'), server.url);
  onTestFinished(() => client.close());
  return verifyTriplestore({
    release,
    store: client,
    sample: 100,
    seed: 1,
    report: silent,
    check: () => {},
    ...order,
  });
}

const EVERYTHING = { sample: 100_000 } as const;
/** By counts and sums only. checksums.test.ts has every kind of change that sums see. */
const SUMS_ONLY = { sample: 0 } as const;

/** The first triple of a graph with a property. */
function triple(
  store: oxigraph.Store,
  property: string,
  graph = PLACES,
  is: (one: oxigraph.Quad) => boolean = () => true,
): oxigraph.Quad {
  const one = store.match(null, oxigraph.namedNode(property), null, oxigraph.namedNode(graph)).find(is);
  if (one === undefined) throw new Error(`no triple in <${graph}> has <${property}>`);
  return one;
}

/** Puts an object in the place of another one. */
function alter(store: oxigraph.Store, one: oxigraph.Quad, object: oxigraph.Quad['object']): void {
  store.delete(one);
  store.add(oxigraph.quad(one.subject, one.predicate, object, one.graph));
}

const typed = (text: string, name: string): oxigraph.Literal =>
  oxigraph.literal(text, oxigraph.namedNode(`http://www.w3.org/2001/XMLSchema#${name}`));

const lines = ({ differences }: VerifiedTriplestore): string[] =>
  differences.map(({ graph, wrong }) => `<${graph}> ${wrong}`);

test('a store with a release has no differences, whether all triples are looked up or none', async () => {
  const { count, differences, sampled, triples, graphs, found, notQueryable } = await verified(
    () => {},
    EVERYTHING,
  );
  expect([count, differences, notQueryable]).toEqual([0, [], 0]);
  const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
  expect(graphs).toBe(manifest.datasets.length + 1);
  expect(sampled).toBe(triples);
  expect([...found.values()].reduce((sum, one) => sum + one, 0)).toBe(triples);
  // Oxigraph keeps integers of every kind as xsd:integer; dcat.ttl has sizes.
  expect(found.get('number')).toBeGreaterThan(10);
  expect(await verified(() => {}, SUMS_ONLY)).toMatchObject({ count: 0, sampled: 0 });
});

describe('a planted fault is named:', () => {
  it('a lost triple and one too many, even without a sample', async () => {
    let lost = '';
    const found = await verified((store) => {
      const one = triple(store, LATITUDE);
      lost = `does not have <${one.subject.value}> <${LATITUDE}> "${one.object.value}"^^<${DECIMAL}>`;
      store.delete(one);
      store.update(`INSERT DATA { GRAPH <${PEOPLE}> { <http://e.org/a> a <http://e.org/Strange> } }`);
    }, SUMS_ONLY);
    const counts = (graph: string, property: string) => [
      expect.stringMatching(new RegExp(`^<${graph}> has [\\d,]+ triples; the release has [\\d,]+$`)),
      expect.stringMatching(
        new RegExp(`^<${graph}> has \\d+ triples with <${property}>; the release has \\d+$`),
      ),
    ];
    expect(lines(found)).toEqual(
      expect.arrayContaining([
        ...counts(PLACES, LATITUDE),
        ...counts(PEOPLE, RDF_TYPE),
        `<${PLACES}> ${lost}; it has no value for that subject and property`,
        `<${PEOPLE}> has <http://e.org/a> <${RDF_TYPE}> <http://e.org/Strange>, and the release does not`,
      ]),
    );
  });

  it('an extra graph under the base, and one of an unfinished load; other graphs are ignored', async () => {
    const found = await verified((store) => {
      store.update(`INSERT DATA {
        GRAPH <${BASE}dataset/folklore/forgotten> { <http://e.org/a> <http://e.org/b> 1 }
        GRAPH <${PEOPLE}/next> { <http://e.org/a> <http://e.org/b> 1 }
        GRAPH <http://e.org/somebody-else> { <http://e.org/a> <http://e.org/b> 1 } }`);
    });
    expect(lines(found).sort()).toEqual([
      `<${BASE}dataset/folklore/forgotten> is not in this release`,
      `<${PEOPLE}/next> is left of an unfinished load; run the load again`,
    ]);
  });

  it('a missing graph, as one difference', async () => {
    const found = await verified((store) => store.update(`DROP GRAPH <${PEOPLE}>`));
    expect(lines(found)).toEqual([`<${PEOPLE}> is missing or empty`]);
  });
});

it('sums find the changed triples only: in places, people, photographs and the description of the release', async () => {
  const [PHOTOGRAPHS, CATALOGUE] = [`${BASE}dataset/folklore/photographs`, `${BASE}dataset/catalogue`];
  const changed: string[] = [];
  const found = await verified((store) => {
    for (const [graph, property, value] of [
      [PLACES, LATITUDE, typed('12.5', 'decimal')],
      [PEOPLE, 'https://schema.org/name', oxigraph.namedNode('http://e.org/other')],
      [PHOTOGRAPHS, 'http://www.europeana.eu/schemas/edm/begin', typed('1801-01-01', 'date')],
      [CATALOGUE, 'http://purl.org/dc/terms/title', oxigraph.literal('b', 'en')],
    ] as const) {
      const one = triple(store, property, graph);
      changed.push(`<${graph}> does not have <${one.subject.value}> <${property}> `);
      alter(store, one, value);
    }
    // Two subjects have each other's value.
    const property = 'http://www.w3.org/2004/02/skos/core#inScheme';
    const one = triple(store, property);
    const other = triple(store, property, PLACES, ({ object }) => !object.equals(one.object));
    alter(store, one, other.object);
    alter(store, other, one.object);
    for (const { subject } of [one, other])
      changed.push(`<${PLACES}> does not have <${subject.value}> <${property}> `);
  }, SUMS_ONLY);
  const named = lines(found);
  for (const line of changed) expect(named).toContainEqual(expect.stringContaining(line));
  expect(named).toHaveLength(changed.length);
  expect(named[0]).toContain('; for the same subject and property it has ');
});

it('sums do not see a geometry, a fraction of a second, and less than half a millionth: the sample does', async () => {
  const WKT = 'http://www.opengis.net/ont/geosparql#';
  const CREATED = 'https://w3id.org/folklore-ld/ns#recordCreated';
  const changes = [
    [`${WKT}asWKT`, () => oxigraph.literal('POINT (-9 52)', oxigraph.namedNode(`${WKT}wktLiteral`))],
    [CREATED, (text: string) => typed(text.replace(/(?:\.\d+)?(?=Z|$)/, '.987'), 'dateTime')],
    [LATITUDE, (text: string) => typed(`${Number(text).toFixed(6)}4`, 'decimal')],
  ] as const;
  const change = (store: oxigraph.Store): void => {
    for (const [property, altered] of changes) {
      const one = triple(store, property);
      alter(store, one, altered(one.object.value));
    }
  };
  expect(lines(await verified(change, SUMS_ONLY))).toEqual([]);
  const found = lines(await verified(change, EVERYTHING));
  expect(found).toHaveLength(changes.length);
  for (const [property] of changes) expect(found).toContainEqual(expect.stringContaining(`<${property}>`));
});

describe('a store', () => {
  it('with other sums of the same values has no difference, and a note', async () => {
    const notes: string[] = [];
    const created = 'https://w3id.org/folklore-ld/ns#recordCreated';
    const found = await verified(
      (store) => {
        const one = triple(store, created, PLACES, ({ object }) => object.value.endsWith('Z'));
        const time = new Date(Date.parse(one.object.value) + 3_600_000).toISOString();
        alter(store, one, typed(time.replace('Z', '+01:00'), 'dateTime'));
      },
      { ...SUMS_ONLY, report: (event) => event.event === 'note' && notes.push(event.message) },
    );
    expect(found.count).toBe(0);
    expect(notes).toEqual([
      expect.stringMatching(
        /^The sums of <[^>]*recordCreated> in <[^>]*places> differ .*; its \d+ triples .* are the same\.$/,
      ),
    ]);
  });

  it('without MD5 is verified by counts and the sample, with a note', async () => {
    const notes: string[] = [];
    const refusing: VerifyTriplestoreOptions['report'] = (event) =>
      event.event === 'note' && notes.push(event.message);
    const store = new oxigraph.Store();
    store.load(loaded, { format: 'application/n-quads' });
    const lost = triple(store, LATITUDE);
    store.delete(lost);
    alter(store, triple(store, LATITUDE), typed('12.5', 'decimal'));
    const server = await startOxigraph({}, store);
    onTestFinished(() => server.stop());
    const client = clientFor(storeKind('oxigraph'), server.url);
    onTestFinished(() => client.close());
    const query = (sparql: string) => client.query(sparql.replaceAll('MD5(', 'MD6('));
    const order = { release, store: { query }, seed: 1, check: () => {}, report: refusing };
    const found = await verifyTriplestore({ ...order, sample: 0 });
    expect(notes).toEqual([expect.stringContaining('does not compute checksums (MD5) of ')]);
    // What has a wrong number is looked through, and the altered one is there, too.
    expect(lines(found).filter((line) => line.includes(`does not have <${lost.subject.value}>`)).length).toBe(
      1,
    );
    expect(found.count).toBe(4);
  });
});

test('a damaged release is refused', async () => {
  const damaged = await copyOf(release);
  await writeFile(join(damaged, 'void.ttl'), '<broken');
  await expect(verified(() => {}, { release: damaged })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
});

test('an interrupted verification ends', async () => {
  const check = () => {
    throw new Error('stopped');
  };
  await expect(verified(() => {}, { check })).rejects.toThrow('stopped');
});
