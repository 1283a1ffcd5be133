import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { registerSchema, validate } from '@hyperjump/json-schema/draft-07';
import { normalize } from '@iiif/parser/presentation-3';
import { presentation3StrictUpgrade } from '@iiif/parser/strict';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../src/base/events.js';
import type { Language } from '../../../src/features/browse/interface-words.js';
import { addressIn } from '../../../src/features/browse/page-language.js';
import { iiif } from '../../../src/features/iiif/feature.js';
import { picturedCount, picturedIn } from '../../../src/features/iiif/pictured-records.js';
import { exportSite } from '../../../src/features/static-site/export-site.js';
import { anchorJson, anchorPath } from '../../support/anchors.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { runWarm } from '../../support/warm.js';
import { appOf, browsedRelease, HOSTILE } from '../browse/browsed-release.js';

/** Manifests, collections and annotations by the IIIF Presentation API 3.0. */

const SCHEMA = 'iiif/iiif_3_0.json';
const hasSchema = anchorPath(SCHEMA) !== undefined;
const SCHEMA_ID = 'https://iiif.io/api/presentation/3/schema.json';
if (hasSchema) {
  const { $schema: _, $id: __, ...rest } = anchorJson(SCHEMA) as Record<string, unknown>;
  registerSchema(rest as never, SCHEMA_ID, 'http://json-schema.org/draft-07/schema#');
}

test.skipIf(!hasSchema)(
  'the schema of the presentation validator is on this machine, and refuses',
  async () => {
    expect(await validate(SCHEMA_ID, { id: 'https://example.org/1', type: 'Manifest' })).toMatchObject({
      valid: false,
    });
  },
);

type Texts = Readonly<Record<string, readonly string[]>>;
interface Resource {
  readonly '@context'?: string;
  readonly id: string;
  readonly type: string;
  readonly label: Texts;
  readonly summary?: Texts;
  readonly rights?: string;
  readonly behavior?: readonly string[];
  readonly width?: number;
  readonly height?: number;
  readonly format?: string;
  readonly value?: string;
  readonly language?: string;
  readonly motivation?: string;
  readonly target?: string;
  readonly body?: Resource;
  readonly metadata?: readonly { readonly label: Texts; readonly value: Texts }[];
  readonly requiredStatement?: { readonly value: Texts };
  readonly items: readonly Resource[];
  readonly structures?: readonly Resource[];
  readonly annotations?: readonly Resource[];
  readonly service?: readonly Resource[];
  readonly thumbnail?: readonly Resource[];
  readonly partOf?: readonly Resource[];
}

const ORIGIN = 'https://pages.example.org';
const PROFILE = 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"';

const browsed = browsedRelease('hostile');
const many = browsedRelease('many');

const get = (path: string, init: RequestInit = {}): Response | Promise<Response> =>
  browsed().app.request(ORIGIN + path, init);
const pageAt = async (path: string, language: Language = 'en'): Promise<string> =>
  (await get(addressIn(language, path), { headers: { accept: 'text/html' } })).text();

/** What an address answers, as a viewer of another site reads it, checked against the schema. */
async function read(path: string, from = get): Promise<Resource> {
  const response = await from(path);
  expect(response.status, path).toBe(200);
  expect(response.headers.get('content-type'), path).toBe(PROFILE);
  expect(response.headers.get('access-control-allow-origin'), path).toBe('*');
  const resource = (await response.json()) as Resource;
  await expectValid(resource, path);
  return resource;
}

/** Compiled once. */
const compiled = hasSchema ? validate(SCHEMA_ID) : undefined;
async function expectValid(resource: Resource, path: string): Promise<void> {
  const isValid = await compiled;
  if (isValid !== undefined) expect(isValid(resource as never).valid, path).toBe(true);
}

const pathIn = (id: string): string => id.slice(ORIGIN.length);
const manifest = (record: string): Promise<Resource> => read(`/iiif/${record}/manifest.json`);

