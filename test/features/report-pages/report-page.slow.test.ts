import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { releaseHistory } from '../../../src/features/report-pages/release-history.js';
import { type ReportPageFacts, renderReport } from '../../../src/features/report-pages/report-page.js';
import type { BuildResult } from '../../../src/pipeline/publish/build.js';
import { type ReleaseManifest, readManifest } from '../../../src/release/description/manifest.js';
import { reportOf, type ValidationJson } from '../../../src/release/report/validation-json.js';
import { axeViolations, CHROMIUM, launchChromium, overflowOf } from '../../support/chromium.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/** The report as a page: of a generated world, a third of it dirty, in three releases. */

const BASE = 'https://data.example.org/folklore/';
const PAGE = 'report/index.html';

let folder: string;
let releases: BuildResult[];
let newest: string;
let manifest: ReleaseManifest;

beforeAll(async () => {
  folder = await makeFolder();
  const make = await harvestSample(folder, makeSyntheticWorld({ seed: 5, scale: 0.0002, dirt: 0.33 }));
  const first = await make('2026-09', { formats: ['nt'], onViolation: 'keep', issued: '2026-09-21' });
  const second = await make('2026-10', {
    ...{ formats: ['nt'], issued: '2026-10-21', previous: first.directory },
  });
  const third = await make('2026-11', {
    ...{ formats: ['nt'], issued: '2026-11-21', previous: second.directory, onViolation: 'skip' },
  });
  releases = [first, second, third];
  newest = third.directory;
  manifest = await readManifest(newest);
});
afterAll(() => removeFolder(folder));

const pageOf = (release: string): Promise<string> => readFile(join(release, PAGE), 'utf8');

