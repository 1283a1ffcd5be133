import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../../src/base/events.js';
import { storeKind } from '../../../src/stores/store-kinds.js';
import {
  type VerifiedContent,
  type VerifyOrder,
  verifyContent,
} from '../../../src/stores/verify/verify-store.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { clientFor, loadInto } from '../loading.js';
import { startOxigraph } from '../oxigraph-server.js';

/** A store that holds a release, and one in which a fault has been planted: each must be named. */

const BASE = 'https://data.example.org/folklore/';
const PLACES = `${BASE}dataset/placenames/places`;
const PEOPLE = `${BASE}dataset/folklore/people`;
const LATITUDE = 'https://schema.org/latitude';
const DECIMAL = 'http://www.w3.org/2001/XMLSchema#decimal';

let folder: string;
let release: string;
/** The store after loading, as N-Quads. */
let loaded: string;

beforeAll(async () => {
  folder = await makeFolder();
  const build = await harvestSample(folder);
  release = (await build('one', { formats: ['ttl', 'nt'], compression: 'gzip' })).directory;
  const server = await startOxigraph();
  await loadInto(server.url, release);
  loaded = server.store.dump({ format: 'application/n-quads' });
  await server.stop();
});
afterAll(() => removeFolder(folder));

/** Verifies a store that holds the release, after something has been done to it. */
async function verified(
  change: (store: oxigraph.Store) => void,
  order: Partial<VerifyOrder> = {},
  onQuery: (sparql: string) => void = () => {},
): Promise<VerifiedContent> {
  const store = new oxigraph.Store();
  store.load(loaded, { format: 'application/n-quads' });
  change(store);
  const server = await startOxigraph({}, store);
  onTestFinished(() => server.stop());
  const client = clientFor(storeKind('oxigraph'), server.url);
  onTestFinished(() => client.close());
  return verifyContent({
    release,
    store: {
      query: (sparql) => {
        onQuery(sparql);
        return client.query(sparql);
      },
    },
    sample: 100_000,
    seed: 1,
    report: silent,
    check: () => {},
    ...order,
  });
}

/** The first latitude of a place in the store. */
function aLatitude(store: oxigraph.Store): oxigraph.Quad {
  const [first] = store.match(null, oxigraph.namedNode(LATITUDE), null, oxigraph.namedNode(PLACES));
  if (first === undefined) throw new Error('no place has a latitude');
  return first;
}
const lines = ({ differences }: VerifiedContent): string[] =>
  differences.map(({ graph, wrong }) => `<${graph}> ${wrong}`);

describe('a store that holds a release', () => {
  it('has nothing missing and nothing different', async () => {
    const { count, differences, sampled, triples, graphs, found, unasked } = await verified(() => {});
    expect([count, differences, unasked]).toEqual([0, [], 0]);
    const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
    expect(graphs).toBe(manifest.datasets.length + 1);
    expect(sampled).toBe(triples);
    expect([...found.values()].reduce((sum, one) => sum + one, 0)).toBe(triples);
    // Oxigraph keeps integers of every kind as xsd:integer; dcat.ttl has sizes.
    expect(found.get('number')).toBeGreaterThan(10);
  });

  it('is looked at with a sample of any size, always the same for a seed', async () => {
    expect((await verified(() => {}, { sample: 0 })).sampled).toBe(0);
    const queries = async (seed: number): Promise<string[]> => {
      const asked: string[] = [];
      const { sampled } = await verified(
        () => {},
        { sample: 20, seed },
        (sparql) => asked.push(sparql),
      );
      expect(sampled).toBe(20);
      return asked.filter((sparql) => sparql.includes('VALUES'));
    };
    const one = await queries(3);
    expect(one.length).toBeGreaterThan(0);
    expect(await queries(3)).toEqual(one);
    expect(await queries(4)).not.toEqual(one);
  });

  it('may write values otherwise', async () => {
    const { count, found } = await verified((store) => {
      store.update(`
        PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
        DELETE { GRAPH ?g { ?s ?p ?o } } INSERT { GRAPH ?g { ?s ?p ?other } }
        WHERE { GRAPH ?g { ?s ?p ?o } FILTER (datatype(?o) = <http://www.opengis.net/ont/geosparql#wktLiteral>)
          BIND (STRDT(REPLACE(STR(?o), " [(]", "("), <http://www.openlinksw.com/schemas/virtrdf#Geometry>) AS ?other) }`);
    });
    expect(count).toBe(0);
    expect(found.get('geometry')).toBeGreaterThan(0);
  });
});