/** Every resource that leads on from one, by its address. */
async function walk(
  path: string,
  from = get,
  isFollowed = (_: Resource): boolean => true,
  seen = new Map<string, Resource>(),
): Promise<typeof seen> {
  if (seen.has(path)) return seen;
  const resource = await read(path, from);
  expect(pathIn(resource.id)).toBe(path);
  expect(resource['@context']).toBe('http://iiif.io/api/presentation/3/context.json');
  seen.set(path, resource);
  const inside = resource.items.flatMap(({ annotations }) => annotations ?? []);
  const next = resource.type === 'Collection' ? resource.items : inside;
  for (const { id } of [...next, ...(resource.partOf ?? [])].filter(isFollowed))
    await walk(pathIn(id), from, isFollowed, seen);
  return seen;
}

const metadataOf = (resource: Resource, label: string): Texts | undefined =>
  resource.metadata?.find((one) => one.label.en?.[0] === label)?.value;
const pagesIn = ({ items }: Resource): (string | undefined)[] => items.map(({ id }) => id.split('/').at(-2));
const bodyOf = (canvas: Resource | undefined): Resource | undefined => canvas?.items[0]?.items[0]?.body;

describe('of the sample', () => {
  let all: Map<string, Resource>;
  beforeAll(async () => {
    all = await walk('/iiif/collection.json');
  });

  test('everything that the top collection leads to is valid, under the address that it names', () => {
    const types = [...all.values()].map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(['Collection', 'Manifest', 'AnnotationPage']));
    expect([...all.keys()]).toContain('/iiif/cbes/volume/3101/manifest.json');
  });

  test('so is the manifest of each item with pages that have pictures, and no other record has one', async () => {
    const { search } = browsed().site;
    for (const { path, kind } of search.all({ words: '', facets: {} })) {
      const isPictured =
        ['volume', 'item', 'photograph'].includes(kind ?? '') &&
        /images\//.test(await pageAt(`/${path}.html`));
      const response = await get(`/iiif/${path}/manifest.json`);
      expect(response.status, path).toBe(isPictured ? 200 : 404);
      if (isPictured) await expectValid((await response.json()) as Resource, path);
    }
  });

  test('a volume has a canvas for each of its pages in their order, its parts and items as ranges', async () => {
    const volume = await manifest('cbes/volume/3101');
    expect(volume.label).toEqual({ none: ['CBÉS 0007'] });
    expect(pagesIn(volume)).toEqual(['601', '602', '603', '604', '605', '606', '607', '608', '609']);
    expect(volume.items.map(({ label }) => label.none?.[0])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) => `00${page}`),
    );
    expect(volume.behavior).toEqual(['paged']);
    // A page without a picture keeps its place, empty.
    expect(volume.items[4]?.items).toEqual([]);
    const names = volume.structures?.map(({ label, items }) => [
      label.none?.[0],
      items.map(({ type, id, label: name }) => (type === 'Canvas' ? id.split('/').at(-2) : name.none?.[0])),
    ]);
    expect(names?.[0]).toEqual([
      'CBÉS 0007, Mín an Lao',
      ['601', 'Leigheasanna Dúchais', 'Weather Signs', expect.stringContaining('Place-names')],
    ]);
    const signs = volume.structures?.[0]?.items[2];
    expect(signs?.items.map(({ id }) => id)).toEqual(volume.items.slice(1, 3).map(({ id }) => id));
  });

  test('a volume that is not said to be bound, or of which a page is missing, is not paged', async () => {
    const volume = await manifest('cbe/volume/3101');
    expect(volume.behavior).toBeUndefined();
    // Page 516 is sensitive.
    expect(pagesIn(volume).slice(-3)).toEqual(['515', '517', '518']);
  });

  test('an item is described as on its page, in both languages', async () => {
    const item = await manifest('cbes/item/7101');
    expect(item.label).toEqual({ en: ['Weather Signs'] });
    expect(item.summary).toEqual({
      en: ['When the smoke lies down on Meenaloy the rain is already over Slieve Finn.'],
    });
    expect(metadataOf(item, 'Date')).toEqual({
      en: ['1937 to 1939 (years of the collection)'],
      ga: ['1937 go 1939 (blianta an bhailiúcháin)'],
    });
    const html = await pageAt('/cbes/item/7101.html');
    for (const role of ['Collector', 'Informant'])
      for (const name of Object.values(metadataOf(item, role) ?? {}).flat()) expect(html).toContain(name);
    expect(metadataOf(item, 'Identifier')).toEqual({
      none: ['https://data.example.org/folklore/cbes/item/7101'],
    });
    expect(item.requiredStatement?.value.en?.[0]).toContain('licensed under CC BY-NC 4.0');
  });

  test('rights: of an item its licence, of a photograph its statement, each with http as IIIF has them', async () => {
    const rightsOf = async (record: string) => (await manifest(record)).rights;
    expect(await rightsOf('cbes/item/7101')).toBe('http://creativecommons.org/licenses/by-nc/4.0/');
    expect(await rightsOf('cbeg/photograph/1201')).toBe('http://rightsstatements.org/vocab/InC/1.0/');
    const { site } = browsed();
    const { index, manifest: release, iriOf } = site;
    for (const { path } of picturedIn(site, 'cbeg', 'photograph', -1, 0)) {
      const quads = index.documents(release.base + path).flatMap((document) => document.quads);
      const stated = quads.find(({ predicate }) => predicate.value === iriOf('rights'))?.object.value;
      expect(await rightsOf(path), path).toBe(stated);
    }
  });

  test('the required statement of a photograph tells its rights from the licence of the data, in both languages', async () => {
    const { value } = (await manifest('cbeg/photograph/1201')).requiredStatement ?? {};
    expect(value?.en).toEqual([
      expect.stringMatching(/^Rights of the picture: In Copyright .*Copyright holder: Folklore archive$/),
      expect.stringMatching(/^Licence of the data: .*licensed under CC BY-NC 4\.0/),
    ]);
    expect(value?.ga).toEqual([
      expect.stringMatching(/^Cearta an phictiúir: Faoi chóipcheart /),
      expect.stringMatching(/^Ceadúnas na sonraí: /),
    ]);
  });

  test('a page is painted by its image service, a photograph by its file', async () => {
    const [page] = (await manifest('cbes/item/7101')).items;
    const service = `${ORIGIN}/images/page/602/CBES_0007%2FCBES_0007_002.jpg`;
    expect(bodyOf(page)).toEqual({
      id: `${service}/full/max/0/default.jpg`,
      type: 'Image',
      format: 'image/jpeg',
      service: [{ id: service, type: 'ImageService3', profile: 'level0' }],
    });
    const photograph = await manifest('cbeg/photograph/1201');
    const [print] = photograph.items;
    expect(bodyOf(print)).toEqual({
      id: `${ORIGIN}/images/photograph/1201.jpg`,
      type: 'Image',
      format: 'image/jpeg',
    });
    // Its record has 4800 x 3600; pages have no size.
    expect([print?.width, print?.height]).toEqual([4800, 3600]);
    expect([page?.width, page?.height]).toEqual([1500, 2000]);
    const thumbnail = (await manifest('cbes/volume/3101')).thumbnail?.[0]?.id ?? '';
    expect((await get(pathIn(thumbnail))).headers.get('content-type')).toBe('image/jpeg');
  });

  test('transcripts annotate the canvas of their page, with their licence and without their writers', async () => {
    const [, page] = (await manifest('cbes/volume/3101')).items;
    const annotations = await read(pathIn(page?.annotations?.[0]?.id ?? ''));
    expect(annotations.items).toHaveLength(2);
    for (const { motivation, target, rights, body } of annotations.items) {
      expect([motivation, target, rights]).toEqual([
        'supplementing',
        page?.id,
        'http://creativecommons.org/licenses/by-nc/4.0/',
      ]);
      expect(body).toMatchObject({ type: 'TextualBody', format: 'text/plain' });
    }
    expect(annotations.items[1]?.body).toMatchObject({
      value: 'When the smoke lies down on Meenaloy the rain is already over Slieve Finn.',
      language: 'en',
    });
    expect(JSON.stringify(annotations)).not.toMatch(/meitheal|transcriber|creator|contributor/);
    // A text in both languages has no language.
    const mixed = await read('/iiif/cbes/page/604/annotations.json');
    expect(mixed.items[0]?.body?.language).toBeUndefined();
  });

  test('what is withheld is nowhere', async () => {
    const text = JSON.stringify([...all.values()]);
    expect(text).toContain('/cbe/page/515/');
    // A sensitive page, two items and a photograph.
    expect(text).not.toMatch(
      /page\/516\/|plinthgobbet|cbe\/item\/7003|cbes\/item\/7102|Murkfaddle|photograph\/1214\//,
    );
    for (const record of ['cbe/item/7003', 'cbes/item/7102', 'cbeg/photograph/1214'])
      expect((await get(`/iiif/${record}/manifest.json`)).status).toBe(404);
    expect((await get('/iiif/cbe/page/516/annotations.json')).status).toBe(404);
  });

  test('a text that looks like HTML is none for a client', async () => {
    const item = await manifest('cbes/item/7105');
    const [label = ''] = Object.values(item.label).flat();
    expect(label.trimEnd()).toBe(HOSTILE.html);
    // Section 4.5: HTML begins with < and ends with >.
    expect(label.endsWith('>')).toBe(false);
    expect(await pageAt('/cbes/item/7105.html')).not.toContain('<img src=x');
  });

  test('a client of others reads all of them without a warning', () => {
    for (const [path, resource] of all) {
      if (resource.type !== 'Manifest') continue;
      const { entities } = normalize(structuredClone(resource) as never);
      expect(Object.keys(entities.Canvas), path).toEqual(resource.items.map(({ id }) => id));
      const state = { warnings: [] as string[] };
      presentation3StrictUpgrade(structuredClone(resource) as never, state as never);
      expect(state.warnings, path).toEqual([]);
    }
  });
});

