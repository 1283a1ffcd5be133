import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/openapi-3-1';
import { decodeHTML } from 'entities';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programAt } from '../../../src/base/programs.js';
import { readCsv } from '../../../src/release/tables/csv.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { pythonWith } from '../../support/python.js';
import { browsedRelease, openSiteIn, servePages } from '../browse/browsed-release.js';

/**
 * The rows of the tables as JSON, as pages and as CSV. What the parameters mean is from the documentation of Datasette: JSON API (shapes, pagination,
 * column filter arguments, special table arguments) and facets. Rows are those of the CSV files of the release.
 */

type Row = Readonly<Record<string, string>>;
interface Answer {
  readonly next: string | null;
  readonly next_url: string | null;
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly count?: number;
  readonly facet_results: {
    readonly results: Record<
      string,
      { truncated: boolean; results: { value: unknown; label: string; count: number; toggle_url: string }[] }
    >;
  };
}

const ORIGIN = 'http://127.0.0.1';
const BASE = 'https://data.example.org/folklore/';
const browsed = browsedRelease();

const request = async (path: string): Promise<Response> => browsed().app.request(ORIGIN + path);
async function ask<T = Answer>(path: string): Promise<T> {
  const response = await request(path);
  const body = await response.text();
  expect(response.status, `${path} ${body}`).toBe(200);
  return JSON.parse(body) as T;
}
const irisOf = async (query: string): Promise<string[]> =>
  ask<string[]>(`/tables/items.json?_shape=arrayfirst&_size=max&${query}`);

/** The rows of a table in its file. */
async function released(name: string): Promise<Row[]> {
  const text = await readFile(`${browsed().folder}/derived/${name}.csv`, 'utf8');
  const rows: string[][] = [];
  for await (const row of readCsv(Readable.from([text]))) rows.push(row);
  const [head = [], ...others] = rows;
  return others.map((row) => Object.fromEntries(head.map((column, at) => [column, row[at] ?? ''])));
}

let items: Row[];
beforeAll(async () => {
  items = await released('items');
});

