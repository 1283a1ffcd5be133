import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, body, type Json, type KeyKind, type Services, start } from './support.js';

let services: Services;
let edges: Services;
/** Every kind of answer, of both worlds and both services, to a public and to a privileged key. */
let answers: Answer[];

const ARCHIVE = [
  '/api',
  '/api/v0.6',
  '/api/v0.6/cbe/volumes',
  '/api/v0.6/cbes/volumes',
  '/api/v0.6/cbes/topics',
  '/api/v0.6/cbed',
  '/api/v0.6/cbed/occupations',
  '/api/v0.6/cbeg/topics/handbook',
  '/api/v0.6/counties',
  '/api/v0.6/countries',
];
const SAMPLE = [
  ...[3101, 3102, 3103].map((id) => `/api/v0.6/cbe?VolumeID=${id}`),
  ...[3101, 3202].map((id) => `/api/v0.6/cbes?VolumeID=${id}`),
  '/api/v0.6/cbeg?PersonID=4101',
  ...[1205, 1208, 1210, 1212].map((id) => `/api/v0.6/cbeg/${id}`),
  '/api/v0.6/cbed/4101',
];
const SMALL = [
  ...[9, 10, 11].map((id) => `/api/v0.6/cbe?VolumeID=${id}`),
  '/api/v0.6/cbes?VolumeID=19',
  '/api/v0.6/cbeg?CountyID=100005',
  '/api/v0.6/cbed/100',
];
const PLACES = [
  '/api/v0.9/administrative-units',
  '/api/v0.9/features',
  '/api/v0.9/glossary',
  '/api/v0.9/counties',
];

beforeAll(async () => {
  services = await start();
  edges = await start(new URL('./world-edges/', import.meta.url));
  const asked: Promise<Answer>[] = [];
  for (const key of ['public', 'archive'] as const) {
    for (const path of [...ARCHIVE, ...SAMPLE]) asked.push(services.archive(path, { key }));
    for (const path of [...ARCHIVE, ...SMALL]) asked.push(edges.archive(path, { key }));
    for (const path of [
      ...PLACES,
      '/api/v0.9?PlaceID=9000001',
      '/api/v0.9/9000030',
      '/api/v0.9?PlaceID=100010',
    ]) {
      asked.push(services.places(path, { key }));
    }
    for (const path of [...PLACES, '/api/v0.9?PlaceID=100009', '/api/v0.9/9000930']) {
      asked.push(edges.places(path, { key }));
    }
  }
  answers = (await Promise.all(asked)).filter(({ status }) => status === 200);
});
afterAll(async () => {
  await services.close();
  await edges.close();
});

/** Visits every member of every object, however deep. */
function visit(value: unknown, see: (name: string, member: unknown, owner: Json) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, see);
  else if (value !== null && typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) {
      see(name, member, value as Json);
      visit(member, see);
    }
  }
}

/** What is wrong with the answers, each complaint once. */
function complaints(see: (name: string, member: unknown, owner: Json) => string | undefined): string[] {
  const found = new Set<string>();
  for (const { json } of answers) {
    visit(json, (name, member, owner) => {
      const complaint = see(name, member, owner);
      if (complaint !== undefined) found.add(complaint);
    });
  }
  return [...found];
}

const one = async (path: string, key: KeyKind = 'public', from = services): Promise<Json> =>
  body<Json>(await from.archive(path, { key }));

const first = async (path: string, from: Services, key: KeyKind = 'public'): Promise<Json> => {
  const [volume] = body<Json[]>(await from.archive(path, { key }));
  if (volume === undefined) throw new Error(`nothing at ${path}`);
  return volume;
};

const inside = (record: Json, name: string): Json[] => record[name] as Json[];
const lists = (record: Json): string[] =>
  Object.entries(record)
    .flatMap(([name, value]) => (Array.isArray(value) ? [name] : []))
    .sort();

