import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Parser, type Quad } from 'n3';
import type { Browser, Page } from 'playwright-core';
import { isomorphic } from 'rdf-isomorphic';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderVocabulary } from '../../../src/features/report-pages/vocabulary-page.js';
import { documentQuads } from '../../../src/model/rdf/jsonld-quads.js';
import { readManifest } from '../../../src/release/description/manifest.js';
import { axeViolations, CHROMIUM, launchChromium, overflowOf } from '../../support/chromium.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/** The vocabulary of a release as a page, and as JSON-LD beside it. */

const FOLDER = 'docs/vocabulary';
const PAGE = `${FOLDER}/index.html`;
const VOCABULARY = 'https://vocabulary.example.org/';

let folder: string;
let release: string;
let page: string;

beforeAll(async () => {
  folder = await makeFolder();
  const make = await harvestSample(folder);
  ({ directory: release } = await make('one', { formats: ['nt'], vocabularyBase: VOCABULARY }));
  page = await textOf(PAGE);
});
afterAll(() => removeFolder(folder));

const textOf = (path: string): Promise<string> => readFile(join(release, path), 'utf8');
const turtleOf = async (path: string): Promise<Quad[]> => new Parser().parse(await textOf(path));

async function shapesOf(): Promise<Quad[]> {
  const paths = await readdir(join(release, 'shapes'), { recursive: true });
  const files = [...paths.filter((path) => path.endsWith('.ttl')).map((path) => `shapes/${path}`)];
  return (await Promise.all([...files, 'release-shapes.ttl'].map(turtleOf))).flat();
}

/** The part of the page of a term. */
const articleOf = (id: string): string =>
  new RegExp(`<article id="${id}">.*?</article>`, 's').exec(page)?.[0] ?? '';

