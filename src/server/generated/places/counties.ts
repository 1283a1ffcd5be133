import type { County } from '../../../dictionary/archive/county.js';
import { COUNTY_ROWS } from '../words/counties.js';
import { cell } from '../words/rows.js';

/** The counties as the archive speaks of them. */
export const COUNTIES: readonly County[] = COUNTY_ROWS.map((row) => ({
  logainmID: Number(row[0]),
  nameEN: cell(row, 1),
  nameGA: cell(row, 2),
  qualifiedNameEN: `Co. ${cell(row, 1)}`,
  qualifiedNameGA: `Co. ${cell(row, 3)}`,
  coordinates: { latitude: Number(row[4]) / 100, longitude: Number(row[5]) / 100 },
}));
