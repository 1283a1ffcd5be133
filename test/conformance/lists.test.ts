import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  type Answer,
  body,
  faultsOf,
  idsOf,
  itemsOf,
  type KeyKind,
  numeric,
  type PlaceList,
  problem,
  refusal,
  type Services,
  start,
  type Volume,
} from './support.js';

/** What must not be taken for a value of a kind, and what the refusal must say instead. */
const KINDS: Readonly<Record<string, { readonly bad: readonly string[]; readonly says: RegExp }>> = {
  integer: {
    bad: ['', 'x', '12x', '1.5', '1.0', '-1', '%2B1', '0x1F', '1e3', '1%202', '%2012'],
    says: /integer|whole number|digits/i,
  },
  page: { bad: ['0', '-1', 'x', '1.5', '', '9007199254740992', '9'.repeat(400)], says: /whole number/ },
  size: { bad: ['0', '1001', '-1', 'x', '1.5', ''], says: /1.*1,?000/ },
  metres: {
    bad: ['0', '-1', '15001', '99999', '2.5', '3000m', '', 'x', '1e3'],
    says: /(whole|integer|metres).*15,?000/i,
  },
  latitude: {
    bad: ['', 'x', '54,95', '54.9N', 'NaN', 'Infinity', '0x10', '5.1.2', '91', '-90.5', '1000'],
    says: /(number|float|decimal).*90/i,
  },
  longitude: {
    bad: ['', 'x', '54,95', '54.9N', 'NaN', 'Infinity', '0x10', '5.1.2', '181', '-180.5', '1000'],
    says: /(number|float|decimal).*180/i,
  },
  boolean: {
    bad: ['', 'yes', 'no', '1', '0', 'on', 'truee', 't', 'constructor'],
    says: /true.*false|boolean/i,
  },
  year: { bad: ['', '193', '19365', '19a5', '-193', '36', '1936-02', '1936~', '%201936'], says: /YYYY/ },
  date: {
    bad: [
      ...['', '2016', '2016-04', '2016-4-12', '16-04-12', '2016-13-01', '2016-02-30', '2015-02-29'],
      ...['12/04/2016', '20160412', '2016-04-12T00:00:00Z', 'yesterday'],
    ],
    says: /YYYY-MM-DD/,
  },
  marker: { bad: ['', 'CIRCA', 'NONE', 'APPROX,INFER'], says: /APPROX.*INFER.*QUESTION/ },
  country: {
    bad: ['', 'XX', 'USA', 'U', '840', 'GB-XXX', 'GB-CYM', 'Scotland'],
    says: /ISO 3166/i,
  },
  language: { bad: ['', 'gle', 'gaeilge', 'g', '12', 'ga,en'], says: /ISO 639/i },
  status: { bad: ['5', '-1', 'x', '1.5', ''], says: /0.*4/ },
  condition: { bad: ['4', '-1', 'good', '1.5', ''], says: /0.*3/ },
  sex: { bad: ['', 'm', 'x', 'female', 'b,f'], says: /\bb\b.*\bf\b/ },
  text: { bad: [''], says: /text/ },
};

/** Two spellings of one parameter: the refusal may name either. */
const SPELLINGS = [
  ['GazetteerID', 'GeoNameID'],
  ['BiographyID', 'AinmID'],
  ['AuthorityID', 'ViafID'],
];

interface Some {
  readonly volumes?: readonly number[];
  readonly items?: readonly number[];
  readonly first?: number;
  readonly has?: readonly number[];
  readonly lacks?: readonly number[];
}

/**
 * What is answered to each query: the ids of the items in volumes, or of the records, in the order sent; `[]` where nothing is sent;
 * `counties` for the 32 of them; some of the ids; a word for how it is refused. A query that ends in `=` is refused with every bad
 * value of the kind. Before the query may be `edges`, the world of that name, and the kind of the key.
 */
type Rows = Readonly<Record<string, readonly number[] | Some | string>>;

let worlds: Readonly<Record<'sample' | 'edges', Services>>;
beforeAll(async () => {
  worlds = { sample: await start(), edges: await start(new URL('./world-edges/', import.meta.url)) };
});
afterAll(async () => {
  await worlds.sample.close();
  await worlds.edges.close();
});

function ask(path: string, request: string): Promise<Answer> {
  const [, world = 'sample', key = 'public', query = ''] =
    /^(?:(edges) )?(?:(archive|internal) )?(.*)$/s.exec(request) ?? [];
  const services = worlds[world as 'sample' | 'edges'];
  const asked = { key: key as KeyKind };
  const whole = query === '' ? path : `${path}?${query}`;
  return path.startsWith('/api/v0.9') ? services.places(whole, asked) : services.archive(whole, asked);
}

