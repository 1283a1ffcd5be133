import type { Kind } from '../../src/model/records/record.js';

/*
 * Records that show what neither chance nor the sample world does for certain, each with as much as it needs. Of
 * their references every one whose id is a multiple of seven is withheld: see evidence.ts.
 */

/** What only the ISO strings say; what they say beside the numbers; a qualifier of nothing. */
const DATES = [
  { isoDate: '1936' },
  { isoStartDate: '1936', isoEndDate: '1937-02' },
  { isoDate: '1936', year: 1936 },
  {
    isoStartDate: '1936',
    periodStartYear: 1936,
    isoEndDate: '1937',
    periodEndYear: 1937,
    isoDuration: 'P1Y',
  },
  // Of a qualified date no string decides whether there are days.
  { isoDate: '1936', year: 1936, isoDuration: 'P1Y', accuracy: 'INFER' },
  {
    ...{ isoStartDate: '1936', periodStartYear: 1936, isoEndDate: '1937', periodEndYear: 1937 },
    ...{ isoDuration: 'P1Y', accuracy: 'INFER' },
  },
  { accuracy: 'APPROX' },
  { year: 1936, month: 2, day: 3 },
  {
    ...{ periodStartYear: 1936, periodStartMonth: 2, periodStartDay: 3 },
    ...{ periodEndYear: 1937, periodEndMonth: 4, periodEndDay: 5 },
  },
];
const TOLD = { id: 3, names: [{ fullName: 'Máire' }], age: { age: 70, qualifier: 'OVER', rangeMax: 80 } };
const UNKNOWN_QUALIFIER = { ...TOLD, age: { age: 70, qualifier: 'PERHAPS' } };
const PLACEHOLDER = { firstNames: '-', surname: '-', fullName: '(name not given)' };
const NAMES = [PLACEHOLDER, { fullName: 'Máire' }];
const AGES = [{ age: 70 }, { age: 70, qualifier: 'OVER' }];

/** One withheld page between others, and one of which every page is withheld. */
const ON_PAGES = [
  { pages: [6, 7, 8], firstPageID: 6, lastPageID: 8 },
  { pages: [7], firstPageID: 7, lastPageID: 7 },
];

const items = (kind: 'cbe.item' | 'cbes.item', ...records: readonly object[]): [Kind, object][] =>
  records.map((record) => [kind, { id: 1, partID: 2, ...record }]);
const parts = (kind: 'cbe.part' | 'cbes.part', ...records: readonly object[]): [Kind, object][] =>
  records.map((record) => [kind, { id: 1, volumeID: 2, ...record }]);

/** A place that the place-names database has at another point: see evidence.ts. */
const ELSEWHERE = { logainmID: 8, nameEN: 'x', coordinates: { latitude: 55, longitude: -9 } };

export const MADE: readonly (readonly [kind: Kind, record: object])[] = [
  ...parts('cbe.part', ...DATES.map((date) => ({ date })), { titlePages: [7, 8] }),
  ...parts('cbe.part', { extraInfoStatus: 'EDIT', extraInfoEN: 'x', extraInfoGA: 'y' }),
  ...parts('cbes.part', { titlePages: [7, 8] }, { teachers: [TOLD] }, { teachers: [UNKNOWN_QUALIFIER] }),
  ...items('cbe.item', ...DATES.map((date) => ({ date }))),
  ...items('cbe.item', ...ON_PAGES),
  ...items('cbe.item', { linkedItems: [{ itemID: 7, sequence: 'NEXT' }, { itemID: 8 }] }),
  ...items('cbe.item', { extraInfoStatus: 'EDIT', extraInfoEN: 'x', extraInfoGA: 'y' }),
  ...items('cbes.item', ...ON_PAGES, { collectors: [TOLD] }, { informants: [UNKNOWN_QUALIFIER] }),
  ...DATES.map((date) => ['cbeg.photograph', { id: 1, digitized: true, date }] as const),
  [
    'cbeg.photograph',
    {
      ...{ id: 1, digitized: true, archivedDescriptionStatus: 'EDIT', archivedDescription: 'x' },
      ...{ extraInfoStatus: 'EDIT', extraInfoEN: 'y', extraInfoGA: 'z' },
    },
  ],
  ['cbeg.photograph', { id: 1, digitized: true, digitization: { dateCaptured: '2016-06-03T14:05:00' } }],
  ['county', ELSEWHERE],
  ['location-ireland', ELSEWHERE],
  ...DATES.map((date) => ['cbed.person', { id: 1, names: NAMES, birthDate: date, deathDate: date }] as const),
  ...AGES.map((age) => ['cbes.person', recorded({ names: NAMES, age })] as const),
  ['cbes.person', recorded({ names: NAMES, gender: 'b' }, { names: NAMES, gender: 'f' })],
  [
    'cbes.transcript',
    { id: 1, itemID: 2, pageID: 3, text: 'x', languages: ['ga', 'en'], transcribers: [{ id: 4, name: '-' }] },
  ],
  ['place', place({ geography: { accurate: true, source: 'osi', coordinates: [] } })],
  ['place', place({ links: [{ type: 'Unheard', target: 'https://example.org/of' }] })],
];

function place(more: object): object {
  const placenames = [{ id: 2, language: 'ga', wording: 'Baile', main: true }];
  return {
    id: 1,
    dateCreated: '2020-01-01T00:00:00Z',
    permalink: 'https://example.org/1',
    placenames,
    ...more,
  };
}

function recorded(...people: readonly object[]): object {
  const source = { kind: 'item', id: 2 };
  return { id: 1, occurrences: people.map((person) => ({ person: { id: 1, ...person }, source })) };
}

/** Records whose ids would be links, where the configuration makes none. */
export const UNLINKED: typeof MADE = [
  ['country', { isoCode: 'AU', geoNameID: 1 }],
  ['place', place({ bornHere: [{ id: 1, title: 'x' }] })],
];
