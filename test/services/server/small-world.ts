import { person } from '../../../src/model/schema/archive/person.js';
import { photograph } from '../../../src/model/schema/archive/photograph.js';
import { handbookTopic, schoolsTopic } from '../../../src/model/schema/archive/reference-lists.js';
import { manuscriptVolume, schoolsVolume } from '../../../src/model/schema/archive/volume.js';
import { place } from '../../../src/model/schema/placenames/place.js';
import { category, glossary } from '../../../src/model/schema/placenames/reference-lists.js';
import { type Reading, reader } from '../../../src/model/schema/reader.js';
import { byId } from '../../../src/services/server/records.js';
import type { World } from '../../../src/services/server/world.js';

/** Reads records as the loader would, so that lists left out below are empty and a slip is an error here. */
function all<R>(read: (raw: unknown) => Reading<R>, ...raw: readonly unknown[]): R[] {
  return raw.map((one) => {
    const reading = read(one);
    if (reading.ok && reading.unknown.length === 0) return reading.record;
    throw new Error(`the small world is wrong: ${JSON.stringify(reading)}`);
  });
}

const cork = { logainmID: 100010, nameEN: 'Cork', nameGA: 'Corcaigh' };
const kerry = { logainmID: 100005, nameEN: 'Kerry', nameGA: 'Ciarraí' };
const galway = { logainmID: 100015, nameEN: 'Galway', nameGA: 'Gaillimh' };
const coolderry = { logainmID: 9000101, nameEN: 'Coolderry', counties: [cork] };
const dooneen = { logainmID: 9000102, nameEN: 'Dooneen', counties: [kerry] };
const usa = { isoCode: 'US', geoNameID: 6252001, nameEN: 'United States' };
const scotland = { isoCode: 'GB-SCT', geoNameID: 2638360, nameEN: 'Scotland' };
const boston = { geoNameID: 4930956, nameEN: 'Boston', country: usa };

const named = (id: number, fullName: string) => ({ id, names: [{ fullName }] });
const una = {
  id: 501,
  names: [{ fullName: 'Úna Ní Bhriain' }, { fullName: 'Una Breen' }],
  ainmID: 88,
  viafID: 7,
};
const sean = named(502, 'Seán Ó Sé');
const maire = named(503, 'Máire de Barra');

