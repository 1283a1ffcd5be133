import { csvRow } from '../output/derived/csv.js';
import { escapeControlsInValue } from '../rdf/validation-result.js';
import { wordsOf } from './finding-words.js';
import { beginning, labelOf, type ReportedFinding } from './reported-finding.js';

export const EDITORS_COLUMNS = [
  'severity',
  'collection',
  'record',
  'label',
  'where',
  'field',
  'value',
  'wrong_en',
  'right_en',
  'wrong_ga',
  'right_ga',
  'outcome',
] as const;

/** Characters of a cell. */
const LONGEST = 2000;

/** The beginnings that a worksheet takes for a formula, in either width; an apostrophe before them makes a text. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A row of editors.csv: which record to open, what to look at, what is wrong and what would be right. */
export function editorsRow(reported: ReportedFinding): string {
  const { finding, subject } = reported;
  const { field, value, where, wrong, right } = wordsOf(reported);
  const row: Readonly<Record<(typeof EDITORS_COLUMNS)[number], string>> = {
    severity: finding.severity,
    collection: subject.called,
    record: String(subject.id ?? ''),
    label: labelOf(subject),
    where,
    field,
    value,
    wrong_en: wrong.en,
    right_en: right.en,
    wrong_ga: wrong.ga,
    right_ga: right.ga,
    outcome: subject.outcome,
  };
  return csvRow(EDITORS_COLUMNS.map((column) => cellOf(row[column])));
}

function cellOf(text: string): string {
  const cell = beginning(escapeControlsInValue(text), LONGEST);
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
