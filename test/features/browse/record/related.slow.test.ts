import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { decodeHTML } from 'entities';
import { describe, expect, test } from 'vitest';
import { peopleUnder, surnameLetters } from '../../../../src/features/browse/people-page.js';
import { browsedRelease } from '../browsed-release.js';

/** What the pages of people, places and volumes say of other records, beside the tables of the release. */

const BASE = 'https://data.example.org/folklore/';
type Row = Readonly<Record<string, string>>;
const browsed = browsedRelease();

const get = async (path: string): Promise<string> =>
  decodeHTML(await (await browsed().app.request(`http://127.0.0.1${path}`)).text());
const released = async (name: string): Promise<Row[]> =>
  parse(await readFile(join(browsed().folder, 'derived', `${name}.csv`), 'utf8'), { columns: true }) as Row[];
const pathOf = (iri: string): string => iri.replace(BASE, '');
const listOf = (cell: string | undefined): string[] =>
  cell === undefined || cell === '' ? [] : cell.split('|');

/** The works in which each person has a role. */
async function worksByPerson(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const works = new Map<string, Set<string>>();
  for (const { item, photograph, part, person, schools_person: pupil } of await released('roles')) {
    const who = person || pupil || '';
    works.set(who, (works.get(who) ?? new Set()).add(item || photograph || part || ''));
  }
  return works;
}

const foundBy = (of: string): string[] =>
  browsed()
    .site.search.all({ words: '', facets: {}, of })
    .map(({ path }) => path);

describe('the works of a record', () => {
  test('of a person are those that name the person', async () => {
    const works = await worksByPerson();
    expect(works.size).toBeGreaterThan(10);
    for (const [person, expected] of works)
      expect(new Set(foundBy(pathOf(person))), person).toEqual(new Set([...expected].map(pathOf)));
  });

  test('of a volume and of a part are its items', async () => {
    const items = await released('items');
    const parts = await released('parts');
    expect(parts.length).toBeGreaterThan(2);
    for (const { iri, volume } of parts) {
      const inPart = items.filter(({ part }) => part === iri);
      expect(new Set(foundBy(pathOf(iri ?? ''))), iri).toEqual(
        new Set(inPart.map((item) => pathOf(item.iri ?? ''))),
      );
      const all = parts.filter((part) => part.volume === volume).map((part) => part.iri);
      const inVolume = items.filter(({ part }) => all.includes(part));
      expect(new Set(foundBy(pathOf(volume ?? ''))), volume).toEqual(
        new Set(inVolume.map((item) => pathOf(item.iri ?? ''))),
      );
    }
  });

  test('of a place are at least those that name it', async () => {
    const works = [...(await released('items')), ...(await released('photographs'))];
    const named = works.filter(({ places }) => places !== '');
    expect(named.length).toBeGreaterThan(5);
    for (const { iri, places } of named)
      for (const place of listOf(places)) expect(foundBy(pathOf(place)), place).toContain(pathOf(iri ?? ''));
  });

  test('are narrowed, ordered, shown on the timeline and sent as any other results', async () => {
    const [[person = '', works] = []] = [...(await worksByPerson())].toSorted(
      ([, one], [, other]) => other.size - one.size,
    );
    const of = encodeURIComponent(pathOf(person));
    for (const page of ['/search', '/timeline', '/map'])
      expect(await get(`${page}?of=${of}`), page).toContain('Works of:');
    const csv = parse(await get(`/search?of=${of}&format=csv`), { columns: true }) as Row[];
    expect(csv).toHaveLength(works?.size ?? 0);
    expect(await get(`/search?of=${of}&kind=place`)).toContain('0 results');
  });
});

describe('the list of people', () => {
  test('has each person once, under a letter, with the number of works', async () => {
    const { site } = browsed();
    const works = await worksByPerson();
    for (const [kind, table] of [
      ['person', 'people'],
      ['schools-person', 'schools-people'],
    ] as const) {
      const listed = surnameLetters(site, kind).flatMap(({ letter, count }) => {
        const people = peopleUnder(site, kind, letter, 1000, 0);
        expect(people, letter).toHaveLength(count);
        return people;
      });
      const rows = await released(table);
      expect(listed.map(({ path }) => path).toSorted()).toEqual(
        rows.map(({ iri }) => pathOf(iri ?? '')).toSorted(),
      );
      for (const { path, works: count } of listed)
        expect(count, path).toBe(works.get(BASE + path)?.size ?? 0);
    }
  });

  test('leads to a page for each letter; another letter or kind leads to the first', async () => {
    expect(await get('/people')).toContain('<h2>People by surname</h2>');
    const listOn = async (path: string) => /<ul class="near">.*?<\/ul>/s.exec(await get(path))?.[0];
    const first = await listOn('/people?kind=schools-person');
    expect(first).toContain('cbes/person/');
    expect(await listOn('/people?kind=schools-person&letter=%C3%98')).toBe(first);
    expect(await listOn('/people?kind=item')).toBe(await listOn('/people?kind=person'));
  });
});

