import { join } from 'node:path';
import { decodeHTML } from 'entities';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silent } from '../../../../src/base/events.js';
import type { Site } from '../../../../src/features/browse/site.js';
import type { BuildPlan } from '../../../../src/pipeline/plan/build-plan.js';
import { loadWorld, SAMPLE_WORLD } from '../../../../src/services/server/world.js';
import { explainIri } from '../../../../src/use/inspect/explain/explain.js';
import { makeFolder, removeFolder } from '../../../support/files.js';
import { harvestSample, PLAN } from '../../../support/sample-release.js';
import secrets from '../../../world/secrets.json' with { type: 'json' };
import { appOf, BASE, explainerOf, openSiteIn, servePages } from '../browsed-release.js';

/**
 * "How we know", from a harvest with a privileged key that holds more than the release: item 7001 is sensitive in the
 * world of the release, and item 7002 has another title there.
 */

const OLD_TITLE = 'Scéal an Iascaire a Dhíol a Scáth (ar lean)';
const OLD_EXTRACT = 'ní bheidh do líon folamh go deo';
const OPEN = { profile: 'privileged', formats: ['nt'], compression: 'none' } as const;
let folder: string;
let site: Site;
let server: Awaited<ReturnType<typeof servePages>>;
let plan: BuildPlan;

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.url + path, { headers });
const explained = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  get(`/explain?iri=${encodeURIComponent(BASE + path)}`, headers);
/** The rows of the tables of a page, as texts of their cells. */
const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    decodeHTML(row.replace(/<[^>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim(),
  );

beforeAll(async () => {
  folder = await makeFolder();
  const world = await loadWorld(SAMPLE_WORLD);
  const before = await harvestSample(join(folder, 'before'), world, 'internal');
  const { directory: previous } = await before('before', OPEN);
  for (const { parts } of world.archive.cbe.values()) {
    for (const item of parts.flatMap(({ items }) => items)) {
      if (item.id === 7001) Object.assign(item, { sensitive: true });
      if (item.id === 7002) Object.assign(item, { title: 'Another title', extract: undefined });
    }
  }
  const after = await harvestSample(join(folder, 'after'), world, 'internal');
  const { directory } = await after('after', { ...OPEN, previous });
  site = await openSiteIn(folder, directory);
  plan = {
    ...PLAN,
    profile: 'privileged',
    store: join(folder, 'before', 'store'),
    out: folder,
    label: 'none',
  };
  server = await servePages({ site, explainer: explainerOf(plan) });
});
afterAll(async () => {
  await server?.close();
  await removeFolder(folder);
});

describe('how we know', () => {
  test('each page of a record that a service sent has a link, which leads to its fields', async () => {
    const kinds = [
      'cbe/item/7002',
      'cbes/item/7101',
      'cbeg/photograph/1201',
      'cbed/person/4101',
      'place/100013',
    ];
    for (const path of kinds) {
      const html = await (await get(`/${path}.html`)).text();
      const link = `/explain?iri=${encodeURIComponent(BASE + path)}`;
      expect(html, path).toContain(`<a href="${link}">How we know</a>`);
      const response = await get(link);
      expect(response.status, path).toBe(200);
      expect(rowsOf(await response.text()).length, path).toBeGreaterThan(5);
    }
    const irish = await (await get('/ga/cbe/item/7002.html')).text();
    expect(irish).toContain('Conas is eol dúinn');
  });

  test('shows what a field became, or why it became nothing', async () => {
    const rows = rowsOf(await (await explained('cbe/item/7002')).text());
    expect(rows).toContainEqual(
      expect.stringMatching(/^collectors\[0\]\.id 4101 .*lore:collector Fionnbharr Ó Cléirchín/),
    );
    expect(rows).toContainEqual(expect.stringMatching(/^pages\[0\] 503 /));
    expect(rows).toContainEqual(
      expect.stringMatching(/date\.isoDate.* the numbers state it and take precedence$/),
    );
  });
});

describe('nothing is shown that the release does not publish', () => {
  test.each([
    ['a sensitive record', 'cbe/item/7003'],
    ['a record that this release has withdrawn', 'cbe/item/7001'],
    ['a record of an unpublished volume', 'cbe/item/7030'],
    ['a transcript that is not approved', 'cbes/transcript/8006'],
    ['a record that does not exist', 'cbe/item/99'],
    ['a node of a record', 'cbe/item/7002#date'],
    ['the description of a dataset', 'dataset/folklore'],
  ])('%s is not found', async (_, path) => {
    const response = await explained(path);
    expect(response.status).toBe(404);
    const html = withoutAddress(await response.text(), BASE + path);
    const absent = await (await explained('cbe/item/98')).text();
    expect(html).toBe(withoutAddress(absent, `${BASE}cbe/item/98`));
  });

  test('a value that the release does not have is not shown, only the name of its field', async () => {
    const html = decodeHTML(await (await explained('cbe/item/7002')).text());
    expect(html).toContain('Another title');
    expect(html).not.toContain(OLD_TITLE);
    expect(html).not.toContain(OLD_EXTRACT);
    const row = rowsOf(html).find((one) => one.endsWith('not in this release'));
    expect(row).toContain('title');
    expect(row).toContain('extract');
    // 7002 refers to 7001, which the release no longer has.
    expect(html).not.toContain('7001');
  });

  test('privileged fields and texts that are still edited are named without their values', async () => {
    const rows = rowsOf(await (await explained('cbeg/photograph/1202')).text());
    const privileged = rows.find((one) => /privileged: decides whether the record/.test(one));
    expect(privileged).toMatch(/^status|sensitive/);
    expect(rows.some((one) => /^extraInfoEN.* still being edited$/.test(one))).toBe(true);
    expect(
      rows.some((one) =>
        /^(status|sensitive|extraInfo\w*|\w+Status|digitization\.operator) (4|false|EDIT|PUB)/.test(one),
      ),
    ).toBe(false);
  });

  test('no secret of the world is on the page of a record that has it, or of one beside it', async () => {
    const paths = [
      ...[3101, 3102].map((id) => `cbe/volume/${id}`),
      ...[2101, 2102].map((id) => `cbe/part/${id}`),
      ...[7002, 7004, 7005, 7010, 7012].map((id) => `cbe/item/${id}`),
      ...['cbe/page/515', 'cbes/page/603', 'cbes/item/7101', 'cbes/transcript/8001', 'cbes/person/5001'],
      ...[1201, 1202, 1203, 1209, 1210].map((id) => `cbeg/photograph/${id}`),
    ];
    let told = '';
    let answered = 0;
    for (const path of paths) {
      told += JSON.stringify(
        (await explainIri(plan, BASE + path, silent)).map((one) => ('sent' in one ? one.sent : {})),
      );
      const response = await explained(path);
      if (response.status === 200) answered += 1;
      const html = decodeHTML(await response.text());
      for (const secret of Object.keys(secrets)) expect(html, path).not.toContain(secret);
    }
    expect(answered).toBeGreaterThan(15);
    // The harvest has them.
    expect(Object.keys(secrets).filter((secret) => told.includes(secret)).length).toBeGreaterThan(10);
  });
});

test('without a harvest there is no link, and no such page', async () => {
  const app = appOf({ site });
  expect(await (await app.request('/cbe/item/7002.html')).text()).not.toContain('/explain');
  expect((await app.request(`/explain?iri=${encodeURIComponent(`${BASE}cbe/item/7002`)}`)).status).toBe(404);
});

test('more than 16 requests at a time are refused', async () => {
  const explain = async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return [];
  };
  const app = appOf({ site, explainer: { isSent: () => true, explain } });
  const address = `/explain?iri=${encodeURIComponent(`${BASE}cbe/item/7002`)}`;
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => (await app.request(address)).status),
  );
  expect(statuses.filter((status) => status === 404)).toHaveLength(16);
  expect(statuses.filter((status) => status === 503)).toHaveLength(24);
});

/** A page without the address that was asked for, which its links repeat. */
const withoutAddress = (html: string, iri: string): string =>
  html.replaceAll(encodeURIComponent(encodeURIComponent(iri)), '').replaceAll(encodeURIComponent(iri), '');
