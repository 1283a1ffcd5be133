import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as oxigraph from 'oxigraph';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTable } from '../release/tables/read-csv.js';
import { exportedSample } from '../support/exported-sample.js';
import { effectiveRelease } from './effective-release.js';

/** docs/patterns.md: every pattern is run over the sample release as `export --sample` makes it, with no option. */

const page = await readFile(new URL('../../docs/patterns.md', import.meta.url), 'utf8');
const [prefixes = '', ...patterns] = [...page.matchAll(/```sparql\n(.*?)```/gs)].map(([, text = '']) => text);
const titles = [...page.matchAll(/^## (\d+\. .*)$/gm)].map(([, title = '']) => title);

const [, ofTaleType] =
  /```sparql\n(.*?)```/s.exec(await readFile(new URL('../../docs/subjects.md', import.meta.url), 'utf8')) ??
  [];

/** A release with the dataset `effective` and classifications. */
let release: string;
let extended: oxigraph.Store;
let sample: oxigraph.Store;

async function storeOf(folder: string): Promise<oxigraph.Store> {
  const store = new oxigraph.Store();
  for (const file of (await readdir(join(folder, 'data'))).filter((name) => name.endsWith('.nt')))
    store.load(await readFile(join(folder, 'data', file), 'utf8'), { format: 'application/n-triples' });
  store.load(await readFile(join(folder, 'codes.ttl'), 'utf8'), { format: 'text/turtle' });
  return store;
}

beforeAll(async () => {
  ({ release } = await effectiveRelease());
  extended = await storeOf(release);
  sample = await storeOf((await exportedSample()).release);
});

const answer = (pattern: string | undefined, store = extended): Map<string, oxigraph.Term>[] =>
  store.query(`${prefixes}${pattern}`) as Map<string, oxigraph.Term>[];
const table = async (name: string) => readTable(await readFile(join(release, `derived/${name}.csv`), 'utf8'));
const values = (rows: readonly Map<string, oxigraph.Term>[], name: string): string[] =>
  rows.map((row) => row.get(name)?.value ?? '');

describe('the patterns', () => {
  it('are ten, each short', () => {
    expect(patterns).toHaveLength(10);
    expect(titles).toHaveLength(10);
    for (const pattern of patterns) expect(pattern.trim().split('\n').length).toBeLessThanOrEqual(6);
  });

  it.each(patterns.map((pattern, at) => [titles[at], pattern] as const))(
    '%s: has an answer',
    (_, pattern) => {
      expect(answer(pattern, sample).length).toBeGreaterThan(0);
    },
  );
});

const list = (cell: string | undefined): string[] => (cell ?? '').split('|').filter((one) => one !== '');

it('the first says what the tables say: county and date of the item or of its part', async () => {
  const [items, parts, roles, people, observed, locations] = await Promise.all(
    ['items', 'parts', 'roles', 'people', 'schools-people', 'locations'].map(table),
  );
  const donegal = locations?.find(({ name_en }) => name_en === 'Donegal')?.iri ?? '';
  const women = new Set(
    [...(people ?? []), ...(observed ?? [])]
      .filter(({ gender }) => gender === 'Female')
      .map(({ iri }) => iri),
  );
  const isThen = ({ stated_from_year: from, stated_to_year: to }: Record<string, string>): boolean =>
    from !== '' && to !== '' && Number(from) <= 1938 && Number(to) >= 1937;
  const works = [...(items ?? []), ...(parts ?? [])];
  const expected = works
    .filter((work) => {
      const around = [work, ...(parts ?? []).filter(({ iri }) => iri === work.part)];
      return around.some(({ counties }) => list(counties).includes(donegal)) && around.some(isThen);
    })
    .flatMap(({ iri }) =>
      (roles ?? [])
        .filter(({ item, part, role }) => (item || part) === iri && role === 'informant')
        .map(({ person, schools_person }) => person || schools_person)
        .filter((one) => women.has(one))
        .map((one) => `${iri} ${one}`),
    );
  const rows = answer(patterns[0]);
  const said = values(rows, 'item').map((item, at) => `${item} ${values(rows, 'woman')[at]}`);
  expect(expected.length).toBeGreaterThan(2);
  expect([...new Set(said)].sort()).toEqual([...new Set(expected)].sort());
});

it('the dataset has the columns of the tables, for each item and photograph that something holds for', async () => {
  const items = (await table('items')).filter(
    ({ effective_counties, effective_date_from }) => effective_counties || effective_date_from,
  );
  const photographs = (await table('photographs')).filter(
    ({ effective_counties, edtf }) => effective_counties || edtf,
  );
  const rows = answer(`SELECT ?work (GROUP_CONCAT(STR(?county); separator="|") AS ?counties) WHERE {
    ?work lore:effectiveCounty|lore:effectiveDate ?any . OPTIONAL { ?work lore:effectiveCounty ?county } } GROUP BY ?work`);
  expect(new Set(values(rows, 'work'))).toEqual(new Set([...items, ...photographs].map(({ iri }) => iri)));
  const said = new Map(
    rows.map((row) => [row.get('work')?.value, new Set(list(row.get('counties')?.value))]),
  );
  for (const { iri, effective_counties } of [...items, ...photographs])
    expect(said.get(iri)).toEqual(new Set(list(effective_counties)));
});

it('works of a tale type are those of the table, with each source', () => {
  const rows = answer(ofTaleType);
  expect(values(rows, 'work')).toEqual(Array(2).fill('https://data.example.org/folklore/cbes/item/7109'));
  expect(values(rows, 'source')).toEqual(['A. Scholar, notes on the schools collection', 'B. Editor']);
});