describe('the page of a place', () => {
  test('lists what it lies in from the smallest unit up, and the nearest places with works', async () => {
    const page = await get('/place/9000012.html');
    const around = /<ol class="around">(.*?)<\/ol>/s.exec(page)?.[1] ?? '';
    const units = [...around.matchAll(/\(([a-z ]+)\)/g)].map(([, unit]) => unit);
    const order = ['townland', 'electoral division', 'civil parish', 'barony', 'county', 'province'];
    expect(units.length).toBeGreaterThan(1);
    expect(units).toEqual(units.toSorted((a, b) => order.indexOf(a ?? '') - order.indexOf(b ?? '')));
    const kilometres = [...page.matchAll(/([\d.]+) km · /g)].map(([, text]) => Number(text));
    expect(kilometres.length).toBeGreaterThan(0);
    expect(kilometres).toEqual(kilometres.toSorted((a, b) => a - b));
    expect(Math.max(...kilometres)).toBeLessThanOrEqual(10);
  });
});

describe('the page of a school', () => {
  test('has each collector of its works, the place where it stood, and the schools before and after it', async () => {
    const schools = (await released('parts')).filter(({ school }) => school !== '');
    const items = await released('items');
    const roles = await released('roles');
    expect(schools.length).toBeGreaterThan(2);
    for (const [at, { iri = '', school_places: places }] of schools.entries()) {
      const page = await get(`/${pathOf(iri)}`);
      const inSchool = new Set(items.flatMap((item) => (item.part === iri ? (item.iri ?? '') : [])));
      const collectors = roles.flatMap(({ item = '', role, person, schools_person: pupil }) =>
        role === 'collector' && inSchool.has(item) ? pathOf(person || pupil || '') : [],
      );
      const [, pupils = ''] = /<ul class="near pupils">(.*?)<\/ul>/s.exec(page) ?? [];
      const listed = [...pupils.matchAll(/<li><a href="\/([^"]+)">/g)].map(([, path]) => path);
      expect(listed.toSorted(), iri).toEqual([...new Set(collectors)].filter(Boolean).toSorted());
      const map = /<aside class="small-map".*?<\/aside>/s.exec(page)?.[0] ?? '';
      for (const place of listOf(places)) expect(map, iri).toContain(`href="/${pathOf(place)}"`);
      for (const [rel, other] of [
        ['prev', schools[at - 1]],
        ['next', schools[at + 1]],
      ] as const)
        expect(page.includes(`rel="${rel}" href="/${pathOf(other?.iri ?? '-')}"`), iri).toBe(
          other !== undefined,
        );
    }
  });

  test('is reached from the start page by its county', async () => {
    const [, address = ''] = /href="(\/schools\?county=[^"]+)">Donegal/.exec(await get('/')) ?? [];
    expect(await get(address)).toContain('href="/cbes/part/2201"');
    expect(await get('/cbes/part/2201')).toContain(`href="${address}"`);
  });
});

describe('the page of a topic', () => {
  test('has its map and timeline, its name in the other language, and the topics beside it', async () => {
    const page = await get('/cbes/topic/6011');
    for (const view of ['map', 'timeline'])
      expect(page).toContain(`href="/${view}?topic=cbes%2Ftopic%2F6011"`);
    const topics = await released('topics');
    const { label_ga: irish } = topics.find(({ iri }) => iri === `${BASE}cbes/topic/6011`) ?? {};
    expect(page).toContain(`<a lang="ga" hreflang="ga" href="/ga/cbes/topic/6011">${irish}</a>`);
    const beside = topics.filter(({ broader }) => broader === `${BASE}cbes/topic/6010`);
    expect(beside.length).toBe(2);
    const [, list = ''] = /Beside it in the classification.*?<ul class="near">(.*?)<\/ul>/s.exec(page) ?? [];
    expect([...list.matchAll(/<li>/g)]).toHaveLength(beside.length);
    expect(list).toContain('href="/cbes/topic/6012"');
  });
});

describe('the start page', () => {
  test('has a story of the release, and ways in by county, topic, person and decade', async () => {
    const page = await get('/');
    const transcripts = await released('transcripts');
    const story = /<section class="text story">.*?<a href="\/([^"]+)".*?<blockquote[^>]*>(.{40})/s.exec(page);
    const { item } = transcripts.find(({ text = '' }) => text.startsWith(story?.[2] ?? '-')) ?? {};
    expect(item).toBe(`${BASE}${story?.[1]}`);
    for (const way of ['county=', 'topic=', 'decade=', '/people', '/cbed/person/'])
      expect(page).toContain(way);
  });
});