describe('wire-format 1, conventions for every body', () => {
  test('GET /api/v0.6/cbe: application/json; charset=utf-8, UTF-8 without BOM', () => {
    expect(answers.length).toBeGreaterThan(70);
    for (const { headers, bytes, text, url } of answers) {
      expect(headers['content-type'], url).toBe('application/json; charset=utf-8');
      expect(bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])), url).toBe(false);
      expect(text, url).not.toContain('\uFFFD');
    }
  });

  test('GET /api/v0.6/cbe: keys are camelCase, acronyms stay upper case', () => {
    const wrong = complaints((name) => {
      if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return name;
      return /[a-z](Id|Ids|En|Ga|Uri|Iso)$/.test(name) ? name : undefined;
    });
    expect(wrong).toEqual([]);
  });

  test('GET /api/v0.6/cbed: identifiers in the dictionary’s spelling, never in the document’s', () => {
    const seen = new Set<string>();
    complaints((name) => {
      seen.add(name);
      return undefined;
    });
    for (const name of ['geoNameID', 'ainmID', 'viafID', 'logainmID', 'isoCode', 'nameEN', 'nameGA']) {
      expect(seen).toContain(name);
    }
    for (const name of ['gazetteerID', 'biographyID', 'authorityID', 'placeId', 'countyID', 'genetive']) {
      expect(seen).not.toContain(name);
    }
  });

  test('GET /api/v0.6/cbe: a single value that is missing is absent, not null and not empty', () => {
    const titles = ['title'];
    expect(
      complaints((name, member) =>
        (member === null && !titles.includes(name)) || member === '' ? name : undefined,
      ),
    ).toEqual([]);
  });

  test('GET /api/v0.6/cbes: an item has a title always, null where there is none', () => {
    const seen = new Set<unknown>();
    const wrong = complaints((name, member, owner) => {
      if (name !== 'items') return undefined;
      const items = (member as Json[]).filter(() => 'teachers' in owner);
      for (const item of items) seen.add(item.title === null ? null : typeof item.title);
      return items.every((item) => 'title' in item) ? undefined : `items of ${owner.id}`;
    });
    expect(wrong).toEqual([]);
    expect(seen).toEqual(new Set([null, 'string']));
  });

  test('GET /api/v0.9 PlaceID: forms, subNames and resources are absent when there are none', () => {
    const absent = ['forms', 'subNames', 'resources', 'similarNames', 'relatedNames'];
    expect(
      complaints((name, member) =>
        absent.includes(name) && (member as unknown[]).length === 0 ? name : undefined,
      ),
    ).toEqual([]);
  });

  test('GET /api/v0.6/cbe: timestamps are ISO 8601 UTC, up to 7 fractional digits, trailing zeros trimmed', () => {
    const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,6}[1-9])?Z$/;
    let count = 0;
    const wrong = complaints((name, member) => {
      if (!['dateCreated', 'dateModified', 'editorsPick', 'featured'].includes(name)) return undefined;
      const bad = [member].flat().filter((each) => typeof each !== 'string' || !stamp.test(each));
      count += 1;
      return bad.length > 0 ? `${name}: ${bad.join()}` : undefined;
    });
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(300);
  });

  test('GET /api/v0.6/cbe: reduced dates are strings, their numbers are numbers', () => {
    const wrong = complaints((name, member) => {
      if (/^iso(Start|End)?Date$/.test(name)) {
        return /^\d{4}(-\d\d(-\d\d)?)?$/.test(String(member)) && typeof member === 'string'
          ? undefined
          : name;
      }
      if (/^(year|month|day|period(Start|End)(Year|Month|Day))$/.test(name)) {
        return Number.isInteger(member) ? undefined : name;
      }
      return undefined;
    });
    expect(wrong).toEqual([]);
  });

  test('GET /api/v0.6/cbed: integers are JSON numbers, kept exact above 2^31', async () => {
    const wrong = complaints((name, member, owner) => {
      if (name === 'id') {
        const code = ['nameEN', 'topicEN', 'namePluralEN'].some((each) => each in owner);
        return Number.isSafeInteger(member) || code ? undefined : `id ${String(member)}`;
      }
      const integers = [
        ...['logainmID', 'geoNameID', 'ainmID', 'viafID', 'partID', 'pageID', 'itemID', 'firstPageID'],
        ...['lastPageID', 'pageCount', 'partCount', 'itemCount', 'count', 'replacementID'],
        ...['easting', 'northing', 'totalCount'],
        // Not the status of the metadata, nor the words about a condition in archivedInfo.
        ...('id' in owner ? ['condition', 'status'] : []),
      ];
      return integers.includes(name) && !Number.isSafeInteger(member) ? name : undefined;
    });
    expect(wrong).toEqual([]);
    const { text } = await services.archive('/api/v0.6/cbed/9934567890');
    expect(text).toMatch(/"id":\s*9934567890\b/);
    expect(text).toMatch(/"viafID":\s*9934567890\b/);
  });

  test('GET /api/v0.6/cbe: listingOrder is a string holding a number, pageNumber a string', () => {
    const wrong = complaints((name, member) => {
      if (name === 'listingOrder') return typeof member === 'string' && /^\d/.test(member) ? undefined : name;
      if (name === 'pageNumber' || name === 'volumeNumber')
        return typeof member === 'string' ? undefined : name;
      return undefined;
    });
    expect(wrong).toEqual([]);
  });

  test('GET /api/v0.6/cbed/{id}: keys in the order of the dictionary', async () => {
    const { text } = await services.archive('/api/v0.6/cbed/4116');
    expect(text).toBe(
      '{"id":4116,"dateCreated":"2017-01-09T11:02:00Z","names":[{"fullName":"Bean Uí Thnúthghaile"}],' +
        '"counties":[],"addressesIreland":[],"countries":[],"addressesAbroad":[],"occupations":[]}',
    );
  });

  test('GET /api/v0.6/cbed: gender is b or f', () => {
    const wrong = complaints((name, member) =>
      name === 'gender' && member !== 'b' && member !== 'f' ? String(member) : undefined,
    );
    expect(wrong).toEqual([]);
  });

  test('GET /api/v0.6/cbe: text keeps tags, entities, dots, Tironian et and decomposed accents', async () => {
    const { text } = await services.archive('/api/v0.6/cbe?VolumeID=3101');
    expect(text).toContain('⁊');
    expect(text).toContain('<i>');
    expect(text).toContain('&amp;');
    const schools = body<Json[]>(await services.archive('/api/v0.6/cbes?ItemID=7101'));
    expect(JSON.stringify(schools)).toContain('\\r\\n');
  });
});

