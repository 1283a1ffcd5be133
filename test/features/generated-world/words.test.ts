import { expect, test } from 'vitest';
import {
  ADJECTIVES,
  CATEGORY_ROWS,
  COUNTY_ROWS,
  FEATURE_ROWS,
  PROVINCE_ROWS,
} from '../../../src/features/generated-world/words.js';

test('Ireland has 32 counties in four provinces', () => {
  expect([COUNTY_ROWS.length, PROVINCE_ROWS.length]).toEqual([32, 4]);
  const ofProvinces = PROVINCE_ROWS.map(([name]) => name);
  expect(COUNTY_ROWS.filter((county) => !ofProvinces.includes(county[6] ?? ''))).toEqual([]);
  const known = CATEGORY_ROWS.map(([code]) => code);
  expect(FEATURE_ROWS.filter(([code]) => !known.includes(code ?? ''))).toEqual([]);
  // A feminine noun lenites the adjective (mór, mhór); s, r, l, n and vowels stay.
  expect(ADJECTIVES.find(([word]) => word === 'mór')?.[1]).toBe('mhór');
});
