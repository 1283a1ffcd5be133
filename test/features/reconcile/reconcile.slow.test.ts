import { setImmediate as nextTurn } from 'node:timers/promises';
import { registerSchema, validate } from '@hyperjump/json-schema/draft-07';
import { describe, expect, test } from 'vitest';
import { peopleUnder, surnameLetters } from '../../../src/features/browse/people-page.js';
import { anchorJson, anchorPath } from '../../support/anchors.js';
import { browsedRelease } from '../browse/browsed-release.js';

/** The Reconciliation Service API 0.2 of the W3C Entity Reconciliation Community Group. */

const browsed = browsedRelease();

const FOLDER = 'reconciliation-0.2';
const BASE = 'https://reconciliation-api.github.io/specs/0.2/schemas';
const DIALECT = 'http://json-schema.org/draft-07/schema#';
const hasSchemas = anchorPath(FOLDER) !== undefined;
if (hasSchemas) {
  const schema = (name: string) => {
    const { $schema: _, $id: __, ...rest } = anchorJson(`${FOLDER}/${name}.json`) as Record<string, unknown>;
    registerSchema(rest as never, `${BASE}/${name}.json`, DIALECT);
  };
  for (const name of [
    'type',
    'manifest',
    'reconciliation-query-batch',
    'reconciliation-result-batch',
    'suggest-entities-response',
    'suggest-properties-response',
    'suggest-types-response',
    'data-extension-query',
    'data-extension-response',
    'data-extension-property-proposal',
  ])
    schema(name);
  const security = { securityDefinitions: { additionalProperties: {} } };
  registerSchema({ definitions: security }, 'http://swagger.io/v2/schema.json', DIALECT);
}

/** An answer, checked against a schema of the specification where there is one on this machine. */
async function answer(path: string, schema: string, body?: Record<string, string>): Promise<never> {
  const response = await browsed().app.request(`http://127.0.0.1${path}`, {
    ...(body !== undefined && { method: 'POST', body: new URLSearchParams(body) }),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const json = (await response.json()) as never;
  if (hasSchemas) expect(await validate(`${BASE}/${schema}.json`, json)).toMatchObject({ valid: true });
  return json;
}

interface Found {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly match: boolean;
  readonly features: readonly { readonly id: string; readonly value: number }[];
}

describe('a batch of long names', () => {
  const names = Array.from({ length: 50 }, (_, at) => [
    `q${at}`,
    { query: `Seán ${'Ó Baile Mac '.repeat(20)}` },
  ]);
  const batch = async (): Promise<Response> =>
    browsed().app.request('http://127.0.0.1/reconcile', {
      method: 'POST',
      body: new URLSearchParams({ queries: JSON.stringify(Object.fromEntries(names)) }),
    });

  test('does not keep pages waiting', async () => {
    const order: string[] = [];
    const running = batch().then(() => order.push('batch'));
    // The batch has begun.
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    await browsed().app.request('/about');
    order.push('page');
    await running;
    expect(order).toEqual(['page', 'batch']);
  });

  test('is refused while four others are answered', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, batch));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 503]);
    expect(answers.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('5');
    expect((await batch()).status).toBe(200);
  });
});

async function candidates(query: Record<string, unknown>): Promise<readonly Found[]> {
  const queries = JSON.stringify({ q0: query });
  const { q0 } = (await answer('/reconcile', 'reconciliation-result-batch', { queries })) as {
    q0: { result: readonly Found[] };
  };
  return q0.result;
}

test('the manifest names the versions, the types, and where entities are shown (section 3.1)', async () => {
  const manifest = (await answer('/reconcile', 'manifest')) as {
    versions: string[];
    identifierSpace: string;
    defaultTypes: { id: string }[];
    view: { url: string };
    preview: { url: string };
    documentation: string;
  };
  // The page that its documentation is on says how to use the service.
  const documentation = await browsed().app.request(manifest.documentation);
  expect(new URL(manifest.documentation).pathname).toBe('/use');
  expect(documentation.status).toBe(200);
  expect(manifest.versions).toContain('0.2');
  expect(manifest.identifierSpace).toBe(browsed().site.manifest.base);
  expect(manifest.defaultTypes.map(({ id }) => id)).toEqual([
    ...['person', 'schools-person', 'place', 'place-abroad', 'country', 'topic'],
  ]);
  const [best] = await candidates({ query: 'Meenaloy', type: 'place' });
  for (const template of [manifest.view.url, manifest.preview.url]) {
    const shown = await browsed().app.request(
      template.replace('{{id}}', encodeURIComponent(best?.id ?? '')),
      {
        redirect: 'manual',
      },
    );
    expect([200, 303]).toContain(shown.status);
  }
});

