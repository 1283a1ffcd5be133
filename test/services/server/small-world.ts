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

const una = {
  id: 501,
  names: [{ fullName: 'Úna Ní Bhriain' }, { fullName: 'Una Breen' }],
  ainmID: 88,
  viafID: 7,
};
const sean = { id: 502, names: [{ fullName: 'Seán Ó Sé' }] };
const maire = { id: 503, names: [{ fullName: 'Máire de Barra' }] };

/** Item 1003 is sensitive. */
const manuscripts = all(reader(manuscriptVolume), {
  id: 1,
  dateCreated: '2017-09-06T14:25:36.3Z',
  volumeNumber: '0001',
  status: 4,
  pages: [
    { id: 11, pageNumber: 'i', listingOrder: '1', titlePage: true, imageFileName: '0001_i.jpg' },
    { id: 12, pageNumber: '1', listingOrder: '2', imageFileName: '0001_1.jpg', sensitive: false },
  ],
  parts: [
    {
      id: 101,
      titlePages: [11],
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
          date: { isoDate: '1938-05', accuracy: 'APPROX' },
          title: 'An Fear Fada',
          pages: [12],
          firstPageID: 12,
          lastPageID: 12,
          languages: ['ga'],
          locationsIreland: [dooneen],
          countries: [scotland],
          locationsAbroad: [boston],
          informants: [sean],
          linkedItems: [{ partID: 101, pageID: 12, itemID: 1003 }],
        },
        { id: 1003, sensitive: true, title: 'unfit words', pages: [12], firstPageID: 12, lastPageID: 12 },
      ],
    },
  ],
});

const schools = all(reader(schoolsVolume), {
  id: 1,
  volumeNumber: '0001',
  status: 4,
  type: 'bound-volume',
  pages: [
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
      ],
    },
  ],
  parts: [
    {
      id: 301,
      school: { name: 'Cúil Doire', rollNumber: '123', locations: [coolderry] },
      teachers: [{ id: 601, names: [{ fullName: 'Bean Uí Néill' }] }],
      items: [
        {
          id: 5001,
          dateCreated: '2015-01-01T00:00:00Z',
          pages: [52],
          firstPageID: 52,
          lastPageID: 52,
          topics: [{ id: 1, titleEN: 'crafts', subTopics: [{ id: 11, titleEN: 'weaving' }] }],
          languages: ['en', 'ga'],
          informants: [
            {
              ...{ id: 603, names: [{ fullName: 'Tadhg' }], addressesIreland: [coolderry] },
              collectorRelationship: 'GRPAR',
            },
          ],
        },
      ],
    },
  ],
});

const photographs = all(reader(photograph), {
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
});

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

/** Cork contains a river and a town, which contains a street. Latitudes: 0.01° is 1,112 m. */
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
    id: 9000203,
    dateCreated: '2010-01-01T00:00:00Z',
    placenames: [name(9, 'ga', 'Baile Mor'), name(10, 'en', 'Ballymora')],
    categories: [{ id: 'B' }, { id: 'BF' }],
    includedIn: within(100010),
    glossary: [{ id: 31, headword: 'baile' }],
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
    replacementID: 9000203,
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

/** A small world with records of every kind. */
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
