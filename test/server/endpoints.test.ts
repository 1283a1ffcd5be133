import { describe, expect, it } from 'vitest';
import { ids, placeIDs, serving } from './ask.js';

const { archive, places } = serving();

describe('archive-service 4, endpoints', () => {
  it('/api: general metadata (wire-format 2)', async () => {
    const reply = await archive('/api');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      name: 'Folklore Archive Collections Service',
      version: 'v0.6',
      versions: ['v0.6'],
      documentation: '/openapi.json',
      status: 'pre-release',
    });
  });

  it('/api/v0.6: the same', async () => {
    expect((await archive('/api/v0.6')).body).toEqual((await archive('/api')).body);
  });

  it('/cbe: a bare array of volumes', async () => {
    expect(ids(await archive('/api/v0.6/cbe?VolumeID=1'))).toEqual([1]);
  });

  it('/cbe/volumes: volumes without pages and parts, with their counts (wire-format 3)', async () => {
    const reply = await archive('/api/v0.6/cbe/volumes', 'archive');
    expect(reply.body).toEqual([
      {
        id: 1,
        dateCreated: '2017-09-06T14:25:36.3Z',
        volumeNumber: '0001',
        status: 4,
        pageCount: 6,
        partCount: 2,
        itemCount: 5,
      },
      { id: 2, volumeNumber: '0002', status: 2, pageCount: 1, partCount: 1, itemCount: 1 },
    ]);
  });

  it('/cbed: all people, as no filter is required', async () => {
    expect(ids(await archive('/api/v0.6/cbed'))).toEqual([501, 502, 503]);
  });

  it('/cbed/{id}: one person, keys in the order of the dictionary, empty lists sent (wire-format 1 and 3)', async () => {
    const reply = await archive('/api/v0.6/cbed/503');
    expect(JSON.stringify(reply.body)).toBe(
      '{"id":503,"dateCreated":"2018-05-05T00:00:00Z","names":[{"fullName":"Máire de Barra"}],' +
        '"birthCounty":{"logainmID":100015,"nameEN":"Galway","nameGA":"Gaillimh"},' +
        '"birthCountry":{"isoCode":"GB-SCT","geoNameID":2638360,"nameEN":"Scotland"},' +
        '"counties":[],"addressesIreland":[],"countries":[],"addressesAbroad":[],"occupations":[]}',
    );
  });

  it('/cbed/occupations', async () => {
    expect((await archive('/api/v0.6/cbed/occupations')).body).toEqual([
      { id: 'IASC', nameEN: 'fisher', nameGA: 'iascaire' },
    ]);
  });

  it('/cbeg: a bare array of photographs', async () => {
    expect(ids(await archive('/api/v0.6/cbeg?CountyID=100015'))).toEqual([701]);
  });

  it('/cbeg/{id}: one photograph', async () => {
    expect((await archive('/api/v0.6/cbeg/702')).body).toMatchObject({
      id: 702,
      digitized: false,
      condition: 0,
    });
  });

  it('/cbeg/topics/handbook', async () => {
    expect((await archive('/api/v0.6/cbeg/topics/handbook')).body).toEqual([
      { id: 'B005', topicEN: 'livelihood', topicGA: 'slí bheatha' },
    ]);
  });

  it('/cbes: a bare array of volumes', async () => {
    expect(ids(await archive('/api/v0.6/cbes/?VolumeNumber=0001'))).toEqual([1]);
  });

  it('/cbes/volumes: with the type', async () => {
    const reply = await archive('/api/v0.6/cbes/volumes');
    expect(reply.body).toEqual([
      { id: 1, volumeNumber: '0001', type: 'bound-volume', pageCount: 4, partCount: 2, itemCount: 3 },
    ]);
  });

  it('/cbes/topics: the whole tree, no subTopics where there are none', async () => {
    expect((await archive('/api/v0.6/cbes/topics')).body).toEqual([
      { id: 1, titleEN: 'crafts', subTopics: [{ id: 11, titleEN: 'weaving' }] },
      { id: 2, titleEN: 'cures' },
    ]);
  });

  it('/counties', async () => {
    const reply = await archive('/api/v0.6/counties');
    expect(reply.body).toContainEqual({ logainmID: 100010, nameEN: 'Cork', nameGA: 'Corcaigh' });
  });

  it('/countries', async () => {
    const reply = await archive('/api/v0.6/countries');
    expect(reply.body).toContainEqual({ isoCode: 'US', geoNameID: 6252001, nameEN: 'United States' });
  });
});

