import { z } from 'zod';
import { referenceTable } from '../../base/reference-data.js';

/** A row of a table: one cell a column. */
export type WordRow = readonly string[];

/** A cell of a row; empty where the row has no such column. */
export const cell = (row: WordRow, column: number): string => row[column] ?? '';

/** All rows of a table have the same number of cells. */
const rows = z
  .array(z.array(z.coerce.string()))
  .refine(
    (table) => table.every((row) => row.length === table[0]?.length),
    'a row has another number of cells',
  );

const phrases = z.array(z.string());

/** Phrases of one language, in reference-data/generated-world/stories.yaml. */
const language = {
  who: phrases,
  did: phrases,
  where: phrases,
  when: phrases,
  outcomes: phrases,
  matters: phrases,
  remarks: phrases,
  trades: phrases,
};

/** Phrases of Irish and English texts. */
export const { irish: IRISH, english: ENGLISH } = referenceTable(
  'generated-world/stories',
  z.strictObject({
    irish: z.strictObject(language),
    english: z.strictObject({ ...language, sights: phrases }),
  }),
);

/** The columns of each table are described in reference-data/generated-world/names.yaml. */
export const {
  maleNames: MALE_NAMES,
  femaleNames: FEMALE_NAMES,
  surnameHeads: SURNAME_HEADS,
  surnameTails: SURNAME_TAILS,
  bynames: BYNAMES,
  userNames: USER_NAMES,
  generics: GENERICS,
  adjectives: ADJECTIVES,
  qualifiers: QUALIFIERS,
  counties: COUNTY_ROWS,
  provinces: PROVINCE_ROWS,
  categories: CATEGORY_ROWS,
  features: FEATURE_ROWS,
  streets: STREET_ROWS,
  countries: COUNTRY_ROWS,
  placesAbroad: PLACE_ABROAD_ROWS,
  schoolsTopics: SCHOOLS_TOPIC_ROWS,
  handbookTopics: HANDBOOK_ROWS,
  occupations: OCCUPATION_ROWS,
} = referenceTable(
  'generated-world/names',
  z.strictObject({
    maleNames: rows,
    femaleNames: rows,
    surnameHeads: rows,
    surnameTails: rows,
    bynames: rows,
    userNames: rows,
    generics: rows,
    adjectives: rows,
    qualifiers: rows,
    counties: rows,
    provinces: rows,
    categories: rows,
    features: rows,
    streets: rows,
    countries: rows,
    placesAbroad: rows,
    schoolsTopics: rows,
    handbookTopics: rows,
    occupations: rows,
  }),
);
