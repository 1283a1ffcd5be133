import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { decodeHTML } from 'entities';
import Database from 'libsql';
import { afterAll, describe, expect, test } from 'vitest';
import { appOf, browsedRelease } from '../browse/browsed-release.js';

/** The page /ask of the sample: questions as forms, their answers, and what is known of the terms of a query. */

const browsed = browsedRelease();
afterAll(async () => {
  await (await browsed().openEngine()).close();
});

const get = async (parameters: Readonly<Record<string, string>>, folder = '') =>
  browsed().app.request(`${folder}/ask?${new URLSearchParams(parameters)}`);
const pageOf = async (parameters: Readonly<Record<string, string>>): Promise<string> =>
  (await get(parameters)).text();
const queryIn = (html: string): string =>
  decodeHTML(/<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? '');
const rowsIn = (html: string): number => Number(/<p role="status">(\d+) rows?</.exec(html)?.[1] ?? 0);
const optionsOf = (html: string, name: string): string[] =>
  [
    ...(new RegExp(`<select[^>]*name="${name}">(.*?)</select>`).exec(html)?.[1] ?? '').matchAll(/>([^<]+)</g),
  ].map(([, label = '']) => label);

/** The tables of the release in a database. */
async function tables(...names: readonly string[]): Promise<Database.Database> {
  const database = new Database(':memory:');
  for (const name of names) {
    const rows = parse(await readFile(join(browsed().folder, 'derived', `${name}.csv`)), {
      columns: true,
      bom: true,
    }) as Record<string, string>[];
    const columns = Object.keys(rows[0] ?? {});
    database.exec(`CREATE TABLE "${name}" (${columns.map((column) => `"${column}"`).join(', ')})`);
    const insert = database.prepare(
      `INSERT INTO "${name}" VALUES (${columns.map(() => "nullif(?, '')").join(', ')})`,
    );
    for (const row of rows) insert.run(columns.map((column) => row[column] ?? ''));
  }
  return database;
}

describe('people of a county, of certain years, of a role and a gender', () => {
  const ASKED = [
    { role: 'informant', gender: 'Female', county: 'place/100013', fromYear: '1937', toYear: '1938' },
    { role: 'informant', gender: 'Male', county: 'place/100013', fromYear: '1900', toYear: '1999' },
    { role: 'collector', gender: '', county: 'place/100010', fromYear: '1937', toYear: '' },
    { role: 'informant', gender: '', county: 'place/100015', fromYear: '', toYear: '1950' },
  ];

  test.each(ASKED)('are as many as in the tables: %j', async (asked) => {
    const database = await tables('items', 'roles', 'people', 'schools-people');
    const people = database
      .prepare(
        `SELECT coalesce(roles.person, roles.schools_person) AS who, count(DISTINCT items.iri) AS works
         FROM roles JOIN items ON items.iri = roles.item
         LEFT JOIN people ON people.iri = roles.person
         LEFT JOIN "schools-people" AS pupils ON pupils.iri = roles.schools_person
         WHERE roles.role = :role AND (:gender = '' OR coalesce(people.gender, pupils.gender) = :gender)
           AND '|' || items.effective_counties || '|' LIKE '%|' || :county || '|%'
           AND items.effective_edtf IS NOT NULL
           AND (:from = '' OR coalesce(CAST(items.effective_to_year AS INTEGER) >= CAST(:from AS INTEGER), true))
           AND (:to = '' OR coalesce(CAST(items.effective_from_year AS INTEGER) <= CAST(:to AS INTEGER), true))
         GROUP BY who ORDER BY who`,
      )
      .all({
        ...{ role: asked.role, gender: asked.gender, from: asked.fromYear, to: asked.toYear },
        county: browsed().site.manifest.base + asked.county,
      }) as { who: string; works: number }[];
    const csv = await (await get({ example: 'q17', ...asked, format: 'csv' })).text();
    const answered = (parse(csv, { columns: true }) as Record<string, string>[])
      .map(({ person, works }) => ({ who: person, works: Number(works) }))
      .toSorted((one, other) => ((one.who ?? '') < (other.who ?? '') ? -1 : 1));
    expect(answered).toEqual(people.map(({ who, works }) => ({ who, works })));
    expect(rowsIn(await pageOf({ example: 'q17', ...asked }))).toBe(people.length);
  });

  test('of one topic and those below it', async () => {
    const asked = { example: 'q17', gender: '', fromYear: '', toYear: '' };
    const [all, environment, wind] = await Promise.all(
      ['', 'cbes/topic/6001', 'cbes/topic/6003'].map(async (topic) =>
        rowsIn(await pageOf({ ...asked, topic })),
      ),
    );
    expect(environment).toBeGreaterThan(0);
    expect(all).toBeGreaterThan(environment as number);
    expect(environment).toBeGreaterThanOrEqual(wind as number);
  });
});

