import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { DATASETS } from '../../../src/model/records/datasets.js';
import { Checker } from '../../../src/model/shacl/checker.js';
import { DESCRIPTION, type DescriptionFile } from '../../../src/release/description/facts.js';
import { subjectsOfSample } from '../../features/subjects/sample-subjects.js';
import { filesBelow, makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';
import { graphOf, releaseShapes } from './description.js';

/** Model 6: a release of the sample world describes itself; the description is compared with its data. */

const BASE = 'https://data.example.org/folklore/';
const PREFIXES = `
BASE <${BASE}>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX void: <http://rdfs.org/ns/void#>
PREFIX dcat: <http://www.w3.org/ns/dcat#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX foaf: <http://xmlns.com/foaf/0.1/>
PREFIX prov: <http://www.w3.org/ns/prov#>
PREFIX schema: <https://schema.org/>
PREFIX spdx: <http://spdx.org/rdf/terms#>
PREFIX sd: <http://www.w3.org/ns/sparql-service-description#>
PREFIX lore: <https://w3id.org/folklore-ld/ns#>
`;
const PUBLICATIONS = ['folklore', 'placenames'] as const;
const PLACENAMES = ['places', 'placenames-links'];

const LABEL = 'sample';
const ALL_DATASETS = Object.keys(DATASETS);

let folder: string;
let directory: string;
let texts: Record<DescriptionFile, string>;
/** void.ttl and dcat.ttl; and dataset.jsonld. */
const description = new oxigraph.Store();
const forSearch = new oxigraph.Store();
/** The data, each dataset in its graph. */
const data = new oxigraph.Store();

const text = (file: string): Promise<string> => readFile(join(directory, file), 'utf8');
const publicationOf = (dataset: string) => (PLACENAMES.includes(dataset) ? 'placenames' : 'folklore');
const graphOfDataset = (dataset: string) => `${BASE}dataset/${publicationOf(dataset)}/${dataset}`;
const releasedDataset = (dataset: string) => `${BASE}dataset/${publicationOf(dataset)}/${LABEL}/${dataset}`;

beforeAll(async () => {
  folder = await makeFolder();
  const release = await harvestSample(folder);
  ({ directory } = await release(LABEL, {
    formats: ['ttl', 'nt', 'jsonld'],
    compression: 'none',
    additions: { effective: true, subjects: await subjectsOfSample(folder) },
  }));
  texts = Object.fromEntries(
    await Promise.all(DESCRIPTION.map(async (file) => [file, await text(file)] as const)),
  ) as typeof texts;
  description.load(texts['void.ttl'], { format: 'text/turtle' });
  description.load(texts['dcat.ttl'], { format: 'text/turtle' });
  forSearch.load(texts['dataset.jsonld'], { format: 'application/ld+json' });
  for (const dataset of ALL_DATASETS) {
    data.load(await text(`data/${dataset}.ttl`), {
      format: 'text/turtle',
      to_graph_name: oxigraph.namedNode(graphOfDataset(dataset)),
    });
  }
});
afterAll(() => removeFolder(folder));

/** The answers to a query, each a list of the values of its variables. */
function ask(store: oxigraph.Store, query: string): string[][] {
  const variables = [...(/SELECT (.*?)WHERE/s.exec(query)?.[1] ?? '').matchAll(/\?(\w+)(?=\)|\s)/g)].map(
    ([, name = '']) => name,
  );
  const rows = store.query(`${PREFIXES}${query}`) as Map<string, oxigraph.Term>[];
  const names = [...new Set(variables)].filter((name) => rows.some((row) => row.has(name)));
  return rows.map((row) => names.map((name) => row.get(name)?.value ?? '')).sort();
}

/** Not the nodes of a record, nor pages of others that records describe. */
const IS_RECORD = `FILTER(!CONTAINS(STR(?s), "#") && STRSTARTS(STR(?s), "${BASE}"))`;

