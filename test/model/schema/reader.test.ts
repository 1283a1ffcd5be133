import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { manuscriptItem } from '../../../src/model/schema/archive/manuscripts.js';
import { person } from '../../../src/model/schema/archive/person.js';
import { photograph } from '../../../src/model/schema/archive/photograph.js';
import { country, county, locationAbroad } from '../../../src/model/schema/archive/places.js';
import { schoolsItem } from '../../../src/model/schema/archive/schools.js';
import { manuscriptVolume, schoolsVolume } from '../../../src/model/schema/archive/volume.js';
import { place } from '../../../src/model/schema/placenames/place.js';
import { type Reading, type Reject, reader } from '../../../src/model/schema/reader.js';

/** wire-format.md 1: what a client accepts. */

function recordOf<R>(reading: Reading<R>): R {
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  return reading.record;
}
const pointersOf = (reading: Reading<unknown>): string[] =>
  reading.ok ? [] : reading.faults.map(({ pointer }) => pointer);
const rejectsOf = (reading: Reading<unknown>): readonly Reject[] => (reading.ok ? reading.rejects : []);

const readPerson = reader(person);
const readCounty = reader(county);
const readPlace = reader(place);
const readVolume = reader(manuscriptVolume, ['pages', 'parts', 'parts.items']);
const readSchools = reader(schoolsVolume, ['pages', 'pages.transcripts', 'parts', 'parts.items']);
const named = { names: [{ fullName: 'Nóra Ní Bhriain' }] };

describe('absent, null, [], "" and white space are no value', () => {
  const nothing = [undefined, null, [], '', '   ', '\r\n\t', '\u00a0\u2028'];

  it.each(nothing.map((value) => [JSON.stringify(value), value]))('%s', (_, value) => {
    const bare = recordOf(readPerson({ id: 1, ...named }));
    const all = { dateModified: value, gender: value, viafID: value, birthDate: value, counties: value };
    expect(recordOf(readPerson({ id: 1, ...named, ...all }))).toEqual(bare);
    expect(bare.counties).toEqual([]);
  });

  it('but that a field came is kept: who may see a record depends on it (model 3.0)', () => {
    for (const value of nothing) {
      // The second way reads what the first is in doubt about.
      for (const more of [{}, { ID: 1 }]) {
        const sent = recordOf(reader(photograph)({ id: 1, digitized: true, Sensitive: value, ...more }));
        expect(Object.hasOwn(sent, 'sensitive')).toBe(true);
        expect(sent.sensitive).toBeUndefined();
      }
    }
    expect(Object.hasOwn(recordOf(reader(photograph)({ id: 1, digitized: true })), 'sensitive')).toBe(false);
  });

  it('within a list too', () => {
    const item = { id: 1, languages: [' ', 'ga', null], pages: [null, 7, ''], collectors: [null, []] };
    expect(recordOf(reader(manuscriptItem)(item))).toMatchObject({
      languages: ['ga'],
      pages: [7],
      collectors: [],
    });
  });

  it('a required field of white space is missing', () => {
    expect(pointersOf(readPerson({ id: 1, names: [{ fullName: ' ' }] }))).toEqual(['/names/0/fullName']);
    expect(pointersOf(readPerson({ id: '', names: [] }))).toEqual(['/id', '/names']);
  });

  it('false and 0 are values', () => {
    expect(recordOf(reader(photograph)({ id: 0, digitized: false, condition: 0 }))).toMatchObject({
      id: 0,
      digitized: false,
      condition: 0,
    });
  });
});

