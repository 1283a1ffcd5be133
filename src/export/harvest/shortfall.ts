import { fieldOf } from '../reading.js';
import { identifiers } from './met.js';

/** What the index of volumes announces of a volume, and how many of it a volume holds (wire-format 3, `/volumes`). */
const COUNTS = [
  ['pagecount', 'pages', (volume: unknown) => lengthOf(volume, 'pages')],
  ['partcount', 'parts', (volume: unknown) => lengthOf(volume, 'parts')],
  [
    'itemcount',
    'items',
    (volume: unknown) =>
      [fieldOf(volume, 'parts')].flat().reduce((sum: number, part) => sum + lengthOf(part, 'items'), 0),
  ],
] as const;

/** Where a volume holds less than its row of the index says, in words. */
export function shortfalls(called: string, row: unknown, volume: unknown): string[] {
  return COUNTS.flatMap(([count, things, countIn]) => {
    const announced = Number(identifiers([row], count)[0] ?? Number.NaN);
    const given = countIn(volume);
    return announced > given
      ? [`${called} is said to have ${announced} ${things}, and comes with ${given}`]
      : [];
  });
}

function lengthOf(value: unknown, list: string): number {
  const entries = fieldOf(value, list);
  return Array.isArray(entries) ? entries.length : 0;
}
