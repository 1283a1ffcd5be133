import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { silent } from '../../../../src/base/events.js';
import { loadPlanOf } from '../../../../src/features/stores/load-plan.js';
import { storeKind } from '../../../../src/features/stores/store-kinds.js';
import {
  type VerifiedTriplestore,
  verifyTriplestore,
} from '../../../../src/features/stores/verify-store/verify-triplestore.js';
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

/** A client of a server with the content of a loaded store, after a change. */
async function changed(change: (store: oxigraph.Store) => void) {
  const store = new oxigraph.Store();
  store.load(loaded, { format: 'application/n-quads' });
  change(store);
  const server = await startOxigraph({}, store);
  onTestFinished(() => server.stop());
  const client = clientFor(storeKind('oxigraph'), server.url);
  onTestFinished(() => client.close());
  return client;
}

/** Verifies a store with the release after a change. */
const verified = async (change: (store: oxigraph.Store) => void): Promise<VerifiedTriplestore> =>
  verifyTriplestore(await loadPlanOf(release), await changed(change), silent, () => {});

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

const lines = ({ problems }: VerifiedTriplestore): string[] =>
  problems.map(({ file, wrong }) => `${file} ${wrong}`);

test('a store with a release has no differences, and every triple is compared', async () => {
  const { count, problems, triples, graphs, found, notQueryable } = await verified(() => {});
  expect([count, problems, notQueryable]).toEqual([0, [], 0]);
  const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
  expect(graphs).toBe(manifest.datasets.length + 1);
  expect([...found.values()].reduce((sum, one) => sum + one, 0)).toBe(triples);
  // Oxigraph keeps integers of every kind as xsd:integer; dcat.ttl has sizes.
  expect(found.get('number')).toBeGreaterThan(10);
});

describe('a planted fault is named:', () => {
  it('a lost triple and one too many', async () => {
    let lost = '';
    const found = await verified((store) => {
      const one = triple(store, LATITUDE);
      lost = `does not have <${one.subject.value}> <${LATITUDE}> "${one.object.value}"^^<${DECIMAL}>`;
      store.delete(one);
      store.update(`INSERT DATA { GRAPH <${PEOPLE}> { <http://e.org/a> a <http://e.org/Strange> } }`);
    });
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
      `<${PEOPLE}/next> is left of an unfinished load`,
    ]);
  });

  it('a missing graph, as one difference', async () => {
    const found = await verified((store) => store.update(`DROP GRAPH <${PEOPLE}>`));
    expect(lines(found)).toEqual([`<${PEOPLE}> is missing or empty`]);
  });
});

it('only the changed triples are named: in places, people, photographs and the description of the release', async () => {
  const [PHOTOGRAPHS, CATALOGUE] = [`${BASE}dataset/folklore/photographs`, `${BASE}dataset/catalogue`];
  const due: string[] = [];
  const found = await verified((store) => {
    for (const [graph, property, value] of [
      [PLACES, LATITUDE, typed('12.5', 'decimal')],
      [PEOPLE, 'https://schema.org/name', oxigraph.namedNode('http://e.org/other')],
      [PHOTOGRAPHS, 'http://www.europeana.eu/schemas/edm/begin', typed('1801-01-01', 'date')],
      [CATALOGUE, 'http://purl.org/dc/terms/title', oxigraph.literal('b', 'en')],
    ] as const) {
      const one = triple(store, property, graph);
      due.push(`<${graph}> does not have <${one.subject.value}> <${property}> `);
      alter(store, one, value);
    }
    // Two subjects have each other's value.
    const property = 'http://www.w3.org/2004/02/skos/core#inScheme';
    const one = triple(store, property);
    const other = triple(store, property, PLACES, ({ object }) => !object.equals(one.object));
    alter(store, one, other.object);
    alter(store, other, one.object);
    for (const { subject } of [one, other])
      due.push(`<${PLACES}> does not have <${subject.value}> <${property}> `);
  });
  const named = lines(found);
  for (const line of due) expect(named).toContainEqual(expect.stringContaining(line));
  expect(named).toHaveLength(due.length);
  expect(named[0]).toContain('; for the same subject and property it has ');
});

it('a changed geometry, fraction of a second and seventh decimal are named', async () => {
  const WKT = 'http://www.opengis.net/ont/geosparql#';
  const CREATED = 'https://w3id.org/folklore-ld/ns#recordCreated';
  const changes = [
    [`${WKT}asWKT`, () => oxigraph.literal('POINT (-9 52)', oxigraph.namedNode(`${WKT}wktLiteral`))],
    [CREATED, (text: string) => typed(text.replace(/(?:\.\d+)?(?=Z|$)/, '.987'), 'dateTime')],
    [LATITUDE, (text: string) => typed(`${Number(text).toFixed(6)}4`, 'decimal')],
  ] as const;
  const found = lines(
    await verified((store) => {
      for (const [property, altered] of changes) {
        const one = triple(store, property);
        alter(store, one, altered(one.object.value));
      }
    }),
  );
  expect(found).toHaveLength(changes.length);
  for (const [property] of changes) expect(found).toContainEqual(expect.stringContaining(`<${property}>`));
});

test('a time in another zone is no difference', async () => {
  const found = await verified((store) => {
    const created = 'https://w3id.org/folklore-ld/ns#recordCreated';
    const one = triple(store, created, PLACES, ({ object }) => object.value.endsWith('Z'));
    const time = new Date(Date.parse(one.object.value) + 3_600_000).toISOString();
    alter(store, one, typed(time.replace('Z', '+01:00'), 'dateTime'));
  });
  expect([found.count, found.found.get('time')]).toEqual([0, 1]);
});

test('a surplus triple in a store without MD5 is found by the numbers', async () => {
  const client = await changed((store) =>
    store.update(`INSERT DATA { GRAPH <${PEOPLE}> { <http://e.org/a> a <http://e.org/Strange> } }`),
  );
  const query = (sparql: string) => client.query(sparql.replaceAll('MD5(', 'MD6('));
  const found = await verifyTriplestore(await loadPlanOf(release), { query }, silent, () => {});
  expect(lines(found)).toEqual([
    expect.stringMatching(`^<${PEOPLE}> has [\\d,]+ triples; the release has`),
    expect.stringMatching(`^<${PEOPLE}> has \\d+ triples with <${RDF_TYPE}>; the release has`),
  ]);
});

test('a damaged release is refused', async () => {
  const damaged = await copyOf(release);
  await writeFile(join(damaged, 'void.ttl'), '<broken');
  await expect(loadPlanOf(damaged)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
});

test('an interrupted verification ends', async () => {
  const stop = () => {
    throw new Error('stopped');
  };
  const client = await changed(() => {});
  await expect(verifyTriplestore(await loadPlanOf(release), client, silent, stop)).rejects.toThrow('stopped');
});