describe.each(ALL_DATASETS)('void.ttl counts %s like a query:', (dataset) => {
  const from = `FROM <${graphOfDataset(dataset)}>`;
  const self = `<${releasedDataset(dataset)}>`;

  it('triples, subjects, records, nodes of each class, triples with each property, and the graph', () => {
    for (const [described, counted] of [
      [
        'SELECT ?t ?n WHERE { SELF void:triples ?t ; void:distinctSubjects ?n }',
        'SELECT (COUNT(*) AS ?t) (COUNT(DISTINCT ?s) AS ?n) FROM WHERE { ?s ?p ?o }',
      ],
      [
        'SELECT ?n WHERE { OPTIONAL { SELF void:entities ?e } BIND (COALESCE(?e, 0) AS ?n) }',
        `SELECT (COUNT(DISTINCT ?s) AS ?n) FROM WHERE { ?s a ?c ${IS_RECORD} }`,
      ],
      [
        'SELECT ?c ?n WHERE { SELF void:classPartition [ void:class ?c ; void:entities ?n ] }',
        'SELECT ?c (COUNT(DISTINCT ?s) AS ?n) FROM WHERE { ?s a ?c } GROUP BY ?c',
      ],
      [
        'SELECT ?p ?n WHERE { SELF void:propertyPartition [ void:property ?p ; void:triples ?n ] }',
        'SELECT ?p (COUNT(*) AS ?n) FROM WHERE { ?s ?p ?o } GROUP BY ?p',
      ],
      [
        'SELECT ?g WHERE { SELF dcterms:isVersionOf ?g . ?g a sd:NamedGraph ; sd:name ?g ; sd:graph SELF }',
        `SELECT ?g WHERE { BIND (<${graphOfDataset(dataset)}> AS ?g) }`,
      ],
    ] as const)
      expect(ask(description, described.replaceAll('SELF', self)), described).toEqual(
        ask(data, counted.replace('FROM', from)),
      );
  });

  it('links to places outside', () => {
    const sets = ask(
      description,
      `SELECT ?p ?target ?n WHERE { ?set a void:Linkset ; void:subjectsTarget ${self} ; void:linkPredicate ?p ;
        void:objectsTarget ?target ; void:triples ?n }`,
    );
    for (const [property, target, triples] of sets) {
      const counted = ask(
        data,
        `SELECT (COUNT(*) AS ?n) ${from} WHERE { ?s <${property}> ?o FILTER(STRSTARTS(STR(?o), "${target}")) }`,
      );
      expect(counted).toEqual([[triples]]);
    }
    if (dataset.endsWith('links')) {
      expect(sets.reduce((sum, [, , triples]) => sum + Number(triples), 0)).toBe(
        data.match(null, null, null, oxigraph.namedNode(graphOfDataset(dataset))).length,
      );
    }
  });

  it('the first record of each class among its examples', () => {
    const examples = ask(description, `SELECT ?e WHERE { ${self} void:exampleResource ?e }`).flat();
    for (const example of examples) {
      expect(ask(data, `SELECT ?c ${from} WHERE { <${example}> a ?c }`), example).not.toEqual([]);
    }
    if (dataset === 'people') expect(examples).toContain(`${BASE}cbed/person/4101`);
    if (dataset === 'manuscripts') expect(examples).toContain(`${BASE}cbe/item/7001`);
  });
});

describe.each(PUBLICATIONS)('void.ttl counts all of %s', (publication) => {
  const from = ALL_DATASETS.filter((dataset) => publicationOf(dataset) === publication)
    .map((dataset) => `FROM <${graphOfDataset(dataset)}>`)
    .join('\n');
  const self = `<dataset/${publication}/${LABEL}>`;

  it('like queries over all datasets', () => {
    const [triples] = ask(data, `SELECT (COUNT(*) AS ?n) ${from} WHERE { ?s ?p ?o }`);
    const [entities] = ask(data, `SELECT (COUNT(DISTINCT ?s) AS ?n) ${from} WHERE { ?s a ?c ${IS_RECORD} }`);
    expect(ask(description, `SELECT ?n WHERE { ${self} void:triples ?n }`)).toEqual([triples]);
    expect(ask(description, `SELECT ?n WHERE { ${self} void:entities ?n }`)).toEqual([entities]);
    expect(
      ask(
        description,
        `SELECT ?c ?n WHERE { ${self} void:classPartition [ void:class ?c ; void:entities ?n ] }`,
      ),
    ).toEqual(ask(data, `SELECT ?c (COUNT(DISTINCT ?s) AS ?n) ${from} WHERE { ?s a ?c } GROUP BY ?c`));
  });

  it('which vocabularies it uses', () => {
    const used = ask(description, `SELECT ?v WHERE { ${self} void:vocabulary ?v }`).flat();
    const words = ask(data, `SELECT DISTINCT ?w ${from} WHERE { { ?s ?w ?o } UNION { ?s a ?w } }`).flat();
    expect(words.filter((word) => !used.some((namespace) => word.startsWith(namespace)))).toEqual([]);
    expect(used).toContain('https://schema.org/');
    expect(used).toContain('https://w3id.org/folklore-ld/ns#');
  });
});

