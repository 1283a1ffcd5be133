import { csvRow } from '../output/derived/csv.js';
import type { Words } from './remedies.js';

/** How many records of a kind have a field, or how many values of a field have a part. */
export interface CompletenessRow {
  readonly kind: string;
  /** The title of the kind. */
  readonly called: string;
  /** In the spelling of the source. */
  readonly field: string;
  /** What is counted, in both languages: `main Irish names with a status`. */
  readonly counted: Words;
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

/**
 * The table of what is filled and what is missing in the source.
 *
 * @param before the rows of the previous release; absent: there is none to compare with
 */
export function completenessTable(
  rows: readonly CompletenessRow[],
  before: readonly CompletenessRow[] | undefined,
): string {
  const earlier = new Map((before ?? []).map((row) => [keyOf(row), shareOf(row)]));
  const lines = rows.map((row) => {
    const [share, then] = [shareOf(row), earlier.get(keyOf(row))];
    const change = share === undefined || then === undefined ? '' : String(rounded(share - then));
    const { called, field, counted, filled, empty } = row;
    return csvRow([
      called,
      field,
      counted.en,
      counted.ga,
      String(filled),
      String(empty),
      String(share ?? ''),
      change,
    ]);
  });
  return [csvRow(COLUMNS), ...lines].join('');
}

const keyOf = ({ kind, field }: CompletenessRow): string => `${kind} ${field}`;

/** What is missing in the source, on one line each: `places: 12 of 30 main Irish names with a status are missing`. */
export const completenessNotes = (rows: readonly CompletenessRow[]): readonly string[] =>
  rows
    .filter(({ isNoted, empty }) => isNoted === true && empty > 0)
    .map(({ called, counted, filled, empty }) => `${called}: ${counted.en}: ${filled} of ${filled + empty}`);
