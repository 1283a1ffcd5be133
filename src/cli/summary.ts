import { join } from 'node:path';
import { onOneLine } from '../base/one-line.js';
import { thousands } from '../base/thousands.js';
import type { BuildResult } from '../export/build.js';
import { KINDS } from '../export/kinds.js';
import type { Counts } from '../export/ledger.js';
import type { Unknown } from '../export/notes.js';
import { screen } from '../report/screen.js';
import { beginning } from '../report/told.js';
import { FORMATS } from '../sinks/format.js';
import { table } from './table.js';

/** Unknown fields and codes that are told one by one. */
const MOST_SHOWN = 20;
/** Characters of a name or code that nobody knows. */
const LONGEST = 80;

const COLUMNS: readonly (keyof Counts)[] = ['fetched', 'published', 'withheld', 'rejected', 'unreadable'];

/** What became of every record, kind by kind, and where to look: for standard output. */
export function summarise({ ledger, notes, validation, dumps, directory }: BuildResult): string {
  const rows = ledger
    .rows()
    .map((row) => [KINDS[row.kind].called, ...COLUMNS.map((column) => thousands(row[column]))]);
  const total = ['all', ...COLUMNS.map((column) => thousands(ledger.total(column)))];
  const formats = [...new Set(dumps.map(({ format }) => format))];
  const files = dumps
    .filter(({ format }) => format === formats[0])
    .map(({ file, records, quads }) => [
      join(directory, 'data', file),
      `${thousands(records)} records`,
      `${thousands(quads)} triples`,
    ]);
  return [
    table([['', ...COLUMNS], ...rows, total]),
    '',
    table(files),
    '',
    ...remarks(notes),
    screen(validation, join(directory, 'report')),
    '',
    `${listed(formats.map((format) => FORMATS[format].called))} of each dataset: see ${join(directory, 'data')}; findings: ${join(directory, 'report')}.`,
  ].join('\n');
}

const listed = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');

function remarks(notes: BuildResult['notes']): string[] {
  return [
    ...some(
      'fields',
      notes.unknown.fields,
      ({ kind, what, count }) =>
        `Unknown field ${what} in ${KINDS[kind].called}: ${thousands(count)} records.`,
    ),
    ...some(
      'codes',
      notes.unknown.codes,
      ({ kind, what, count }) =>
        `Unknown code ${what} in ${KINDS[kind].called}: ${thousands(count)} records (kept as lore:unmappedCode).`,
    ),
    ...notes.duplicates.map(
      ({ kind, count }) =>
        `${KINDS[kind].called}: ${thousands(count)} met twice in their source, described once.`,
    ),
    ...notes.genderConflicts.map(
      (collection) =>
        `Gender codes of ${collection} contradict the configured scheme: no gender is stated there.`,
    ),
  ];
}

/** What records bring up themselves: as much of it as a screen holds, each on a line and cut where it is long. */
function some(what: string, all: readonly Unknown[], say: (one: Unknown) => string): string[] {
  const lines = all
    .slice(0, MOST_SHOWN)
    .map((one) => onOneLine(say({ ...one, what: beginning(one.what, LONGEST) })));
  const more = all.length - MOST_SHOWN;
  return more > 0 ? [...lines, `And ${thousands(more)} more unknown ${what}: see run.json.`] : lines;
}