describe('addresses', () => {
  test.each([
    '/iiif/cbes/volume/9/manifest.json',
    '/iiif/cbed/person/4101/manifest.json',
    '/iiif/cbes/page/601/annotations.json',
    '/iiif/..%2f..%2fcbes/manifest.json',
    '/iiif/%00/manifest.json',
  ])('%s is not there', async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  });

  test('what was withdrawn is gone', async () => {
    const withdrawn = new Map([
      ['https://data.example.org/folklore/cbes/item/9', { label: 'browsed', issued: '2026-11-21' }],
    ]);
    const app = appOf({ ...browsed(), site: { ...browsed().site, withdrawn } });
    expect((await app.request(`${ORIGIN}/iiif/cbes/item/9/manifest.json`)).status).toBe(410);
  });

  test('begin with the public address where one is given', async () => {
    const app = appOf({ ...browsed(), publicOrigin: 'https://folklore.example.org' });
    const response = await app.request('http://127.0.0.1/iiif/cbes/item/7101/manifest.json');
    const text = await response.text();
    expect(text).toContain('"id":"https://folklore.example.org/iiif/cbes/item/7101/manifest.json"');
    expect(text).not.toContain('127.0.0.1');
  });
});

describe('the page of a record', () => {
  const LINK = `<link rel="alternate" type="application/ld+json;profile=&quot;http://iiif.io/api/presentation/3/context.json&quot;" href=`;

  test('links its manifest or its collection, with the whole address to copy', async () => {
    const pages = {
      'cbes/volume/3101': 'manifest',
      'cbes/item/7101': 'manifest',
      'cbeg/photograph/1201': 'manifest',
      cbes: 'collection',
    };
    for (const [record, name] of Object.entries(pages)) {
      const path = `/iiif/${record}/${name}.json`;
      const html = await pageAt(`/${record}.html`);
      expect(html, record).toContain(`${LINK}"${path}"`);
      expect(html, record).toContain(`<a href="${path}"><code>${ORIGIN}${path}</code></a>`);
      expect(html, record).toContain(`<h2>IIIF ${name}</h2>`);
    }
    expect(await pageAt('/cbes/item/7101.html', 'ga')).toContain('<h2>Lastliosta IIIF</h2>');
  });
});

