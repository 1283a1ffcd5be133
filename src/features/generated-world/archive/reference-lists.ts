import type { Country, County, LocationAbroad } from '../../../model/schema/archive/places.js';
import type {
  HandbookTopic,
  Occupation,
  SchoolsTopic,
} from '../../../model/schema/archive/reference-lists.js';
import { zeroPadded } from '../calendar.js';
import {
  COUNTRY_ROWS,
  COUNTY_ROWS,
  cell,
  HANDBOOK_ROWS,
  OCCUPATION_ROWS,
  PLACE_ABROAD_ROWS,
  SCHOOLS_TOPIC_ROWS,
  type WordRow,
} from '../words.js';

/** The counties in the form of the archive. */
export const COUNTY_LIST: readonly County[] = COUNTY_ROWS.map((row) => ({
  logainmID: Number(row[0]),
  nameEN: cell(row, 1),
  nameGA: cell(row, 2),
  qualifiedNameEN: `Co. ${cell(row, 1)}`,
  qualifiedNameGA: `Co. ${cell(row, 3)}`,
  coordinates: { latitude: Number(row[4]) / 100, longitude: Number(row[5]) / 100 },
}));

const FIRST_COUNTRY_ID = 990_000_001;
const FIRST_PLACE_ID = 990_001_001;
/** Identifiers of the gazetteer above 2^31 (wire-format 1). */
const HIGH_PLACE_ID = 4_990_001_001;

/** The countries, by code. */
export const COUNTRY_LIST: readonly Country[] = COUNTRY_ROWS.map((row, index) => ({
  isoCode: cell(row, 0),
  geoNameID: FIRST_COUNTRY_ID + index,
  nameEN: cell(row, 1),
  nameGA: cell(row, 2) === '' ? undefined : cell(row, 2),
  coordinates: { latitude: Number(row[3]) / 10, longitude: Number(row[4]) / 10 },
}));

/** Places outside Ireland; one of them has no country stated, another no coordinates. */
export const LOCATIONS_ABROAD: readonly LocationAbroad[] = PLACE_ABROAD_ROWS.map((row, index) => ({
  geoNameID: (index % 7 === 6 ? HIGH_PLACE_ID : FIRST_PLACE_ID) + index,
  nameEN: cell(row, 1),
  nameGA: cell(row, 2) === '' ? undefined : cell(row, 2),
  coordinates: index === 2 ? undefined : { latitude: Number(row[3]) / 100, longitude: Number(row[4]) / 100 },
  country: index === 4 ? undefined : COUNTRY_LIST.find((country) => country.isoCode === row[0]),
}));

/** Occupations of the people database, by code; one has no Irish name. */
export const OCCUPATIONS: readonly Occupation[] = OCCUPATION_ROWS.map((row) => ({
  id: cell(row, 0),
  nameEN: cell(row, 1),
  nameGA: cell(row, 2) === '' ? undefined : cell(row, 2),
})).sort((a, b) => (a.id < b.id ? -1 : 1));

const isBelow = (row: WordRow): boolean => cell(row, 0).startsWith('>');
const FIRST_TOPIC_ID = 6_001;

/** Groups rows below the headings before them. */
function headed(
  rows: readonly WordRow[],
): { readonly number: number; readonly row: WordRow; below: { number: number; row: WordRow }[] }[] {
  const found: { number: number; row: WordRow; below: { number: number; row: WordRow }[] }[] = [];
  for (const [number, row] of rows.entries()) {
    if (isBelow(row)) found.at(-1)?.below.push({ number, row });
    else found.push({ number, row, below: [] });
  }
  return found;
}

const topic = (number: number, row: WordRow, subTopics: SchoolsTopic[]): SchoolsTopic => ({
  id: FIRST_TOPIC_ID + number,
  titleEN: cell(row, 0).replace('>', ''),
  titleGA: cell(row, 1),
  subTopics,
});

/** The tree of topics of the schools collection, two levels deep. */
export const SCHOOLS_TOPICS: readonly SchoolsTopic[] = headed(SCHOOLS_TOPIC_ROWS).map(
  ({ number, row, below }) =>
    topic(
      number,
      row,
      below.map((sub) => topic(sub.number, sub.row, [])),
    ),
);

/** The topics of items: a broadest topic alone, or with one topic below it. */
export const TOPIC_CHAINS: readonly SchoolsTopic[] = SCHOOLS_TOPICS.flatMap((root) => [
  { ...root, subTopics: [] },
  ...root.subTopics.map((sub) => ({ ...root, subTopics: [sub] })),
]);

/** The step between the numbers of a letter's topics. */
const STEP = 5;

/** Headings of the handbook: some letters are topics as well. */
export const HANDBOOK_TOPICS: readonly HandbookTopic[] = headed(HANDBOOK_ROWS).flatMap(
  ({ number, row, below }) => {
    const heading = { id: cell(row, 0), topicEN: cell(row, 1), topicGA: cell(row, 2) };
    const topics = below.map((sub, index) => ({
      ...heading,
      id: `${heading.id}${zeroPadded((index + 1) * STEP, 3)}`,
      subTopicEN: cell(sub.row, 1),
      subTopicGA: cell(sub.row, 2),
    }));
    return number % 2 === 0 || topics.length === 0 ? [heading, ...topics] : topics;
  },
);
