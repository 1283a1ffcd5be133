import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Answer,
  type Asked,
  body,
  each,
  faultsOf,
  idsOf,
  type Problem,
  problem,
  type Services,
  shown,
  start,
} from './support.js';

let services: Services;
beforeAll(async () => {
  services = await start();
});
afterAll(() => services.close());

type Service = 'archive' | 'places';
const ask = (service: Service, path: string, asked?: Asked): Promise<Answer> =>
  services[service](path, asked);

/** Every endpoint of both documents, with a filter where one is required. */
const ENDPOINTS: { service: Service; path: string; query: string }[] = [
  { service: 'archive', path: '/api/v0.6', query: '' },
  { service: 'archive', path: '/api/v0.6/cbe', query: '?VolumeID=3101' },
  { service: 'archive', path: '/api/v0.6/cbe/volumes', query: '' },
  { service: 'archive', path: '/api/v0.6/cbed', query: '' },
  { service: 'archive', path: '/api/v0.6/cbed/4101', query: '' },
  { service: 'archive', path: '/api/v0.6/cbed/occupations', query: '' },
  { service: 'archive', path: '/api/v0.6/cbeg', query: '?CountyID=100013' },
  { service: 'archive', path: '/api/v0.6/cbeg/1201', query: '' },
  { service: 'archive', path: '/api/v0.6/cbeg/topics/handbook', query: '' },
  { service: 'archive', path: '/api/v0.6/cbes', query: '?VolumeID=3101' },
  { service: 'archive', path: '/api/v0.6/cbes/volumes', query: '' },
  { service: 'archive', path: '/api/v0.6/cbes/topics', query: '' },
  { service: 'archive', path: '/api/v0.6/counties', query: '' },
  { service: 'archive', path: '/api/v0.6/countries', query: '' },
  { service: 'places', path: '/api/v0.9', query: '?PlaceID=100013' },
  { service: 'places', path: '/api/v0.9/9000012', query: '' },
  { service: 'places', path: '/api/v0.9/administrative-units', query: '' },
  { service: 'places', path: '/api/v0.9/features', query: '' },
  { service: 'places', path: '/api/v0.9/glossary', query: '' },
  { service: 'places', path: '/api/v0.9/counties', query: '' },
];
const METADATA: typeof ENDPOINTS = [
  { service: 'archive', path: '/api', query: '' },
  { service: 'places', path: '/api', query: '' },
];
const PROBE = '/api/v0.6/cbeg/1213';

describe('metadata of both services', () => {
  test.each([
    ['archive', 'Folklore Archive Collections Service', 'v0.6'],
    ['places', 'Place-Names Service', 'v0.9'],
  ] as const)('GET /api: name, version and status of the service (%s)', async (service, name, version) => {
    const told = body(await ask(service, '/api'));
    expect(told).toEqual({
      name,
      version,
      // The releases that have a path of their own.
      versions: [version, 'v1.0', 'v1.1'],
      documentation: '/openapi.json',
      status: 'pre-release',
    });
  });

  test('GET /api/v0.6: the same as GET /api', async () => {
    expect(body(await ask('archive', '/api/v0.6'))).toEqual(body(await ask('archive', '/api')));
  });
});

describe('path parameter id of both services', () => {
  test.each([
    ['/api/v0.6/cbed/{id}', 'archive', [9999, 1201]],
    ['/api/v0.6/cbeg/{id}', 'archive', [9999, 4101]],
    ['/api/v0.9/{id}', 'places', [9009999, 7001]],
  ] as const)(
    'GET %s id: what is not there is 404, what is no integer is 400 (%s)',
    async (template, service, missing) => {
      const path = template.replace('/{id}', '');
      for (const id of missing) problem(await ask(service, `${path}/${id}`), 404);
      for (const id of ['abc', '12x', '1.5', '-1']) {
        expect(problem(await ask(service, `${path}/${id}`), 400).detail).toContain(id);
      }
    },
  );

  test('GET /api/v0.6/cbed/{id} id: one that no number represents exactly is shown as requested', async () => {
    for (const id of ['9007199254740993', '99999999999999999999', '9'.repeat(100)]) {
      expect(problem(await ask('archive', `/api/v0.6/cbed/${id}`), 404).detail).toContain(
        `/api/v0.6/cbed/${id}`,
      );
    }
  });
});

