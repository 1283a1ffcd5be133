import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsonld from 'jsonld';
import { Parser, type Quad } from 'n3';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { SecondEngine } from '../../model/shacl/second-engine.js';
import { anchorPath } from '../../support/anchors.js';
import { BASE, browsedRelease, HOSTILE, recordsOf } from './browsed-release.js';

/** What search engines read in a page: JSON-LD in schema.org. */

const browsed = browsedRelease('hostile');
const SCHEMA = 'https://schema.org/';

/** The shapes of the Dutch register of heritage data (Netwerk Digitaal Erfgoed). */
const NDE = anchorPath('nde/requirements-datasets.ttl');

interface DataSet {
  readonly distribution: readonly { readonly contentUrl: string }[];
}

type Element = DefaultTreeAdapterTypes.Element;

/** The scripts of a page, as an HTML parser finds them. */
function scriptsIn(html: string): Element[] {
  const found: Element[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node && node.tagName === 'script') found.push(node);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found;
}

const attributeOf = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value;

const get = (path: string) =>
  browsed().app.request(`http://127.0.0.1${path}`, { headers: { accept: 'text/html' } });

/** The texts of the data blocks of a page. */
async function blocksOf(path: string): Promise<string[]> {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return scriptsIn(await response.text())
    .filter((script) => attributeOf(script, 'type') === 'application/ld+json')
    .map(({ childNodes }) => childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
}

/** The statements of a page, as a reader of JSON-LD has them that may fetch nothing. */
async function statementsOf(path: string): Promise<Quad[]> {
  const [block = '{}'] = await blocksOf(path);
  const options = {
    format: 'application/n-quads',
    safe: true,
    documentLoader: async (url: string): Promise<never> => {
      throw new Error(`it asks for ${url}`);
    },
  };
  const text = await jsonld.toRDF(JSON.parse(block) as jsonld.JsonLdDocument, options as object);
  return new Parser({ format: 'N-Quads' }).parse(String(text));
}

const valuesOf = (quads: readonly Quad[], subject: string, property: string): string[] =>
  quads
    .filter((quad) => quad.subject.value === BASE + subject && quad.predicate.value === SCHEMA + property)
    .map(({ object }) => object.value);

describe('the pages about the release', () => {
  const fileOf = async () => readFile(join(browsed().folder, 'dataset.jsonld'), 'utf8');

  test.each(['/about', '/ga/about'])('%s has the data sets of dataset.jsonld', async (path) => {
    const blocks = await blocksOf(path);
    expect(blocks).toHaveLength(1);
    expect(JSON.parse(blocks[0] ?? '')).toEqual(JSON.parse(await fileOf()));
  });

  test.each(['/', '/ga/'])(
    '%s has the same with the data in one format, and no other files',
    async (path) => {
      const blocks = await blocksOf(path);
      expect(blocks).toHaveLength(1);
      expect(blocks[0]?.length).toBeLessThan((await fileOf()).length / 2);
      const { '@graph': sets, ...context } = JSON.parse(blocks[0] ?? '');
      const { '@graph': whole, ...ofFile } = JSON.parse(await fileOf());
      expect(context).toEqual(ofFile);
      const { datasets } = browsed().site.manifest;
      const shown = sets.flatMap((set: DataSet) => set.distribution.map(({ contentUrl }) => contentUrl));
      expect(shown.toSorted()).toEqual(
        datasets.map(({ name }) => `${BASE}dumps/browsed/data/${name}.nt`).toSorted(),
      );
      for (const [at, { distribution, ...fields }] of (sets as DataSet[]).entries()) {
        const { distribution: all, ...others } = whole[at] as DataSet;
        expect(fields).toEqual(others);
        for (const file of distribution) expect(all).toContainEqual(file);
      }
    },
  );

  test.skipIf(NDE === undefined)(
    'have what the register of heritage data requires and recommends',
    async () => {
      const shapes = new Parser().parse(await readFile(NDE ?? '', 'utf8'));
      const findings = async (path: string) => new SecondEngine(shapes).testify(await statementsOf(path));
      const found = await findings('/');
      expect(found.filter((one) => !one.endsWith(' info'))).toEqual([]);
      // No more is missing than in the whole file.
      expect(found).toEqual(await findings('/about'));
    },
  );

  test('describe each data set with the fields that Google asks for', async () => {
    const [block = ''] = await blocksOf('/');
    const { '@graph': sets } = JSON.parse(block);
    expect(sets).toHaveLength(2);
    for (const set of sets) {
      for (const field of ['name', 'description', 'license', 'creator', 'identifier', 'keywords', 'url'])
        expect(set, field).toHaveProperty(field);
      for (const field of ['isAccessibleForFree', 'spatialCoverage', 'version', 'distribution'])
        expect(set, field).toHaveProperty(field);
      for (const { '@value': text } of set.description) {
        expect(text.length).toBeGreaterThanOrEqual(50);
        expect(text.length).toBeLessThanOrEqual(5000);
      }
      for (const { contentUrl, encodingFormat } of set.distribution) {
        expect(new URL(contentUrl).protocol).toBe('https:');
        expect(encodingFormat).toMatch(/^\w+\/[\w.+-]+$/);
      }
    }
    expect(sets[0].temporalCoverage).toMatch(/^\d{4}\/\d{4}$/);
  });
});

describe('the page of a record', () => {
  test('says in schema.org what a story is, who told it and under which licence', async () => {
    const quads = await statementsOf('/cbe/item/7002');
    expect(valuesOf(quads, 'cbe/item/7002', 'license')).toEqual([
      'https://creativecommons.org/licenses/by-nc/4.0/',
    ]);
    expect(valuesOf(quads, 'cbe/item/7002', 'isPartOf')).toEqual([`${BASE}cbe/part/2101`]);
    expect(valuesOf(quads, 'cbe/item/7002', 'contributor')).toContain(`${BASE}cbed/person/4101`);
    const types = quads.flatMap(({ predicate, object }) =>
      predicate.value.endsWith('#type') ? object.value : [],
    );
    expect(types).toContain(`${SCHEMA}CreativeWork`);
  });

  test('has the county of the school of a story, and says whose it is', async () => {
    const quads = await statementsOf('/cbes/item/7101');
    const spatial = valuesOf(quads, 'cbes/item/7101', 'spatial');
    expect(spatial.length).toBeGreaterThan(0);
    expect(valuesOf(quads, 'cbes/item/7101', 'description')).toContain('The county is that of its school.');
  });

  test('has a place with its point', async () => {
    const quads = await statementsOf('/place/100013.html');
    const [geo = ''] = valuesOf(quads, 'place/100013', 'geo');
    const latitude = valuesOf(quads, geo.slice(BASE.length), 'latitude').map(Number);
    expect(latitude).toHaveLength(1);
    expect(latitude[0]).toBeGreaterThan(51);
    expect(latitude[0]).toBeLessThan(56);
  });

  test.each([
    ['/cbe/item/7001', HOSTILE.title.replace(/\s*\n/g, ' ')],
    ['/cbes/item/7105', HOSTILE.html],
    ['/ga/cbe/item/7009', HOSTILE.attributes],
  ])('%s has its title as it is, and the title ends no block', async (path, title) => {
    const quads = await statementsOf(path);
    expect(valuesOf(quads, path.replace(/^\/(ga\/)?/, ''), 'name')).toContain(title);
    const response = await get(path);
    const html = await response.text();
    const [block = ''] = await blocksOf(path);
    expect(html).toContain(block);
    expect(block).not.toContain('<');
    // Nothing in a page is executed: scripts are files of this server.
    for (const script of scriptsIn(html))
      if (attributeOf(script, 'type') === undefined)
        expect(attributeOf(script, 'src')).toMatch(/^\/assets\//);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  test('has one block about the record, or none', async () => {
    const { site } = browsed();
    const kinds = new Map<string, string>();
    for (const iri of (await recordsOf(browsed())).keys()) {
      const { kind, path } = site.index.summary(iri.slice(BASE.length)) ?? {};
      if (kind != null && path !== undefined && !kinds.has(kind)) kinds.set(kind, path);
    }
    expect(kinds.size).toBeGreaterThan(8);
    const without: string[] = [];
    for (const [kind, path] of kinds) {
      const address = `/id?iri=${encodeURIComponent(BASE + path)}&format=html`;
      const blocks = await blocksOf(address);
      if (blocks.length === 0) without.push(kind);
      else expect((await statementsOf(address)).map(({ subject }) => subject.value)).toContain(BASE + path);
    }
    // The view has works, parts, people and places.
    for (const kind of ['item', 'photograph', 'part', 'person', 'schools-person', 'place'])
      expect(without).not.toContain(kind);
  });
});

test('a page of the search has no block', async () => {
  expect(await blocksOf('/search?q=fairy')).toEqual([]);
});
