import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { decodeHTML } from 'entities';
import { beforeAll, describe, expect, test } from 'vitest';
import { searchAddress } from '../../../../src/features/browse/search/search-address.js';
import { BASE, browsedRelease } from '../browsed-release.js';

/** What scholars type, on the sample world, beside the tables of its release. */

type Row = Readonly<Record<string, string>>;
const browsed = browsedRelease();

const get = (path: string) => browsed().app.request(`http://127.0.0.1${path}`);
const page = async (path: string): Promise<string> => decodeHTML(await (await get(path)).text());
const found = async (query: string): Promise<Set<string>> => {
  const rows: Row[] = parse(await (await get(`/search?format=csv&${query}`)).text(), { columns: true });
  return new Set(rows.map(({ iri = '' }) => iri));
};
const words = (text: string): Promise<Set<string>> => found(new URLSearchParams({ q: text }).toString());
const table = async (name: string): Promise<Row[]> =>
  parse(await readFile(join(browsed().folder, 'derived', `${name}.csv`), 'utf8'), { columns: true });
const cells = (cell = ''): string[] => cell.split('|').filter((one) => one !== '');

let items: Row[];
let roles: Row[];
let names: Map<string, Row>;
beforeAll(async () => {
  [items, roles] = await Promise.all([table('items'), table('roles')]);
  const all = await Promise.all(['people', 'schools-people', 'locations', 'topics', 'parts'].map(table));
  names = new Map(all.flat().map((row) => [row.iri ?? '', row]));
});

describe('a work is found', () => {
  test('by the name of who told it', async () => {
    const told = roles.filter(({ role, item }) => role === 'informant' && item !== '');
    expect(told.length).toBeGreaterThan(3);
    for (const { item = '', person, schools_person: other } of told) {
      const name = names.get(person || other || '')?.name ?? '';
      if (name !== '') expect(await words(name), `${name} ${item}`).toContain(item);
    }
  });

  test('by its county and its topic together, in both languages', async () => {
    let tried = 0;
    for (const { iri, effective_counties: counties, topics } of items) {
      const [county, topic] = [names.get(cells(counties)[0] ?? ''), names.get(cells(topics)[0] ?? '')];
      for (const language of ['en', 'ga']) {
        const [place, subject] = [county?.[`name_${language}`], topic?.[`label_${language}`]];
        if (!place || !subject) continue;
        tried += 1;
        expect(await words(`${subject} ${place}`), `${subject} ${place}`).toContain(iri);
      }
    }
    expect(tried).toBeGreaterThan(5);
  });

  test('by a year of its date and by its school', async () => {
    for (const { iri, effective_from_year: from, effective_to_year: to, part } of items) {
      if (from && to && Number(to) - Number(from) < 10)
        expect(await words(`${Number(from)}`), `${iri} ${from}`).toContain(iri);
      const school = names.get(part ?? '')?.school;
      if (school) expect(await words(school), school).toContain(iri);
    }
  });

  test('and its card says by what', async () => {
    const {
      item = '',
      person,
      schools_person: other,
    } = roles.find(
      (row) =>
        row.role === 'informant' &&
        row.item !== '' &&
        names.get(row.person || row.schools_person || '')?.name,
    ) ?? {};
    const name = names.get(person || other || '')?.name ?? '';
    const html = await page(`/search?${new URLSearchParams({ q: name, kind: 'item' })}`);
    expect(html).toContain(`href="/${item.slice(BASE.length)}"`);
    const [word = ''] = name.split(' ');
    expect(html).toContain(`<mark>${word}</mark>`);
  });
});