/** Volume 2 is unpublished; page 15 and item 1003 are sensitive; item 1005 is on page 15 only. */
const manuscripts = all(
  reader(manuscriptVolume),
  {
    id: 2,
    volumeNumber: '0002',
    status: 2,
    pages: [{ id: 21, pageNumber: '1', imageFileName: '0002_1.jpg' }],
    parts: [
      {
        id: 201,
        items: [
          { id: 2001, pages: [21], firstPageID: 21, lastPageID: 21, collectors: [sean], counties: [galway] },
        ],
      },
    ],
  },
  {
    id: 1,
    dateCreated: '2017-09-06T14:25:36.3Z',
    volumeNumber: '0001',
    status: 4,
    pages: [
      {
        id: 11,
        pageNumber: 'i',
        listingOrder: '1',
        titlePage: true,
        imageFileName: '0001_i.jpg',
        sensitive: false,
      },
      { id: 12, pageNumber: '1', listingOrder: '2', imageFileName: '0001_1.jpg' },
      { id: 13, pageNumber: '2', listingOrder: '3', imageFileName: '0001_2.jpg' },
      { id: 14, pageNumber: '3', listingOrder: '4', imageFileName: '0001_3.jpg' },
      { id: 15, pageNumber: '4', listingOrder: '5', imageFileName: '0001_4.jpg', sensitive: true },
      { id: 16, pageNumber: '5', listingOrder: '6', imageFileName: '0001_5.jpg' },
    ],
    parts: [
      {
        id: 101,
        titlePages: [11, 15],
        date: { periodStartYear: 1930, periodEndYear: 1970 },
        counties: [cork],
        collectors: [una],
        extraInfoStatus: 'EDIT',
        extraInfoEN: 'half-written remark',
        items: [
          {
            id: 1001,
            dateCreated: '2018-01-01T00:00:00Z',
            dateModified: '2019-06-01T00:00:00Z',
            date: { year: 1935 },
            title: 'An Fear Fada',
            pages: [12],
            firstPageID: 12,
            lastPageID: 12,
            languages: ['ga'],
            locationsIreland: [dooneen],
            informants: [sean],
            linkedItems: [
              { partID: 101, pageID: 15, itemID: 1002, sequence: 'NEXT' },
              { partID: 101, pageID: 14, itemID: 1003 },
              { partID: 201, pageID: 21, itemID: 2001 },
            ],
          },
          {
            id: 1002,
            dateCreated: '2018-12-31T23:59:59.9999999Z',
            date: { isoDate: '1938-05', accuracy: 'APPROX' },
            pages: [15, 14],
            firstPageID: 15,
            lastPageID: 14,
            languages: ['en'],
            relevantPersons: [maire],
            extraInfoStatus: 'PUB',
            extraInfoGA: 'le foilsiú',
          },
          { id: 1003, sensitive: true, title: 'unfit words', pages: [14], firstPageID: 14, lastPageID: 14 },
        ],
      },
      {
        id: 102,
        locationsAbroad: [boston],
        items: [
          {
            id: 1004,
            dateCreated: '2019-01-01T00:00:00Z',
            pages: [16],
            firstPageID: 16,
            lastPageID: 16,
            countries: [scotland],
            collectors: [una],
          },
          { id: 1005, title: 'on a hidden page', pages: [15], firstPageID: 15, lastPageID: 15 },
        ],
      },
    ],
  },
);

/** Ids overlap with the manuscripts' on purpose. Volume 3 is unpublished, item 5003 sensitive, transcript 902 unapproved. */
const schools = all(
  reader(schoolsVolume),
  {
    id: 1,
    volumeNumber: '0001',
    status: 4,
    type: 'bound-volume',
    pages: [
      { id: 51, pageNumber: 'i', titlePage: true, imageFileName: 's_i.jpg' },
      {
        id: 52,
        pageNumber: '1',
        imageFileName: 's_1.jpg',
        transcripts: [
          {
            id: 901,
            dateCreated: '2020-02-01T00:00:00Z',
            itemID: 5001,
            approved: true,
            moderated: true,
            text: 'Bhí fear ann fadó.',
            transcribers: [{ id: 7, name: 'Áine' }],
          },
          {
            id: 902,
            dateCreated: '2021-03-01T00:00:00Z',
            itemID: 5002,
            approved: false,
            text: 'unapproved words',
          },
        ],
      },
      {
        id: 53,
        pageNumber: '2',
        imageFileName: 's_2.jpg',
        transcripts: [
          {
            id: 903,
            dateCreated: '2020-02-01T00:00:00Z',
            itemID: 5003,
            approved: true,
            text: 'told in confidence',
          },
        ],
      },
      { id: 54, pageNumber: '3', imageFileName: 's_3.jpg' },
    ],
    parts: [
      {
        id: 301,
        titlePages: [51],
        school: { name: 'Cúil Doire', rollNumber: '123', locations: [coolderry] },
        teachers: [named(601, 'Bean Uí Néill')],
        items: [
          {
            id: 5001,
            dateCreated: '2015-01-01T00:00:00Z',
            pages: [52],
            firstPageID: 52,
            lastPageID: 52,
            topics: [{ id: 1, titleEN: 'crafts', subTopics: [{ id: 11, titleEN: 'weaving' }] }],
            languages: ['ga'],
            collectors: [named(602, 'Cáit')],
            informants: [
              { ...named(603, 'Tadhg'), addressesIreland: [coolderry], collectorRelationship: 'GRPAR' },
            ],
            locationsIreland: [dooneen],
          },
          {
            id: 5002,
            dateCreated: '2015-01-01T00:00:00Z',
            dateModified: '2016-01-01T00:00:00Z',
            pages: [52, 53],
            firstPageID: 52,
            lastPageID: 53,
            topics: [{ id: 2, titleEN: 'cures' }],
            languages: ['en', 'ga'],
            informants: [named(602, 'Cáit')],
          },
          { id: 5003, sensitive: true, pages: [53], firstPageID: 53, lastPageID: 53, title: 'unfit story' },
        ],
      },
      {
        id: 302,
        school: { name: 'An Dúinín', locations: [dooneen] },
        items: [{ id: 5004, pages: [54], firstPageID: 54, lastPageID: 54 }],
      },
    ],
  },
  { id: 3, volumeNumber: '0002C', status: 3, type: 'copybook-package' },
);

