import { describe, expect, it } from 'vitest';
import { ids, itemIDs, serving } from './ask.js';

const { archive, places } = serving();

describe('wire-format 3, what a public key never sees: manuscripts', () => {
  it('a volume without its sensitive page and items, without references to them and without P fields', async () => {
    const una = {
      id: 501,
      names: [{ fullName: 'Úna Ní Bhriain' }, { fullName: 'Una Breen' }],
      ainmID: 88,
      viafID: 7,
    };
    const none = {
      counties: [],
      locationsIreland: [],
      countries: [],
      locationsAbroad: [],
      collectors: [],
      informants: [],
      relevantPersons: [],
    };
    const item = {
      editorsPick: [],
      contentModes: [],
      contentScripts: [],
      languages: [],
      ...none,
      linkedItems: [],
    };
    expect((await archive('/api/v0.6/cbe?VolumeID=1')).body).toEqual([
      {
        id: 1,
        dateCreated: '2017-09-06T14:25:36.3Z',
        volumeNumber: '0001',
        pages: [
          { id: 11, pageNumber: 'i', listingOrder: '1', titlePage: true, imageFileName: '0001_i.jpg' },
          { id: 12, pageNumber: '1', listingOrder: '2', imageFileName: '0001_1.jpg' },
          { id: 13, pageNumber: '2', listingOrder: '3', imageFileName: '0001_2.jpg' },
          { id: 14, pageNumber: '3', listingOrder: '4', imageFileName: '0001_3.jpg' },
          { id: 16, pageNumber: '5', listingOrder: '6', imageFileName: '0001_5.jpg' },
        ],
        parts: [
          {
            id: 101,
            titlePages: [11],
            date: { periodStartYear: 1930, periodEndYear: 1970 },
            ...none,
            counties: [{ logainmID: 100010, nameEN: 'Cork', nameGA: 'Corcaigh' }],
            collectors: [una],
            items: [
              {
                ...item,
                id: 1001,
                dateCreated: '2018-01-01T00:00:00Z',
                dateModified: '2019-06-01T00:00:00Z',
                date: { year: 1935 },
                title: 'An Fear Fada',
                pages: [12],
                firstPageID: 12,
                lastPageID: 12,
                languages: ['ga'],
                locationsIreland: [
                  {
                    logainmID: 9000102,
                    nameEN: 'Dooneen',
                    counties: [{ logainmID: 100005, nameEN: 'Kerry', nameGA: 'Ciarraí' }],
                  },
                ],
                informants: [{ id: 502, names: [{ fullName: 'Seán Ó Sé' }] }],
                // Its first page is hidden, so the link names the first that is seen; links to hidden items are removed.
                linkedItems: [{ partID: 101, pageID: 14, itemID: 1002, sequence: 'NEXT' }],
              },
              {
                ...item,
                id: 1002,
                dateCreated: '2018-12-31T23:59:59.9999999Z',
                date: { isoDate: '1938-05', accuracy: 'APPROX' },
                pages: [14],
                firstPageID: 14,
                lastPageID: 14,
                languages: ['en'],
                relevantPersons: [{ id: 503, names: [{ fullName: 'Máire de Barra' }] }],
                extraInfoGA: 'le foilsiú',
              },
            ],
          },
          {
            id: 102,
            titlePages: [],
            ...none,
            locationsAbroad: [
              {
                geoNameID: 4930956,
                nameEN: 'Boston',
                country: { isoCode: 'US', geoNameID: 6252001, nameEN: 'United States' },
              },
            ],
            items: [
              {
                ...item,
                id: 1004,
                dateCreated: '2019-01-01T00:00:00Z',
                pages: [16],
                firstPageID: 16,
                lastPageID: 16,
                countries: [{ isoCode: 'GB-SCT', geoNameID: 2638360, nameEN: 'Scotland' }],
                collectors: [una],
              },
              // Not sensitive itself, but its only page is.
              { ...item, id: 1005, title: 'on a hidden page', pages: [] },
            ],
          },
        ],
      },
    ]);
  });

  it.each(['VolumeID=2', 'VolumeNumber=0002', 'ItemID=2001', 'PageID=21', 'ItemID=1003', 'PageID=15'])(
    '%s: nothing',
    async (query) => {
      expect((await archive(`/api/v0.6/cbe?${query}`)).body).toEqual([]);
    },
  );

  it('the index counts visible records only', async () => {
    const reply = await archive('/api/v0.6/cbe/volumes');
    expect(reply.body).toMatchObject([{ id: 1, pageCount: 5, partCount: 2, itemCount: 4 }]);
  });

  it('a filter does not find an item by hidden fields', async () => {
    expect(itemIDs(await archive('/api/v0.6/cbe?PageID=14'))).toEqual([1002]);
  });
});