/** The ids in an answer: of items where there are volumes, else of the records. */
function idsIn(path: string, answer: Answer): { ids: number[]; volumes?: number[] } {
  if (path === '/api/v0.9') {
    const { places, totalCount } = body<PlaceList>(answer);
    expect(totalCount, answer.url).toBe(places.length);
    return { ids: idsOf(places) };
  }
  const records = body<Volume[]>(answer);
  if (!/\/cbes?$/.test(path)) return { ids: idsOf(records) };
  return { ids: itemsOf(records), volumes: idsOf(records) };
}

function found(path: string, answer: Answer, expected: readonly number[] | Some): void {
  const { ids, volumes } = idsIn(path, answer);
  if (Array.isArray(expected)) {
    expect(ids, answer.url).toEqual(expected);
    if (expected.length === 0) expect(volumes ?? [], answer.url).toEqual([]);
    return;
  }
  const some = expected as Some;
  if (some.volumes !== undefined) expect(volumes, answer.url).toEqual(some.volumes);
  if (some.items !== undefined) expect(ids, answer.url).toEqual(some.items);
  if (some.first !== undefined) expect(ids[0], answer.url).toBe(some.first);
  expect(ids, answer.url).toEqual(expect.arrayContaining([...(some.has ?? [])]));
  for (const id of some.lacks ?? []) expect(ids, answer.url).not.toContain(id);
}

async function refused(path: string, request: string, kind: string): Promise<void> {
  const { bad, says } = KINDS[kind] ?? { bad: [], says: /^$/ };
  expect(bad, `a kind of value: ${kind}`).not.toHaveLength(0);
  const name = /(\w+)=$/.exec(request)?.[1] ?? '';
  for (const value of bad) {
    const answer = await ask(path, request + value);
    const spellings = SPELLINGS.find((names) => names.includes(name)) ?? [name];
    const named = faultsOf(problem(answer, 400)).find((each) => spellings.includes(each)) ?? name;
    refusal(answer, named, decodeURIComponent(value), says);
  }
}

const COUNTIES = Array.from({ length: 32 }, (_, index) => 100000 + index);

async function check(path: string, request: string, rows: Rows): Promise<void> {
  const expected = rows[request];
  if (typeof expected !== 'string') return found(path, await ask(path, request), expected ?? []);
  if (request.endsWith('=')) return refused(path, request, expected);
  const answer = await ask(path, request);
  switch (expected) {
    case 'answered':
      return void body(answer);
    case 'counties':
      return found(path, answer, COUNTIES);
    case 'forbidden':
      problem(answer, 403);
      return expect(answer.text, answer.url).toContain('Status');
    case 'unknown':
      return expect(faultsOf(problem(answer, 400)), answer.url).toEqual([/(\w+)=[^=]*$/.exec(request)?.[1]]);
    case 'refused':
      return void problem(answer, 400);
    case 'lacks a filter': {
      expect(problem(answer, 400).errors?.length, answer.text).toBeGreaterThan(0);
      const alternatives = Object.keys(rows).filter((each) => rows[each] === 'answered');
      for (const name of alternatives.join('&').match(/\w+(?==)/g) ?? []) {
        if (name !== 'GeoNameID') expect(answer.text, answer.url).toMatch(new RegExp(`\\b${name}\\b`));
      }
      return;
    }
    default:
      throw new Error(`${request}: ${expected}: no such answer`);
  }
}

const LISTS = new URL('./lists/', import.meta.url);

for (const name of readdirSync(LISTS)) {
  const sections = parse(readFileSync(new URL(name, LISTS), 'utf8')) as Record<string, Record<string, Rows>>;
  for (const [section, tests] of Object.entries(sections)) {
    describe(section, () => {
      for (const [title, rows] of Object.entries(tests)) {
        test(title, async () => {
          const path = /^GET (\/[^\s:]*)/.exec(title)?.[1] ?? '';
          for (const request of Object.keys(rows)) await check(path, request, rows);
        });
      }
    });
  }
}

describe('wire-format 2, meaning of shared filters: two runs split at a day', () => {
  test.each([
    ['/api/v0.6/cbed', '', 'Modified', '2014-03-01 2015-05-06 2016-02-29 2019-11-30 2022-01-01'],
    ['/api/v0.6/cbed', 'edges ', 'Created', '2019-01-01 2020-01-01 2021-01-01'],
    ['/api/v0.9', 'edges CategoryID=BF&', 'Modified', '2010-01-01 2020-01-01 2021-01-01'],
  ])('GET %s: the halves are disjoint and complete (%s%s)', async (path, before, change, days) => {
    const ids = async (request: string) => idsIn(path, await ask(path, request)).ids;
    const all = await ids(`${before}CreatedSince=2000-01-01`);
    for (const day of days.split(' ')) {
      const halves = [`${before}${change}Before=${day}`, `${before}${change}Since=${day}`];
      expect((await Promise.all(halves.map(ids))).flat().sort(numeric), day).toEqual(all);
    }
  });
});