describe('a name', () => {
  test('of any person, place and topic finds it first, as it stands, without accents, and surname first', async () => {
    const { site } = browsed();
    const people = surnameLetters(site, 'person').flatMap(({ letter }) =>
      peopleUnder(site, 'person', letter, 1000, 0),
    );
    const wrong: string[] = [];
    for (const { path, label_en: label } of people) {
      if (label === null || !label.includes(' ')) continue;
      const bare = label.normalize('NFD').replace(/\p{M}/gu, '');
      const turned = label.replace(/^(\S+) (.*)$/, '$2, $1');
      for (const name of [label, bare, turned]) {
        const found = await candidates({ query: name, type: ['person'] });
        if (!found.some((one) => one.id === path && one.score === found[0]?.score))
          wrong.push(`${name}: ${path}`);
      }
    }
    expect(people.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });

  test('of a person is found with the surname in any spelling', async () => {
    for (const [name, spellings] of [
      [
        'Sarah McClancy',
        ['Sarah Mc Clancy', 'sarah mcclancy', 'Sarah MCCLANCY', "Sarah M'Clancy", 'Sarah MʼClancy'],
      ],
      ['Sarah McClancy', ['Sarah MacClancy', 'Sarah Mac Clancy', 'McClancy, Sarah', "M'Clancy, Sarah"]],
      ["Honoria O'Tarpy", ['Honoria O Tarpy', 'Honoria Ó Tarpy', 'Honoria Otarpy', 'honoria otarpy']],
      ["Honoria O'Tarpy", ['Honoria OTarpy', 'Honoria O’Tarpy', 'Honoria OʼTarpy', "O'Tarpy, Honoria"]],
    ] as const) {
      const [person] = await candidates({ query: name, type: 'person' });
      expect(person?.score).toBe(100);
      for (const query of spellings) {
        const [best] = await candidates({ query, type: 'person' });
        expect([best?.id, best?.match], query).toEqual([person?.id, true]);
      }
    }
  });

  test('of a place is found in Irish, in English and in the genitive', async () => {
    const rows = browsed().site.tables.each(
      { name: 'places', file: 'places.csv', table: { columns: [] } as never },
      { conditions: [], isDescending: false },
    );
    let tried = 0;
    for (const { iri, name_en: english, name_ga: irish, genitives_ga: genitives } of rows)
      for (const name of [english, irish, String(genitives ?? '').split('|')[0]]) {
        if (typeof name !== 'string' || name === '') continue;
        tried += 1;
        const found = await candidates({ query: name, type: 'place', limit: 50 });
        expect(
          found.filter(({ score }) => score === found[0]?.score).map(({ id }) => id),
          name,
        ).toContain(iri);
      }
    expect(tried).toBeGreaterThan(30);
  });

  test('is one of several kinds unless a type is given; an unknown type has none', async () => {
    expect(new Set((await candidates({ query: 'Meenaloy' })).map(({ id }) => id.split('/')[0]))).toContain(
      'place',
    );
    expect(await candidates({ query: 'Meenaloy', type: 'person' })).toEqual([]);
    expect(await candidates({ query: 'Meenaloy', type: 'item' })).toEqual([]);
    expect(await candidates({ query: '' })).toEqual([]);
    expect(await candidates({ query: '"; DROP TABLE search; --' })).toEqual([]);
  });

  test('with the county scores higher than with another county, and says why', async () => {
    const given = async (v: unknown) =>
      (await candidates({ query: 'Meenaloy', type: 'place', properties: [{ pid: 'county', v }] }))[0];
    const [right, irish, id, wrong] = [
      await given('Donegal'),
      await given('Dún na nGall'),
      await given({ id: 'place/100013' }),
      await given('Kerry'),
    ];
    expect(right?.score).toBe(100);
    expect([irish?.score, id?.score]).toEqual([100, 100]);
    expect(wrong?.score).toBeLessThan(right?.score ?? 0);
    expect(wrong?.match).toBe(false);
    expect(right?.features).toEqual([
      { id: 'name', value: 100 },
      { id: 'county', value: 100 },
    ]);
  });
});

describe('a place', () => {
  test.each([
    ['County Kerry', 'place/100005'],
    ['Co. Donegal', 'place/100013'],
    ['co donegal', 'place/100013'],
    ['Contae Chiarraí', 'place/100005'],
    ['contae chiarrai', 'place/100005'],
    ['Co. na Gaillimhe', 'place/100015'],
  ])('that is a county is found by the name that people write: %s', async (query, id) => {
    const [best, second] = await candidates({ query, type: 'place' });
    expect([best?.id, best?.match]).toEqual([id, true]);
    expect(second?.score ?? 0).toBeLessThan(best?.score ?? 0);
    const property = { pid: 'contained_in', v: query };
    const [inside] = await candidates({ query: 'Meenaloy', type: 'place', properties: [property] });
    expect(inside?.features[1]).toEqual({ id: 'contained_in', value: id === 'place/100013' ? 100 : 0 });
  });

  // The place-names database of the sample has no record of it.
  test('that the archive alone has is a candidate', async () => {
    for (const [query, id] of [
      ['Lisnabrack', 'place/9900001'],
      ['Lios na mBreac', 'place/9900001'],
      ['Glaschu', 'abroad/990000101'],
      ['Australia', 'country/AU'],
    ])
      expect((await candidates({ query }))[0], query).toMatchObject({ id, match: true });
  });

  test('with a namesake is no match, and its description tells it apart by kind, parish and county', async () => {
    const [one, other] = (await candidates({ query: 'An Ráth Bheag', type: 'place' })) as unknown as {
      id: string;
      score: number;
      match: boolean;
      description: string;
    }[];
    expect([one?.id, other?.id].toSorted()).toEqual(['place/9000044', 'place/9000045']);
    expect([one?.match, other?.match]).toEqual([false, false]);
    for (const place of [one, other]) expect(place?.description).toMatch(/, Templebrack, .*Cork$/);
    const townland = [one, other].find((place) => place?.id === 'place/9000044');
    expect(townland?.description).toMatch(/^townland, /);
    expect(one?.description).not.toBe(other?.description);
  });

  test('is shown with what it lies in, from its parish to its province', async () => {
    const html = await (await browsed().app.request('/reconcile/preview?id=place/9000044')).text();
    expect(html).toMatch(/townland › Templebrack › .*Cork › Munster/);
  });
});

/** The documentation of OpenRefine, "Reconciling" and "Reconciliation API", in the order in which its client asks. */
test('the requests of OpenRefine are answered in their order', async () => {
  const manifest = (await answer('/reconcile', 'manifest')) as {
    suggest: Record<string, { service_url: string; service_path: string }>;
    extend: { propose_properties: { service_url: string; service_path: string } };
    preview: { url: string };
  };
  const pathOf = ({
    service_url: origin,
    service_path: path,
  }: {
    service_url: string;
    service_path: string;
  }) => new URL(path, origin).pathname;
  const batch = async (queries: object) =>
    (await answer('/reconcile', 'reconciliation-result-batch', {
      queries: JSON.stringify(queries),
    })) as Record<string, { result: readonly (Found & { type: { id: string }[] })[] }>;
  // The types of the first cells are guessed.
  const guessed = await batch({ q0: { query: 'Meenaloy', limit: 3 }, q1: { query: 'Glasgow', limit: 3 } });
  expect(guessed.q0?.result[0]?.type.map(({ id }) => id)).toEqual(['place']);
  expect(guessed.q1?.result[0]?.type.map(({ id }) => id)).toEqual(['place-abroad']);
  const { entity, type, property } = manifest.suggest;
  if (entity === undefined || type === undefined || property === undefined) throw new Error('no suggestions');
  await answer(`${pathOf(type)}?prefix=pla&cursor=0`, 'suggest-types-response');
  const found = (await answer(`${pathOf(property)}?prefix=nam`, 'suggest-properties-response')) as {
    result: { id: string }[];
  };
  expect(found.result.map(({ id }) => id)).toContain('name');
  const asked = { type: 'place', type_strict: 'should', limit: 10 };
  const matched = await batch({
    q0: { query: 'Mín an Lao', ...asked, properties: [{ pid: 'county', v: 'Co. Donegal' }] },
    q1: { query: 'Nowhere at all', ...asked, properties: [] },
  });
  const id = matched.q0?.result[0]?.id ?? '';
  expect(matched.q0?.result[0]).toMatchObject({ id: 'place/9000013', match: true });
  // A person looks for another candidate, and looks at one.
  await answer(`${pathOf(entity)}?prefix=meen&type=place&cursor=0`, 'suggest-entities-response');
  const preview = new URL(manifest.preview.url.replace('{{id}}', encodeURIComponent(id)));
  expect((await browsed().app.request(preview.href)).status).toBe(200);
  const proposed = await answer(
    `${pathOf(manifest.extend.propose_properties)}?type=place&limit=10`,
    'data-extension-property-proposal',
  );
  expect(proposed).toMatchObject({ properties: expect.arrayContaining([{ id: 'name', name: 'name' }]) });
  const extend = JSON.stringify({ ids: [id], properties: [{ id: 'name' }, { id: 'county' }] });
  const { rows } = (await answer('/reconcile', 'data-extension-response', { extend })) as {
    rows: Record<string, Record<string, unknown[]>>;
  };
  expect(rows[id]?.name).toEqual(expect.arrayContaining([{ str: 'Meenaloy' }, { str: 'Mín an Lao' }]));
  expect(rows[id]?.county).toEqual([{ id: 'place/100013', name: 'Donegal' }]);
});

test('entities, types and properties are suggested (section 6)', async () => {
  const entities = (await answer('/reconcile/suggest/entity?prefix=meena', 'suggest-entities-response')) as {
    result: { id: string; name: string; notable: { id: string }[] }[];
  };
  expect(entities.result.length).toBeGreaterThan(0);
  for (const { name } of entities.result) expect(name.toLowerCase()).toMatch(/\bmeena|mín/);
  for (const [kind, prefix, id] of [
    ['type', 'pl', 'place'],
    ['property', 'coun', 'county'],
  ]) {
    const schema = kind === 'type' ? 'suggest-types-response' : 'suggest-properties-response';
    expect(await answer(`/reconcile/suggest/${kind}?prefix=${prefix}`, schema)).toMatchObject({
      result: expect.arrayContaining([expect.objectContaining({ id })]),
    });
  }
});

test('a table is extended with columns of the release (section 7)', async () => {
  const proposed = (await answer('/reconcile/properties?type=place', 'data-extension-property-proposal')) as {
    properties: { id: string }[];
  };
  expect(proposed.properties.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['county', 'latitude', 'name_ga', 'contained_in']),
  );
  const [place] = await candidates({ query: 'Meenaloy', type: 'place' });
  const extend = JSON.stringify({
    ids: [place?.id, 'place/nothing'],
    properties: ['name_en', 'latitude', 'county', 'nothing'].map((id) => ({ id })),
  });
  const { meta, rows } = (await answer('/reconcile', 'data-extension-response', { extend })) as {
    meta: { id: string }[];
    rows: Record<string, Record<string, unknown[]>>;
  };
  expect(meta.map(({ id }) => id)).toEqual(['name_en', 'latitude', 'county', 'nothing']);
  expect(rows[place?.id ?? '']).toMatchObject({
    name_en: [{ str: 'Meenaloy' }],
    latitude: [{ float: expect.any(Number) }],
    county: [{ id: 'place/100013', name: 'Donegal' }],
    nothing: [],
  });
  expect(rows['place/nothing']).toEqual({ name_en: [], latitude: [], county: [], nothing: [] });
});