describe('wire-format 2, methods', () => {
  each(
    [...METADATA, ...ENDPOINTS],
    (row) =>
      `GET ${shown(row.path)}: any method but GET, HEAD and OPTIONS is 405 with Allow (${row.service})`,
    async ({ service, path, query }) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const answer = await ask(service, path + query, { method });
        problem(answer, 405);
        const allow = (answer.headers.allow ?? '').split(/,\s*/).sort();
        expect(allow, `${method} ${path}`).toEqual(['GET', 'HEAD', 'OPTIONS']);
      }
    },
  );

  each(
    [...METADATA, ...ENDPOINTS],
    (row) => `GET ${shown(row.path)}: HEAD answers as GET does, without a body (${row.service})`,
    async ({ service, path, query }) => {
      const got = await ask(service, path + query);
      const headed = await ask(service, path + query, { method: 'HEAD' });
      expect(headed.status).toBe(200);
      expect(headed.bytes).toHaveLength(0);
      for (const name of ['content-type', 'etag', 'access-control-allow-origin']) {
        expect(headed.headers[name], name).toBe(got.headers[name]);
      }
    },
  );

  test('GET /api/v0.6/cbeg/{id}: HEAD of what is not there is 404', async () => {
    expect((await services.archive('/api/v0.6/cbeg/9999', { method: 'HEAD' })).status).toBe(404);
  });
});

describe('wire-format 2, trailing slash', () => {
  each(
    [...METADATA, ...ENDPOINTS],
    (row) => `GET ${shown(row.path)}: a trailing slash is optional (${row.service})`,
    async ({ service, path, query }) => {
      const [bare, slashed] = [await ask(service, path + query), await ask(service, `${path}/${query}`)];
      expect(bare.status).toBe(200);
      expect(slashed.status).toBe(200);
      expect(slashed.text).toBe(bare.text);
    },
  );
});

