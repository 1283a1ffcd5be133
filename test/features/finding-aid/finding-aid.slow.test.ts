import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { element, textOf } from '../../../src/base/xml.js';
import { readTable } from '../../release/tables/read-csv.js';
import { anchorPath } from '../../support/anchors.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/** Finding aids: Encoded Archival Description, EAD3 1.1 (Society of American Archivists), with `ead: true`. */

let folder: string;
let release: string;
beforeAll(async () => {
  folder = await makeFolder();
  const links = { schoolsItem: 'https://archive.example.org/cbes/{partID}/{firstPageID}/{itemID}' };
  const make = await harvestSample(folder);
  ({ directory: release } = await make('ead', { settings: { ead: true }, formats: ['nt'], links }));
}, 60_000);
afterAll(() => removeFolder(folder));

const ead = (name: string): Promise<string> => readFile(join(release, `derived/ead-${name}.xml`), 'utf8');
const table = async (name: string) => readTable(await readFile(join(release, `derived/${name}.csv`), 'utf8'));
const hasCommand = (name: string): boolean => spawnSync(name, ['--version']).error === undefined;

/** The component with an id, with all that is in it. */
function component(text: string, id: string): string {
  const start = text.indexOf(`id="${id}"`);
  let depth = 1;
  for (const { 0: tag, index } of text.slice(start).matchAll(/<c |<\/c>/g)) {
    depth += tag === '</c>' ? -1 : 1;
    if (depth === 0) return text.slice(start, start + index);
  }
  throw new Error(`no component ${id}`);
}

describe.each(['cbe', 'cbes'])('%s', (name) => {
  it.skipIf(anchorPath('ead3') === undefined || !hasCommand('xmllint'))(
    'is valid by the RELAX NG schema of EAD3 (xmllint)',
    () => {
      const file = join(release, `derived/ead-${name}.xml`);
      const { status, stderr } = spawnSync(
        'xmllint',
        ['--noout', '--relaxng', `${anchorPath('ead3')}/ead3.rng`, file],
        { encoding: 'utf8' },
      );
      expect([status, stderr]).toEqual([0, `${file} validates\n`]);
    },
  );

  it('has each item of the release once, in its part, and each part in its volume', async () => {
    const text = await ead(name);
    const isHere = ({ collection, omission }: Record<string, string>) => collection === name && !omission;
    const [volumes, parts, items] = await Promise.all(['volumes', 'parts', 'items'].map(table));
    const idOf = (iri: string | undefined): string => iri?.split('/').at(-1) ?? '';
    const found = (level: string): string[] =>
      [...text.matchAll(new RegExp(`<c level="${level}" id="([^"]*)"`, 'g'))].map(([, id = '']) => id).sort();
    const expected = (rows: readonly Record<string, string>[] | undefined, level: string): string[] =>
      (rows ?? [])
        .filter(isHere)
        .map(({ id }) => `${name}-${level}-${id}`)
        .sort();
    expect(found('series')).toEqual(expected(volumes, 'series'));
    expect(found('file')).toEqual(expected(parts, 'file'));
    expect(found('item')).toEqual(expected(items, 'item'));
    expect(found('item').length).toBeGreaterThan(3);
    for (const { id, part } of (items ?? []).filter(isHere))
      expect(component(text, `${name}-file-${idOf(part)}`)).toContain(`id="${name}-item-${id}"`);
    for (const { id, volume } of (parts ?? []).filter(isHere))
      expect(component(text, `${name}-series-${idOf(volume)}`)).toContain(`id="${name}-file-${id}"`);
  });
});

it('an item has its title in its language, its people by role, its topics, pages and web page', async () => {
  const item = component(await ead('cbes'), 'cbes-item-7001');
  for (const expected of [
    '<unitid identifier="https://data.example.org/folklore/cbes/item/7001">7001</unitid>',
    '<unittitle lang="ga">Leigheasanna Dúchais</unittitle>',
    '<persname identifier="https://data.example.org/folklore/cbes/person/5003" relator="informant"><part>Bríd Ní Bhrosnacháin</part></persname>',
    '<quantity>1</quantity><unittype>pages</unittype>',
    '<language langcode="ga">',
    '<subject identifier="https://data.example.org/folklore/cbes/topic/6011"><part>cures</part></subject>',
    'href="https://archive.example.org/cbes/2201/602/7001"',
  ])
    expect(item).toContain(expected);
});

