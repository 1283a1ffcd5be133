import { expect, it } from 'vitest';
import { textOf } from './derive.js';
import { at, PLACE } from './nodes.js';
import { readTable } from './read-csv.js';

/** A code is whatever the database calls a category by; its IRI has it percent-encoded. */
const ODD = { ...PLACE, category: [at('category/CON%7CBAR'), at('category/X%1B%5B2J%C2%9B31m')] };

it('a code that holds the separator is one code', async () => {
  const [row] = readTable(await textOf('places.csv', [ODD]));
  expect(row?.category_codes?.split('|')).toHaveLength(2);
});

it.each(['places.csv', 'places.geojson', 'places.lpf.json'])(
  'no code steers a terminal out of %s',
  async (file) => {
    expect((await textOf(file, [ODD])).replaceAll(/\r?\n/g, '')).not.toMatch(/\p{Cc}/u);
  },
);