describe('spellings of keys', () => {
  it('PascalCase, as the dictionaries print them, at every depth', () => {
    const printed = {
      ID: 3,
      DateCreated: '2017-09-06T14:25:36Z',
      Names: [{ FullName: 'Seán', FirstNames: 'Seán' }],
      BirthCounty: { LogainmID: 100010, NameEN: 'Cork', Coordinates: { Latitude: 51.9, Longitude: -8.6 } },
      BirthDate: { IsoDate: '1880', Year: 1880 },
    };
    const reading = readPerson(printed);
    expect(reading.unknown).toEqual([]);
    expect(recordOf(reading)).toMatchObject({
      id: 3,
      dateCreated: '2017-09-06T14:25:36Z',
      names: [{ fullName: 'Seán', firstNames: 'Seán' }],
      birthCounty: { logainmID: 100010, nameEN: 'Cork', coordinates: { latitude: 51.9, longitude: -8.6 } },
      birthDate: { isoDate: '1880', year: 1880 },
    });
  });

  it.each([
    ['gazetteerID', locationAbroad, { country: { isoCode: 'FR' } }, 'geoNameID'],
    ['biographyID', person, { id: 1, ...named }, 'ainmID'],
    ['authorityID', person, { id: 1, ...named }, 'viafID'],
    ['placeID', county, {}, 'logainmID'],
    ['countyID', county, {}, 'logainmID'],
  ])('%s, with a capital or not, is %4$s', (alias, schema, rest, field) => {
    for (const spelling of [alias, `${alias[0]?.toUpperCase()}${alias.slice(1)}`]) {
      const reading = reader(schema as z.ZodObject)({ ...rest, [spelling]: 64882818 });
      expect(reading.unknown).toEqual([]);
      expect(recordOf(reading)[field]).toBe(64882818);
    }
  });

  it('placeID of a cluster member stays placeID', () => {
    const cluster = { focusID: 9000001, members: [{ placeID: 9000001 }, { PlaceID: '9000002' }] };
    expect(recordOf(readPlace({ id: 9000001, cluster })).cluster).toEqual({
      focusID: 9000001,
      members: [{ placeID: 9000001 }, { placeID: 9000002 }],
    });
  });

  it('a value under one spelling is not lost to nothing under another', () => {
    expect(recordOf(readCounty({ id: 1, logainmID: null, countyID: 100010 })).logainmID).toBe(100010);
    const both = { id: 1, ...named, viafID: '', AuthorityID: 5 };
    expect(recordOf(readPerson(both)).viafID).toBe(5);
  });
});