describe('the rows of a table', () => {
  test('are those of its file, with numbers, booleans and lists as such, and null for empty cells', async () => {
    const { tables } = await ask<{
      tables: { name: string; rows: number; columns: { name: string; type: string }[] }[];
    }>('/tables.json');
    expect(tables.length).toBeGreaterThan(10);
    for (const { name, rows: count, columns } of tables) {
      const rows = await ask<Record<string, unknown>[]>(`/tables/${name}.json?_shape=array&_size=max`);
      const asText = (type: string, value: unknown): string => {
        if (value === null) return '';
        if (type === 'texts')
          return (value as string[])
            .map((one) => one.replaceAll('%', '%25').replaceAll('|', '%7C'))
            .join('|');
        if (type === 'iris' || type === 'codes') return (value as string[]).join('|');
        const is = { integer: 'number', decimal: 'number', boolean: 'boolean' }[type] ?? 'string';
        expect(typeof value, name).toBe(is);
        return String(value);
      };
      const found = rows.map((row) => columns.map((one) => asText(one.type, row[one.name])));
      const expected = (await released(name)).map((row) =>
        columns.map(({ name: column, type }) => {
          const cell = row[column] ?? '';
          return type === 'decimal' && cell !== '' ? String(Number(cell)) : cell;
        }),
      );
      expect(found, name).toEqual(expected);
      expect(found.length).toBe(count);
    }
  });

  test('come in five shapes', async () => {
    const query = '/tables/people.json?_size=2&_col=name&_shape=';
    const { columns, rows, next_url: next } = await ask(`${query}objects`);
    expect(columns).toEqual(['iri', 'name']);
    expect(rows.length).toBe(2);
    expect(await ask(`${query}arrays`)).toMatchObject({ rows: rows.map((row) => [row.iri, row.name]) });
    expect(await ask(`${query}array`)).toEqual(rows);
    expect(await ask(`${query}arrayfirst`)).toEqual(rows.map(({ iri }) => iri));
    expect(await ask(`${query}object`)).toEqual(Object.fromEntries(rows.map((row) => [row.iri, row])));
    const lines = await request(`${query}array&_nl=on`);
    expect(
      (await lines.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rows);
    expect(lines.headers.get('link')).toBe(`<${next?.replace('objects', 'array&_nl=on')}>; rel="next"`);
    expect(lines.headers.get('access-control-expose-headers')).toContain('Link');
  });

  test.each([
    ['', 'iri'],
    ['_sort=', 'effective_from_year'],
    ['_sort_desc=', 'effective_from_year'],
    ['_sort=', 'title'],
    ['_sort_desc=', 'part'],
  ])('are read page by page, each once, empty cells last: %s%s', async (order, column) => {
    const query = order === '' ? '' : order + column;
    const read: Answer['rows'][number][] = [];
    let next: string | null = `${ORIGIN}/tables/items.json?_size=4&${query}`;
    while (next !== null) {
      const page: Answer = await ask(next.slice(ORIGIN.length));
      read.push(...page.rows);
      next = page.next_url;
    }
    expect(read.map(({ iri }) => iri)).toEqual(await irisOf(query));
    expect(new Set(read.map(({ iri }) => iri))).toEqual(new Set(items.map(({ iri }) => iri)));
    if (order === '') return;
    const cells = read.map((row) => row[column] as string | number | null);
    const filled = cells.filter((cell) => cell !== null);
    expect(cells.slice(0, filled.length)).toEqual(filled);
    // Unicode Collation Algorithm, strength primary: neither accents nor capitals nor punctuation count.
    const { compare } = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });
    const ascending = filled.toSorted((one, other) =>
      typeof one === 'string' && typeof other === 'string' && column === 'title'
        ? compare(one, other)
        : one < other
          ? -1
          : Number(one > other),
    );
    expect(filled).toEqual(order === '_sort=' ? ascending : ascending.reverse());
  });

  test('are not continued with the token of another release', async () => {
    const response = await request('/tables/items.json?_next=00000000-3');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringMatching(/^_next: .*begin again/) });
  });

  test('keep the key, and leave out other columns', async () => {
    const { columns } = await ask('/tables/items.json?_nocol=title&_nocol=extract');
    expect(columns).toEqual(
      Object.keys(items[0] ?? {}).filter((name) => !['title', 'extract'].includes(name)),
    );
    expect((await request('/tables/items.json?_nocol=iri')).status).toBe(400);
  });

  test('are counted by value, under the filters', async () => {
    const year = (row: Row): number => Number(row.effective_from_year || Number.NaN);
    const late = items.filter((row) => year(row) >= 1937);
    const answer = await ask(
      '/tables/items.json?_size=0&_extra=count&effective_from_year__gte=1937&_facet=collection&_facet_array=effective_counties&_facet_size=1',
    );
    expect([answer.rows, answer.count]).toEqual([[], late.length]);
    const { collection, effective_counties: counties } = answer.facet_results.results;
    const schools = late.filter((row) => row.collection === 'cbes').length;
    expect(collection).toMatchObject({
      truncated: true,
      results: [{ value: 'cbes', label: 'cbes', count: schools }],
    });
    const [donegal] = counties?.results ?? [];
    expect(donegal).toMatchObject({ value: `${BASE}place/100013`, label: 'Donegal' });
    expect(donegal?.count).toBe(
      late.filter((row) => row.effective_counties?.split('|').includes(`${BASE}place/100013`)).length,
    );
    const narrowed = await ask(String(donegal?.toggle_url).slice(ORIGIN.length));
    expect(narrowed.count).toBe(donegal?.count);
  });

  test('are found by words, in the title or in a transcript', async () => {
    expect(await irisOf('_search=leigheas')).toContain(`${BASE}cbes/item/7001`);
    expect(await irisOf('_search=xyzzy')).toEqual([]);
  });
});