describe('wire-format 2, API key', () => {
  each(
    METADATA,
    (row) => `GET ${shown(row.path)}: needs no key (${row.service})`,
    async ({ service, path }) => {
      expect((await ask(service, path, { key: 'none' })).status).toBe(200);
      expect((await ask(service, `${path}/`, { key: 'none' })).status).toBe(200);
    },
  );

  each(
    ENDPOINTS,
    (row) => `GET ${shown(row.path)} apiKey: a missing or unknown key is 401 (${row.service})`,
    async ({ service, path, query }) => {
      problem(await ask(service, path + query, { key: 'none' }), 401);
      problem(await ask(service, path + query, { key: 'none', headers: { 'X-Api-Key': 'nobody' } }), 401);
      problem(await ask(service, `${path}${query ? `${query}&` : '?'}apiKey=nobody`, { key: 'none' }), 401);
    },
  );

  const basic = (user: string): Record<string, string> => ({
    Authorization: `Basic ${Buffer.from(`${user}:`).toString('base64')}`,
  });

  test('GET /api/v0.6/cbeg/{id} apiKey: in the header X-Api-Key', async () => {
    const { keys } = services;
    for (const [kind, status] of [
      ['public', 404],
      ['archive', 200],
      ['internal', 200],
    ] as const) {
      const headers = { 'X-Api-Key': keys[kind] };
      expect((await services.archive(PROBE, { key: 'none', headers })).status, kind).toBe(status);
    }
  });

  test('GET /api/v0.6/cbeg/{id} apiKey: as a query parameter', async () => {
    for (const [kind, status] of [
      ['public', 404],
      ['archive', 200],
      ['internal', 200],
    ] as const) {
      const key = encodeURIComponent(services.keys[kind]);
      expect((await services.archive(`${PROBE}?apiKey=${key}`, { key: 'none' })).status, kind).toBe(status);
    }
  });

  test('GET /api/v0.6/cbeg/{id} apiKey: as the user name of HTTP Basic with an empty password', async () => {
    for (const [kind, status] of [
      ['public', 404],
      ['archive', 200],
      ['internal', 200],
    ] as const) {
      const headers = basic(services.keys[kind]);
      expect((await services.archive(PROBE, { key: 'none', headers })).status, kind).toBe(status);
    }
    expect((await services.archive(PROBE, { key: 'none', headers: basic('nobody') })).status).toBe(401);
  });

  test('GET /api/v0.6/cbed apiKey: beside filters, and no filter itself', async () => {
    const key = encodeURIComponent(services.keys.public);
    const answer = await services.archive(`/api/v0.6/cbed?Gender=b&apiKey=${key}&Occupation=BT%C3%8D`, {
      key: 'none',
    });
    expect(idsOf(body(answer))).toEqual([9934567890]);
    problem(await services.archive(`/api/v0.6/cbe?apiKey=${key}`, { key: 'none' }), 400);
  });

  test('GET /api/v0.9 apiKey: all three forms, at the place-names service too', async () => {
    const key = services.keys.public;
    const path = '/api/v0.9?CategoryID=SRB';
    expect((await services.places(path, { key: 'none', headers: { 'X-Api-Key': key } })).status).toBe(200);
    expect((await services.places(`${path}&apiKey=${key}`, { key: 'none' })).status).toBe(200);
    expect((await services.places(path, { key: 'none', headers: basic(key) })).status).toBe(200);
  });

  test('GET /api/v0.6/cbeg/{id} apiKey: the header goes before the parameter, and that before Basic', async () => {
    const { keys } = services;
    const status = async (header?: string, parameter?: string, user?: string): Promise<number> => {
      const headers = { ...(header && { 'X-Api-Key': header }), ...(user && basic(user)) };
      const path = parameter ? `${PROBE}?apiKey=${parameter}` : PROBE;
      return (await services.archive(path, { key: 'none', headers })).status;
    };
    expect(await status(keys.public, keys.archive)).toBe(404);
    expect(await status(keys.archive, keys.public)).toBe(200);
    expect(await status(undefined, keys.public, keys.archive)).toBe(404);
    expect(await status(undefined, keys.archive, keys.public)).toBe(200);
    expect(await status(keys.public, undefined, keys.archive)).toBe(404);
    expect(await status(keys.archive, undefined, keys.public)).toBe(200);
    expect(await status(keys.archive, 'nobody', 'nobody')).toBe(200);
    expect(await status('nobody', keys.archive, keys.archive)).toBe(401);
    expect(await status(undefined, 'nobody', keys.archive)).toBe(401);
  });
});