test('is a file of the release like any other: in the manifest, in the checksums and in the README', async () => {
  expect(manifest.others.find(({ path }) => path === PAGE)).toMatchObject({
    ...{ mediaType: 'text/html', licence: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  });
  expect(await readFile(join(newest, 'SHA256SUMS'), 'utf8')).toContain(`  ${PAGE}\n`);
  expect(await readFile(join(newest, 'README.md'), 'utf8')).toContain(PAGE);
});

test('needs nothing else: no script, and nothing that a browser would fetch', async () => {
  const page = await pageOf(newest);
  expect(page).not.toMatch(/<(?:script|link|img|iframe|object|embed|base|form)\b|\ssrc=|@import|url\((?!#)/i);
});

test('each example of a published record links an IRI that the release describes', async () => {
  const linked = [...(await pageOf(newest)).matchAll(/href="([^"]+)"/g)].flatMap(([, href = '']) =>
    href.startsWith(BASE) && !href.includes('/dataset/') ? [href] : [],
  );
  expect(linked.length).toBeGreaterThan(20);
  expect(linked.filter((iri) => iri.includes('#'))).toEqual([]);
  const lines = await Promise.all(
    manifest.datasets.flatMap(({ files }) => files.map(({ path }) => readFile(join(newest, path), 'utf8'))),
  );
  const subjects = new Set(lines.join('').match(/(?<=^<)[^>]+/gm));
  expect(linked.filter((iri) => !subjects.has(iri))).toEqual([]);
});

describe('the releases before', () => {
  const labels = async (previous: string | undefined, label = 'new'): Promise<string[]> =>
    (await releaseHistory(previous, { base: BASE, label })).map((one) => one.label);

  test('are found from one to the next, the oldest first, with the numbers of their manifests', async () => {
    const history = await releaseHistory(newest, { base: BASE, label: 'new' });
    expect(history.map(({ label, issued }) => [label, issued])).toEqual([
      ['2026-09', '2026-09-21'],
      ['2026-10', '2026-10-21'],
      ['2026-11', '2026-11-21'],
    ]);
    expect(history.map(({ published }) => published)).toEqual(
      releases.map(({ ledger }) => ledger.total('published')),
    );
    expect(history.map(({ findings }) => findings)).toEqual(
      releases.map(({ validation }) => validation.totals),
    );
  });

  test('none, one of another base, and the release itself are no history', async () => {
    expect(await labels(undefined)).toEqual([]);
    expect(await labels(newest, '2026-10')).toEqual(['2026-11']);
    expect(await releaseHistory(newest, { base: 'https://other.example.org/', label: 'new' })).toEqual([]);
  });

  test('end at a damaged manifest, at a path out of the folder, and after 24 with the new one', async () => {
    const out = join(folder, 'chain');
    const write = async (label: string, previous: string | null, text?: string) => {
      await mkdir(join(out, label), { recursive: true });
      const content = text ?? JSON.stringify({ ...manifest, label, previous });
      await writeFile(join(out, label, 'manifest.json'), content);
    };
    for (let number = 0; number < 30; number += 1)
      await write(`r${number}`, number === 0 ? null : `r${number - 1}`);
    const all = await labels(join(out, 'r29'));
    expect(all).toHaveLength(23);
    expect(all.at(-1)).toBe('r29');
    await write('r27', 'r26', '{"format":');
    expect(await labels(join(out, 'r29'))).toEqual(['r28', 'r29']);
    await write('r28', '../chain/r26');
    expect(await labels(join(out, 'r29'))).toEqual(['r28', 'r29']);
    await write('r28', 'r29');
    expect(await labels(join(out, 'r29'))).toEqual(['r28', 'r29']);
  });

  test('a report without readable counts leaves a gap', async () => {
    const copy = join(folder, 'copy', '2026-11');
    await cp(newest, copy, { recursive: true });
    await rm(join(copy, 'report', 'validation.json'));
    const [one] = await releaseHistory(copy, { base: BASE, label: 'new' });
    expect(one).not.toHaveProperty('findings');
  });
});

describe.skipIf(CHROMIUM === undefined)('in Chromium', () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('dialog', (dialog) => complaints.push(`dialog ${dialog.message()}`));
    page.on('request', (request) => complaints.push(`request ${request.url()}`));
    await page.goto(pathToFileURL(join(newest, PAGE)).href);
    expect(complaints.splice(0)).toEqual([`request ${pathToFileURL(join(newest, PAGE)).href}`]);
  });
  afterAll(() => browser?.close());

  const cells = (caption: string, row: string): Promise<string[]> =>
    page
      .getByRole('table', { name: caption, exact: true })
      .getByRole('row', { name: row })
      .first()
      .getByRole('cell')
      .allTextContents();

  test('counts by kind are those of the manifest', async () => {
    const {
      fetched,
      published,
      trimmed = 0,
      withheld,
      rejected,
      unreadable,
    } = manifest.counts['cbe.item'] ?? {};
    expect(await cells('Records by kind', 'manuscripts: items')).toEqual(
      [fetched, published, trimmed, withheld, rejected, unreadable].map(String),
    );
  });

  test('every sort of finding is there, in both languages, with what would be right', async () => {
    const { groups } = (await reportOf(newest)) as ValidationJson;
    const articles = page.getByRole('article');
    expect(await articles.count()).toBe(groups.length);
    for (const [at, { messageGA, expected, examples }] of groups.entries()) {
      const text = (await articles.nth(at).textContent()) ?? '';
      if (messageGA !== undefined) expect(text).toContain(messageGA);
      if (expected !== undefined) expect(text).toContain(expected);
      expect(await articles.nth(at).getByRole('listitem').count()).toBe(examples.length);
    }
  });

  test('what changed, and the releases over time', async () => {
    const added = releases[2]?.delta?.records;
    const changes = page.getByRole('region', { name: 'Changes since the release before' });
    expect(await changes.textContent()).toContain(`${added?.removed} removed, ${added?.changed} changed`);
    const { violation = 0, warning = 0, info = 0 } = releases[1]?.validation.totals ?? {};
    expect(
      (await cells('Releases', '2026-10')).slice(-3).map((text) => Number(text.replace(',', ''))),
    ).toEqual([...[violation, warning, info]]);
    expect(await page.getByRole('img', { name: 'Published records' }).locator('path.marker').count()).toBe(3);
  });

  test.each([
    [320, 'light'],
    [1440, 'dark'],
  ] as const)(
    'at %i pixels, %s: no wider than the window, and axe finds nothing',
    async (width, colorScheme) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await overflowOf(page)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    },
  );

  test('hostile texts in every field are shown, and do nothing', async () => {
    await page.goto('about:blank');
    complaints.length = 0;
    await page.setContent(renderReport(await hostileFacts()));
    await page.waitForTimeout(100);
    expect(complaints).toEqual([]);
    expect(await page.locator('script,img,iframe,svg[onload],b.hostile').count()).toBe(0);
    const attributes = await page
      .locator('*')
      .evaluateAll((all) => all.flatMap((one) => one.getAttributeNames() as string[]));
    expect(attributes.filter((name) => name.startsWith('on') || name === 'style')).toEqual([]);
    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    expect(links.filter((href) => !/^(?:#[a-z]+$|https?:\/\/)/.test(href))).toEqual([]);
    const shown = await page.locator('body').evaluate((body) => body.textContent ?? '');
    for (const text of HOSTILE) expect(shown).toContain(text.replace('\u202E', '\\u{202e}'));
    expect(shown).not.toContain('\u202E');
    expect(await axeViolations(page)).toEqual([]);
  });
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(2)>',
  "' onmouseover='alert(3)",
  '</style></title><b class="hostile">',
  'javascript:alert(4)',
  'data:text/html,<script>alert(5)</script>',
  '\u202Ereversed',
];

/** Facts of a release of which every text that may come from a record, a label or another report is hostile. */
async function hostileFacts(): Promise<ReportPageFacts> {
  let next = 0;
  const hostile = (): string => HOSTILE[next++ % HOSTILE.length] ?? '';
  const read = (await reportOf(newest)) as ValidationJson;
  const validation = (): ValidationJson => ({
    ...read,
    groups: read.groups.slice(0, 4).map((group) => ({
      ...group,
      ...{
        shape: hostile(),
        message: hostile(),
        messageGA: hostile(),
        expected: hostile(),
        expectedGA: hostile(),
      },
      kinds: { [hostile()]: 1 },
      examples: HOSTILE.map((text) => ({
        ...{
          kind: text,
          id: text,
          label: text,
          where: text,
          focus: text,
          value: text,
          field: text,
          message: text,
        },
        outcome: 'published' as const,
      })),
    })),
    completeness: HOSTILE.map((text) => ({
      ...{ kind: text, called: text, field: text, counted: { en: text, ga: text }, filled: 1, empty: 2 },
    })),
    changes: HOSTILE.map((text) => ({ severity: 'info', shape: text, constraint: text, before: 1, now: 2 })),
  });
  const name = { en: [hostile()] };
  return {
    release: {
      ...{ label: 'r', previous: HOSTILE[1], issued: '2026-11-21', base: BASE, vocabularyBase: BASE },
      program: hostile(),
      publishers: { archive: { name, credit: hostile() }, placenames: { name, credit: hostile() } },
      sources: { folklore: { name: hostile(), harvested: hostile() } },
      datasets: [{ name: 'people', publication: 'folklore' }],
      statistics: { of: () => ({ triples: 1 }) } as unknown as ReportPageFacts['release']['statistics'],
      dumps: [],
      kinds: HOSTILE.map((text) => ({
        ...{ kind: text, called: text, fetched: 4, published: 1, withheld: 1, rejected: 1, unreadable: 1 },
      })),
    },
    validation: validation(),
    before: validation(),
    delta: releases[2]?.delta,
    history: HOSTILE.map((text) => ({ label: text, issued: text, published: 1, triples: 1 })),
  };
}
