import { basename, join } from 'node:path';
import { counted, formatCount, toOneLine } from '../../base/text.js';
import { FORMATS } from '../../model/rdf/formats/format.js';
import { KINDS } from '../../model/records/kinds.js';
import type { KindRecordCounts, RecordCounts } from '../../model/records/record-counts.js';
import type { BuildResult } from '../../pipeline/publish/build.js';
import type { Unknown } from '../../pipeline/publish/build-report.js';
import type { Profile } from '../../pipeline/shards/profile.js';
import { KINDS as CHANGES, type KindOfChange } from '../../release/delta/difference.js';
import { beginning } from '../../release/report/reported-finding.js';
import { findingsSummary } from '../../release/report/summary.js';
import { formatTable } from './table.js';

/** The time of each stage of a build, for standard output. */
export function profileText({ workers, elapsed, stages, describing, slowest }: Profile): string {
  const threads = workers === 1 ? 'in the main thread' : `in ${workers} threads, sum of their times`;
  const total = [...describing.values()].reduce((sum, ms) => sum + ms, 0);
  return [
    `Time of the build: ${seconds(elapsed)}.`,
    timeTable(stages, elapsed),
    `Time of mapping, ${threads}:`,
    timeTable(describing, total),
    'The slowest records:',
    formatTable(
      slowest.map(({ kind, id, ms }) => [toOneLine(`${KINDS[kind].title} ${id}`), `${ms.toFixed(1)} ms`]),
    ),
  ].join('\n\n');
}

const timeTable = (stages: ReadonlyMap<string, number>, total: number): string =>
  formatTable(
    [...stages].map(([stage, ms]) => [
      stage,
      seconds(ms),
      `${Math.round((100 * ms) / Math.max(total, 1))} %`,
    ]),
  );

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Most unknown fields and codes in the summary. */
const MAX_SHOWN = 20;
/** Most characters of an unknown name or code. */
const MAX_NAME_LENGTH = 80;

const COLUMNS: readonly Exclude<keyof KindRecordCounts, 'trimmed'>[] = [
  'fetched',
  'published',
  'withheld',
  'rejected',
  'unreadable',
];

/**
 * The counts of a build by kind, its findings, and at the end a line for each dataset, for standard output.
 *
 * @param previous the label of the release that it was compared with
 * @param more lines of features
 */
export function summariseBuild(
  { ledger, notes, validation, dumps, delta, directory, shards }: BuildResult,
  previous?: string,
  more: readonly string[] = [],
): string {
  const rows = ledger
    .rows()
    .map((row) => [KINDS[row.kind].title, ...COLUMNS.map((column) => formatCount(row[column]))]);
  const total = ['all', ...COLUMNS.map((column) => formatCount(ledger.total(column)))];
  const formats = [...new Set(dumps.map(({ format }) => format))];
  const names = formats.map((format) => FORMATS[format].called);
  const list = [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
  const since =
    delta === undefined || previous === undefined ? '' : `, and what has changed since ${previous}`;
  return [
    formatTable([['', ...COLUMNS], ...rows, total]),
    '',
    ...remarks(notes),
    ...trimmedLines(ledger),
    ...spoolLines(shards),
    findingsSummary(validation, join(directory, 'report')),
    '',
    `Release ${basename(directory)}${since}:`,
    ...datasetLines(
      dumps.filter(({ format }) => format === formats[0]),
      delta,
    ),
    `${list} of each dataset: ${join(directory, 'data')}`,
    ...more,
  ].join('\n');
}

/**
 * The same in one line, for `--quiet`.
 *
 * @param previous the label of the release that it was compared with
 */
export function summariseBuildQuietly({ ledger, delta, directory }: BuildResult, previous?: string): string {
  const left = ledger.quarantined === 0 ? '' : `; ${formatCount(ledger.quarantined)} rejected or unreadable`;
  const change =
    delta === undefined || previous === undefined ? '' : `, ${changeOf(delta.records)} since ${previous}`;
  return `Release ${basename(directory)}: ${counted(ledger.total('published'), 'record')}${change}${left}.`;
}

/** A line for each dataset: its size, and its change since the release before. */
function datasetLines(dumps: BuildResult['dumps'], delta: BuildResult['delta']): string[] {
  const changes = new Map(delta?.datasets.map(({ dataset, records }) => [dataset, changeOf(records)]));
  const sizes = formatTable(
    dumps.map(({ dataset, records, quads }) => [
      dataset,
      counted(records, 'record'),
      counted(quads, 'triple'),
    ]),
  );
  return sizes.split('\n').map((line, at) => {
    const change = changes.get(dumps[at]?.dataset ?? '');
    return change === undefined ? line : `${line}  ${change}`;
  });
}

function changeOf(records: Readonly<Record<KindOfChange, number>>): string {
  const words = CHANGES.flatMap((kind) =>
    records[kind] === 0 ? [] : [`${formatCount(records[kind])} ${kind}`],
  );
  return words.join(', ') || 'no change';
}

/** How many statements are left out of records that are published. */
function trimmedLines(ledger: RecordCounts): string[] {
  const kinds = ledger
    .rows()
    .flatMap(({ kind, trimmed }) =>
      trimmed === undefined ? [] : [`${KINDS[kind].title} ${formatCount(trimmed)}`],
    );
  if (kinds.length === 0) return [];
  const total = formatCount(ledger.total('trimmed'));
  return [`Statements left out of published records, because of violations: ${total} (${kinds.join(', ')}).`];
}

/** How much was in the spool before. */
function spoolLines({ mapped, reused }: BuildResult['shards']): string[] {
  if (reused === 0) return [];
  return [`Shards: ${formatCount(mapped)} mapped, ${formatCount(reused)} were in the spool.`];
}

function remarks({ unknown, duplicates, genderConflicts }: BuildResult['notes']): string[] {
  return [
    ...unknownLines('field', unknown.fields, ''),
    ...unknownLines('code', unknown.codes, ' (kept as lore:unmappedCode)'),
    ...duplicates.map(
      ({ kind, count }) =>
        `${KINDS[kind].title}: ${formatCount(count)} occur twice in their source and are published once.`,
    ),
    ...genderConflicts.map(
      (collection) =>
        `The scheme of the gender codes of ${collection} is not certain: no gender is stated there (services.archive.gender).`,
    ),
  ];
}

/** Names come from records, so each is cut to one line of limited length. */
function unknownLines(what: 'field' | 'code', all: readonly Unknown[], suffix: string): string[] {
  const more = all.length - MAX_SHOWN;
  return [
    ...all
      .slice(0, MAX_SHOWN)
      .map(({ kind, what: name, count }) =>
        toOneLine(
          `Unknown ${what} ${beginning(name, MAX_NAME_LENGTH)} in ${KINDS[kind].title}: ${counted(count, 'record')}${suffix}.`,
        ),
      ),
    ...(more > 0 ? [`And ${formatCount(more)} more unknown ${what}s: see run.json.`] : []),
  ];
}
