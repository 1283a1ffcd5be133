import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { MappingContext } from '../../../src/model/mapping/mapping-context.js';
import type { Iris } from '../../../src/model/rdf/iris.js';
import type { BuildResult } from '../../../src/pipeline/publish/build.js';
import { expectGraph } from '../../golden/graph.js';
import { features } from '../../support/build-features.js';
import { readTurtle } from '../../support/dumps.js';
import { makeFolder, removeFolder } from '../../support/files.js';

/*
 * A new kind of record takes four things: a schema, a mapping, a shape and a row of the table of kinds, with its type. The table
 * and the folder of shapes are the two modules that this test extends; everything else is the program as it is.
 */

const SHAPE = `
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix lore: <https://w3id.org/folklore-ld/ns#> .
@prefix lore-shape: <https://w3id.org/folklore-ld/shapes/1#> .
lore-shape:Trade a sh:NodeShape ;
  sh:targetClass prov:Activity ;
  rdfs:label "trade"@en , "ceird"@ga ;
  sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:message "A trade has a label and an id."@en , "Tá lipéad agus aitheantas ag ceird."@ga ;
  sh:property [ sh:path rdfs:label ; sh:minCount 1 ;
    sh:message "A trade has a label."@en , "Tá lipéad ag ceird."@ga ] ;
  sh:property [ sh:path <http://purl.org/dc/terms/identifier> ; sh:maxCount 1 ;
    sh:message "A trade has one id."@en , "Tá aitheantas amháin ag ceird."@ga ] .`;

const TRADES = [{ ID: 7, NameEN: 'Cooper' }, { ID: 8, NameEN: 'Thatcher' }, { ID: 9 }];

/** Makes later imports see the row and the shape; of what other files have imported nothing changes. */
function extendProgram(): void {
  vi.resetModules();
  vi.doMock('../../../src/model/shacl/shapes.js', async (original) => {
    const actual = await original<typeof import('../../../src/model/shacl/shapes.js')>();
    const { parseTurtle } = await import('../../../src/model/rdf/parse.js');
    return {
      ...actual,
      readShapes: async (...places: Parameters<typeof actual.readShapes>) => [
        ...(await actual.readShapes(...places)),
        ...parseTurtle(SHAPE, 'trade.ttl'),
      ],
    };
  });

  vi.doMock('../../../src/model/records/kinds.js', async (original) => {
    const actual = await original<typeof import('../../../src/model/records/kinds.js')>();
    const { kind } = await import('../../../src/model/records/kind-row.js');
    const schema = z.object({ id: z.int(), nameEN: z.string().optional() });
    type Trade = z.infer<typeof schema>;
    const iri = ({ base }: Iris, id: number) => `${base}cbed/trade/${id}`;
    const columns = {
      title: 'people: trades',
      dataset: 'people' as const,
      schema,
      responses: { lists: ['/cbed/trades'] },
      iri,
      map: ({ id, nameEN }: Trade, { iri: iris }: MappingContext) => ({
        id: iri(iris, id),
        type: ['prov:Activity'],
        label: nameEN === undefined ? undefined : { en: [nameEN] },
        identifier: String(id),
      }),
    };
    // In the program the kind is a line of `RecordOf`, too: types cannot be extended here.
    const KINDS = { ...actual.KINDS, 'cbed.trade': kind(columns as unknown as Parameters<typeof kind>[0]) };
    const kindOf = ({ kind: name }: { readonly kind: keyof typeof KINDS }) => KINDS[name];
    const isIncluded: typeof actual.isIncluded = (name, groups) =>
      String(name) === 'cbed.trade' ? groups.includes('people') : actual.isIncluded(name, groups);
    const datasetOf: typeof actual.datasetOf = (one) =>
      String(one.kind) === 'cbed.trade' ? columns.dataset : actual.datasetOf(one);
    return { ...actual, KINDS, KIND_NAMES: Object.keys(KINDS), kindOf, datasetOf, isIncluded };
  });
}

function restoreProgram(): void {
  vi.doUnmock('../../../src/model/shacl/shapes.js');
  vi.doUnmock('../../../src/model/records/kinds.js');
  vi.resetModules();
}

describe('a kind that is a row, a schema, a mapping and a shape', () => {
  let folder: string;
  let release: string;
  let result: BuildResult;
  const asked: string[] = [];

  beforeAll(async () => {
    extendProgram();
    const { silent } = await import('../../../src/base/events.js');
    const { build } = await import('../../../src/pipeline/publish/build.js');
    const { startServices } = await import('../../../src/services/server/serve.js');
    const { loadWorld, SAMPLE_WORLD } = await import('../../../src/services/server/world.js');
    const { PLAN } = await import('../../support/sample-release.js');
    const { clientsOf, closeAll, harvestInto, through } = await import('../../support/harvests.js');
    folder = await makeFolder();
    const services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
    const clients = clientsOf(services);
    const withTrades = through(clients, async (service, request, wants) => {
      asked.push(`${service} ${request}`);
      if (request !== '/cbed/trades') return clients[service].get(request, wants);
      return { status: 200, json: TRADES, body: Buffer.from(JSON.stringify(TRADES)) };
    });
    try {
      await harvestInto(join(folder, 'store'), withTrades, { groups: ['people'] });
    } finally {
      await closeAll(clients);
      await services.close();
    }
    const plan = {
      ...PLAN,
      kinds: ['people'],
      store: join(folder, 'store'),
      out: folder,
      label: 'r',
    } as const;
    result = await build(plan, () => ({}), silent, { features });
    release = join(folder, 'r');
  }, 60_000);

  afterAll(async () => {
    restoreProgram();
    await removeFolder(folder);
  });

  it('is harvested by its list', () => {
    expect(asked).toContain('archive /cbed/trades');
  });

  it('is in its dataset, as it is mapped', async () => {
    const quads = await readTurtle(release, 'people');
    const trades = quads.filter(({ subject }) => subject.value.includes('/cbed/trade/'));
    expectGraph(
      trades,
      `@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
       @prefix prov: <http://www.w3.org/ns/prov#> .
       @prefix dcterms: <http://purl.org/dc/terms/> .
       <https://data.example.org/folklore/cbed/trade/7> a prov:Activity ; rdfs:label "Cooper"@en ; dcterms:identifier "7" .
       <https://data.example.org/folklore/cbed/trade/8> a prov:Activity ; rdfs:label "Thatcher"@en ; dcterms:identifier "8" .`,
    );
  });

  it('is counted, and rejected where its shape does not hold', async () => {
    const trades = result.ledger.rows().find((row) => String(row.kind) === 'cbed.trade');
    expect(trades).toMatchObject({ fetched: 3, published: 2, rejected: 1, withheld: 0 });
    const editors = await readFile(join(release, 'report', 'editors.csv'), 'utf8');
    expect(editors.split('\n').filter((line) => line.startsWith('violation,people: trades,9,'))).toHaveLength(
      1,
    );
  });

  it('has a name in the commands', async () => {
    const { kindsNamed } = await import('../../../src/use/inspect/explain/kind-names.js');
    expect(kindsNamed('trade')).toEqual(['cbed.trade']);
  });
});