describe('numbers', () => {
  it.each([
    ['12', 12],
    [' 12 ', 12],
    ['0012', 12],
    ['9934567890', 9_934_567_890],
    [9_934_567_890, 9_934_567_890],
    [String(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
  ])('the id %j is %d', (raw, id) => {
    expect(recordOf(readPerson({ id: raw, ...named })).id).toBe(id);
  });

  it.each(['9007199254740993', 2 ** 53, 1.5, '1.5', -1, '12a', 'x', true, '1e3', '0x10'])(
    'the id %j cannot be kept exact, or is none: a fault',
    (raw) => {
      expect(pointersOf(readPerson({ id: raw, ...named }))).toEqual(['/id']);
    },
  );

  it('text that came as a number is text; leading zeros of a text stay', () => {
    const page = { id: 1, pageNumber: 12, listingOrder: 3, imageFileName: 'a.jpg' };
    const volume = recordOf(readVolume({ id: '1', volumeNumber: '0002C', pages: [page] }));
    expect(volume).toMatchObject({
      volumeNumber: '0002C',
      pages: [{ pageNumber: '12', listingOrder: '3' }],
    });
  });

  it('coordinates may be negative and fractional', () => {
    const at = { latitude: '51.9', longitude: '-8.472' };
    expect(recordOf(readCounty({ logainmID: 1, coordinates: at })).coordinates).toEqual({
      latitude: 51.9,
      longitude: -8.472,
    });
  });
});

describe('one for many, many for one', () => {
  it('one bare object or value where a list is documented', () => {
    const item = {
      id: 1,
      pages: 7,
      languages: 'ga',
      topics: { id: 3, subTopics: { id: 4 } },
      collectors: { id: 5, names: { fullName: 'x' }, occupations: 'feirmeoir' },
      editorsPick: '2017-09-06T14:25:36Z',
    };
    expect(recordOf(reader(schoolsItem)(item))).toMatchObject({
      pages: [7],
      languages: ['ga'],
      topics: [{ id: 3, subTopics: [{ id: 4, subTopics: [] }] }],
      collectors: [{ id: 5, names: [{ fullName: 'x' }], occupations: ['feirmeoir'] }],
      editorsPick: ['2017-09-06T14:25:36Z'],
    });
  });

  it('a list of one where one is documented', () => {
    const raw = { id: [1], ...named, gender: ['f'], birthDate: [{ year: [1880] }] };
    expect(recordOf(readPerson(raw))).toMatchObject({ id: 1, gender: 'f', birthDate: { year: 1880 } });
  });

  it.each(['plain', 'as sent'] as const)('several markers of a date are kept side by side, %s', (texts) => {
    const accuracyOf = (accuracy: unknown) => {
      const reading = reader(
        photograph,
        [],
        texts,
      )({ id: 1, digitized: true, date: { year: 1937, accuracy } });
      return recordOf(reading).date?.accuracy;
    };
    expect(accuracyOf(['APPROX', 'QUESTION'])).toBe('APPROX, QUESTION');
    expect(accuracyOf([' APPROX', null, 'APPROX ', ''])).toBe('APPROX');
    expect(accuracyOf([null, ''])).toBeUndefined();
    expect(accuracyOf({ value: 'APPROX' })).toBe('{"value":"APPROX"}');
    expect(accuracyOf([['INFER'], ['APPROX']])).toBe('["INFER"], ["APPROX"]');
  });

  it('a list of two where one is documented is a fault: neither is chosen', () => {
    expect(pointersOf(readPerson({ id: 1, ...named, birthDate: [{ year: 1880 }, { year: 1881 }] }))).toEqual([
      '/birthDate',
    ]);
    expect(pointersOf(readPerson({ id: 1, ...named, gender: ['f', 'b'] }))).toEqual(['/gender']);
  });
});

describe('timestamps', () => {
  it.each([
    ['2017-09-06T14:25:36', '2017-09-06T14:25:36Z'],
    ['2017-09-06T14:25:36Z', '2017-09-06T14:25:36Z'],
    ['2017-09-06T14:25:36.3000000Z', '2017-09-06T14:25:36.3Z'],
    ['2017-09-06T14:25:36.0000000Z', '2017-09-06T14:25:36Z'],
    ['2017-09-06T14:25:36.1234567', '2017-09-06T14:25:36.1234567Z'],
    [' 2016-02-29T23:59:59 ', '2016-02-29T23:59:59Z'],
    ['2017-09-06T14:25:36+00:00', '2017-09-06T14:25:36Z'],
    ['2017-09-06t12:25:36.5-02:00', '2017-09-06T14:25:36.5Z'],
    ['2017-01-01T00:30+0130', '2016-12-31T23:00:00Z'],
    ['2017-09-06 14:25', '2017-09-06T14:25:00Z'],
    ['2017-09-06T14:25:36.12345678', '2017-09-06T14:25:36.12345678Z'],
    [1504707936, '2017-09-06T14:25:36Z'],
    ['1504707936500', '2017-09-06T14:25:36.5Z'],
    // The zero, least and greatest day of a system stand for no time: .NET, MySQL, Windows, SQL Server, spreadsheets, Unix.
    ['0001-01-01T00:00:00', undefined],
    ['9999-12-31T23:59:59.9999999Z', undefined],
    ['0000-00-00 00:00:00', undefined],
    ['1601-01-01T00:00:00Z', undefined],
    ['1753-01-01T00:00:00', undefined],
    ['1899-12-30T00:00:00', undefined],
    ['1900-01-01T00:00:00.000', undefined],
    ['1900-01-01', undefined],
    ['1904-01-01T00:00:00Z', undefined],
    ['1970-01-01T00:00:00Z', undefined],
    ['1970-01-01T01:00:00+01:00', undefined],
    ['1969-12-31T19:00:00-05:00', undefined],
    [0, undefined],
    ['2079-06-06T23:59:00', undefined],
    ['1970-01-02T00:00:00Z', '1970-01-02T00:00:00Z'],
    // What is no time stays as it was sent: the record is readable, and the term check finds the field.
    ['yesterday', 'yesterday'],
    ['2017-09-06', '2017-09-06'],
    ['2017-02-30T00:00:00Z', '2017-02-30T00:00:00Z'],
    ['2017-09-06T14:60:00Z', '2017-09-06T14:60:00Z'],
    ['06.09.2017 14:25', '06.09.2017 14:25'],
    [{ year: 2017 }, '{"year":2017}'],
  ])('%j is %s', (raw, utc) => {
    expect(recordOf(readPerson({ id: 1, ...named, dateModified: raw })).dateModified).toBe(utc);
  });
});

describe('unknown keys', () => {
  it('may be any number', () => {
    const many = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`x${at}`, at]));
    const reading = readPerson({ id: 1, ...named, ...many });
    expect(reading.ok).toBe(true);
    expect(reading.unknown.length).toBe(200_000);
  });

  it('are no error; each is told once a record, with its path', () => {
    const part = (id: number) => ({
      id,
      shelf: 'B',
      items: [
        { id: id + 1, mood: 1 },
        { id: id + 2, Mood: 2 },
      ],
    });
    const reading = readVolume({ id: 1, colour: 'red', parts: [part(10), part(20)] });
    expect(reading.ok).toBe(true);
    expect(reading.unknown).toEqual(['colour', 'parts.items.Mood', 'parts.items.mood', 'parts.shelf']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may be called %s', (key) => {
    const raw: unknown = JSON.parse(`{"logainmID": 1, "${key}": {"logainmID": 2}}`);
    const reading = readCounty(raw);
    expect(reading.unknown).toEqual([key]);
    expect(recordOf(reading)).toEqual({ logainmID: 1 });
  });

  it('do not come back in the record', () => {
    expect(recordOf(reader(country)({ isoCode: 'FR', secret: 'x' }))).toEqual({ isoCode: 'FR' });
  });
});