describe('a query', () => {
  test('has phrases, words to leave out, and words of which one is enough', async () => {
    const title = items.find(({ title = '' }) => title.split(' ').length > 2)?.title ?? '';
    const [first = '', second = ''] = title.split(' ');
    const [both, phrase, turned] = await Promise.all(
      [`${first} ${second}`, `"${first} ${second}"`, `"${second} ${first}"`].map(words),
    );
    const iri = items.find((row) => row.title === title)?.iri;
    expect(both).toContain(iri);
    expect(phrase).toContain(iri);
    expect(turned).not.toContain(iri);
    expect(await words(`${second} -${first}`)).not.toContain(iri);
    expect(await words(`${first} OR nosuchwordanywhere`)).toContain(iri);
  });

  test('takes several values of a facet, and none narrows the others', async () => {
    const of = (...counties: string[]) =>
      found(counties.map((one) => `county=${encodeURIComponent(one)}`).join('&'));
    const { site } = browsed();
    const [one, other] = site.search.facet({ words: '', facets: {} }, 'county').map(({ value }) => value);
    const [first, second, both] = [
      await of(one ?? ''),
      await of(other ?? ''),
      await of(one ?? '', other ?? ''),
    ];
    expect(both).toEqual(new Set([...first, ...second]));
    expect(both.size).toBeGreaterThan(Math.max(first.size, second.size));
    const html = await page(`/search?county=${one}&county=${other}`);
    // A new word keeps the filters.
    for (const county of [one, other])
      expect(html).toContain(`<input type="hidden" name="county" value="${county}"/>`);
  });

  test('by women is what women told', async () => {
    const expected = roles.flatMap(({ role, item, person, schools_person: other }) =>
      role === 'informant' && item !== '' && names.get(person || other || '')?.gender === 'Female'
        ? (item ?? '')
        : [],
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(await found('tellerGender=Female&kind=item')).toEqual(new Set(expected));
  });
});

describe('a reference', () => {
  test('leads to its page, volume or school', async () => {
    const volume = (await table('volumes')).find(({ collection }) => collection === 'cbes');
    const number = volume?.number ?? '';
    const to = async (q: string) =>
      (await get(`/search?${new URLSearchParams({ q })}`)).headers.get('location');
    const address = `/${volume?.iri?.slice(BASE.length)}`;
    for (const written of [`CBÉS ${number}`, `CBES ${Number(number)}`, `nfcs ${number}`])
      expect(await to(written), written).toBe(address);
    const [label = ''] = [...(await page(address)).matchAll(/CBÉS \d+, p\. (\d+)/g)].map(([, one]) => one);
    expect(label).toMatch(/^\d+$/);
    const forms = [
      `CBÉS ${number}:${label}`,
      `CBES ${number}, p. ${label}`,
      `CBÉS ${Number(number)}: ${label}`,
    ];
    const pages = new Set(await Promise.all(forms.map(to)));
    expect(pages.size).toBe(1);
    expect([...pages][0]).toMatch(/^\/cbes\/page\/\d+$/);
    const school = (await table('parts')).find(({ roll_number: roll }) => roll);
    expect(await to(school?.roll_number ?? '')).toBe(`/${school?.iri?.slice(BASE.length)}`);
  });
});

describe('a sentence', () => {
  /** What a page shows above and on its cards. */
  const shown = async (query: string) => {
    const html = await page(`/search?${query}`);
    const results = html.slice(html.indexOf('class="with-facets"'));
    return {
      html,
      line: /<p class="most-words">(.*?)<\/p>/.exec(results)?.[1],
      titles: [...results.matchAll(/<p class="card-title">\s*<a href="([^"]+)"/g)].map(([, path]) => path),
      missing: [...results.matchAll(/<p class="missing">(.*?)<\/p>/gs)].map(([, one = '']) =>
        [...one.matchAll(/<s>(.*?)<\/s>/g)].map(([, word]) => word),
      ),
    };
  };
  const asked = (q: string, more: Record<string, string> = {}) =>
    new URLSearchParams({ q, ...more }).toString();
  const title = 'The Hare at Carrickboy Fair';
  const iri = `${BASE}cbe/item/7008`;

  test('that no record has whole has records with most of its words, which say what they lack', async () => {
    const { line, titles, missing } = await shown(asked(`${title} steamship velocipede`));
    expect(line).toBe('No record has all of these words. These have most of them.');
    expect(titles.slice(0, 5)).toContain(`/${iri.slice(BASE.length)}`);
    expect(missing[0]).toEqual(expect.arrayContaining(['steamship', 'velocipede']));
    const all = asked(`${title} steamship velocipede`, { match: 'all' });
    expect((await found(all)).size).toBe(0);
    expect((await shown(all)).html).toContain('class="nothing-found"');
  });

  test('of which few records have all words has these first, and then a line', async () => {
    const { titles, html } = await shown(asked(title));
    expect(titles[0]).toBe(`/${iri.slice(BASE.length)}`);
    const line = html.indexOf('class="most-words"');
    if (line > 0) expect(html.indexOf(`href="/${iri.slice(BASE.length)}"`)).toBeLessThan(line);
  });

  test('with a misspelt word finds what the word is like', async () => {
    expect(await words('Carickboy')).toContain(iri);
  });

  test('may have a decade or a period, and so may the address', async () => {
    const year = Number(items.find((row) => row.iri === iri)?.effective_from_year);
    const decade = Math.floor(year / 10) * 10;
    for (const [inside, outside] of [
      [asked(`${title} ${decade}s`), asked(`${title} ${decade - 100}s`)],
      [asked(`${title} ${decade}idí`), asked(`${title} ${decade - 100}idí`)],
      [asked(`${title} ${year - 1}-${year}`), asked(`${title} ${year - 90}..${year - 80}`)],
      [asked(title, { from: String(year), to: String(year) }), asked(title, { to: String(year - 50) })],
    ]) {
      expect(await found(inside ?? ''), inside).toContain(iri);
      expect(await found(outside ?? ''), outside).not.toContain(iri);
    }
  });

  test('with the name of a county offers that county as a filter', async () => {
    const { search } = browsed().site;
    const [{ value = '' } = {}] = search.facet({ words: '', facets: {} }, 'county');
    const county = browsed().site.index.summary(value);
    for (const name of [
      `in ${county?.label_en}`,
      `County ${county?.label_en}`,
      `i gContae ${county?.label_ga}`,
    ]) {
      const { html } = await shown(asked(`stories of the fairies ${name}`));
      const [, offers = ''] = /<p class="offers">(.*?)<\/p>/s.exec(html) ?? [];
      expect(offers, name).toContain(`county=${encodeURIComponent(value)}`);
      expect(offers, name).toContain('q=stories+of+the+fairies');
    }
  });

  test('with a parameter that a search does not have is told of it; files are refused', async () => {
    const { html } = await shown(asked(title, { conty: 'x', utm_source: 'y', fbclid: 'z' }));
    expect(/<p class="unknown-parameters">.*?<code>(.*?)<\/code>/s.exec(html)?.[1]).toBe('conty');
    const answer = await get(`/search?${asked(title, { conty: 'x', format: 'csv' })}`);
    expect([answer.status, await answer.text()]).toEqual([400, 'A search has no parameter conty.\n']);
  });
});

describe('where nothing is found', () => {
  test('the same without a filter is offered, with its results', async () => {
    const [word = ''] = items[0]?.title?.match(/[A-Za-z]{5,}/g) ?? [];
    const narrowed = await page(`/search?${new URLSearchParams({ q: word, decade: '1850' })}`);
    expect(narrowed.slice(narrowed.indexOf('nothing-found'))).toContain(`href="/search?q=${word}"`);
  });

  test('the page of help has examples that can be tried', async () => {
    const html = await page('/search-help');
    const addresses = [...html.matchAll(/<dt><a href="([^"]+)"/g)].map(([, one]) => one ?? '');
    expect(addresses.length).toBeGreaterThanOrEqual(10);
    for (const address of addresses) expect([200, 303]).toContain((await get(address)).status);
  });
});

describe('what is taken away', () => {
  test('a spreadsheet has names in place of addresses, and a name that says what it is', async () => {
    const answer = await get('/search?q=leigheas&format=sheet');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="leigheas.csv"');
    const bytes = Buffer.from(await answer.arrayBuffer());
    // A spreadsheet program takes the file for UTF-8 by the mark at its beginning.
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows: Row[] = parse(bytes, { columns: true, bom: true });
    expect(rows.map((row) => row.Address)).toContain(`${BASE}cbes/item/7001`);
    const row = rows.find(({ Address }) => Address === `${BASE}cbes/item/7001`);
    const own = roles.filter(({ item }) => item === `${BASE}cbes/item/7001`);
    const named = (role: string) =>
      own.flatMap((one) =>
        one.role === role ? (names.get(one.person || one.schools_person || '')?.name ?? []) : [],
      );
    expect(row).toMatchObject({
      Informant: named('informant').join('; '),
      Collector: named('collector').join('; '),
      County: 'Donegal',
      'Whose county': 'county of its school',
    });
    expect(Number(row?.Latitude)).toBeGreaterThan(51);
  });

  test('features for a map are GeoJSON', async () => {
    const answer = await get('/search?county=place/100013&format=geojson');
    expect(answer.headers.get('content-type')).toContain('application/geo+json');
    const { type, features } = (await answer.json()) as {
      type: string;
      features: { geometry: { type: string; coordinates: number[] }; properties: Row }[];
    };
    expect([type, features.length > 3]).toEqual(['FeatureCollection', true]);
    for (const { geometry, properties } of features) {
      expect(geometry.type).toBe('Point');
      expect(geometry.coordinates[0]).toBeLessThan(-5);
      expect(properties.County).toContain('Donegal');
    }
  });
});

describe('ways in', () => {
  test('schools by county lead to each school, with the number of its stories', async () => {
    const parts = (await table('parts')).filter(({ school }) => school !== '');
    const overview = await page('/schools');
    const counties = [...overview.matchAll(/href="(\/schools\?county=[^"]+)"/g)].map(([, one]) => one ?? '');
    expect(counties.length).toBeGreaterThan(0);
    const pages = (await Promise.all(counties.map(page))).join('\n');
    for (const { iri = '', school } of parts) {
      const stories = items.filter(({ part }) => part === iri).length;
      const [, row = ''] =
        new RegExp(`<li><a href="/${iri.slice(BASE.length)}">(.*?)</li>`, 's').exec(pages) ?? [];
      expect(row, iri).toContain(school);
      expect(row, iri).toContain(`<span class="count">${stories}</span>`);
    }
  });

  describe('two sides are compared by works per 100 of their works', () => {
    const works = { kind: ['item', 'photograph'] };
    const FACETS = { county: 'decade', tellerGender: 'county', decade: 'county' } as const;

    test.each(['county', 'tellerGender', 'decade'] as const)('%s', async (facet) => {
      const { search } = browsed().site;
      const [one = '', other = ''] = search
        .facet({ words: '', facets: works }, facet)
        .map(({ value }) => value);
      const html = await page(`/compare?side=${facet}:${one}&side=${facet}:${other}`);
      // A search that is narrowed to both is the same comparison.
      const tableOf = (text: string) => /<table class="comparison">.*<\/table>/s.exec(text)?.[0];
      expect(tableOf(await page(`/compare?${facet}=${one}&${facet}=${other}`))).toBe(tableOf(html));
      for (const side of [one, other]) {
        const request = { words: '', facets: { ...works, [facet]: [side] } };
        const total = search.found(request).ids.length;
        expect(html).toContain(`Works: ${total}`);
        const values = search.facet(request, FACETS[facet]);
        expect(values.length).toBeGreaterThan(0);
        for (const { value, count } of values.slice(0, 15)) {
          const address = searchAddress({
            words: '',
            facets: { ...request.facets, [FACETS[facet]]: [value] },
          });
          const share = ((100 * count) / total).toFixed(1);
          expect(html.replace(/\s+/g, ' ')).toContain(
            `${share} <span class="count"> (<a href="${address}">${count}</a>)`.replace('> (', '>('),
          );
        }
      }
    });

    test('without people and places; and of a search with words', async () => {
      const { search } = browsed().site;
      const [one = '', other = ''] = search
        .facet({ words: '', facets: works }, 'county')
        .map(({ value }) => value);
      const html = await page(`/compare?side=county:${one}&side=county:${other}&q=leigheas`);
      expect(html).not.toContain('kind=person');
      const total = search.found({ words: 'leigheas', facets: { ...works, county: [one] } }).ids.length;
      expect(html).toContain(`Works: ${total}`);
      expect(html).toContain('<input type="hidden" name="q" value="leigheas"');
    });
  });

  test('an address without a record offers the search for its last word', async () => {
    const answer = await get('/stories/fairy');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('href="/search?q=fairy"');
  });
});

test('photographs are found by photographer and by who holds the copyright, each named in the language of the page', async () => {
  const photographs = await table('photographs');
  const codes = new Map<string, string[]>();
  for (const { iri = '', photographer, copyright } of photographs) {
    if (photographer)
      expect(await found(`photographer=${photographer.slice(BASE.length)}`), photographer).toContain(iri);
    if (copyright) codes.set(copyright, [...(codes.get(copyright) ?? []), iri]);
  }
  expect(codes.size).toBe(4);
  for (const [code, iris] of codes) {
    const value = `https://w3id.org/folklore-ld/code/copyright/${code}`;
    expect(await found(`rights=${encodeURIComponent(value)}`), code).toEqual(new Set(iris));
  }
  expect(await page('/search?kind=photograph')).toContain('held by the archive');
  const html = await page('/ga/search?kind=photograph');
  for (const text of ['Cóipcheart pictiúr', 'is í an chartlann an sealbhóir', 'Grianghrafadóir'])
    expect(html).toContain(text);
});

test('a list of records is one file of citations and one spreadsheet', async () => {
  const kept = items.filter(({ omission }) => omission === '').slice(0, 10);
  const list = new URLSearchParams(
    kept.map(({ iri = '' }): [string, string] => ['record', iri.slice(BASE.length)]),
  ).toString();
  const bib = await (await get(`/kept?${list}&format=bib`)).text();
  expect(bib.match(/^@/gm)).toHaveLength(kept.length);
  for (const { iri } of kept) expect(bib).toContain(`url = {${iri}}`);
  const rows: Row[] = parse(await (await get(`/kept?${list}&format=sheet`)).text(), {
    columns: true,
    bom: true,
  });
  expect(rows.map(({ Address }) => Address)).toEqual(kept.map(({ iri }) => iri));
  expect((await page(`/kept?${list}`)).match(/class="card"/g)).toHaveLength(kept.length);

  // With the notes of the reader, of records in their order.
  const notes = new URLSearchParams(
    kept.map((_, at): [string, string] => ['note', at === 1 ? 'compare {Keenan}' : '']),
  ).toString();
  const noted = await (await get(`/kept?${list}&${notes}&format=bib`)).text();
  const annotation = 'annotation = {compare \\textbraceleft{}Keenan\\textbraceright{}}';
  expect(noted.split('\n@')[1]).toContain(annotation);
  expect(noted.match(/annotation =/g)).toHaveLength(1);
  const noteRows: Row[] = parse(await (await get(`/kept?${list}&${notes}&format=sheet`)).text(), {
    columns: true,
    bom: true,
  });
  expect(noteRows.map(({ Note }) => Note)).toEqual(kept.map((_, at) => (at === 1 ? 'compare {Keenan}' : '')));
});