describe('wire-format 3, what a public key never sees: schools', () => {
  it('approved transcripts only, and none of a sensitive item; never who approved or moderated', async () => {
    const reply = await archive('/api/v0.6/cbes?VolumeID=1');
    expect(reply.body).toMatchObject([
      {
        pages: [
          { id: 51, transcripts: [] },
          {
            id: 52,
            transcripts: [
              {
                id: 901,
                dateCreated: '2020-02-01T00:00:00Z',
                itemID: 5001,
                text: 'Bhí fear ann fadó.',
                transcribers: [{ id: 7, name: 'Áine' }],
              },
            ],
          },
          { id: 53, transcripts: [] },
          { id: 54, transcripts: [] },
        ],
      },
    ]);
    expect(JSON.stringify(reply.body)).not.toMatch(/approved|moderated|sensitive|status|confidence/);
    expect(itemIDs(reply)).toEqual([5001, 5002, 5004]);
  });

  it('no volume below status 4', async () => {
    expect((await archive('/api/v0.6/cbes?VolumeID=3')).body).toEqual([]);
    expect(ids(await archive('/api/v0.6/cbes/volumes'))).toEqual([1]);
  });
});

describe('wire-format 3, what a public key never sees: photographs', () => {
  it('no P field, no text at EDIT, no operator', async () => {
    expect((await archive('/api/v0.6/cbeg/701')).body).toEqual({
      id: 701,
      dateCreated: '2018-01-01T00:00:00Z',
      dateModified: '2018-06-30T23:59:59Z',
      editorsPick: [],
      referenceNumber: 'B005.01.00001',
      digitized: true,
      copyright: 'CBE',
      condition: 2,
      handbookTopic: { id: 'B005' },
      date: { year: 1930, accuracy: 'INFER' },
      photographer: {
        id: 501,
        names: [{ fullName: 'Úna Ní Bhriain' }, { fullName: 'Una Breen' }],
        ainmID: 88,
        viafID: 7,
      },
      relevantPersons: [{ id: 503, names: [{ fullName: 'Máire de Barra' }] }],
      counties: [{ logainmID: 100015, nameEN: 'Galway', nameGA: 'Gaillimh' }],
      locationsIreland: [],
      countries: [],
      locationsAbroad: [],
      formats: [],
      digitization: { dateCaptured: '15.05.06', captureDevice: 'scanner' },
    });
  });

  it('a text at PUB, without the word PUB', async () => {
    const reply = await archive('/api/v0.6/cbeg/702');
    expect(reply.body).toMatchObject({ extraInfoEN: 'fit to print' });
    expect(reply.body).not.toHaveProperty('extraInfoStatus');
  });

  it.each([703, 704])(
    '%i is sensitive or unpublished: the same 404 as for an id that is not there',
    async (id) => {
      const hidden = await archive(`/api/v0.6/cbeg/${id}`);
      expect(hidden.status).toBe(404);
      const missing = await archive('/api/v0.6/cbeg/799');
      expect(JSON.stringify(hidden.body).replace(String(id), '799')).toBe(JSON.stringify(missing.body));
      expect((await archive(`/api/v0.6/cbeg/${id}`, 'archive')).status).toBe(200);
    },
  );
});

describe('archive-service 1, access privileges: three kinds of key', () => {
  const everything = [
    '/api/v0.6/cbe?VolumeID=1',
    '/api/v0.6/cbe?VolumeID=2',
    '/api/v0.6/cbe/volumes',
    '/api/v0.6/cbes?VolumeID=1',
    '/api/v0.6/cbes?VolumeID=3',
    '/api/v0.6/cbes/volumes',
    '/api/v0.6/cbeg?CountyID=100015',
    '/api/v0.6/cbeg?PersonID=502',
    '/api/v0.6/cbed',
    '/api/v0.6/cbed/occupations',
    '/api/v0.6/cbeg/topics/handbook',
    '/api/v0.6/cbes/topics',
    '/api/v0.6/counties',
    '/api/v0.6/countries',
  ];
  const SECRETS =
    /unfit|half-|unapproved|confidence|old rights|Clerk|"0002"|0002C|"(sensitive|status|approved|moderated|operator|archivedInfo|extraInfoStatus|archivedDescriptionStatus)"/;

  it.each(everything)('%s: archive and internal keys see the same', async (path) => {
    expect((await archive(path, 'archive')).body).toEqual((await archive(path, 'internal')).body);
  });

  it('a full scan with a public key contains no secret; with an archive key it contains all', async () => {
    const scan = async (kind: 'public' | 'archive') =>
      JSON.stringify(await Promise.all(everything.map(async (path) => (await archive(path, kind)).body)));
    expect(await scan('public')).not.toMatch(SECRETS);
    const privileged = await scan('archive');
    for (const secret of SECRETS.source.replaceAll(/[()]/g, '').split('|')) {
      expect(privileged).toContain(secret.replaceAll('"', ''));
    }
  });

  it('Status is refused to a public key: 403, naming it', async () => {
    for (const path of [
      '/api/v0.6/cbe?VolumeID=1&Status=4',
      '/api/v0.6/cbes?VolumeID=1&Status=4',
      '/api/v0.6/cbeg?PersonID=1&Status=4',
    ]) {
      const reply = await archive(path);
      expect(reply.status).toBe(403);
      expect(reply.body).toMatchObject({
        status: 403,
        title: 'Forbidden',
        errors: [{ parameter: 'Status', value: '4', message: 'Status: needs a privileged key' }],
      });
    }
  });

  it('the place-names service answers every key alike', async () => {
    const [open, ...privileged] = await Promise.all(
      (['public', 'archive', 'internal'] as const).map((kind) => places('/api/v0.9?PlaceID=100010', kind)),
    );
    for (const reply of privileged) expect(reply.body).toEqual(open?.body);
  });
});