describe('dcat.ttl', () => {
  it('has each publication with its current release, and the release with its publication', () => {
    expect(
      ask(
        description,
        'SELECT ?p ?r WHERE { ?p dcat:hasCurrentVersion ?r . ?r dcat:isVersionOf ?p ; dcat:version ?v }',
      ),
    ).toEqual(PUBLICATIONS.map((one) => [`${BASE}dataset/${one}`, `${BASE}dataset/${one}/${LABEL}`]));
  });

  it('has every dump and every derived file, with its size, checksum and address', async () => {
    const rows = ask(
      description,
      `SELECT ?url ?bytes ?sum WHERE { ?release dcat:distribution ?file . ?file dcat:downloadURL ?url ;
        dcat:byteSize ?bytes ; spdx:checksum/spdx:checksumValue ?sum }`,
    );
    // Descriptions of the tables are no data.
    const files = [...(await filesBelow(directory))].filter(([path]) =>
      /^(data|derived)\/(?!(?:pandas|croissant|datapackage)[.]json$)/.test(path),
    );
    const sums = sumsIn(texts.SHA256SUMS);
    const expected = files.map(([path, bytes]) => [
      `${BASE}dumps/${LABEL}/${path}`,
      String(bytes.length),
      sums.get(path),
    ]);
    expect(rows).toEqual(expected.sort());
    expect(rows.length).toBeGreaterThan(3 * ALL_DATASETS.length);
  });

  it('has one licence for each file: folklore BY-NC, place-names BY, omissions CC0', () => {
    const cc = 'https://creativecommons.org/';
    for (const [file = '', licence] of ask(
      description,
      'SELECT ?f ?l WHERE { ?f a dcat:Distribution ; dcterms:license ?l }',
    )) {
      const own = file.includes('/omissions.')
        ? `${cc}publicdomain/zero/1.0/`
        : file.startsWith(`${BASE}dataset/folklore/`)
          ? `${cc}licenses/by-nc/4.0/`
          : `${cc}licenses/by/4.0/`;
      expect(licence, file).toBe(own);
    }
  });

  it('and void.ttl hold no blank node', () => {
    expect(
      description
        .match(null, null, null, null)
        .filter(({ subject, object }) => [subject, object].some((term) => term.termType === 'BlankNode')),
    ).toEqual([]);
  });
});

describe('dataset.jsonld', () => {
  it.each([
    [
      'names',
      'SELECT ?p ?n WHERE { ?p a schema:Dataset ; schema:name ?n }',
      'SELECT ?p ?n WHERE { ?p dcat:hasCurrentVersion ?r ; dcterms:title ?n }',
    ],
    [
      'licences',
      'SELECT ?p ?l WHERE { ?p a schema:Dataset ; schema:license ?l }',
      'SELECT ?p ?l WHERE { ?p dcat:hasCurrentVersion/dcterms:license ?l ; dcterms:license ?l }',
    ],
    [
      'publishers',
      'SELECT ?p ?o ?n WHERE { ?p a schema:Dataset ; schema:publisher ?o . ?o schema:name ?n }',
      'SELECT ?p ?o ?n WHERE { ?p dcat:hasCurrentVersion/dcterms:publisher ?o . ?o foaf:name ?n }',
    ],
    [
      'versions and days',
      'SELECT ?p ?v ?d WHERE { ?p schema:version ?v ; schema:datePublished ?d }',
      'SELECT ?p ?v ?d WHERE { ?p dcat:hasCurrentVersion ?r . ?r dcat:version ?v ; dcterms:issued ?d }',
    ],
    [
      'credit lines',
      'SELECT ?p ?c WHERE { ?p schema:creditText ?c }',
      'SELECT ?p ?c WHERE { ?p dcat:hasCurrentVersion/schema:creditText ?c }',
    ],
    [
      'files',
      'SELECT ?p ?f ?u ?b ?s ?l WHERE { ?p schema:distribution ?f . ?f a schema:DataDownload ; schema:contentUrl ?u ; schema:contentSize ?b ; schema:sha256 ?s ; schema:license ?l }',
      'SELECT ?p ?f ?u ?b ?s ?l WHERE { ?p dcat:hasCurrentVersion/dcat:distribution ?f . ?f dcat:downloadURL ?u ; dcat:byteSize ?b ; spdx:checksum/spdx:checksumValue ?s ; dcterms:license ?l }',
    ],
  ])('has the same %s as dcat.ttl', (_, search, register) => {
    const rows = ask(forSearch, search);
    expect(rows.length).toBeGreaterThan(1);
    expect(rows).toEqual(ask(description, register));
  });
});

