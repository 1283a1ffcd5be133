import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { body, each, type Json, type KeyKind, problem, type Services, shown, start } from './support.js';
import {
  folder,
  publicPhotograph,
  publicVolume,
  read,
  SECRETS,
  summary,
  topicLists,
  withTitles,
} from './truth.js';

let services: Services;
beforeAll(async () => {
  services = await start();
});
afterAll(() => services.close());

const KINDS: KeyKind[] = ['public', 'archive', 'internal'];
const CBE = folder('archive/cbe');
/** An item of the schools collection has a title always, null where there is none (wire-format 1). */
const CBES = folder('archive/cbes').map(withTitles);
const CBEG = folder('archive/cbeg');
const CBED = folder('archive/cbed');
const PLACES = folder('placenames/places');
const ROW = KINDS.map((key) => ({ key }));

const kept = (records: (Json | undefined)[]): Json[] => records.filter((record) => record !== undefined);
const volumesFor = (key: KeyKind, truth: Json[]): Json[] =>
  key === 'public' ? kept(truth.map(publicVolume)) : truth;
const photographsFor = (key: KeyKind): Json[] => (key === 'public' ? kept(CBEG.map(publicPhotograph)) : CBEG);

async function wholeVolumes(path: string, key: KeyKind, truth: Json[]): Promise<void> {
  const expected = volumesFor(key, truth);
  for (const volume of truth) {
    const wanted = expected.filter(({ id }) => id === volume.id);
    for (const query of [`VolumeID=${volume.id}`, `VolumeNumber=${volume.volumeNumber}`]) {
      const told = body<Json[]>(await services.archive(`${path}?${query}`, { key }));
      expect(topicLists(told), query).toEqual(topicLists(wanted));
    }
  }
}