describe('wire-format 2, errors', () => {
  test('GET /api/v0.6/cbe: problem+json with type, title, status, detail and errors', async () => {
    const answer = await services.archive('/api/v0.6/cbe?CollectorID=x');
    const told = problem(answer, 400);
    for (const name of ['type', 'title', 'detail'] as const) expect(told[name]).toBeTypeOf('string');
    expect(told.errors).toHaveLength(1);
    for (const fault of told.errors ?? []) {
      expect(Object.keys(fault).sort()).toEqual(['message', 'parameter', 'value']);
      expect(fault.parameter).toBe('CollectorID');
      expect(fault.value).toBe('x');
      expect(fault.message).toContain("'x'");
    }
  });

  test('GET /api/v0.6/cbe: 401, 403, 404 and 405 are problem+json too', async () => {
    const answers: [number, Answer][] = [
      [401, await services.archive('/api/v0.6/cbe?VolumeID=3101', { key: 'none' })],
      [403, await services.archive('/api/v0.6/cbe?VolumeID=3101&Status=4')],
      [404, await services.archive('/api/v0.6/cbe/nothing')],
      [405, await services.archive('/api/v0.6/cbe?VolumeID=3101', { method: 'DELETE' })],
    ];
    for (const [status, answer] of answers) {
      const told = problem(answer, status);
      for (const name of ['type', 'title', 'detail'] as const)
        expect(told[name], answer.text).toBeTypeOf('string');
    }
  });

  test('GET /api/v0.6/cbe: every fault of a request is named', async () => {
    const query = [
      'VolumeID=x',
      'PageID=1&PageID=2',
      'CollectorID=12x',
      'Country=XX',
      'Language=gaeilge',
      'DateFrom=193',
      'DateTo=later',
      'DateAccuracy=CIRCA',
      'CreatedSince=2016-13-01',
      'ModifiedBefore=soon',
      'Nonsense=1',
    ].join('&');
    const told = problem(await services.archive(`/api/v0.6/cbe?${query}`), 400);
    expect([...new Set(faultsOf(told))].sort()).toEqual([
      'CollectorID',
      'Country',
      'CreatedSince',
      'DateAccuracy',
      'DateFrom',
      'DateTo',
      'Language',
      'ModifiedBefore',
      'Nonsense',
      'PageID',
      'VolumeID',
    ]);
    for (const { message } of told.errors ?? []) expect(told.detail).toContain(message);
  });

  test('GET /api/v0.6/cbe: a missing filter is named beside the other faults', async () => {
    const told = problem(await services.archive('/api/v0.6/cbe?DateFrom=193&Nonsense=1'), 400);
    expect(faultsOf(told)).toEqual(expect.arrayContaining(['DateFrom', 'Nonsense']));
    expect(told.errors?.some(({ parameter }) => parameter.includes('CollectorID'))).toBe(true);
  });

  test('GET /api/v0.6/cbeg: every fault of a request is named', async () => {
    const query =
      'CountyID=Cork&Digitized=yes&Condition=4&PhotographerID=-1&DateTo=40&CreatedBefore=2015-02-30';
    const told = problem(await services.archive(`/api/v0.6/cbeg?${query}`), 400);
    expect(faultsOf(told).sort()).toEqual([
      'Condition',
      'CountyID',
      'CreatedBefore',
      'DateTo',
      'Digitized',
      'PhotographerID',
    ]);
  });

  test('GET /api/v0.6/cbes: every fault of a request is named', async () => {
    const query = 'SchoolCountyID=x&TeacherID=y&TopicID=z&Country=QQ&GazetteerID=w&ModifiedSince=1';
    const told = problem(await services.archive(`/api/v0.6/cbes?${query}`), 400);
    expect(faultsOf(told).sort()).toEqual([
      'Country',
      'GazetteerID',
      'ModifiedSince',
      'SchoolCountyID',
      'TeacherID',
      'TopicID',
    ]);
  });

  test('GET /api/v0.6/cbed: every fault of a request is named', async () => {
    const query = 'Gender=m&PlaceID=x&BirthDateFrom=99&BirthDateAccuracy=ABOUT&DeathDateTo=x&ModifiedSince=1';
    const told = problem(await services.archive(`/api/v0.6/cbed?${query}`), 400);
    expect(faultsOf(told).sort()).toEqual([
      'BirthDateAccuracy',
      'BirthDateFrom',
      'DeathDateTo',
      'Gender',
      'ModifiedSince',
      'PlaceID',
    ]);
  });

  test('GET /api/v0.9: every fault of a request is named', async () => {
    const query = [
      'PlaceID=x',
      'GlossaryID=y',
      'Latitude=91',
      'Longitude=181',
      'Radius=15001',
      'Accurate=maybe',
      'Gaeltacht=2',
      'PostOffice=no',
      'NorthernIreland=x',
      'ExcludeStreets=1',
      'CreatedBefore=x',
      'ModifiedSince=2020-00-01',
      'Page=0',
      'PerPage=1001',
      'Nonsense=1',
    ].join('&');
    const told = problem(await services.places(`/api/v0.9?${query}`), 400);
    expect([...new Set(faultsOf(told))].sort()).toEqual([
      'Accurate',
      'CreatedBefore',
      'ExcludeStreets',
      'Gaeltacht',
      'GlossaryID',
      'Latitude',
      'Longitude',
      'ModifiedSince',
      'Nonsense',
      'NorthernIreland',
      'Page',
      'PerPage',
      'PlaceID',
      'PostOffice',
      'Radius',
    ]);
  });

  test('GET /api/v0.6/cbe: what is not there is 404', async () => {
    for (const path of [
      '/',
      '/api/v0.5',
      '/api/v0.7',
      '/api/v0.6/cbex',
      '/api/v0.6/cbe/3101',
      '/api/v0.6/cbes/3101',
      '/api/v0.6/cbe/volumes/3101',
      '/api/v0.6/cbed/4101/names',
      '/api/v0.6/topics',
      '/api/v0.6/counties/100013',
      '/api/v0.9',
      '/api/v0.9/100010',
      '/api//v0.6',
      '/cbe',
    ]) {
      problem(await services.archive(path), 404);
    }
  });

  test('GET /api/v0.9: what is not there is 404', async () => {
    for (const path of [
      '/',
      '/api/v1.2',
      '/api/v0.6',
      '/api/v0.9/counties/100013',
      '/api/v0.9/9000012/names',
    ]) {
      problem(await services.places(path), 404);
    }
  });
});