describe('a planted fault is named:', () => {
  it('a lost triple, even when the sample is small', async () => {
    let lost = '';
    const found = await verified(
      (store) => {
        const one = aLatitude(store);
        lost = `does not have <${one.subject.value}> <${LATITUDE}> "${one.object.value}"^^<${DECIMAL}>`;
        store.delete(one);
      },
      { sample: 0 },
    );
    expect(lines(found)).toEqual([
      expect.stringMatching(new RegExp(`^<${PLACES}> has [\\d,]+ triples; the release has [\\d,]+$`)),
      expect.stringMatching(
        new RegExp(`^<${PLACES}> has \\d+ triples with <${LATITUDE}>; the release has \\d+$`),
      ),
      `<${PLACES}> ${lost}; it has nothing in its place`,
    ]);
  });

  it('an altered number', async () => {
    let subject = '';
    const found = await verified((store) => {
      const one = aLatitude(store);
      subject = one.subject.value;
      store.delete(one);
      const other = oxigraph.literal('12.5', oxigraph.namedNode(DECIMAL));
      store.add(oxigraph.quad(one.subject, one.predicate, other, one.graph));
    });
    expect(lines(found)).toEqual([
      expect.stringContaining(`<${PLACES}> does not have <${subject}> <${LATITUDE}> "`),
    ]);
    expect(lines(found)[0]).toContain(`it has "12.5"^^<${DECIMAL}>`);
  });

  it('an extra graph below ours; graphs of others are none of our business', async () => {
    const found = await verified((store) => {
      store.update(`INSERT DATA {
        GRAPH <${BASE}dataset/folklore/forgotten> { <http://e.org/a> <http://e.org/b> 1 }
        GRAPH <http://e.org/somebody-else> { <http://e.org/a> <http://e.org/b> 1 } }`);
    });
    expect(lines(found)).toEqual([
      `<${BASE}dataset/folklore/forgotten> is in the store, and not in this release`,
    ]);
  });

  it('what is left of a load that has not come to its end', async () => {
    const found = await verified((store) => {
      store.update(`INSERT DATA { GRAPH <${PEOPLE}/next> { <http://e.org/a> <http://e.org/b> 1 } }`);
    });
    expect(lines(found)).toEqual([
      `<${PEOPLE}/next> is left of a load that has not come to its end; run it again`,
    ]);
  });

  it('a graph that is not there, once and not triple by triple', async () => {
    const found = await verified((store) => store.update(`DROP GRAPH <${PEOPLE}>`));
    expect(lines(found)).toEqual([`<${PEOPLE}> is not there, or empty`]);
  });

  it('a triple too many, and a class that nothing is of', async () => {
    const found = await verified((store) => {
      store.update(`INSERT DATA { GRAPH <${PEOPLE}> { <http://e.org/a> a <http://e.org/Strange> } }`);
    });
    expect(lines(found)).toContain(
      `<${PEOPLE}> has 1 nodes of the class <http://e.org/Strange>; the release has 0`,
    );
  });

  it('another IRI in place of the right one', async () => {
    const found = await verified((store) => {
      const [one] = store
        .match(null, null, null, oxigraph.namedNode(PEOPLE))
        .filter(
          ({ object, predicate }) => object.termType === 'NamedNode' && !predicate.value.endsWith('#type'),
        );
      if (one === undefined) throw new Error('people are linked to nothing');
      store.delete(one);
      store.add(
        oxigraph.quad(one.subject, one.predicate, oxigraph.namedNode('http://e.org/wrong'), one.graph),
      );
    });
    expect(found.count).toBe(1);
    expect(lines(found)[0]).toMatch(
      /does not have <[^>]+> <[^>]+> <[^>]+>; for the same .* <http:\/\/e\.org\/wrong>/,
    );
  });
});

describe('a release that cannot be verified with', () => {
  it('is refused', async () => {
    const path = join(release, 'void.ttl');
    const text = await readFile(path, 'utf8');
    onTestFinished(() => writeFile(path, text));
    await writeFile(path, '<broken');
    await expect(verified(() => {})).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(verified(() => {}, { release: folder })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  it('and a verification that is told to stop ends', async () => {
    const check = () => {
      throw new Error('stopped');
    };
    await expect(verified(() => {}, { check })).rejects.toThrow('stopped');
  });
});
