import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import oxigraph from 'oxigraph';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../../../src/base/events.js';
import { storeKind } from '../../../../src/use/triplestore/store-kinds.js';
import {
  type VerifiedTriplestore,
  type VerifyTriplestoreOptions,
  verifyTriplestore,
} from '../../../../src/use/triplestore/verify-store/verify-triplestore.js';
import { scratch } from '../../../support/files.js';
import { clientFor } from '../loading.js';
import { startOxigraph } from '../oxigraph-server.js';
import { sharedReleases } from '../releases.js';

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
  onQuery: (sparql: string) => void = () => {},
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
    store: {
      query: (sparql) => {
        onQuery(sparql);
        return client.query(sparql);
      },
    },
    sample: 100,
    seed: 1,
    report: silent,
    check: () => {},
    ...order,
  });
}

const EVERYTHING = { sample: 100_000 } as const;

/** The triples of a graph with a property, in the store. */
const triplesWith = (store: oxigraph.Store, property: string, graph = PLACES): oxigraph.Quad[] =>
  store.match(null, oxigraph.namedNode(property), null, oxigraph.namedNode(graph));

/** The first of these that is asked for. */
function triple(
  store: oxigraph.Store,
  property: string,
  graph = PLACES,
  is: (one: oxigraph.Quad) => boolean = () => true,
): oxigraph.Quad {
  const one = triplesWith(store, property, graph).find(is);
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

describe('a store with a release', () => {
  it('has no differences', async () => {
    const {
      count,
      differences,
      sampled,
      triples,
      graphs,
      found,
      notQueryable: unasked,
    } = await verified(() => {}, EVERYTHING);
    expect([count, differences, unasked]).toEqual([0, [], 0]);
    const manifest = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
    expect(graphs).toBe(manifest.datasets.length + 1);
    expect(sampled).toBe(triples);
    expect([...found.values()].reduce((sum, one) => sum + one, 0)).toBe(triples);
    // Oxigraph keeps integers of every kind as xsd:integer; dcat.ttl has sizes.
    expect(found.get('number')).toBeGreaterThan(10);
  });

  it('is sampled in any size, the same for a seed', async () => {
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

  it('may write values in other forms', async () => {
    const { count, found } = await verified((store) => {
      store.update(`
        PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
        DELETE { GRAPH ?g { ?s ?p ?o } } INSERT { GRAPH ?g { ?s ?p ?other } }
        WHERE { GRAPH ?g { ?s ?p ?o } FILTER (datatype(?o) = <http://www.opengis.net/ont/geosparql#wktLiteral>)
          BIND (STRDT(REPLACE(STR(?o), " [(]", "("), <http://www.openlinksw.com/schemas/virtrdf#Geometry>) AS ?other) }`);
    }, EVERYTHING);
    expect(count).toBe(0);
    expect(found.get('geometry')).toBeGreaterThan(0);
  });
});

describe('a planted fault is named:', () => {
  it('a lost triple, even without a sample', async () => {
    let lost = '';
    const found = await verified(
      (store) => {
        const one = triple(store, LATITUDE);
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
      `<${PLACES}> ${lost}; it has no value for that subject and property`,
    ]);
  });

  it('an altered number', async () => {
    let subject = '';
    const found = await verified((store) => {
      const one = triple(store, LATITUDE);
      subject = one.subject.value;
      alter(store, one, typed('12.5', 'decimal'));
    });
    expect(lines(found)).toEqual([
      expect.stringContaining(`<${PLACES}> does not have <${subject}> <${LATITUDE}> "`),
    ]);
    expect(lines(found)[0]).toContain(`it has "12.5"^^<${DECIMAL}>`);
  });

  it('an extra graph under the base; other graphs are ignored', async () => {
    const found = await verified((store) => {
      store.update(`INSERT DATA {
        GRAPH <${BASE}dataset/folklore/forgotten> { <http://e.org/a> <http://e.org/b> 1 }
        GRAPH <http://e.org/somebody-else> { <http://e.org/a> <http://e.org/b> 1 } }`);
    });
    expect(lines(found)).toEqual([`<${BASE}dataset/folklore/forgotten> is not in this release`]);
  });

  it('a staging graph of an unfinished load', async () => {
    const found = await verified((store) => {
      store.update(`INSERT DATA { GRAPH <${PEOPLE}/next> { <http://e.org/a> <http://e.org/b> 1 } }`);
    });
    expect(lines(found)).toEqual([`<${PEOPLE}/next> is left of an unfinished load; run the load again`]);
  });

  it('a missing graph, as one difference', async () => {
    const found = await verified((store) => store.update(`DROP GRAPH <${PEOPLE}>`));
    expect(lines(found)).toEqual([`<${PEOPLE}> is missing or empty`]);
  });

  it('a triple of a class that the release does not have', async () => {
    const found = await verified((store) => {
      store.update(`INSERT DATA { GRAPH <${PEOPLE}> { <http://e.org/a> a <http://e.org/Strange> } }`);
    });
    expect(lines(found)).toContain(
      `<${PEOPLE}> has <http://e.org/a> <${RDF_TYPE}> <http://e.org/Strange>, and the release does not`,
    );
  });

  it('another IRI', async () => {
    const found = await verified((store) => {
      const [one] = store
        .match(null, null, null, oxigraph.namedNode(PEOPLE))
        .filter(
          ({ object, predicate }) => object.termType === 'NamedNode' && !predicate.value.endsWith('#type'),
        );
      if (one === undefined) throw new Error('people are linked to nothing');
      alter(store, one, oxigraph.namedNode('http://e.org/wrong'));
    });
    expect(found.count).toBe(1);
    expect(lines(found)[0]).toMatch(
      /does not have <[^>]+> <[^>]+> <[^>]+>; for the same .* <http:\/\/e\.org\/wrong>/,
    );
  });
});

/** Without a sample: by counts and sums only. */
const SUMS_ONLY = { sample: 0 } as const;

describe('sums find the changed triples only:', () => {
  const lastLetter = (text: string): string => `${text.slice(0, -1)}${text.endsWith('x') ? 'y' : 'x'}`;
  const byOne = (text: string): string => String(Number(text) + 1);
  const inSixthDecimal = (text: string): string => {
    const [whole = '', fraction = ''] = text.split('.');
    const digits = [...fraction.padEnd(6, '0')];
    digits[5] = digits[5] === '9' ? '8' : String(Number(digits[5]) + 1);
    return `${whole}.${digits.join('')}`;
  };
  const PHOTOGRAPHS = `${BASE}dataset/folklore/photographs`;
  const LORE = 'https://w3id.org/folklore-ld/ns#';

  it.each([
    [
      'an integer, by one',
      PLACES,
      `${LORE}gridEasting`,
      (one: oxigraph.Literal) => typed(byOne(one.value), 'integer'),
    ],
    [
      'a coordinate, in its sixth decimal',
      PLACES,
      LATITUDE,
      (one: oxigraph.Literal) => typed(inSixthDecimal(one.value), 'decimal'),
    ],
    [
      'a truth',
      PLACES,
      `${LORE}mainName`,
      (one: oxigraph.Literal) => typed(one.value === 'true' ? 'false' : 'true', 'boolean'),
    ],
    [
      'a text, and not its length',
      PEOPLE,
      'https://schema.org/name',
      (one: oxigraph.Literal) => oxigraph.literal(lastLetter(one.value), one.language || undefined),
    ],
    [
      'the language of a text',
      PEOPLE,
      'https://schema.org/name',
      (one: oxigraph.Literal) => oxigraph.literal(one.value, 'fr'),
    ],
    [
      'the last letter of an IRI',
      PEOPLE,
      RDF_TYPE,
      (one: oxigraph.NamedNode) => oxigraph.namedNode(lastLetter(one.value)),
    ],
    [
      'a day',
      PHOTOGRAPHS,
      'http://www.europeana.eu/schemas/edm/begin',
      (one: oxigraph.Literal) => typed(`1801${one.value.slice(4)}`, 'date'),
    ],
    [
      'the datatype of a text',
      PHOTOGRAPHS,
      'http://purl.org/dc/terms/created',
      (one: oxigraph.Literal) => oxigraph.literal(one.value),
    ],
    ['a text into an IRI', PEOPLE, 'https://schema.org/name', () => oxigraph.namedNode('http://e.org/other')],
  ] as const)('%s', async (_, graph, property, altered) => {
    let expected = '';
    const found = await verified((store) => {
      const one = triple(store, property, graph);
      const other = altered(one.object as oxigraph.Literal & oxigraph.NamedNode);
      expected = `<${graph}> does not have <${one.subject.value}> <${property}> `;
      alter(store, one, other);
    }, SUMS_ONLY);
    const named = lines(found).filter((line) => line.includes(' does not have '));
    expect(named).toEqual([expect.stringContaining(expected)]);
    expect(named[0]).toContain('; for the same subject and property it has ');
    expect(found.count).toBe(1);
  });

  it.each([
    ['numbers', PLACES, LATITUDE],
    ['texts', PEOPLE, 'https://schema.org/name'],
    ['IRIs', PLACES, 'http://www.w3.org/2004/02/skos/core#inScheme'],
  ])('%s that were exchanged between two subjects', async (_, graph, property) => {
    const subjects: string[] = [];
    const found = await verified((store) => {
      const one = triple(store, property, graph);
      const other = triple(
        store,
        property,
        graph,
        ({ subject, object }) => !subject.equals(one.subject) && !object.equals(one.object),
      );
      subjects.push(one.subject.value, other.subject.value);
      alter(store, one, other.object);
      alter(store, other, one.object);
    }, SUMS_ONLY);
    expect(lines(found).length).toBe(2);
    for (const subject of subjects) expect(lines(found).join('\n')).toContain(`does not have <${subject}> `);
  });

  it('a triple too many', async () => {
    const found = await verified((store) => {
      store.update(`INSERT DATA { GRAPH <${PLACES}> { <http://e.org/a> <${LATITUDE}> 53.5 } }`);
    }, SUMS_ONLY);
    expect(lines(found)).toContain(
      `<${PLACES}> has <http://e.org/a> <${LATITUDE}> "53.5"^^<${DECIMAL}>, and the release does not`,
    );
    expect(found.count).toBe(3);
  });

  it('a change in the description of the release', async () => {
    const catalogue = `${BASE}dataset/catalogue`;
    const title = 'http://purl.org/dc/terms/title';
    let lost = '';
    const found = await verified((store) => {
      const one = triple(store, title, catalogue);
      lost = one.subject.value;
      store.delete(one);
      store.update(`INSERT DATA { GRAPH <${catalogue}> { <http://e.org/a> <${title}> "b" } }`);
    }, SUMS_ONLY);
    expect(lines(found).sort()).toEqual([
      expect.stringContaining(` does not have <${lost}> <${title}> `),
      `<${catalogue}> has <http://e.org/a> <${title}> "b", and the release does not`,
    ]);
  });

  it('by comparing only the parts of a property that differ', async () => {
    const rows: string[] = [];
    let many = 0;
    const found = await verified(
      (store) => {
        many = triplesWith(store, RDF_TYPE).length;
        alter(store, triple(store, RDF_TYPE), oxigraph.namedNode('http://e.org/Strange'));
      },
      SUMS_ONLY,
      (sparql) => sparql.startsWith('SELECT ?s ?o WHERE') && rows.push(sparql),
    );
    expect(many).toBeGreaterThan(100);
    expect(lines(found).filter((line) => line.includes(' does not have ')).length).toBe(1);
    expect(rows).toEqual([expect.stringMatching(/SUBSTR\(MD5\(STR\(\?s\)\), 1, \d\) IN \("[0-9a-f]+"\)/)]);
  });
});

describe('sums do not see', () => {
  it.each([
    [
      'a geometry',
      'http://www.opengis.net/ont/geosparql#asWKT',
      () =>
        oxigraph.literal(
          'POINT (-9 52)',
          oxigraph.namedNode('http://www.opengis.net/ont/geosparql#wktLiteral'),
        ),
    ],
    [
      'a fraction of a second',
      'https://w3id.org/folklore-ld/ns#recordCreated',
      ({ value }: oxigraph.Literal) => typed(value.replace(/(?:\.\d+)?(?=Z|$)/, '.987'), 'dateTime'),
    ],
    [
      'less than half a millionth',
      LATITUDE,
      ({ value }: oxigraph.Literal) => typed(`${Number(value).toFixed(6)}4`, 'decimal'),
    ],
  ] as const)('%s: the sample does', async (_, property, altered) => {
    const change = (store: oxigraph.Store): void => {
      const one = triple(store, property);
      alter(store, one, altered(one.object as oxigraph.Literal));
    };
    expect(lines(await verified(change, SUMS_ONLY))).toEqual([]);
    expect(lines(await verified(change, EVERYTHING))).toEqual([expect.stringContaining(`<${property}>`)]);
  });
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

describe('a release that cannot be verified with', () => {
  it('is refused', async () => {
    const damaged = join(await scratch(), 'damaged');
    await cp(release, damaged, { recursive: true });
    await writeFile(join(damaged, 'void.ttl'), '<broken');
    await expect(verified(() => {}, { release: damaged })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    await expect(verified(() => {}, { release: await scratch() })).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
  });

  it('and an interrupted verification ends', async () => {
    const check = () => {
      throw new Error('stopped');
    };
    await expect(verified(() => {}, { check })).rejects.toThrow('stopped');
  });
});