describe('wire-format 2, messages', () => {
  test.each([
    ['/api/v0.6/cbe DateFrom', '?VolumeID=3101&DateFrom=193', "DateFrom: expected a year as YYYY, got '193'"],
    ['/api/v0.6/cbe GeoNameID', '?VolumeID=1&geonameid=x', "GeoNameID: expected a whole number, got 'x'"],
    ['/api/v0.6/cbe GazetteerID', '?GazetteerID=1&GeoNameID=1', 'GazetteerID: given more than once'],
    ['/api/v0.6/cbed', '?Wibble=1', 'Wibble: unknown parameter'],
    ['/api/v0.6/counties', '?CountyID=1', 'CountyID: unknown, /api/v0.6/counties takes no parameters'],
    ['/api/v0.6/cbe Status', '?VolumeID=1&Status=4', 'Status: needs a privileged key'],
  ])('GET %s: %s is the only fault: %s', async (title, query, message) => {
    const told = (await ask('archive', (title.split(' ')[0] ?? '') + query)).json as Problem;
    expect(told.errors?.map((fault) => fault.message)).toEqual([message]);
  });

  test.each([
    ['/api/v0.6/countys', '/api/v0.6/counties'],
    ['/api/v0.6/cbed/ocupations', '/api/v0.6/cbed/occupations'],
  ])('GET %s: the path that was probably meant is named, %s', async (path, meant) => {
    expect((await ask('archive', path)).text).toContain(`did you mean ${meant}?`);
  });

  test('GET /api/v0.6/cbe Status: forbidden among other faults is 403, and they are named as well', async () => {
    const told = problem(await ask('archive', '/api/v0.6/cbe?Status=1&DateFrom=x'), 403);
    expect(faultsOf(told)).toHaveLength(3);
    expect(faultsOf(told)).toEqual(expect.arrayContaining(['Status', 'DateFrom']));
  });

  test('GET /api/v0.6/cbe Status: is not suggested to a public key', async () => {
    const answer = await ask('archive', '/api/v0.6/cbe?VolumeID=3101&Statsu=1');
    problem(answer, 400);
    expect(answer.text).not.toContain('"Status"');
    expect(answer.text).not.toContain('mean Status');
  });
});