describe('a filter', () => {
  const year = ({ effective_from_year: text = '' }: Row): number | undefined =>
    text === '' ? undefined : Number(text);
  const has = (column: string) => (row: Row) => row[column] !== '';
  const lists = (column: string, value: string) => (row: Row) =>
    row[column]?.split('|').includes(value) === true;
  const topic = `${BASE}cbes/topic/6002`;
  test.each<[string, (row: Row) => boolean]>([
    ['collection=cbes', (row) => row.collection === 'cbes'],
    ['id__exact=7001', (row) => row.id === '7001'],
    ['effective_from_year__not=1937', (row) => year(row) !== undefined && year(row) !== 1937],
    ['title__contains=SNOW', (row) => /snow/i.test(row.title ?? '')],
    ['title__contains=%25', () => false],
    ['title__startswith=the', (row) => /^the/i.test(row.title ?? '')],
    ['title__endswith=capall b%C3%A1n', (row) => row.title?.endsWith('Capall Bán') === true],
    ['effective_from_year__gt=1937', (row) => Number(year(row)) > 1937],
    ['effective_from_year__gte=1937', (row) => Number(year(row)) >= 1937],
    ['effective_from_year__lt=1937', (row) => Number(year(row)) < 1937],
    ['effective_from_year__lte=1937', (row) => Number(year(row)) <= 1937],
    ['effective_from_year__in=1937, 1936', (row) => [1936, 1937].includes(Number(year(row)))],
    [
      'title__in=["The Big Snow","Cín Lae, 9 Feabhra"]',
      ({ title = '' }) => ['The Big Snow', 'Cín Lae, 9 Feabhra'].includes(title),
    ],
    [
      'effective_from_year__notin=1937,1936',
      (row) => year(row) !== undefined && ![1936, 1937].includes(Number(year(row))),
    ],
    [`topics__arraycontains=${topic}`, lists('topics', topic)],
    [`topics__arraynotcontains=${topic}`, (row) => !lists('topics', topic)(row)],
    ['topics__isnull=1', (row) => !has('topics')(row)],
    ['topics__notnull=1', has('topics')],
    ['title__isblank=1', (row) => !has('title')(row)],
    ['title__notblank=1', has('title')],
    ['record_modified__date=2016-10-01', (row) => row.record_modified?.startsWith('2016-10-01') === true],
    [`iri=${BASE}cbes/item/7107`, (row) => row.iri === `${BASE}cbes/item/7107`],
    [
      'iri__startswith=https://data.example.org/folklore/cbes/',
      (row) => row.iri?.startsWith(`${BASE}cbes/`) === true,
    ],
    ['iri__contains=folklore/cbes', (row) => row.iri?.startsWith(`${BASE}cbes/`) === true],
    ['collection=cbes&effective_from_year=1937', (row) => row.collection === 'cbes' && year(row) === 1937],
  ])('%s leaves the rows that Datasette would', async (query, isLeft) => {
    const expected = items.filter(isLeft).map(({ iri }) => iri);
    expect(await irisOf(query)).toEqual(expected);
    if (!query.includes('%25')) expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(items.length);
  });

  test('of a boolean takes true and false', async () => {
    const places = await released('places');
    for (const value of ['true', 'false'])
      expect(
        await ask(`/tables/places.json?_shape=arrayfirst&_size=max&coordinates_doubted=${value}`),
      ).toEqual(places.filter((row) => row.coordinates_doubted === value).map(({ iri }) => iri));
  });

  test.each<readonly [table: string, query: string, expected: string | undefined]>([
    ['items', 'title__contains=duchais', 'Leigheasanna Dúchais'],
    ['items', 'title__contains=DÚCHAIS', 'Leigheasanna Dúchais'],
    ['items', 'title__contains=Dúchais', 'Leigheasanna Dúchais'],
    ['items', 'title__startswith=cín lae 9', 'Cín Lae, 9 Feabhra'],
    ['items', 'title__startswith=cin lae, 9', undefined],
    ['items', 'title__endswith=faoin mhoin', 'Freagraí ar Cheistiúchán faoin Mhóin'],
    ...['McClancy', 'mc clancy', 'Mac Clancy', "M'Clancy", 'M’Clancy', 'Sarah Mac Clancy', 'mcclancy'].map(
      (typed) => ['people', `other_names__contains=${typed}`, 'Sorcha Nic Fhlannchaidh'] as const,
    ),
    ...['O’Tarpy', 'OTarpy', 'Ó Tarpy', 'Ní Tharpy', 'honoria otarpy'].map(
      (typed) => ['people', `other_names__contains=${typed}`, 'Nóra Ní Tharpaigh'] as const,
    ),
    ['people', 'other_names__contains=Mac Tarpy', undefined],
    ['people', 'name__contains=Mac Flannchaidh', 'Sorcha Nic Fhlannchaidh'],
    ['people', 'name__startswith=nora ni tharpaigh', 'Nóra Ní Tharpaigh'],
  ])('finds words without accents, and surnames in any spelling: %s %s', async (table, query, expected) => {
    const rows = await ask<Row[]>(`/tables/${table}.json?_shape=array&${query}`);
    expect(new Set(rows.map(({ title, name }) => title ?? name))).toEqual(
      new Set(expected === undefined ? [] : [expected]),
    );
  });

  test('of a list of texts finds a part of one of them', async () => {
    const places = await released('places');
    const [, part = ''] =
      places.map(({ other_names: names = '' }) => /(?:^|\|)([^|%]{4})/.exec(names)).find(Boolean) ?? [];
    const found = await ask<string[]>(
      `/tables/places.json?_shape=arrayfirst&_size=max&other_names__contains=${encodeURIComponent(part)}`,
    );
    expect(found).toEqual(
      places.filter((row) => row.other_names?.includes(part) === true).map(({ iri }) => iri),
    );
    expect(found.length).toBeGreaterThan(0);
  });

  test('of a list takes one value, not two neighbours', async () => {
    const neighbours = items.flatMap(({ pages = '' }) =>
      pages.includes('|') ? pages.split('|').slice(0, 2) : [],
    );
    expect(neighbours.length).toBeGreaterThan(1);
    const [first = '', second = ''] = neighbours;
    expect((await irisOf(`pages__arraycontains=${first}`)).length).toBeGreaterThan(0);
    // IRIs of the release may be without their base.
    expect(await irisOf(`pages__arraycontains=${first}%7C${second.slice(BASE.length)}`)).toEqual([]);
  });

  test('takes no SQL', async () => {
    for (const text of ["' OR 1=1 --", "'); DROP TABLE items; --", '" OR ""="', "\\' OR '1'='1"]) {
      const value = encodeURIComponent(text);
      for (const filter of [
        'title',
        'title__contains',
        'title__in',
        'iri__startswith',
        'iri',
        'topics__arraycontains',
      ])
        expect(await irisOf(`${filter}=${value}`), `${filter}=${text}`).toEqual([]);
      for (const name of [
        '_sort',
        '_col',
        '_facet',
        '_next',
        '_size',
        value,
        `${value}__gt`,
        `title__${value}`,
      ])
        expect((await request(`/tables/items.json?${name}=${value}`)).status, `${name}=${text}`).toBe(400);
      await request(`/tables/items.json?_search=${value}`).then(({ status }) =>
        expect([200, 400]).toContain(status),
      );
    }
    expect((await irisOf('')).length).toBe(items.length);
  });
});

