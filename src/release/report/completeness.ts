import type { Bilingual } from '../../base/reference-data.js';
import { csvRow } from '../tables/csv.js';

/** How many records of a kind have a field, or how many values of a field have a part. */
export interface CompletenessRow {
  readonly kind: string;
  /** The title of the kind. */
  readonly called: string;
  /** In the spelling of the source. */
  readonly field: string;
  /** What is counted, in both languages: `main Irish names with a status`. */
  readonly counted: Bilingual;
  readonly filled: number;
  readonly empty: number;
  /** Whether the summary of a run names it. */
  readonly isNoted?: boolean;
}

/** The file of the table. */
export const COMPLETENESS_FILE = 'completeness.csv';

const COLUMNS = ['collection', 'field', 'counted_en', 'counted_ga', 'filled', 'empty', 'share', 'change'];

/** @returns 0 to 1, with four digits; undefined where there is nothing to count */
const shareOf = ({ filled, empty }: Pick<CompletenessRow, 'filled' | 'empty'>): number | undefined =>
  filled + empty === 0 ? undefined : rounded(filled / (filled + empty));

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000;

/** The share of a row, 0 to 1, and its change since the previous release; absent where there is nothing to count. */
export interface CompletenessShare extends CompletenessRow {
  readonly share?: number;
  readonly change?: number;
}

/** @param before the rows of the previous release; absent: there is none to compare with */
export function completenessShares(
  rows: readonly CompletenessRow[],
  before: readonly CompletenessRow[] = [],
): readonly CompletenessShare[] {
  const earlier = new Map(before.map((row) => [keyOf(row), shareOf(row)]));
  return rows.map((row) => {
    const [share, then] = [shareOf(row), earlier.get(keyOf(row))];
    if (share === undefined) return row;
    return { ...row, share, ...(then === undefined ? {} : { change: rounded(share - then) }) };
  });
}

/** The table of what is filled and what is missing in the source; parameters as of `completenessShares`. */
export function completenessTable(
  rows: readonly CompletenessRow[],
  before: readonly CompletenessRow[] | undefined,
): string {
  const lines = completenessShares(rows, before).map(
    ({ called, field, counted, filled, empty, share = '', change = '' }) =>
      csvRow([called, field, counted.en, counted.ga, ...[filled, empty, share, change].map(String)]),
  );
  return [csvRow(COLUMNS), ...lines].join('');
}

const keyOf = ({ kind, field }: CompletenessRow): string => `${kind} ${field}`;

/** What is missing in the source, on one line each: `places: 12 of 30 main Irish names with a status are missing`. */
export const completenessNotes = (rows: readonly CompletenessRow[]): readonly string[] =>
  rows
    .filter(({ isNoted, empty }) => isNoted === true && empty > 0)
    .map(({ called, counted, filled, empty }) => `${called}: ${counted.en}: ${filled} of ${filled + empty}`);