describe('wire-format 1, an empty list is sent as []', () => {
  /** Records of the small world from which every optional list was left out. */
  test('GET /api/v0.6/cbe VolumeID: of a part and of an item', async () => {
    const volume = await first('/api/v0.6/cbe?VolumeID=10', edges);
    const [part] = inside(volume, 'parts');
    expect(lists(part ?? {})).toEqual([
      'collectors',
      'counties',
      'countries',
      'informants',
      'items',
      'locationsAbroad',
      'locationsIreland',
      'relevantPersons',
      'titlePages',
    ]);
    const [item] = inside(part ?? {}, 'items');
    expect(lists(item ?? {})).toEqual([
      'collectors',
      'contentModes',
      'contentScripts',
      'counties',
      'countries',
      'editorsPick',
      'informants',
      'languages',
      'linkedItems',
      'locationsAbroad',
      'locationsIreland',
      'pages',
      'relevantPersons',
    ]);
    const [page] = inside(volume, 'pages');
    expect(Object.keys(page ?? {}).sort()).toEqual(['id', 'imageFileName', 'listingOrder', 'pageNumber']);
  });

  test('GET /api/v0.6/cbes VolumeID: of a page, a part, an item and a schools person', async () => {
    const volume = await first('/api/v0.6/cbes?VolumeID=19', edges);
    for (const page of inside(volume, 'pages')) expect(lists(page)).toEqual(['transcripts']);
    const [part] = inside(volume, 'parts');
    expect(lists(part ?? {})).toEqual(['items', 'teachers', 'titlePages']);
    for (const item of inside(part ?? {}, 'items')) {
      expect(lists(item)).toEqual([
        'collectors',
        'counties',
        'editorsPick',
        'informants',
        'languages',
        'locationsIreland',
        'pages',
        'topics',
      ]);
    }
    const sample = await first('/api/v0.6/cbes?VolumeID=3101', services);
    for (const each of inside(sample, 'parts')) {
      expect(lists(each.school as Json)).toEqual(['locations']);
      const people = inside(each, 'items').flatMap((item) => [
        ...inside(item, 'collectors'),
        ...inside(item, 'informants'),
      ]);
      for (const person of people)
        expect(lists(person)).toEqual(['addressesIreland', 'names', 'occupations']);
    }
    for (const page of inside(sample, 'pages')) {
      for (const transcript of inside(page, 'transcripts'))
        expect(lists(transcript)).toEqual(['transcribers']);
    }
  });

  test('GET /api/v0.6/cbeg/{id}: of a photograph', async () => {
    expect(lists(await one('/api/v0.6/cbeg/1208'))).toEqual([
      'counties',
      'countries',
      'editorsPick',
      'formats',
      'locationsAbroad',
      'locationsIreland',
      'relevantPersons',
    ]);
  });

  test('GET /api/v0.6/cbed/{id}: of a person', async () => {
    const expected = ['addressesAbroad', 'addressesIreland', 'counties', 'countries', 'names', 'occupations'];
    expect(lists(await one('/api/v0.6/cbed/100', 'public', edges))).toEqual(expected);
    expect(lists(await one('/api/v0.6/cbed/4101'))).toEqual(expected);
  });

  test('GET /api/v0.9/{id}: of a place', async () => {
    const expected = [
      'bornHere',
      'categories',
      'featured',
      'folklore',
      'glossary',
      'gridReferences',
      'images',
      'includedIn',
      'includes',
      'links',
      'placenames',
      'sameAs',
    ];
    expect(lists(body(await edges.places('/api/v0.9/9000930')))).toEqual(expected);
    expect(lists(body(await services.places('/api/v0.9/9000030')))).toEqual(expected);
    expect(lists(body(await services.places('/api/v0.9/9000012')))).toEqual(
      [...expected, 'resources'].sort(),
    );
  });
});