describe('place-names-service 4, endpoints', () => {
  it('/api: general metadata', async () => {
    expect((await places('/api')).body).toMatchObject({
      version: 'v0.9',
      versions: ['v0.9'],
      status: 'pre-release',
    });
  });

  it('/api/v0.9: places with their total, absent lists absent (wire-format 1 and 4)', async () => {
    const reply = await places('/api/v0.9?CategoryID=CON');
    expect(Object.keys(reply.body as object)).toEqual(['totalCount', 'places']);
    expect(placeIDs(reply)).toEqual([100005, 100010]);
  });

  it('/api/v0.9/{id}: one place; subNames and resources absent, other empty lists sent', async () => {
    expect((await places('/api/v0.9/100010')).body).toEqual({
      id: 100010,
      dateCreated: '2008-01-01T00:00:00Z',
      featured: [],
      placenames: [
        { id: 1, language: 'ga', wording: 'Corcaigh', main: true },
        { id: 2, language: 'en', wording: 'Cork', main: true },
      ],
      glossary: [],
      categories: [{ id: 'CON', nameEN: 'county', nameGA: 'contae' }],
      includedIn: [],
      includes: [],
      gridReferences: [],
      images: [],
      links: [],
      bornHere: [],
      folklore: [],
      sameAs: [],
    });
  });

  it('/api/v0.9/{id}: a merged place still answers, naming the place it was merged into', async () => {
    expect((await places('/api/v0.9/9000205')).body).toMatchObject({ id: 9000205, replacementID: 9000202 });
  });

  it('/administrative-units', async () => {
    expect((await places('/api/v0.9/administrative-units')).body).toEqual([
      { id: 'CON', nameEN: 'county', nameGA: 'contae' },
    ]);
  });

  it('/features', async () => {
    expect((await places('/api/v0.9/features')).body).toEqual([
      { id: 'ABH', nameEN: 'river', nameGA: 'abhainn' },
    ]);
  });

  it('/glossary: forms absent when there are none', async () => {
    expect((await places('/api/v0.9/glossary')).body).toEqual([
      { id: 31, headword: 'baile', translation: 'townland, homestead' },
    ]);
  });

  it('/counties: whole places', async () => {
    const reply = await places('/api/v0.9/counties/');
    expect(ids(reply)).toEqual([100005, 100010]);
    expect(reply.body).toMatchObject([{ placenames: [{ wording: 'Ciarraí' }, { wording: 'Kerry' }] }, {}]);
  });
});

describe('wire-format 2: a trailing slash is optional everywhere', () => {
  it.each([
    '/api/',
    '/api/v0.6/',
    '/api/v0.6/cbe/?VolumeID=1',
    '/api/v0.6/cbe/volumes/',
    '/api/v0.6/cbed/',
    '/api/v0.6/cbed/501/',
    '/api/v0.6/cbed/occupations/',
    '/api/v0.6/cbeg/?CountyID=100015',
    '/api/v0.6/cbeg/701/',
    '/api/v0.6/cbeg/topics/handbook/',
    '/api/v0.6/cbes/?VolumeID=1',
    '/api/v0.6/cbes/volumes/',
    '/api/v0.6/cbes/topics/',
    '/api/v0.6/counties/',
    '/api/v0.6/countries/',
  ])('archive %s', async (path) => {
    const slashed = await archive(path);
    expect(slashed.status).toBe(200);
    expect((await archive(path.replace(/\/(\?|$)/, '$1'))).body).toEqual(slashed.body);
  });

  it.each([
    '/api/',
    '/api/v0.9/?PlaceID=100010',
    '/api/v0.9/100010/',
    '/api/v0.9/glossary/',
    '/api/v0.9/features/',
  ])('place-names %s', async (path) => {
    const slashed = await places(path);
    expect(slashed.status).toBe(200);
    expect((await places(path.replace(/\/(\?|$)/, '$1'))).body).toEqual(slashed.body);
  });
});