describe('the description', () => {
  it('conforms to its shapes, but for a contact that is not configured', async () => {
    const findings = await new Checker(releaseShapes()).check(await graphOf(texts));
    expect(findings.map(({ severity, focus, path }) => [severity, focus, path])).toEqual(
      PUBLICATIONS.map((one) => [
        'warning',
        `${BASE}dataset/${one}`,
        'http://www.w3.org/ns/dcat#contactPoint',
      ]),
    );
  });

  it('leads from its README to a first answer that is right', async () => {
    const [, query = ''] = /```sparql\n([\s\S]+?)\n```/.exec(texts['README.md']) ?? [];
    const store = new oxigraph.Store();
    for (const dataset of ALL_DATASETS)
      store.load(await text(`data/${dataset}.ttl`), { format: 'text/turtle' });
    const [answer] = store.query(query) as Map<string, oxigraph.Term>[];
    // test/world/README.md: 21 items of the manuscripts, 10 of the schools.
    expect(answer?.get('number')?.value).toBe('31');
    expect(texts['README.md']).toContain('The answer is one number: 31.');
  });

  it('names in its README every other file and folder', async () => {
    const there = [...(await filesBelow(directory)).keys()]
      .map((path) => path.replace(/\/.*/, '/'))
      .filter((path) => !['data/', 'derived/', 'README.md', 'run.json'].includes(path));
    const unnamed = [...new Set(there)].filter((path) => !texts['README.md'].includes(`\`${path}\``));
    expect(unnamed.filter((path) => !path.endsWith('.frame.json'))).toEqual([]);
  });

  it('cites as CFF 1.2.0 asks: version, authors, title and message; no choice of licences', async () => {
    const cited = parseYaml(await text('CITATION.cff')) as Record<string, unknown>;
    expect(cited).toMatchObject({
      'cff-version': '1.2.0',
      type: 'dataset',
      authors: [{ name: 'Folklore archive' }, { name: 'Place-names database' }],
      version: LABEL,
      'date-released': '2026-01-01',
      references: [
        { type: 'data', license: 'CC-BY-NC-4.0', authors: [{ name: 'Folklore archive' }] },
        { type: 'data', license: 'CC-BY-4.0', authors: [{ name: 'Place-names database' }] },
      ],
    });
    for (const required of ['message', 'title']) expect(cited[required]).toMatch(/\w/);
    expect(cited).not.toHaveProperty('license');
  });
});

describe('SHA256SUMS', () => {
  const run = promisify(execFile);

  it('passes sha256sum -c, and lists every file but itself and run.json', async () => {
    await run('sha256sum', ['-c', '--strict', '--quiet', 'SHA256SUMS'], { cwd: directory });
    const there = [...(await filesBelow(directory)).keys()].filter(
      (path) => !['SHA256SUMS', 'run.json'].includes(path),
    );
    expect([...sumsIn(texts.SHA256SUMS).keys()]).toEqual(there.sort());
  });
});

describe('manifest.json', () => {
  it('lists every file with path, size and licence, and counts records', async () => {
    const manifest = JSON.parse(texts['manifest.json']);
    expect(manifest).toMatchObject({
      format: 'folklore-ld-release',
      version: 1,
      label: LABEL,
      previous: null,
      base: BASE,
    });
    const entries = [
      ...manifest.datasets.flatMap(({ files }: { files: object[] }) => files),
      ...manifest.derived,
      ...manifest.others,
    ] as { path: string; bytes: number; sha256: string; licence: string; mediaType: string }[];
    const sums = sumsIn(texts.SHA256SUMS);
    const files = await filesBelow(directory);
    for (const { path, bytes, sha256, licence, mediaType } of entries) {
      expect([path, bytes, sha256]).toEqual([path, files.get(path)?.length, sums.get(path)]);
      expect(licence).toMatch(/^https:\/\/creativecommons\.org\/.+\/$/);
      expect(mediaType).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
    }
    expect(entries.map(({ path }) => path).sort()).toEqual(
      [...files.keys()].filter((path) => !['manifest.json', 'SHA256SUMS', 'run.json'].includes(path)).sort(),
    );
    expect(manifest.datasets.map(({ graph }: { graph: string }) => graph)).toEqual(
      manifest.datasets.map(({ name }: { name: string }) => graphOfDataset(name)),
    );
    expect(manifest.counts['cbe.item']).toEqual({
      fetched: 21,
      published: 21,
      withheld: 0,
      rejected: 0,
      unreadable: 0,
    });
  });
});

it('question 15: transcribed texts, with licence and credit of the current release', async () => {
  const store = new oxigraph.Store();
  for (const dataset of ['transcripts', 'schools'])
    store.load(await text(`data/${dataset}.ttl`), { format: 'text/turtle' });
  store.load(texts['dcat.ttl'], { format: 'text/turtle' });
  const query = await readFile(new URL('../../../queries/q15-text-and-credit.rq', import.meta.url), 'utf8');
  const found = (store.query(query) as Map<string, oxigraph.Term>[]).map((row) =>
    Object.fromEntries([...row].map(([name, term]) => [name, term.value])),
  );
  const answers = JSON.parse(await readFile(new URL('../../world/answers.json', import.meta.url), 'utf8'));
  expect(found).toEqual(answers.Q15.rows);
});

/** Checksum by path. */
const sumsIn = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)].map(([, sum = '', path = '']) => [path, sum]));