describe('wire-format 3, records', () => {
  test('GET /api/v0.6/cbe: an embedded person is a summary: id, names, ainmID, viafID', () => {
    const roles = ['collectors', 'informants', 'relevantPersons', 'photographer'];
    const wrong = new Set<string>();
    let count = 0;
    for (const { url, json } of answers) {
      if (!/\/cbe[?/]|\/cbeg/.test(url)) continue;
      visit(json, (name, member) => {
        if (!roles.includes(name)) return;
        if (typeof member === 'string') return; // as archivedInfo has it
        for (const person of [member].flat() as Json[]) {
          count += 1;
          for (const key of Object.keys(person)) {
            if (!['id', 'names', 'ainmID', 'viafID'].includes(key)) wrong.add(`${name}.${key}`);
          }
        }
      });
    }
    expect([...wrong]).toEqual([]);
    expect(count).toBeGreaterThan(50);
  });

  test('GET /api/v0.6/cbe VolumeID: transcripts and type belong to the schools collection only', async () => {
    const manuscripts = await first('/api/v0.6/cbe?VolumeID=3101', services, 'archive');
    expect(manuscripts).not.toHaveProperty('type');
    for (const page of inside(manuscripts, 'pages')) expect(page).not.toHaveProperty('transcripts');
    const schools = await first('/api/v0.6/cbes?VolumeID=3101', services);
    expect(schools.type).toBe('bound-volume');
    for (const page of inside(schools, 'pages')) expect(page).toHaveProperty('transcripts');
  });

  test('GET /api/v0.6/cbes ItemID: a chain of topics from the broadest down', async () => {
    const volume = await first('/api/v0.6/cbes?ItemID=7101', services);
    const [item] = inside(inside(volume, 'parts')[0] ?? {}, 'items');
    const chain = (topic: Json | undefined): unknown[] =>
      topic === undefined ? [] : [topic.id, ...chain(([topic.subTopics].flat() as Json[])[0])];
    expect(inside(item ?? {}, 'topics').map(chain)).toEqual([
      [6001, 6002, 6003],
      [6020, 6021],
    ]);
  });

  test('GET /api/v0.6/cbes ItemID: informants with age, occupation and relationship', async () => {
    const volume = await first('/api/v0.6/cbes?ItemID=7101', services);
    const [item] = inside(inside(volume, 'parts')[0] ?? {}, 'items');
    expect(inside(item ?? {}, 'informants')).toMatchObject([
      {
        id: 5003,
        names: [{ firstNames: 'Bríd Ní', surname: 'Bhrosnacháin', fullName: 'Bríd Ní Bhrosnacháin' }],
        gender: 'b',
        age: { age: 80, qualifier: 'OVER' },
        occupations: ['bean tí'],
        collectorRelationship: 'UNREL',
        addressesIreland: [{ logainmID: 9000013 }],
      },
    ]);
  });

  test('GET /api/v0.6/cbe ItemID: an item whole, as a public key sees it', async () => {
    const volume = await first('/api/v0.6/cbe?ItemID=7020', services);
    expect(inside(inside(volume, 'parts')[0] ?? {}, 'items')).toMatchObject([
      {
        id: 7020,
        dateCreated: '2017-02-09T09:00:00Z',
        editorsPick: [],
        listingOrder: '1',
        date: { accuracy: 'INFER', month: 2, day: 9 },
        pages: [523],
        firstPageID: 523,
        lastPageID: 523,
        contentType: 'CÍN-LAE',
        languages: ['ga'],
        counties: [{ logainmID: 100013, qualifiedNameEN: 'Co. Donegal' }],
        locationsIreland: [],
        countries: [],
        locationsAbroad: [],
        informants: [],
        linkedItems: [],
      },
    ]);
  });
});
