import { escapeControlsInValue } from '../../model/rdf/validation-result.js';
import { csvRow } from '../tables/csv.js';
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
  return csvRow(EDITORS_COLUMNS.map((column) => beginning(escapeControlsInValue(row[column]), LONGEST)));
}