describe('a refusal names the parameter and what is accepted', () => {
  test.each([
    ['_size=1001', /^_size: .*from 0 to 1000, or max/],
    ['_size=-1', /^_size: /],
    ['_shape=table', /^_shape: .*objects, arrays, array, arrayfirst, object/],
    ['_sort=nothing', /^_sort: .*effective_from_year/],
    ['_sort=title&_sort_desc=id', /_sort and _sort_desc/],
    ['_page=0', /^_page: /],
    ['_page=2&_next=1', /_next/],
    ['_col=nothing', /^_col: /],
    ['_facet=topics', /^_facet: /],
    ['_facet=id&_facet=title&_facet=part&_facet=collection&_facet=label&_facet=edtf', /^_facet: at most 5/],
    ['_facet=id&_shape=array', /_facet.*objects and arrays/],
    ['_nl=on', /^_nl: only with _shape=array/],
    ['_search=%20', /^_search: /],
    ['_labels=on', /^_labels: no parameter.*_shape/],
    ['nothing=1', /^nothing: no parameter, and no column.*title/],
    ['title__like=%25', /^title__like: .*title__contains/],
    ['topics=x', /^topics: .*topics__arraycontains/],
    ['page_count__gt=many', /^page_count__gt: expected a number/],
    ['page_count=', /^page_count: expected a number/],
    ['page_count__in=[1', /^page_count__in: .*JSON array/],
    [`id__in=${'1,'.repeat(200)}1`, /^id__in: .*at most 200/],
    [`title__contains=${'a'.repeat(501)}`, /^title__contains: .*at most 500/],
    [Array(31).fill('title=a').join('&'), /at most 30 filters/],
    ['title__isnull=0', /^title__isnull: .*1/],
    ['record_modified__date=2016-13-01', /^record_modified__date: .*YYYY-MM-DD/],
    ['__proto__=x', /no parameter/],
  ])('%.60s', async (query, message) => {
    const response = await request(`/tables/items.json?${query}`);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
    const body = (await response.json()) as { error: string };
    expect(body).toEqual({
      ok: false,
      error: expect.stringMatching(message),
      status: 400,
      title: 'Bad request',
    });
  });

  test('of a table, with status 404', async () => {
    for (const name of ['nothing', 'sqlite_master', '__proto__', '..%2Fitems']) {
      const response = await request(`/tables/${name}.json`);
      const body = {
        ok: false,
        error: expect.stringContaining('items'),
        status: 404,
        title: 'Table not found',
      };
      expect([response.status, await response.json()], name).toEqual([404, body]);
    }
    expect((await request('/tables/roles.json?_shape=object')).status).toBe(400);
  });
});

