import { join } from 'node:path';
import { csvRow } from '../output/derived/csv.js';
import { TextFile } from '../output/text-file.js';
import { escapeControlsInValue } from '../rdf/written-value.js';
import { beginning, locationOf, plainValue, type ReportedFinding } from './reported-finding.js';

const COLUMNS = [
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

/** Characters of a cell: worksheets take some thirty thousand, and editors fewer. */
const LONGEST = 2000;

/** What a worksheet would take for a formula, in either width: an apostrophe before it makes it text. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** One row for each finding, for those who mend the source: which record to open, what to look at, what is wrong. */
export class EditorsTable {
  readonly #file: TextFile;

  private constructor(file: TextFile) {
    this.#file = file;
  }

  static async create(directory: string, name: string): Promise<EditorsTable> {
    const file = await TextFile.create(join(directory, name));
    await file.write(csvRow(COLUMNS));
    return new EditorsTable(file);
  }

  async add({ finding, subject, field }: ReportedFinding): Promise<void> {
    const { called, id = '', label = '', outcome } = subject;
    const { severity, focus, value, message, messageGA = '', name = '', expected = '' } = finding;
    const row: Readonly<Record<(typeof COLUMNS)[number], string>> = {
      severity,
      collection: called,
      record: String(id),
      label,
      address: locationOf(subject) ?? '',
      field: field ?? name,
      // That a record as a whole is at fault says no more than its id.
      value: value === undefined || value === focus ? '' : plainValue(value),
      expected,
      message_en: message,
      message_ga: messageGA,
      outcome,
    };
    await this.#file.write(csvRow(COLUMNS.map((column) => cellOf(row[column]))));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  /** Lets go of the file, half-written as it is. */
  abandon(): Promise<void> {
    return this.#file.abandon();
  }
}

function cellOf(text: string): string {
  const cell = beginning(escapeControlsInValue(text), LONGEST);
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