describe('a bad record', () => {
  it.each([null, 'a sentence of HTML', 7, true, [], [{}, {}]])('%j: its place is the whole', (raw) => {
    const reading = readPerson(raw);
    expect(reading.ok).toBe(false);
    expect(pointersOf(reading)).toEqual(['']);
  });

  it('names every fault by a JSON pointer, and says what is wrong', () => {
    const raw = { id: 'x', names: [{ fullName: 'a' }, { surname: 'b' }], birthCounty: { logainmID: 1.5 } };
    const reading = readPerson(raw);
    expect(pointersOf(reading).sort()).toEqual(['/birthCounty/logainmID', '/id', '/names/1/fullName']);
    if (reading.ok) return;
    const messages = Object.fromEntries(reading.faults.map(({ pointer, message }) => [pointer, message]));
    expect(messages).toEqual({
      '/id': 'has text in place of a number',
      '/names/1/fullName': 'is missing',
      '/birthCounty/logainmID': 'is not a whole number',
    });
  });
});

describe('a bad piece of a good record', () => {
  const page = (id: number, more: object = {}) => ({
    id,
    pageNumber: String(id),
    imageFileName: 'a',
    ...more,
  });
  const item = (id: number, more: object = {}) => ({ id, pages: [1], ...more });
  const idsOf = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);

  it('is taken out with its place and reasons; the rest is kept', () => {
    const reading = readVolume({
      id: 1,
      pages: [page(1), page(2, { imageFileName: ['a', 'b'] }), page(3), { id: 'x' }],
      parts: [{ id: 10, items: [item(11), item(12, { pages: ['x'] }), item(13)] }, { id: 'y' }, { id: 20 }],
    });
    const volume = recordOf(reading);
    expect(idsOf(volume.pages)).toEqual([1, 3]);
    expect(idsOf(volume.parts)).toEqual([10, 20]);
    expect(idsOf(volume.parts[0]?.items ?? [])).toEqual([11, 13]);
    expect(rejectsOf(reading).map(({ piece, pointer }) => [piece, pointer])).toEqual(
      expect.arrayContaining([
        ['pages', '/pages/1'],
        ['pages', '/pages/3'],
        ['parts.items', '/parts/0/items/1'],
        ['parts', '/parts/1'],
      ]),
    );
    expect(rejectsOf(reading)).toHaveLength(4);
    const last = rejectsOf(reading).find(({ pointer }) => pointer === '/pages/3');
    expect(last?.faults.map(({ pointer }) => pointer)).toEqual(['/id']);
    expect(last?.value).toMatchObject({ id: 'x' });
  });

  it('may be a transcript: the page it is on stays', () => {
    const transcripts = [
      { id: 5, itemID: 11, text: 'a' },
      { id: 6, itemID: {}, text: 'b' },
    ];
    const reading = readSchools({ id: 1, pages: [page(1, { transcripts })] });
    expect(recordOf(reading).pages[0]?.transcripts.map(({ id }) => id)).toEqual([5]);
    expect(rejectsOf(reading)).toMatchObject([
      { piece: 'pages.transcripts', pointer: '/pages/0/transcripts/1', faults: [{ pointer: '/itemID' }] },
    ]);
  });

  it('takes what is inside it along, and nothing else', () => {
    const bad = { id: 'y', items: [item(21), item(22), item(23, { pages: ['x'] })] };
    const parts = [
      { id: 10, items: [item(11), item(12), item(13)] },
      bad,
      { id: 30, items: [item(31), item(32), item(33)] },
    ];
    for (const ordered of [parts, [parts[0], parts[2], bad], [bad, parts[0], parts[2]]]) {
      const reading = readVolume({ id: 1, parts: ordered });
      expect(recordOf(reading).parts.map((part) => [part.id, ...idsOf(part.items)])).toEqual([
        [10, 11, 12, 13],
        [30, 31, 32, 33],
      ]);
    }
  });

  it('does not save a record that is bad itself', () => {
    expect(pointersOf(readVolume({ id: 'x', pages: [{ id: 'y' }] }))).toContain('/id');
  });
});