describe('as CSV', () => {
  test('a table is the file of the release, byte by byte', async () => {
    const { tables } = await ask<{ tables: { name: string }[] }>('/tables.json');
    for (const { name } of tables) {
      const response = await request(`/tables/${name}.csv`);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      const file = await readFile(`${browsed().folder}/derived/${name}.csv`, 'utf8');
      expect(await response.text(), name).toBe(file);
    }
  });

  test('it has the rows, the order and the columns of the same parameters as JSON, whatever the size', async () => {
    const query =
      'effective_counties__arraycontains=place/100013&title__contains=a&_sort_desc=effective_from_year&_col=title';
    const expected = await ask<Row[]>(`/tables/items.json?_shape=array&_size=max&${query}`);
    const text = await (await request(`/tables/items.csv?_size=1&${query}`)).text();
    expect(text.split('\r\n')[0]).toBe('iri,title');
    expect(text.match(/^https:[^,]*/gm)).toEqual(expected.map(({ iri }) => iri));
    expect(expected.length).toBeGreaterThan(1);
  });
});

describe('a page', () => {
  const pageOf = async (path: string): Promise<string> => decodeHTML(await (await request(path)).text());
  /** The paths of the records whose rows are on a page. */
  const pathsOn = (html: string): string[] =>
    [...html.matchAll(/<tr><td><div class="cell"><a href="\/([^"]+)"/g)].map(([, path = '']) => path);
  const pathsOf = async (query: string): Promise<string[]> =>
    (await irisOf(query)).map((iri) => iri.slice(BASE.length));

  test('has the rows of the same parameters as JSON', async () => {
    const query = 'collection=cbes&_sort=title';
    const html = await pageOf(`/tables/items?${query}`);
    expect(pathsOn(html)).toEqual(await pathsOf(query));
    expect(html).toContain(`href="/tables/items.csv?${query}"`);
    expect(html).toContain(`href="/tables/items.json?${query}"`);
  });

  test('is followed by the next one, also where a column is called page', async () => {
    const all = (await ask<string[]>('/tables/transcripts.json?_shape=arrayfirst&_size=max')).length;
    expect(all).toBeGreaterThan(2);
    for (const table of ['items', 'transcripts']) {
      const first = await pageOf(`/tables/${table}?_size=1`);
      const [, next = ''] = /<a rel="next" href="([^"]+)"/.exec(first) ?? [];
      expect(next).toBe(`/tables/${table}?_size=1&_page=2`);
      const second = await pageOf(next);
      expect(second).toContain('2 / ');
      const { rows } = await ask(next.replace('?', '.json?_shape=arrays&'));
      expect(rows).toHaveLength(1);
      expect(second.match(/<tr><td>/g)).toHaveLength(1);
      if (table === 'items') expect(pathsOn(second)).toEqual((await pathsOf('')).slice(1, 2));
    }
  });

  test('counts the values of a column, those of lists one by one, and rows without any', async () => {
    const html = await pageOf('/tables/items?_facet_array=effective_counties&_facet=collection');
    const [facets = ''] = /<div class="table-facets">.*?<\/div>/s.exec(html) ?? [];
    const links = [
      ...facets.matchAll(/<li><a href="([^"]+)" rel="nofollow">([^<]+)<\/a> <span class="count">(\d+)/g),
    ];
    const names = links.map(([, , name]) => name);
    expect(names).toContain('Donegal');
    expect(names).toContain('no value');
    for (const [, href = '', name, count] of links) {
      const total = /class="total"[^>]*>(\d+) /.exec(await pageOf(href))?.[1];
      expect(total, name).toBe(count);
    }
  });

  test.each([
    ['_column=title&_how=contains&_text=a%27b', 'title__contains=a%27b'],
    ['_column=title&_how=equals&_text=', 'title__isnull=1'],
    ['_column=topics&_how=contains&_text=cbes/topic/6002', 'topics__arraycontains=cbes%2Ftopic%2F6002'],
    ['collection=cbes&_page=3&_column=id&_how=equals&_text=7107', 'collection=cbes&id=7107'],
  ])('takes the filter of its form: %s', async (sent, filtered) => {
    const response = await request(`/tables/items?${sent}`);
    expect([response.status, response.headers.get('location')]).toEqual([303, `/tables/items?${filtered}`]);
    expect((await request(`/tables/items?${filtered}`)).status).toBe(200);
  });

  test('says what is wrong with its address, and names what is accepted', async () => {
    const response = await request('/tables/items?sort=title');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      400,
      expect.stringContaining('text/html'),
    ]);
    expect(await response.text()).toMatch(/sort: no parameter.*_sort/);
    expect((await request('/tables/sqlite_master')).status).toBe(404);
  });
});