describe('the form', () => {
  test('has lists of the release, in the language of the page', async () => {
    const html = await pageOf({ example: 'q17' });
    expect(optionsOf(html, 'county')).toEqual(expect.arrayContaining(['Cork', 'Donegal']));
    expect(optionsOf(html, 'gender')).toEqual(['any', 'female', 'male']);
    expect(optionsOf(html, 'role')).toContain('Informant');
    expect(optionsOf(html, 'topic')).toContain('the environment › weather-lore › the wind');
    const irish = await (await get({ example: 'q17' }, '/ga')).text();
    expect(optionsOf(irish, 'county')).toEqual(expect.arrayContaining(['Corcaigh', 'Dún na nGall']));
    expect(optionsOf(irish, 'gender')).toEqual(['ar bith', 'baineann', 'fireann']);
  });

  test('writes its values into the query', async () => {
    const query = queryIn(await pageOf({ example: 'q01', county: 'place/100010', fromYear: '1900' }));
    expect(query.match(/place\/100010/g)).toHaveLength(6);
    expect(query).not.toContain('place/100013');
    expect(query).toContain('?latest + ?slack >= 1900');
  });

  test('a person is named by a path, and shown with a name', async () => {
    const html = await pageOf({ example: 'q02', person: 'cbed/person/4103' });
    expect(queryIn(html)).toContain('?work ?property <cbed/person/4103>');
    expect(queryIn(html)).not.toContain('4101');
    const [, name = ''] = /<input[^>]* name="person"[^>]*\/?>\s*<span>([^<]+)<\/span>/.exec(html) ?? [];
    const page = await (await browsed().app.request('/cbed/person/4103.html')).text();
    expect(name).not.toBe('');
    expect(page).toContain(`<h1>${name}</h1>`);
  });

  test.each(['place/100013', 'cbed/person/999999999', 'cbed/person/1> . ?s ?p ?o . <x'])(
    'what is no person of the release is not put into the query: %s',
    async (person) => {
      const html = await pageOf({ example: 'q02', person });
      expect(html).toContain('role="alert"');
      expect(queryIn(html)).toBe(queryIn(await pageOf({ example: 'q02' })));
    },
  );

  test('a line that any value satisfies becomes a remark, and a remark becomes a line', async () => {
    const query = queryIn(await pageOf({ example: 'q17', gender: '', topic: 'handbook/A' }));
    expect(query).toMatch(/^\s*# \?person schema:gender schema:Female/m);
    expect(query).toMatch(/^\s*\?work dcterms:subject\/skos:broader\* <handbook\/A> \.$/m);
  });

  test.each([
    { county: 'place/100013> . ?s ?p ?o . <x' },
    { county: 'place/9000001' },
    { role: 'isPartOf' },
    { gender: '__proto__' },
    { fromYear: '1937) } #' },
    { topic: 'cbes/topic/6001> } #' },
  ])('refuses what is in no list and is no year, and asks nothing: %j', async (given) => {
    const html = await pageOf({ example: 'q17', ...(given as Record<string, string>) });
    expect(html).toContain('role="alert"');
    expect(html).not.toContain('id="answer"');
    expect(queryIn(html)).toBe(queryIn(await pageOf({ example: 'q17' })));
  });
});

describe('an answer', () => {
  const MANY = 'SELECT ?s ?p ?o { ?s ?p ?o }';

  test('of a query without a limit is the first 500 rows, and says how to get all', async () => {
    const html = await pageOf({ query: MANY });
    expect(rowsIn(html)).toBe(500);
    expect(html).toContain('A query without a LIMIT gets one on this page');
    const csv = await (await get({ query: MANY, format: 'csv' })).text();
    expect(csv.split('\r\n').length).toBeGreaterThan(1000);
    const [own, few] = await Promise.all([
      pageOf({ query: `${MANY} LIMIT 700` }),
      pageOf({ query: 'SELECT * { VALUES ?x { 1 2 } }' }),
    ]);
    expect([rowsIn(own), rowsIn(few)]).toEqual([700, 2]);
    for (const html of [own, few]) expect(html).not.toContain('gets one on this page');
  });

  test('that is a graph is made of the first solutions, and says so', async () => {
    const html = await pageOf({ query: 'CONSTRUCT WHERE { ?s ?p ?o }' });
    expect(html).toContain('A query without a LIMIT gets one on this page');
    const whole = await (await get({ query: 'CONSTRUCT WHERE { ?s ?p ?o }', format: 'nt' })).text();
    expect(whole.split('\n').length).toBeGreaterThan(1000);
  });

  test('of a release that is being loaded is a page that says how much, and asks again', async () => {
    const ready = new Promise<void>(() => {});
    const app = appOf({
      site: browsed().site,
      openEngine: async () => ({
        query: () => Promise.reject(new Error('asked too early')),
        loading: () => ({ done: 1200, total: 4800, ready }),
        close: async () => {},
      }),
    });
    const response = await app.request(`/ask?${new URLSearchParams({ query: MANY })}`);
    const { headers } = response;
    expect([response.status, headers.get('refresh'), headers.get('etag')]).toEqual([503, '3', null]);
    const html = await response.text();
    expect(html).toMatch(/<progress value="1200" max="4800"[^>]*>.*1,200 \/ 4,800/s);
    expect(queryIn(html)).toBe(MANY);
    // Nothing is asked without a query.
    expect((await app.request('/ask')).status).toBe(200);
  });

  test('has labels for people, and for the dates of records', async () => {
    expect(await pageOf({ example: 'q14' })).toContain('<a href="/cbed/person/4110">Eoghan Mac Róigh</a>');
    const dates = await pageOf({ example: 'q16' });
    expect(dates).toContain('<a href="/cbed/person/4103">Peadar an Chnoic: date of birth</a>');
    expect(dates).not.toContain('<code>');
  });

  test('has dates in words', async () => {
    const html = await pageOf({ example: 'q01', fromYear: '1930', toYear: '1940' });
    expect(html).toMatch(/data-column="Date"><span>about \d/);
    expect(html).toContain('<span>1937 to 1939</span>');
    const irish = await (await get({ example: 'q01', toYear: '1940' }, '/ga')).text();
    expect(irish).toContain('<span>1937 go 1939</span>');
  });

  test('with coordinates is GeoJSON', async () => {
    const works = (await (await get({ example: 'q07', format: 'geojson' })).json()) as GeoJson;
    expect(works.features[0]?.geometry.coordinates).toEqual([-8.1935, 54.9412]);
    expect((await get({ example: 'q03', format: 'geojson' })).status).toBe(404);
  });
});

interface GeoJson {
  readonly features: readonly {
    readonly geometry: { readonly coordinates: readonly [number, number] };
  }[];
}

test('a term that the vocabulary lacks is told with the nearest', async () => {
  const query = 'PREFIX lore: <https://w3id.org/folklore-ld/ns#>\nSELECT * { ?work lore:colector ?person }';
  const html = await pageOf({ query });
  expect(html).toMatch(/Line 2, column 18: <code>lore:colector<\/code>/);
  expect(html).toContain('<code>lore:collector</code>');
  expect(await pageOf({ query: query.replace('colector', 'collector') })).not.toContain('class="warnings"');
});