describe('wire-format 3, what each kind of key sees: the full truth or its public view', () => {
  each(
    ROW,
    (row) => `GET /api/v0.6/cbe VolumeID: every whole volume, ${row.key} key`,
    async ({ key }) => {
      await wholeVolumes('/api/v0.6/cbe', key, CBE);
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/cbes VolumeID: every whole volume, ${row.key} key`,
    async ({ key }) => {
      await wholeVolumes('/api/v0.6/cbes', key, CBES);
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/cbe/volumes: every volume in short, ${row.key} key`,
    async ({ key }) => {
      const told = body<Json[]>(await services.archive('/api/v0.6/cbe/volumes', { key }));
      expect(told).toEqual(volumesFor(key, CBE).map(summary));
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/cbes/volumes: every volume in short, ${row.key} key`,
    async ({ key }) => {
      const told = body<Json[]>(await services.archive('/api/v0.6/cbes/volumes', { key }));
      expect(told).toEqual(volumesFor(key, CBES).map(summary));
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/cbeg/{id}: every photograph, ${row.key} key`,
    async ({ key }) => {
      const expected = new Map(photographsFor(key).map((photograph) => [photograph.id, photograph]));
      for (const { id } of CBEG) {
        const answer = await services.archive(`/api/v0.6/cbeg/${id}`, { key });
        if (expected.has(id)) expect(body(answer)).toEqual(expected.get(id));
        else problem(answer, 404);
      }
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/cbeg: the photographs of a county and of a person, ${row.key} key`,
    async ({ key }) => {
      const visible = new Map(photographsFor(key).map((photograph) => [photograph.id, photograph]));
      for (const [query, ids] of [
        ['CountyID=100013', [1201, 1202, 1203, 1204, 1211, 1213, 1214]],
        ['PersonID=4101', [1201, 1202, 1204, 1209, 1211, 1213, 1214]],
        ['RelevantPersonID=4105', [1208]],
        ['Country=GB-NIR', [1210]],
      ] as const) {
        const told = body<Json[]>(await services.archive(`/api/v0.6/cbeg?${query}`, { key }));
        expect(told, query).toEqual(ids.filter((id) => visible.has(id)).map((id) => visible.get(id)));
      }
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/cbed: every person, ${row.key} key`,
    async ({ key }) => {
      expect(body<Json[]>(await services.archive('/api/v0.6/cbed', { key }))).toEqual(CBED);
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/cbed/{id}: every person, ${row.key} key`,
    async ({ key }) => {
      for (const person of CBED) {
        expect(body(await services.archive(`/api/v0.6/cbed/${person.id}`, { key }))).toEqual(person);
      }
    },
  );

  const byKey = (records: Json[], name: string): Json[] =>
    [...records].sort((a, b) => (String(a[name]) < String(b[name]) ? -1 : 1));

  const same = async (path: string, file: string, key: KeyKind, name = 'id'): Promise<void> => {
    const told = body<Json[]>(await services.archive(path, { key }));
    expect(byKey(told, name)).toEqual(byKey(read<Json[]>(file), name));
  };

  each(
    ROW,
    (row) => `GET /api/v0.6/cbed/occupations: the same for the ${row.key} key`,
    async ({ key }) => {
      await same('/api/v0.6/cbed/occupations', 'archive/occupations.json', key);
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/cbeg/topics/handbook: the same for the ${row.key} key`,
    async ({ key }) => {
      await same('/api/v0.6/cbeg/topics/handbook', 'archive/handbook-topics.json', key);
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/counties: the same for the ${row.key} key`,
    async ({ key }) => {
      await same('/api/v0.6/counties', 'archive/counties.json', key, 'logainmID');
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/countries: the same for the ${row.key} key`,
    async ({ key }) => {
      await same('/api/v0.6/countries', 'archive/countries.json', key, 'isoCode');
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.6/cbes/topics: the same for the ${row.key} key`,
    async ({ key }) => {
      const told = body<Json[]>(await services.archive('/api/v0.6/cbes/topics', { key }));
      expect(topicLists(told)).toEqual(topicLists(read('archive/schools-topics.json')));
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.9/{id}: every place, ${row.key} key`,
    async ({ key }) => {
      const lists = [
        'featured',
        'glossary',
        'categories',
        'includedIn',
        'includes',
        'gridReferences',
        'images',
      ];
      const empty = Object.fromEntries(
        [...lists, 'links', 'bornHere', 'folklore', 'sameAs'].map((name) => [name, []]),
      );
      for (const place of PLACES) {
        expect(body(await services.places(`/api/v0.9/${place.id}`, { key }))).toEqual({ ...empty, ...place });
      }
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.9 PlaceID: the records of a list are those of {id}, ${row.key} key`,
    async ({ key }) => {
      const { places } = body<{ places: Json[] }>(await services.places('/api/v0.9?PlaceID=100013', { key }));
      for (const place of places) {
        expect(place).toEqual(body(await services.places(`/api/v0.9/${place.id}`, { key })));
      }
      expect(places).toHaveLength(15);
    },
  );

  each(
    ROW,
    (row) => `GET /api/v0.9/counties: the counties as places, ${row.key} key`,
    async ({ key }) => {
      const told = body<Json[]>(await services.places('/api/v0.9/counties', { key }));
      expect(told).toEqual(PLACES.filter(({ id }) => Number(id) < 200000));
    },
  );

  each(
    [
      { path: '/api/v0.9/administrative-units', file: 'placenames/administrative-units.json' },
      { path: '/api/v0.9/features', file: 'placenames/features.json' },
      { path: '/api/v0.9/glossary', file: 'placenames/glossary.json' },
    ],
    (row) => `GET ${shown(row.path)}: the same for every key`,
    async ({ path, file }) => {
      for (const key of KINDS) {
        const told = body<Json[]>(await services.places(path, { key }));
        expect(byKey(told, 'id')).toEqual(byKey(read<Json[]>(file), 'id'));
      }
    },
  );
});

describe('wire-format 3, what a public key never sees', () => {
  /** Everything that the archive lets be asked: whole volumes, every filter that could lead to a secret. */
  const PATHS = [
    '/api/v0.6',
    '/api/v0.6/cbe/volumes',
    '/api/v0.6/cbes/volumes',
    '/api/v0.6/cbes/topics',
    '/api/v0.6/cbed',
    '/api/v0.6/cbed/occupations',
    '/api/v0.6/cbeg/topics/handbook',
    '/api/v0.6/counties',
    '/api/v0.6/countries',
    ...CBE.map(({ id }) => `/api/v0.6/cbe?VolumeID=${id}`),
    ...CBES.map(({ id }) => `/api/v0.6/cbes?VolumeID=${id}`),
    ...CBEG.map(({ id }) => `/api/v0.6/cbeg/${id}`),
    ...CBED.flatMap(({ id }) => [
      `/api/v0.6/cbed/${id}`,
      `/api/v0.6/cbe?PersonID=${id}`,
      `/api/v0.6/cbeg?PersonID=${id}`,
    ]),
    ...[100000, 100002, 100010, 100013, 100015, 100023].flatMap((id) => [
      `/api/v0.6/cbe?CountyID=${id}`,
      `/api/v0.6/cbes?CountyID=${id}`,
      `/api/v0.6/cbes?SchoolCountyID=${id}`,
      `/api/v0.6/cbeg?CountyID=${id}`,
    ]),
    '/api/v0.6/cbe?VolumeNumber=8472X',
    '/api/v0.6/cbe?PageID=506',
    '/api/v0.6/cbe?PageID=507',
    '/api/v0.6/cbe?PageID=516',
    '/api/v0.6/cbe?PageID=542',
    '/api/v0.6/cbe?PartID=2105',
    '/api/v0.6/cbe?ItemID=7003',
    '/api/v0.6/cbe?ItemID=7004',
    '/api/v0.6/cbe?ItemID=7012',
    '/api/v0.6/cbe?ItemID=7030',
    '/api/v0.6/cbes?ItemID=7102',
    '/api/v0.6/cbes?PageID=603',
    '/api/v0.6/cbes?PageID=607',
    '/api/v0.6/cbes?InformantID=5090',
    '/api/v0.6/cbes?VolumeID=3101&TopicID=6051',
    '/api/v0.6/cbes?VolumeID=3101&ModifiedSince=2015-01-01',
  ];
  const PRIVILEGED = [
    ...['status', 'sensitive', 'approved', 'moderated', 'extraInfoStatus', 'archivedDescriptionStatus'],
    ...['archivedInfo', 'operator'],
  ];

  test('GET /api/v0.6/cbe: no secret word and no privileged field in any public answer', async () => {
    const found: string[] = [];
    for (const path of PATHS) {
      const { text } = await services.archive(path);
      for (const word of SECRETS)
        if (text.includes(word) && !path.includes(word)) found.push(`${path}: ${word}`);
      if (path === '/api/v0.6') continue;
      if (!text.includes('"errors"') && !text.includes('"detail"')) {
        for (const name of PRIVILEGED) if (text.includes(`"${name}"`)) found.push(`${path}: ${name}`);
      }
    }
    expect(found).toEqual([]);
  });

  test('GET /api/v0.6/cbe: a privileged key meets every secret word', async () => {
    for (const key of ['archive', 'internal'] as const) {
      const texts = await Promise.all(
        PATHS.map(async (path) => (await services.archive(path, { key })).text),
      );
      const all = texts.join('\n');
      expect(SECRETS.filter((word) => !all.includes(word))).toEqual([]);
    }
  });

  test('GET /api/v0.6/cbe ItemID: a sensitive page disappears with every reference to it', async () => {
    const answer = await services.archive('/api/v0.6/cbe?ItemID=7012');
    expect(body<Json[]>(answer)).toHaveLength(1);
    expect(answer.text).not.toMatch(/\b516\b/);
    const [volume] = body<{ pages: Json[]; parts: { items: Json[] }[] }[]>(answer);
    expect(volume?.pages.map(({ id }) => id)).toEqual([512, 515]);
    expect(volume?.parts[0]?.items[0]?.pages).toEqual([515]);
  });

  test('GET /api/v0.6/cbe ItemID: a link to a sensitive item disappears, the others stay', async () => {
    const links = async (key: KeyKind) => {
      const told = body<{ parts: { items: Json[] }[] }[]>(
        await services.archive('/api/v0.6/cbe?ItemID=7004', { key }),
      );
      return told[0]?.parts[0]?.items[0]?.linkedItems;
    };
    const previous = { partID: 2101, pageID: 503, itemID: 7002, sequence: 'PREV' };
    expect(await links('public')).toEqual([previous]);
    expect(await links('archive')).toEqual([
      previous,
      { partID: 2101, pageID: 506, itemID: 7003, sequence: 'NEXT' },
    ]);
  });

  test('GET /api/v0.6/cbeg/{id}: what is hidden is the same 404 as what is not there', async () => {
    const { text } = await services.archive('/api/v0.6/cbeg/9999');
    for (const id of ['1213', '1214']) {
      const hidden = await services.archive(`/api/v0.6/cbeg/${id}`);
      problem(hidden, 404);
      expect(hidden.text.replaceAll(id, '9999')).toBe(text);
    }
  });

  test('GET /api/v0.6/cbes PageID: transcripts of a sensitive item and unapproved ones disappear', async () => {
    const transcripts = async (page: number, key: KeyKind) => {
      const told = body<{ pages: { id: number; transcripts: { id: number }[] }[] }[]>(
        await services.archive('/api/v0.6/cbes?VolumeID=3101', { key }),
      );
      return told[0]?.pages.find(({ id }) => id === page)?.transcripts.map(({ id }) => id);
    };
    expect(await transcripts(603, 'public')).toEqual([8003]);
    expect(await transcripts(603, 'archive')).toEqual([8003, 8004]);
    expect(await transcripts(607, 'public')).toEqual([8007]);
    expect(await transcripts(607, 'internal')).toEqual([8006, 8007]);
  });

  test('GET /api/v0.6/cbeg/{id}: extra info and description only when published', async () => {
    const names = async (id: number, key: KeyKind) =>
      Object.keys(body(await services.archive(`/api/v0.6/cbeg/${id}`, { key }))).filter((name) =>
        /^(extraInfo|archivedDescription|archivedInfo)/.test(name),
      );
    expect((await names(1201, 'public')).sort()).toEqual([
      'archivedDescription',
      'extraInfoEN',
      'extraInfoGA',
    ]);
    expect((await names(1202, 'public')).sort()).toEqual(['archivedDescription']);
    expect(await names(1203, 'public')).toEqual([]);
    expect(await names(1209, 'public')).toEqual(['archivedDescription']);
    expect((await names(1209, 'archive')).sort()).toEqual([
      'archivedDescription',
      'archivedDescriptionStatus',
      'archivedInfo',
    ]);
  });

  test('GET /api/v0.6/cbeg/{id}: digitization stays, its operator does not', async () => {
    const digitization = async (key: KeyKind) =>
      body<{ digitization: Json }>(await services.archive('/api/v0.6/cbeg/1209', { key })).digitization;
    expect(await digitization('public')).toEqual({
      dateCaptured: '03/11/2009',
      captureDevice: 'Flatbed Model 7',
      captureSoftware: 'ScanKit 3.1',
      sourceCondition: 'good',
      copyNote: 'first copy',
      mimeType: 'image/jpeg',
      imageBitDepth: '8',
      imageEditor: 'PixelTidy 2',
      imageResolution: '1200',
      imageSize: '4800 x 3600',
      fileSize: '4.2 MB',
      computerOS: 'Workstation OS 5',
      storage: 'D:\\masters\\cbeg',
    });
    expect((await digitization('archive')).operator).toBe('Tadhg Sprocketlow');
  });

  test('GET /api/v0.6/cbe: archive users and internal clients have the same rights', async () => {
    for (const path of PATHS) {
      const [one, other] = [
        await services.archive(path, { key: 'archive' }),
        await services.archive(path, { key: 'internal' }),
      ];
      expect(one.status).toBe(200);
      expect(other.text, path).toBe(one.text);
    }
  });
});