test('is a file of the release like any other, and CC0', async () => {
  const { others } = await readManifest(release);
  expect(others.find(({ path }) => path === PAGE)).toMatchObject({
    ...{ mediaType: 'text/html', licence: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  });
  expect(await textOf('SHA256SUMS')).toContain(`  ${PAGE}\n`);
  expect(await textOf('README.md')).toContain(PAGE);
});

test('needs nothing else: no script, and nothing that a browser would fetch', () => {
  expect(page).not.toMatch(/<(?:script|link|img|iframe|object|embed|base|form)\b|\ssrc=|@import|url\((?!#)/i);
  expect(page.match(/<style>/g)).toHaveLength(1);
});

test('every term, code and shape has one anchor, and every link in the page leads to one', async () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const quads = [
    ...(await turtleOf('ontology.ttl')),
    ...(await turtleOf('codes.ttl')),
    ...(await shapesOf()),
  ];
  const terms = new Set(
    quads.map(({ subject }) => subject.value).filter((iri) => iri.startsWith(VOCABULARY)),
  );
  expect(terms.size).toBeGreaterThan(300);
  const anchors = [...terms]
    .filter((iri) => iri !== `${VOCABULARY}ns`)
    .map((iri) =>
      iri
        .replace(/^.*\/ns#/, '')
        .replace(VOCABULARY, '')
        .replace('/1#', '/'),
    );
  expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual([]);
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
  expect(links.filter((id) => !ids.includes(id))).toEqual([]);
});

test('the links to files lead to files of the release', async () => {
  const paths = (await readManifest(release)).others.map(({ path }) => path);
  const links = [...page.matchAll(/href="\.\.\/\.\.\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(links).toContain('ontology.ttl');
  expect(links.filter((path) => !paths.includes(path))).toEqual([]);
});

test('a term has its definitions in both languages, its shapes and its source field', async () => {
  const collector = articleOf('collector');
  for (const { subject, predicate, object } of await turtleOf('ontology.ttl'))
    if (subject.value === `${VOCABULARY}ns#collector` && /#(?:label|comment)$/.test(predicate.value))
      expect(collector).toContain(object.value);
  expect(collector).toContain('href="#shapes/Item"');
  expect(collector).toContain('<code>Collectors[].ID</code> of cbe.item');
  expect(articleOf('Photograph')).toContain('href="#digitized"');
});

test('a code has its notation, its labels and the properties that have it as a value', () => {
  const list = articleOf('code/content-type');
  expect(list).toContain('href="#contentType"');
  const row = /<tr id="code\/content-type\/cin-lae">.*?<\/tr>/s.exec(list)?.[0];
  for (const text of ['CÍN-LAE', 'diary entry', 'iontráil dialainne']) expect(row).toContain(text);
});

test.each([
  ['Photograph', 'digitized', ['1', 'datatype xsd:boolean', 'violation']],
  ['Photograph', 'photographer', ['0–1', 'nodeKind sh:IRI', 'violation']],
  ['Item', 'extract', ['0–1', '', 'violation']],
])(
  'a shape has the count, type and severity of its properties: %s %s',
  (shape, property, [count, type, severity]) => {
    const rows = [...articleOf(`shapes/${shape}`).matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => row);
    const row = rows.find((one) => one.includes(`href="#${property}"`)) ?? '';
    const cells = [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      cell.replace(/<[^>]+>/g, ''),
    );
    expect(cells[0]).toBe(count);
    expect(cells[1]).toContain(type);
    expect(cells[2]).toBe(severity);
  },
);

test('JSON-LD beside it says what the Turtle files say', async () => {
  const jsonld = async (name: string) => documentQuads(JSON.parse(await textOf(`${FOLDER}/${name}.jsonld`)));
  for (const name of ['ontology', 'codes'])
    expect(isomorphic(await jsonld(name), await turtleOf(`${name}.ttl`))).toBe(true);
  expect(isomorphic(await jsonld('shapes'), await shapesOf())).toBe(true);
});

test('texts with tags are shown, and do nothing', () => {
  const file = (path: string, text = '') => ({ path, text });
  const hostile = renderVocabulary({
    ...{ vocabularyBase: VOCABULARY, sourceFields: '', otherForms: [], shapes: [] },
    ontology: file(
      'ontology.ttl',
      `@prefix lore: <${VOCABULARY}ns#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
lore:Thing a owl:Class ; rdfs:label "<script>alert(1)</script>"@en ; rdfs:seeAlso <javascript:alert(2)> .`,
    ),
    ...{ alignments: file('a.ttl'), codes: file('c.ttl'), releaseShapes: file('r.ttl') },
  });
  expect(hostile).toContain('&lt;script&gt;alert(1)');
  expect(hostile).not.toMatch(/<script|href="javascript/);
});

describe.skipIf(CHROMIUM === undefined)('in Chromium', () => {
  let browser: Browser;
  let shown: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    shown = await browser.newPage();
    await shown.goto(pathToFileURL(join(release, PAGE)).href);
  });
  afterAll(() => browser?.close());

  test.each([320, 1440])('at %i pixels it is no wider than the window', async (width) => {
    await shown.setViewportSize({ width, height: 900 });
    expect(await overflowOf(shown)).toBe(0);
  });

  test.each(['light', 'dark'] as const)(
    'axe finds nothing in a page with few shapes, %s',
    async (colorScheme) => {
      const file = async (path: string) => ({ path, text: await textOf(path) });
      await shown.emulateMedia({ colorScheme });
      await shown.setContent(
        renderVocabulary({
          ...{ vocabularyBase: VOCABULARY, sourceFields: '', otherForms: ['ontology.ttl'] },
          ontology: {
            path: 'ontology.ttl',
            text: (await textOf('ontology.ttl')).split('# ---- Items')[0] ?? '',
          },
          alignments: await file('alignments.ttl'),
          codes: await file('codes.ttl'),
          shapes: [await file('shapes/common.ttl'), await file('shapes/archive/school.ttl')],
          releaseShapes: { path: 'release-shapes.ttl', text: '' },
        }),
      );
      expect(await axeViolations(shown)).toEqual([]);
    },
  );
});