test('an answer that the client has is not sent again', async () => {
  const first = await request('/tables/items.json?_size=1');
  const etag = first.headers.get('etag') ?? '';
  const headers = { 'If-None-Match': etag };
  expect((await browsed().app.request(`${ORIGIN}/tables/items.json?_size=1`, { headers })).status).toBe(304);
});

describe('the description', () => {
  const OPENAPI = 'https://spec.openapis.org/oas/3.1/schema-base';
  const DIALECT = 'https://spec.openapis.org/oas/3.1/dialect/base';
  interface Described {
    readonly name: string;
    readonly schema: { readonly properties?: object };
  }
  interface Description {
    readonly paths: Record<
      string,
      {
        get: {
          parameters?: readonly Described[];
          responses: Record<string, { content: Record<string, { schema: object }> }>;
        };
      }
    >;
    readonly components: object;
  }
  const describing = () => ask<Description>('/tables/openapi.json');

  async function fits(schema: object, { components }: Description, value: unknown): Promise<boolean> {
    const here = 'https://test.invalid/value';
    registerSchema({ ...schema, components } as never, here, DIALECT);
    try {
      return (await validate(here, value as never)).valid;
    } finally {
      unregisterSchema(here);
    }
  }

  test('is valid OpenAPI 3.1, and has every table', async () => {
    const description = await describing();
    expect(await validate(OPENAPI, description as never, 'BASIC')).toMatchObject({ valid: true });
    const { tables } = await ask<{ tables: { name: string }[] }>('/tables.json');
    for (const { name } of tables) expect(description.paths).toHaveProperty([`/tables/${name}.json`]);
  });

  test('has the parameters and the answers of every example of the page, and no others', async () => {
    const description = await describing();
    for (const path of await examples()) {
      const { pathname, searchParams } = new URL(path, ORIGIN);
      const { parameters = [], responses } = description.paths[pathname]?.get ?? { responses: {} };
      const response = await request(path);
      const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
      const schema = responses[response.status]?.content[type]?.schema ?? {};
      const body = await response.text();
      expect(await fits(schema, description, type === 'text/plain' ? body : JSON.parse(body)), path).toBe(
        true,
      );
      const special = new Set(parameters.map(({ name }) => name));
      const filters = Object.fromEntries([...searchParams].filter(([name]) => !special.has(name)));
      const described = parameters.find(({ name }) => name === 'filters')?.schema ?? {};
      expect(await fits(described, description, filters), path).toBe(true);
      expect(await fits(described, description, { ...filters, title__like: 'x' }), path).toBe(false);
    }
    const { schema } =
      description.paths['/tables/items.json']?.get.responses[200]?.content['application/json'] ?? {};
    expect(await fits(schema ?? {}, description, { ok: true, rows: [{ nothing: 1 }] })).toBe(false);
  });
});

