import { join } from 'node:path';
import type { BuildResult } from '../export/build.js';
import { KINDS } from '../export/kinds.js';
import type { Counts } from '../export/ledger.js';

const COLUMNS: readonly (keyof Counts)[] = ['fetched', 'published', 'withheld', 'rejected'];

const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

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
    ...notes.unknown.map(
      ({ kind, field, count }) =>
        `Unknown field ${field} in ${KINDS[kind].called}: ${number(count)} records.`,
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

/** Columns side by side: the first to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