it('a story of a school has the county of its school and the years of the collection, and says whose they are', async () => {
  const item = component(await ead('cbes'), 'cbes-item-7101');
  expect(item).toContain(
    '<unitdate label="date of its collection" normal="1937/1939" unitdatetype="inclusive">1937–1939 (date of its collection)</unitdate>',
  );
  expect(item).toContain(
    '<geogname identifier="https://data.example.org/folklore/place/100013" relator="county of its school"><part>Donegal</part></geogname>',
  );
  // It states its own county.
  expect(component(await ead('cbes'), 'cbes-item-7103')).not.toContain('county of its');
});

it('says the day of the release where EAD3 asks for a day, and the name of the release as the edition', async () => {
  const { issued } = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8')) as { issued: string };
  const text = await ead('cbe');
  expect(issued).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(text).toContain(`<date normal="${issued}">${issued}</date>`);
  expect(text).toContain(`<eventdatetime standarddatetime="${issued}">${issued}</eventdatetime>`);
  expect(text).toContain('<edition>release ead</edition>');
});

it('only certain dates have a normal form; others say in words that they are not', async () => {
  const text = await ead('cbe');
  const dates = [...text.matchAll(/<unitdate([^>]*)>([^<]*)<\/unitdate>/g)].map(
    ([, attributes = '', words = '']) => ({ attributes, words }),
  );
  expect(dates.some(({ attributes }) => attributes.includes('normal="1938-03-01"'))).toBe(true);
  const doubtful = dates.filter(({ attributes }) => attributes.includes('certainty='));
  expect(doubtful.length).toBeGreaterThan(0);
  for (const { attributes, words } of doubtful) {
    expect(attributes).not.toContain('normal=');
    expect(words).toMatch(/\(.+\)$/);
  }
  expect(await ead('cbes')).toContain(
    '<unitdate normal="1937/1939" unitdatetype="inclusive">1937–1939</unitdate>',
  );
});

it('texts of records are texts: markup, quotes and what XML does not allow', () => {
  const hostile = '</part><c level="item">]]> & "\u0000\uFFFF\uD800';
  expect(textOf(element('part', { identifier: hostile }, hostile))).toBe(
    '<part identifier="&lt;/part&gt;&lt;c level=&quot;item&quot;&gt;]]&gt; &amp; &quot;\ufffd\ufffd\ufffd">&lt;/part&gt;&lt;c level=&quot;item&quot;&gt;]]&gt; &amp; &quot;\ufffd\ufffd\ufffd</part>',
  );
  expect(textOf(element('part', {}, ''))).toBe('');
});

it('the stylesheet is in the release, and without the option neither is', async () => {
  expect(existsSync(join(release, 'finding-aid.xsl'))).toBe(true);
  const make = await harvestSample(folder);
  const { directory } = await make('without', { formats: ['nt'] });
  expect(existsSync(join(directory, 'finding-aid.xsl'))).toBe(false);
  expect(existsSync(join(directory, 'derived/ead-cbes.xml'))).toBe(false);
});

it.skipIf(!hasCommand('xsltproc'))(
  'the stylesheet makes a page with a row for each item (xsltproc)',
  async () => {
    const { status, stdout } = spawnSync(
      'xsltproc',
      ['--nonet', join(release, 'finding-aid.xsl'), join(release, 'derived/ead-cbes.xml')],
      { encoding: 'utf8' },
    );
    expect(status).toBe(0);
    await writeFile(join(folder, 'finding-aid.html'), stdout);
    const items = (await table('items')).filter(
      ({ collection, omission }) => collection === 'cbes' && !omission,
    );
    expect(stdout.match(/<tr id="cbes-item-/g)).toHaveLength(items.length);
    expect(stdout).toContain('<h2 id="cbes-series-3101">CBÉS 0007</h2>');
  },
);
