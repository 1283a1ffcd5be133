import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  BarChart,
  CHART_STYLE,
  type ChartProps,
  ShareBar,
  TrendChart,
} from '../../../src/features/report-pages/charts.js';
import { axeViolations, CHROMIUM, launchChromium, overflowOf } from '../../support/chromium.js';

const DECADES: ChartProps = {
  title: 'Works by decade',
  caption: 'By the year that the source states.',
  series: ['stated', 'approximate', 'inferred', 'questionable'],
  labels: 'Decade',
  rows: Array.from({ length: 18 }, (_, at) => ({
    label: `${1800 + at * 10}s`,
    values: [at * 1100, at * 70, at * 33, 5],
    href: `/search?decade=${1800 + at * 10}`,
  })),
};
const ROLES: ChartProps = {
  title: 'People by role',
  series: ['people'],
  rows: [
    { label: 'collectors', values: [20] },
    { label: 'informants whose name is written in more than one of the volumes', values: [5] },
    { label: 'none', values: [0] },
  ],
};
const TREND: ChartProps = {
  title: 'Findings',
  series: ['violations', 'warnings'],
  rows: [
    { label: '2026-09', values: [3, 40] },
    { label: '2026-10', values: [undefined, 20] },
    { label: '2026-11', values: [0, 10] },
  ],
};
const DAYS: ChartProps = {
  title: 'Records by day',
  series: ['records'],
  rows: Array.from({ length: 24 }, (_, at) => ({ label: `2026-11-${at + 10}`, values: [at * 7] })),
};
const ALL = [
  BarChart({ ...DECADES, direction: 'vertical' }),
  BarChart(ROLES),
  TrendChart(TREND),
  TrendChart(DAYS),
  ShareBar({ share: 0.25 }),
].join('');

describe.skipIf(CHROMIUM === undefined)('charts in Chromium', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
    await page.setContent(
      `<!doctype html><html lang="en"><title>charts</title>
       <style>:root{color-scheme:light dark;--ink:light-dark(#222,#eee);--quiet:light-dark(#555,#aaa);--line:light-dark(#ccc,#444)}a{color:light-dark(#1d5658,#8fd0cb)}body{background:light-dark(#fff,#16191a);color:var(--ink)}${CHART_STYLE}</style>
       <main><h1>Charts</h1>${ALL}</main></html>`,
    );
  });
  afterAll(() => browser?.close());

  const widths = (title: string): Promise<number[]> =>
    page
      .locator(`svg[aria-label="${title}"] rect[class]`)
      .evaluateAll((bars) => bars.map((bar) => Math.round(bar.getBoundingClientRect().width)));

  test('bars are as long as their numbers; a number of none has no bar', async () => {
    const [long = 0, short = 0, ...more] = await widths('People by role');
    expect(long).toBeGreaterThan(100);
    expect(long / short).toBeCloseTo(4, 0);
    expect(more).toEqual([]);
  });

  test('stacked bars add up to the number of the row', async () => {
    const heights = await page
      .locator('svg[aria-label="Works by decade"] rect[class]')
      .evaluateAll((bars) => bars.slice(-4).map((bar) => bar.getBoundingClientRect().height));
    const sum = heights.reduce((total, one) => total + one, 0);
    expect((heights[0] ?? 0) / sum).toBeCloseTo((17 * 1100) / (17 * 1203 + 5), 2);
  });

  test('each picture has a name, and a table of all its numbers', async () => {
    expect(
      await page.getByRole('img').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
    ).toEqual(['Works by decade', 'People by role', 'Findings', 'Records by day']);
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    const row = page.getByRole('row', { name: '1970s' });
    expect(await row.getByRole('cell').allTextContents()).toEqual(['18,700', '1,190', '561', '5']);
    expect(await row.getByRole('link').getAttribute('href')).toBe('/search?decade=1970');
    const gap = page.getByRole('row', { name: '2026-10' });
    expect(await gap.getByRole('cell').allTextContents()).toEqual(['–', '20']);
  });

  test.each(['light', 'dark'] as const)(
    'at 320 pixels, %s: nothing is cut off, and axe finds nothing',
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: 320, height: 900 });
      expect(await overflowOf(page)).toBe(0);
      const cut = await page
        .locator('.picture text')
        .evaluateAll((all) =>
          all.filter((one) => one.getBoundingClientRect().right > 320).map((one) => one.textContent),
        );
      expect(cut).toEqual([]);
      expect(await axeViolations(page)).toEqual([]);
    },
  );
});
