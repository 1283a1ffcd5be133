import { join } from 'node:path';
import type { BuildResult } from '../export/build.js';
import { KINDS } from '../export/kinds.js';
import type { Counts } from '../export/ledger.js';
import { number, table } from './table.js';

const COLUMNS: readonly (keyof Counts)[] = ['fetched', 'published', 'withheld', 'rejected'];

/** What became of every record, kind by kind, and where to look: for standard output. */
export function summarise({ ledger, notes, dumps, directory }: BuildResult): string {
  const rows = ledger
    .rows()
    .map((row) => [KINDS[row.kind].called, ...COLUMNS.map((column) => number(row[column]))]);
  const total = ['all', ...COLUMNS.map((column) => number(ledger.total(column)))];
  const files = dumps
    .filter(({ file }) => file.endsWith('.ttl'))
    .map(({ file, records, quads }) => [
      join(directory, 'data', file),
      `${number(records)} records`,
      `${number(quads)} triples`,
    ]);
  return [
    table([['', ...COLUMNS], ...rows, total]),
    '',
    table(files),
    '',
    ...remarks({ notes, directory }),
    `Turtle and JSON-LD of each dataset are in ${join(directory, 'data')}, findings in ${join(directory, 'report')}.`,
  ].join('\n');
}

function remarks({ notes, directory }: Pick<BuildResult, 'notes' | 'directory'>): string[] {
  const { violation, warning } = notes.findings;
  return [
    ...(violation > 0
      ? [`${number(violation)} violations: see ${join(directory, 'report', 'quarantine.ndjson')}.`]
      : []),
    ...(warning > 0
      ? [`${number(warning)} warnings: see ${join(directory, 'report', 'findings.ndjson')}.`]
      : []),
    ...notes.unknown.fields.map(
      ({ kind, what, count }) => `Unknown field ${what} in ${KINDS[kind].called}: ${number(count)} records.`,
    ),
    ...notes.unknown.codes.map(
      ({ kind, what, count }) =>
        `Unknown code ${what} in ${KINDS[kind].called}: ${number(count)} records (kept as lore:unmappedCode).`,
    ),
    ...notes.duplicates.map(
      ({ kind, count }) =>
        `${KINDS[kind].called}: ${number(count)} met twice in their source, described once.`,
    ),
    ...notes.genderConflicts.map(
      (collection) =>
        `Gender codes of ${collection} contradict the configured scheme: no gender is stated there.`,
    ),
  ];
}
