import type { Category, Glossary } from '../../../model/schema/placenames/reference-lists.js';
import { EMPTY_LIST } from '../record-fields.js';
import { ADJECTIVES, CATEGORY_ROWS, cell, GENERICS, QUALIFIERS, type WordRow } from '../words.js';

const word = (text: string): string | undefined => (text === '' ? undefined : text);

/** Every category by its code, as places carry it: without a count. */
const CATEGORIES: ReadonlyMap<string, Category> = new Map(
  CATEGORY_ROWS.map((row) => [
    cell(row, 0),
    {
      id: cell(row, 0),
      nameEN: word(cell(row, 1)),
      nameGA: word(cell(row, 2)),
      namePluralEN: word(cell(row, 3)),
      namePluralGA: word(cell(row, 4)),
    },
  ]),
);

/** The category with a code. */
export const categoryOf = (code: string): Category => CATEGORIES.get(code) ?? { id: code };

const EACH = new Map([...CATEGORIES.values()].map((category) => [category.id, [category]]));

/** The categories with some codes. */
export const categoriesOf = (codes: readonly string[]): Category[] => {
  const [code] = codes;
  return codes.length === 1 && code !== undefined ? (EACH.get(code) ?? EMPTY_LIST) : codes.map(categoryOf);
};

/** The number of live places of each category, by code. */
export type CategoryCounts = ReadonlyMap<string, number>;

/** Categories with their counts, in the order of the table; without those of no place. */
export function withCounts(tally: CategoryCounts | undefined): Category[] {
  if (tally === undefined) return EMPTY_LIST;
  return [...CATEGORIES.values()].flatMap((category) => {
    const count = tally.get(category.id);
    return count === undefined ? [] : [{ ...category, count }];
  });
}

/** A reference list: all categories of a sort by code, with their counts, 0 included. */
export function categoryList(sort: 'unit' | 'feature', tally: CategoryCounts): Category[] {
  return CATEGORY_ROWS.filter((row) => cell(row, 5) === sort)
    .map((row) => ({ ...categoryOf(cell(row, 0)), count: tally.get(cell(row, 0)) ?? 0 }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const FIRST_ID = 8_001;

const entry = (row: WordRow, number: number, meaning: number, forms: string): Glossary => ({
  id: FIRST_ID + number,
  headword: cell(row, 0),
  // A few words have no translation.
  translation: number % 50 === 49 ? undefined : cell(row, meaning),
  forms: forms.split(',').filter((form) => form !== '' && form !== cell(row, 0)),
});

/** The glossary without counts; {@link ComposedName} refers to entries by position. */
export const GLOSSARY: readonly Glossary[] = [
  ...GENERICS.map((row) => ({ row, meaning: 1, forms: cell(row, 2) })),
  ...ADJECTIVES.map((row) => ({ row, meaning: 2, forms: cell(row, 1) })),
  ...QUALIFIERS.map((row) => ({ row, meaning: 1, forms: '' })),
].map(({ row, meaning, forms }, number) => entry(row, number, meaning, forms));
