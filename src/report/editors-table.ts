import { csvRow } from '../output/derived/csv.js';
import { escapeControlsInValue } from '../rdf/validation-result.js';
import { beginning, locationOf, plainValue, type ReportedFinding } from './reported-finding.js';

export const EDITORS_COLUMNS = [
  'severity',
  'collection',
  'record',
  'label',
  'address',
  'field',
  'value',
  'expected',
  'message_en',
  'message_ga',
  'outcome',
] as const;

/** Characters of a cell. */
const LONGEST = 2000;

/** The beginnings that a worksheet takes for a formula, in either width; an apostrophe before them makes a text. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A row of editors.csv: which record to open, what to look at, and what is wrong. */
export function editorsRow({ finding, subject, field }: ReportedFinding): string {
  const { called, id = '', label = '', outcome } = subject;
  const { severity, focus, value, message, messageGA = '', name = '', expected = '' } = finding;
  const row: Readonly<Record<(typeof EDITORS_COLUMNS)[number], string>> = {
    severity,
    collection: called,
    record: String(id),
    label,
    address: locationOf(subject) ?? '',
    field: field ?? name,
    // A value that is the record itself says no more than its id.
    value: value === undefined || value === focus ? '' : plainValue(value),
    expected,
    message_en: message,
    message_ga: messageGA,
    outcome,
  };
  return csvRow(EDITORS_COLUMNS.map((column) => cellOf(row[column])));
}

function cellOf(text: string): string {
  const cell = beginning(escapeControlsInValue(text), LONGEST);
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