/** 703 is sensitive, 704 unpublished; 705 has an interval without an end. */
const photographs = all(
  reader(photograph),
  {
    id: 701,
    dateCreated: '2018-01-01T00:00:00Z',
    dateModified: '2018-06-30T23:59:59Z',
    referenceNumber: 'B005.01.00001',
    status: 4,
    sensitive: false,
    digitized: true,
    copyright: 'CBE',
    condition: 2,
    handbookTopic: { id: 'B005' },
    date: { year: 1930, accuracy: 'INFER' },
    photographer: una,
    relevantPersons: [maire],
    counties: [galway],
    archivedDescriptionStatus: 'EDIT',
    archivedDescription: 'half-described',
    archivedInfo: { copyright: 'old rights note' },
    digitization: { dateCaptured: '15.05.06', operator: 'A. Clerk', captureDevice: 'scanner' },
  },
  {
    id: 702,
    dateCreated: '2018-07-01T00:00:00Z',
    status: 4,
    digitized: false,
    copyright: 'UNK',
    condition: 0,
    handbookTopic: { id: 'E010' },
    date: { month: 2, day: 9 },
    photographer: sean,
    locationsIreland: [coolderry],
    locationsAbroad: [boston],
    extraInfoStatus: 'PUB',
    extraInfoEN: 'fit to print',
  },
  { id: 703, status: 4, sensitive: true, digitized: true, counties: [galway], photographer: una },
  { id: 704, status: 3, digitized: true, counties: [galway], photographer: una, handbookTopic: { id: 'E' } },
  {
    id: 705,
    status: 4,
    digitized: true,
    counties: [kerry],
    date: { periodStartYear: 1950, accuracy: 'QUESTION' },
    photographer: sean,
    countries: [scotland],
    handbookTopic: { id: 'E' },
  },
);

const people = all(
  reader(person),
  {
    ...una,
    dateCreated: '2016-05-05T00:00:00Z',
    gender: 'b',
    birthDate: { year: 1890, accuracy: 'APPROX' },
    deathDate: { isoStartDate: '1960', isoEndDate: '1962-03' },
    birthPlaceIreland: dooneen,
    counties: [cork],
    occupations: [{ id: 'IASC', nameEN: 'fisher', nameGA: 'iascaire' }],
  },
  {
    ...sean,
    dateCreated: '2017-05-05T00:00:00Z',
    gender: 'f',
    birthPlaceAbroad: boston,
    addressesIreland: [coolderry],
  },
  { ...maire, dateCreated: '2018-05-05T00:00:00Z', birthCounty: galway, birthCountry: scotland },
);

const name = (id: number, language: string, wording: string) => ({ id, language, wording, main: true });
const within = (...ids: readonly number[]) => ids.map((id) => ({ id }));

