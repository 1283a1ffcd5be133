import type { Category } from '../../../dictionary/placenames/category.js';
import { NONE } from '../none.js';
import { CATEGORY_ROWS } from '../words/categories.js';
import { cell } from '../words/rows.js';

const word = (text: string): string | undefined => (text === '' ? undefined : text);

/** Every category by its code, as places carry it: without a count. */
export const CATEGORIES: ReadonlyMap<string, Category> = new Map(
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
  return codes.length === 1 && code !== undefined ? (EACH.get(code) ?? NONE) : codes.map(categoryOf);
};

/** How many live places there are of each category, by code. */
export type Tally = ReadonlyMap<string, number>;

/** Categories with their counts, in the order of the table; those that nothing belongs to are left out. */
export function counted(tally: Tally | undefined): Category[] {
  if (tally === undefined) return NONE;
  return [...CATEGORIES.values()].flatMap((category) => {
    const count = tally.get(category.id);
    return count === undefined ? [] : [{ ...category, count }];
  });
}

/** A reference list: all categories of a sort by code, with their counts, 0 included. */
export function referenceList(sort: 'unit' | 'feature', tally: Tally): Category[] {
  return CATEGORY_ROWS.filter((row) => cell(row, 5) === sort)
    .map((row) => ({ ...categoryOf(cell(row, 0)), count: tally.get(cell(row, 0)) ?? 0 }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