describe('wire-format 2, a parameter given twice', () => {
  test('GET /api/v0.6/cbe CollectorID: twice is 400, even with the same value', async () => {
    for (const query of ['CollectorID=4101&CollectorID=4109', 'CollectorID=4101&CollectorID=4101']) {
      const told = problem(await services.archive(`/api/v0.6/cbe?${query}`), 400);
      expect(faultsOf(told)).toContain('CollectorID');
    }
  });

  test('GET /api/v0.6/cbe CollectorID: twice in two letter cases is twice', async () => {
    const told = problem(await services.archive('/api/v0.6/cbe?CollectorID=4101&collectorid=4109'), 400);
    expect(faultsOf(told)).toContain('CollectorID');
  });

  test('GET /api/v0.6/cbed Gender: twice is 400', async () => {
    expect(faultsOf(problem(await services.archive('/api/v0.6/cbed?Gender=b&Gender=f'), 400))).toEqual([
      'Gender',
    ]);
  });

  test('GET /api/v0.9 CategoryID: twice is 400', async () => {
    const told = problem(await services.places('/api/v0.9?CategoryID=SR&CategoryID=B'), 400);
    expect(faultsOf(told)).toEqual(['CategoryID']);
  });

  test('GET /api/v0.9 Radius: every fault about a parameter that was sent has its value', async () => {
    for (const [path, name] of [
      ['/api/v0.9?PlaceID=100013&Radius=3000', 'Radius'],
      ['/api/v0.9?PlaceID=100013&Latitude=54.95', 'Latitude'],
      ['/api/v0.9?CategoryID=SR&CategoryID=B', 'CategoryID'],
    ] as const) {
      const told = problem(await services.places(path), 400);
      const fault = told.errors?.find(({ parameter }) => parameter === name);
      expect(fault, `${path}: ${JSON.stringify(told.errors)}`).toHaveProperty('value');
    }
  });
});

describe('wire-format 2, unknown parameters', () => {
  const nearest: { service: Service; path: string; query: string; wrong: string; right: string }[] = [
    {
      service: 'archive',
      path: '/api/v0.6/cbe',
      query: 'VolumeID=3101',
      wrong: 'ColectorID',
      right: 'CollectorID',
    },
    {
      service: 'archive',
      path: '/api/v0.6/cbes',
      query: 'VolumeID=1',
      wrong: 'SchoolCounty',
      right: 'SchoolCountyID',
    },
    {
      service: 'archive',
      path: '/api/v0.6/cbeg',
      query: 'CountyID=1',
      wrong: 'Digitised',
      right: 'Digitized',
    },
    {
      service: 'archive',
      path: '/api/v0.6/cbed',
      query: 'Gender=b',
      wrong: 'BirthDateform',
      right: 'BirthDateFrom',
    },
    { service: 'places', path: '/api/v0.9', query: 'PlaceID=100013', wrong: 'Gaeltact', right: 'Gaeltacht' },
  ];

  each(
    nearest,
    (row) => `GET ${shown(row.path)}: ${row.wrong} is 400 with the nearest name, ${row.right}`,
    async (row) => {
      const told = problem(await ask(row.service, `${row.path}?${row.query}&${row.wrong}=true`), 400);
      const fault = told.errors?.find(({ parameter }) => parameter === row.wrong);
      expect(fault?.value).toBe('true');
      expect(fault?.message).toContain(row.right);
    },
  );

  test('GET /api/v0.6/cbes: the answer says which names are accepted', async () => {
    const answer = await services.archive('/api/v0.6/cbes?VolumeID=3101&Zzzz=1');
    problem(answer, 400);
    for (const name of [
      ...['VolumeNumber', 'VolumeID', 'PageID', 'PartID', 'ItemID', 'SchoolCountyID', 'SchoolPlaceID'],
      ...[
        'TeacherID',
        'CollectorID',
        'InformantID',
        'PersonID',
        'CountyID',
        'PlaceID',
        'TopicID',
        'Language',
      ],
      ...['CreatedBefore', 'CreatedSince', 'ModifiedBefore', 'ModifiedSince', 'Country', 'GazetteerID'],
    ]) {
      expect(answer.text).toContain(`"${name}"`);
    }
  });

  test('GET /api/v0.6/counties: an unknown parameter is 400 where there are no parameters', async () => {
    for (const path of [
      '/api/v0.6/counties',
      '/api/v0.6/countries',
      '/api/v0.6/cbe/volumes',
      '/api/v0.6/cbes/volumes',
      '/api/v0.6/cbes/topics',
      '/api/v0.6/cbed/occupations',
      '/api/v0.6/cbed/4101',
      '/api/v0.6/cbeg/1201',
      '/api/v0.6/cbeg/topics/handbook',
    ]) {
      expect(faultsOf(problem(await services.archive(`${path}?Zzzz=1`), 400)), path).toEqual(['Zzzz']);
    }
  });

  test('GET /api/v0.9/counties: an unknown parameter is 400 where there are no parameters', async () => {
    for (const path of ['/counties', '/glossary', '/features', '/administrative-units', '/9000012']) {
      expect(faultsOf(problem(await services.places(`/api/v0.9${path}?Zzzz=1`), 400)), path).toEqual([
        'Zzzz',
      ]);
    }
  });

  test('GET /api/v0.6/cbed: a lenient service ignores it and names it in X-Ignored-Parameters', async () => {
    const lenient = await start(undefined, { lenient: true });
    try {
      const answer = await lenient.archive('/api/v0.6/cbed?Gender=b&Zzzz=1&Colour=red');
      expect(idsOf(body(answer))).toEqual([4105, 4106, 4109, 4111, 4113, 9934567890]);
      const ignored = String(answer.headers['x-ignored-parameters']).split(/,\s*/);
      expect(ignored.sort()).toEqual(['Colour', 'Zzzz']);
      expect((await lenient.archive('/api/v0.6/cbed?Gender=b')).headers).not.toHaveProperty(
        'x-ignored-parameters',
      );
      problem(await lenient.archive('/api/v0.6/cbed?Gender=m&Zzzz=1'), 400);
      problem(await lenient.archive('/api/v0.6/cbe?Zzzz=1'), 400);
      const places = await lenient.places('/api/v0.9?CategoryID=SRB&Zzzz=1');
      expect(places.status).toBe(200);
      expect(places.headers['x-ignored-parameters']).toBe('Zzzz');
    } finally {
      await lenient.close();
    }
  });
});