const PAGE = new URL('../../../docs/tables.md', import.meta.url);
const blocks = async (language: string): Promise<string[]> =>
  [...(await readFile(PAGE, 'utf8')).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, block = '']) => block,
  );
/** The requests of the page. */
const examples = async (): Promise<string[]> =>
  (await blocks('http')).flatMap((block) =>
    block
      .trim()
      .split('\n')
      .map((line) => line.replace(/^GET /, '')),
  );

const execute = promisify(execFile);
const [python, rscript, sqliteUtils] = [
  await pythonWith('pandas'),
  await programAt('Rscript'),
  await programAt('sqlite-utils'),
];
const hasJsonlite =
  rscript !== undefined &&
  (await execute(rscript, ['-e', 'library(jsonlite)']).then(
    () => true,
    () => false,
  ));

describe('docs/tables.md', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof servePages>>;
  beforeAll(async () => {
    folder = await makeFolder();
    server = await servePages({ ...browsed(), site: await openSiteIn(folder, browsed().folder) });
  });
  afterAll(async () => {
    await server.close();
    await removeFolder(folder);
  });
  const here = (code: string): string => code.replaceAll('http://127.0.0.1:4030', server.url);
  const dated = () => items.filter((row) => row.effective_from_year === '1937').length;

  test('its requests are answered, the ones with an answer as the page has it', async () => {
    const page = await readFile(PAGE, 'utf8');
    const shown = new Map(
      [...page.matchAll(/```http\nGET (\S+)\n```\n\n```json\n([\s\S]*?)```/g)].map(
        ([, path = '', json = '']) => [path, json],
      ),
    );
    expect(shown.size).toBe(2);
    for (const path of await examples()) {
      const response = await fetch(`${server.url}${path}`);
      const known = shown.get(path);
      expect(response.status, path).toBe(known?.includes('"status": 400') === true ? 400 : 200);
      const body = await response.text();
      expect(body.length, path).toBeGreaterThan(20);
      if (known !== undefined) expect(JSON.parse(body)).toEqual(JSON.parse(known));
    }
  });

  test.skipIf(python === undefined)('its lines of pandas count years, and read all pages', async () => {
    const [counting = '', paging = ''] = await blocks('python');
    const { stdout } = await execute(python ?? '', ['-c', here(counting)]);
    expect(stdout).toMatch(new RegExp(`^1937(\\.0)? +${dated()}$`, 'm'));
    expect((await execute(python ?? '', ['-c', here(paging)])).stdout.trim()).toBe(String(items.length));
  });

  test.skipIf(!hasJsonlite)('its lines of R count years', async () => {
    const [code = ''] = await blocks('r');
    const [years = '', counts = ''] = (await execute(rscript ?? '', ['-e', here(code)])).stdout
      .trim()
      .split('\n')
      .slice(-2);
    const at = years.trim().split(/\s+/).indexOf('1937');
    expect(Number(counts.trim().split(/\s+/)[at])).toBe(dated());
  });

  test.skipIf(sqliteUtils === undefined)('its lines of sqlite-utils make a table', async () => {
    const [code = ''] = await blocks('sh');
    await execute('sh', ['-c', here(code)], { cwd: folder });
    const { stdout } = await execute('sqlite-utils', ['rows', 'people.db', 'people'], { cwd: folder });
    expect((JSON.parse(stdout) as object[]).length).toBe((await released('people')).length);
  });
});