describe('a detail that cannot be read', () => {
  const readItem = reader(schoolsItem);
  const informant = { id: 1, names: [{ fullName: 'Nóra' }] };
  const unreadOf = (reading: Reading<unknown>) =>
    reading.ok ? reading.unread.map(({ path, fault }) => [path.join('.'), fault.message]) : [];

  it('is left out whole, and its record is read', () => {
    const raw = { id: 5, informants: [{ ...informant, age: { age: 60, rangeMax: 'old' } }, informant] };
    const reading = readItem(raw);
    expect(recordOf(reading).informants.map(({ age }) => age)).toEqual([undefined, undefined]);
    expect(unreadOf(reading)).toEqual([['informants.0.age', 'has text in place of a number']]);
    const person4101 = { id: 4101, ...named, viafID: '98765432109876543210', birthDate: { year: 1866.5 } };
    const person = readPerson(person4101);
    expect(recordOf(person)).not.toHaveProperty('viafID');
    expect(recordOf(person)).not.toHaveProperty('birthDate');
    expect(unreadOf(person)).toEqual([
      ['viafID', 'is a number that is too large to be read exactly'],
      ['birthDate', 'is not a whole number'],
    ]);
  });

  it('is one entry of its list', () => {
    const reading = readPerson({ id: 1, names: [{ fullName: 'a' }, { surname: 'b' }, { fullName: 'c' }] });
    expect(recordOf(reading).names.map(({ fullName }) => fullName)).toEqual(['a', 'c']);
    expect(unreadOf(reading)).toEqual([['names.1', 'is missing']]);
  });

  it('is one of a place that the record names, which it names still', () => {
    const county = { logainmID: 100015 };
    const place = { logainmID: 1234, coordinates: { latitude: 'north', longitude: -8 }, counties: [county] };
    const reading = readItem({ id: 5, locationsIreland: [place] });
    expect(recordOf(reading).locationsIreland).toMatchObject([{ logainmID: 1234, counties: [county] }]);
    expect(recordOf(reading).locationsIreland[0]).not.toHaveProperty('coordinates');
    expect(unreadOf(reading)).toEqual([['locationsIreland.0.coordinates', 'has text in place of a number']]);
    const elsewhere = { ...place, coordinates: undefined, counties: [{ logainmID: 'x' }] };
    expect(readItem({ id: 5, locationsIreland: [elsewhere] }).ok).toBe(false);
  });

  it('is not the only entry of a list that needs one: its piece is left out, and not all that holds it', () => {
    const pieceOf = (id: number, names: unknown) => ({
      id,
      title: null,
      pages: [9],
      informants: [{ id: 1, names }],
    });
    const items = [pieceOf(5, [{ fullName: {} }, {}]), pieceOf(6, [{}, { fullName: 'Nóra' }])];
    const page = { id: 9, pageNumber: '1', listingOrder: '1', imageFileName: 'a.jpg' };
    const reading = readSchools({ id: 1, type: 'volume', pages: [page], parts: [{ id: 2, items }] });
    expect(recordOf(reading).parts[0]?.items.map(({ id }) => id)).toEqual([6]);
    expect(rejectsOf(reading).map(({ pointer, faults }) => [pointer, faults[0]?.pointer])).toEqual([
      ['/parts/0/items/0', '/informants/0/names/0/fullName'],
    ]);
    expect(pointersOf(readPerson({ id: 1, names: [{ fullName: {} }] }))).toEqual(['/names/0/fullName']);
  });

  it.each([
    ['what it needs', { informants: [{ ...informant, names: [{}] }] }],
    ['what it refers to', { pages: ['x'] }],
    ['what decides about access', { sensitive: 'perhaps' }],
    ['several values of one key', { listingOrder: ['1', '2'] }],
  ])('is not %s: that makes the record unreadable', (_, fields) => {
    expect(readItem({ id: 5, ...fields }).ok).toBe(false);
  });
});