describe('as files', () => {
  const PUBLIC = 'https://example.org/folklore';
  let folder: string;
  let out: string;
  let files: string[];

  const filesBelow = async (root: string): Promise<string[]> =>
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .toSorted();

  beforeAll(async () => {
    folder = await makeFolder();
    out = join(folder, 'site');
    const { site, source } = browsed();
    const written = await exportSite({
      ...{
        site,
        indexFile: source.indexFile,
        out,
        publicUrl: PUBLIC,
        options: { iiif: true },
        features: [iiif],
        withFiles: false,
        report: silent,
      },
      languages: ['en', 'ga'],
      kinds: new Set(['volume', 'item']),
      formats: new Set(['ttl'] as const),
      limits: { files: 10_000, bytes: 1e9 },
    });
    files = await filesBelow(out);
    expect(files).toHaveLength(written.files);
  });
  afterAll(() => removeFolder(folder));

  test('each is at the address that it names, valid, and leads to files that are there', async () => {
    const own = files.filter((file) => file.startsWith('iiif/'));
    expect(own).toContain('iiif/cbes/item/7101/manifest.json');
    for (const file of own) {
      const resource = JSON.parse(await readFile(join(out, file), 'utf8')) as Resource;
      expect(resource.id).toBe(`${PUBLIC}/${file}`);
      await expectValid(resource, file);
      const named = JSON.stringify(resource).matchAll(
        /"id":"https:\/\/example\.org\/folklore\/([^"]+\.[a-z]+)"/g,
      );
      for (const [, target] of named) expect(files, file).toContain(target);
    }
  });

  test('pages link them, by links that work in any folder', async () => {
    const html = await readFile(join(out, 'cbes/item/7101.html'), 'utf8');
    expect(html).toContain('href="../../iiif/cbes/item/7101/manifest.json"');
    expect(html).toContain(`<code>${PUBLIC}/iiif/cbes/item/7101/manifest.json</code>`);
    const irish = await readFile(join(out, 'ga/cbes/item/7101.html'), 'utf8');
    expect(irish).toContain('href="../../../iiif/cbes/item/7101/manifest.json"');
  });

  test('the option wants the address of the site', async () => {
    const { code, stderr } = await runWarm([
      'browse',
      browsed().folder,
      '--out',
      join(folder, 'x'),
      '--iiif',
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('--public-url');
  });
});

test('a collection of many has parts with at most 200', async () => {
  const all = await walk(
    '/iiif/collection.json',
    (path) => many().app.request(ORIGIN + path),
    ({ type }) => type === 'Collection',
  );
  for (const { items } of all.values()) expect(items.length).toBeLessThanOrEqual(200);
  const photographs = all.get('/iiif/cbeg/collection.json')?.items ?? [];
  expect(photographs.map(({ id }) => pathIn(id))).toEqual([
    '/iiif/cbeg/collection-1.json',
    '/iiif/cbeg/collection-2.json',
  ]);
  const members = photographs.flatMap(({ id }) => all.get(pathIn(id))?.items.map((one) => one.id) ?? []);
  expect(new Set(members).size).toBe(picturedCount(many().site, 'photograph'));
  expect(members.length).toBeGreaterThan(210);
});