describe('wire-format 2, letter case of parameter names', () => {
  const odd: { service: Service; path: string; name: string; proper: string; strange: string }[] = [
    {
      service: 'archive',
      path: '/api/v0.6/cbe',
      name: 'CollectorID',
      proper: 'CollectorID=4109',
      strange: 'COLLECTORID=4109',
    },
    {
      service: 'archive',
      path: '/api/v0.6/cbe',
      name: 'DateFrom',
      proper: 'VolumeID=3101&DateFrom=1937',
      strange: 'volumeid=3101&dAtEfRoM=1937',
    },
    {
      service: 'archive',
      path: '/api/v0.6/cbes',
      name: 'SchoolCountyID',
      proper: 'SchoolCountyID=100010',
      strange: 'schoolCountyId=100010',
    },
    {
      service: 'archive',
      path: '/api/v0.6/cbeg',
      name: 'GeoNameID',
      proper: 'GeoNameID=990000101',
      strange: 'geonameid=990000101',
    },
    {
      service: 'archive',
      path: '/api/v0.6/cbed',
      name: 'AinmID',
      proper: 'AinmID=99001',
      strange: 'AINMID=99001',
    },
    {
      service: 'archive',
      path: '/api/v0.6/cbed',
      name: 'BiographyID',
      proper: 'BiographyID=99001',
      strange: 'biographyId=99001',
    },
    {
      service: 'places',
      path: '/api/v0.9',
      name: 'ExcludeStreets',
      proper: 'CategoryID=SR&ExcludeStreets=false',
      strange: 'categoryid=SR&excludestreets=false',
    },
    {
      service: 'places',
      path: '/api/v0.9',
      name: 'Latitude',
      proper: 'Latitude=54.95&Longitude=-8.25',
      strange: 'latitude=54.95&LONGITUDE=-8.25',
    },
  ];

  each(
    odd,
    (row) => `GET ${shown(row.path)} ${row.name}: any letter case, answered as if spelt properly`,
    async (row) => {
      const expected = await ask(row.service, `${row.path}?${row.proper}`);
      const answer = await ask(row.service, `${row.path}?${row.strange}`);
      expect(body<unknown>(answer)).toEqual(body<unknown>(expected));
      expect(expected.text.length).toBeGreaterThan(100);
    },
  );

  test('GET /api/v0.6/cbe VolumeID: a malformed value under an odd spelling is named properly', async () => {
    const told = problem(await services.archive('/api/v0.6/cbe?volumeid=x'), 400);
    expect(faultsOf(told).map((name) => name.toLowerCase())).toContain('volumeid');
  });

  test('GET /api/v0.6/cbeg/{id} apiKey: in odd letter case', async () => {
    const key = services.keys.archive;
    expect((await services.archive(`${PROBE}?APIKEY=${key}`, { key: 'none' })).status).toBe(200);
    expect((await services.archive(`${PROBE}?apikey=${key}`, { key: 'none' })).status).toBe(200);
  });
});