test.each([
  ['queries', '{'],
  [
    'queries',
    JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [at, { query: 'a' }]))),
  ],
  ['extend', '{"ids": "place/1"}'],
  ['extend', JSON.stringify({ ids: Array.from({ length: 201 }, () => 'a'), properties: [] })],
])('a request that the specification does not have is refused: %s (row %#)', async (parameter, text) => {
  const response = await browsed().app.request('/reconcile', {
    method: 'POST',
    body: new URLSearchParams({ [parameter]: text }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ status: 'error' });
});

test('a preview is a page for a frame of another site, without script', async () => {
  const [place] = await candidates({ query: 'Meenaloy', type: 'place' });
  const response = await browsed().app.request(
    `/reconcile/preview?id=${encodeURIComponent(place?.id ?? '')}`,
  );
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('frame-ancestors');
  expect(await response.text()).toContain('Meenaloy');
  expect((await browsed().app.request('/reconcile/preview?id=place/nothing')).status).toBe(404);
});

describe('what clients send in a batch', () => {
  const post = (queries: unknown) =>
    browsed().app.request('http://127.0.0.1/reconcile', {
      method: 'POST',
      body: new URLSearchParams({ queries: JSON.stringify(queries) }),
    });

  test('an odd query has no candidates, or what can be read of it; the others have theirs', async () => {
    const good = { query: 'Meenaloy', type: 'place' };
    const response = await post({
      good,
      number: { query: 1937 },
      empty: { ...good, properties: [{ pid: 'county', v: null }] },
      typed: { query: 'Meenaloy', type: { id: 'place', name: 'Place' } },
      untyped: { query: 'Meenaloy', type: null },
      wrong: { query: ['Meenaloy'] },
      none: 7,
    });
    expect(response.status).toBe(200);
    const found = (await response.json()) as Record<string, { result: readonly Found[] }>;
    const best = Object.entries(found).map(([key, { result }]) => [key, result[0]?.id]);
    const id = found.good?.result[0]?.id;
    expect(Object.fromEntries(best)).toEqual({
      good: id,
      empty: id,
      typed: id,
      untyped: id,
      number: undefined,
      wrong: undefined,
      none: undefined,
    });
    expect(id).toMatch(/^place\//);
  });

  test.each<readonly [string, Record<string, unknown>]>([
    ['properties that are null', { properties: null }],
    ['properties that are none', { properties: [7, null, [], {}] }],
    ['a property without a value', { properties: [{ pid: 'county' }] }],
    ['a property whose name is a number', { properties: [{ pid: 5, v: 'Dublin' }] }],
    [
      'a value that is a list or an object without id',
      { properties: [{ pid: 'county', v: [[], {}, { id: 5 }] }] },
    ],
    ['a type that is a number', { type: 5 }],
    ['an empty type', { type: '' }],
    ['a type of null', { type: [null] }],
  ])('%s is left out, and the rest of the query is answered', async (_, odd) => {
    expect(await candidates({ query: 'Meenaloy' })).not.toEqual([]);
    const response = await post({ plain: { query: 'Meenaloy' }, odd: { query: 'Meenaloy', ...odd } });
    const { plain, odd: found } = (await response.json()) as Record<string, unknown>;
    expect(found).toEqual(plain);
  });

  test('a value beside null counts', async () => {
    const [found] = await candidates({
      query: 'Meenaloy',
      type: ['place', null],
      properties: [{ pid: 'county', v: [null, 'Donegal'] }],
    });
    expect(found?.features).toEqual([
      { id: 'name', value: 100 },
      { id: 'county', value: 100 },
    ]);
  });

  test('a query is answered by its key, whatever the key is', async () => {
    const response = await post(
      JSON.parse('{"__proto__":{"query":"Meenaloy"},"constructor":{"query":"Cork"}}'),
    );
    const found = Object.entries((await response.json()) as Record<string, { result: readonly Found[] }>);
    expect(found.map(([key]) => key)).toEqual(['__proto__', 'constructor']);
    expect(found[0]?.[1].result).not.toEqual([]);
  });

  test('an id of null is left out of an extension', async () => {
    const [place] = await candidates({ query: 'Meenaloy', type: 'place' });
    const extend = JSON.stringify({ ids: [null, place?.id], properties: [{ id: 'name_en' }, null] });
    expect(await answer('/reconcile', 'data-extension-response', { extend })).toMatchObject({
      meta: [{ id: 'name_en' }],
      rows: { [place?.id ?? '']: { name_en: [{ str: 'Meenaloy' }] } },
    });
  });

  test.each([
    ['values of a property', { query: 'x', properties: [{ pid: 'county', v: Array(400_000).fill('a') }] }],
    ['properties', { query: 'x', properties: Array(50_000).fill({ pid: 'county', v: 'a' }) }],
    ['empty properties', { query: 'x', properties: Array(340_000).fill({}) }],
    ['numbers as properties', { query: 'x', properties: Array(340_000).fill(1) }],
    ['empty values of a property', { query: 'x', properties: [{ pid: 'a', v: Array(340_000).fill({}) }] }],
    ['lists as values of a property', { query: 'x', properties: [{ pid: 'a', v: Array(340_000).fill([]) }] }],
    ['values of a nameless property', { query: 'x', properties: [{ v: Array(340_000).fill({}) }] }],
  ])('more %s than the limit are refused at once, with the limit', async (_, query) => {
    const response = await post({ q: query });
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(/20 properties or 20 values/);
  });

  test('a cursor that is no number begins the list', async () => {
    const path = 'http://127.0.0.1/reconcile/suggest/entity?prefix=M';
    const [first, odd] = await Promise.all(
      [path, `${path}&cursor=1e309`].map((one) => browsed().app.request(one)),
    );
    expect([odd?.status, await odd?.json()]).toEqual([200, await first?.json()]);
  });
});