/** Cork contains a barony, which contains a townland and a town, which contains a street. Latitudes: 0.01° is 1,112 m. */
const places = all(
  reader(place),
  {
    id: 100010,
    dateCreated: '2008-01-01T00:00:00Z',
    placenames: [name(1, 'ga', 'Corcaigh'), name(2, 'en', 'Cork')],
    categories: [{ id: 'CON', nameEN: 'county', nameGA: 'contae' }],
  },
  {
    id: 100005,
    dateCreated: '2008-01-01T00:00:00Z',
    dateModified: '2019-01-01T00:00:00Z',
    placenames: [name(3, 'ga', 'Ciarraí'), name(4, 'en', 'Kerry')],
    categories: [{ id: 'CON' }],
  },
  {
    id: 9000201,
    dateCreated: '2008-01-01T00:00:00Z',
    placenames: [name(5, 'ga', 'Múscraí'), name(6, 'en', 'Muskerry')],
    categories: [{ id: 'BAR' }],
    includedIn: within(100010),
  },
  {
    id: 9000202,
    dateCreated: '2010-01-01T00:00:00Z',
    placenames: [name(7, 'ga', 'An Baile Mór'), name(8, 'en', 'Ballymore')],
    categories: [{ id: 'BF' }],
    includedIn: within(9000201),
    glossary: [{ id: 31, headword: 'baile' }],
    geography: { accurate: true, source: 'manual', coordinates: [{ latitude: 52.0, longitude: -8.5 }] },
    gaeltacht: { extent: 'part' },
  },
  {
    id: 9000203,
    dateCreated: '2010-01-01T00:00:00Z',
    placenames: [name(9, 'ga', 'Baile Mor'), name(10, 'en', 'Ballymora')],
    categories: [{ id: 'B' }, { id: 'BF' }],
    includedIn: within(9000201),
    geography: {
      accurate: false,
      source: 'extrapolation',
      coordinates: [{ latitude: 52.02, longitude: -8.5 }],
    },
    postOffice: { extent: 'all' },
  },
  {
    id: 9000204,
    dateCreated: '2010-01-01T00:00:00Z',
    placenames: [name(11, 'ga', 'Sráid an Bhaile')],
    categories: [{ id: 'SR' }],
    includedIn: within(9000203),
    geography: { accurate: true, coordinates: [{ latitude: 52.021, longitude: -8.5 }] },
  },
  {
    id: 9000205,
    dateCreated: '2010-01-01T00:00:00Z',
    replacementID: 9000202,
    placenames: [{ id: 12, language: 'en', wording: 'Long River', main: false }],
    categories: [{ id: 'ABH' }],
    includedIn: within(100010, 100005),
    geography: {
      accurate: true,
      coordinates: [
        { latitude: 53.0, longitude: -8.5 },
        { latitude: 52.001, longitude: -8.5 },
      ],
    },
    northernIreland: { extent: 'all' },
  },
);

/** A small world with records for every filter. */
export const smallWorld: World = {
  archive: {
    counties: [{ ...kerry }, { ...cork }, { ...galway }],
    countries: [scotland, usa],
    occupations: [{ id: 'IASC', nameEN: 'fisher', nameGA: 'iascaire' }],
    handbookTopics: all(reader(handbookTopic), { id: 'B005', topicEN: 'livelihood', topicGA: 'slí bheatha' }),
    schoolsTopics: all(
      reader(schoolsTopic),
      { id: 1, titleEN: 'crafts', subTopics: [{ id: 11, titleEN: 'weaving' }] },
      { id: 2, titleEN: 'cures' },
    ),
    cbe: byId(manuscripts),
    cbes: byId(schools),
    cbeg: byId(photographs),
    cbed: byId(people),
  },
  placenames: {
    administrativeUnits: all(reader(category), { id: 'CON', nameEN: 'county', nameGA: 'contae' }),
    features: all(reader(category), { id: 'ABH', nameEN: 'river', nameGA: 'abhainn' }),
    glossary: all(reader(glossary), { id: 31, headword: 'baile', translation: 'townland, homestead' }),
    places: byId(places),
  },
};