describe('wire-format 2, caching, compression, CORS', () => {
  each(
    [...METADATA, ...ENDPOINTS],
    (row) => `GET ${shown(row.path)}: a strong ETag, and 304 for If-None-Match (${row.service})`,
    async ({ service, path, query }) => {
      const first = await ask(service, path + query);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^"[^"]+"$/);
      expect((await ask(service, path + query)).headers.etag).toBe(etag);
      for (const value of [etag, `"other", ${etag}`]) {
        const again = await ask(service, path + query, { headers: { 'If-None-Match': value } });
        expect(again.status, value).toBe(304);
        expect(again.bytes).toHaveLength(0);
        expect(again.headers.etag).toBe(etag);
      }
      const changed = await ask(service, path + query, { headers: { 'If-None-Match': '"other"' } });
      expect(changed.status).toBe(200);
      expect(changed.text).toBe(first.text);
    },
  );

  test('GET /api/v0.6/cbeg/{id}: another body has another ETag', async () => {
    const etag = async (path: string, key: 'public' | 'archive') =>
      (await services.archive(path, { key })).headers.etag;
    const tags = [
      await etag('/api/v0.6/cbeg/1201', 'public'),
      await etag('/api/v0.6/cbeg/1201', 'archive'),
      await etag('/api/v0.6/cbeg/1202', 'public'),
      await etag('/api/v0.6/cbed/4101', 'public'),
    ];
    expect(new Set(tags).size).toBe(4);
  });

  test('GET /api/v0.6/cbe VolumeID: gzip when it is accepted, and only then', async () => {
    const path = '/api/v0.6/cbe?VolumeID=3101';
    const plain = await services.archive(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const accepted of ['gzip', 'deflate, gzip;q=1.0', 'gzip;q=0.5']) {
      const zipped = await services.archive(path, { headers: { 'Accept-Encoding': accepted } });
      expect(zipped.headers['content-encoding'], accepted).toBe('gzip');
      expect(gunzipSync(zipped.bytes).toString('utf8')).toBe(plain.text);
      expect(zipped.bytes.length).toBeLessThan(plain.bytes.length / 2);
    }
    for (const accepted of ['identity', 'gzip;q=0', 'br']) {
      const answer = await services.archive(path, { headers: { 'Accept-Encoding': accepted } });
      expect(answer.headers['content-encoding'], accepted).toBeUndefined();
      expect(answer.text).toBe(plain.text);
    }
  });

  test('GET /api/v0.9 PlaceID: gzip, with a strong ETag that gives 304', async () => {
    const headers = { 'Accept-Encoding': 'gzip' };
    const zipped = await services.places('/api/v0.9?PlaceID=100013', { headers });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    const etag = String(zipped.headers.etag);
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await services.places('/api/v0.9?PlaceID=100013', {
      headers: { ...headers, 'If-None-Match': etag },
    });
    expect(again.status).toBe(304);
  });

  each(
    [...METADATA, ...ENDPOINTS],
    (row) => `GET ${shown(row.path)}: open to every origin (${row.service})`,
    async ({ service, path, query }) => {
      const answer = await ask(service, path + query, { headers: { Origin: 'https://reader.example.org' } });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    },
  );
});
