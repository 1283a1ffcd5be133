import { join } from 'node:path';
import { EXIT, type ExitCode } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { formatCount, toOneLine } from '../../base/text.js';
import { type BuildResult, build } from '../../pipeline/build.js';
import type { Unknown } from '../../pipeline/build-report.js';
import type { Profile } from '../../pipeline/profile.js';
import { FORMATS } from '../../rdf/formats/format.js';
import type { BuildPlan } from '../../records/build-plan.js';
import { KINDS } from '../../records/kinds.js';
import type { KindRecordCounts } from '../../records/record-counts.js';
import { beginning } from '../../report/reported-finding.js';
import { findingsSummary } from '../../report/summary.js';
import { formatTable } from '../output/table.js';
import { PROGRAM_VERSION } from '../version.js';

/** Where the time of a build went: for standard output. */
export function profileText({ workers, elapsed, stages, describing, slowest }: Profile): string {
  const all = [...describing.values()].reduce((sum, ms) => sum + ms, 0);
  const threads = workers === 1 ? 'in the same thread' : `in ${workers} threads, their times together`;
  return [
    `Where the time went: ${seconds(elapsed)} in all.`,
    '',
    formatTable([...stages].map(([stage, ms]) => [stage, seconds(ms), share(ms, elapsed)])),
    '',
    `Of describing, ${threads}:`,
    '',
    formatTable([...describing].map(([stage, ms]) => [stage, seconds(ms), share(ms, all)])),
    '',
    'The slowest records:',
    '',
    formatTable(
      slowest.map(({ kind, id, ms }) => [toOneLine(`${KINDS[kind].title} ${id}`), `${ms.toFixed(1)} ms`]),
    ),
  ].join('\n');
}

/** The same for run.json: milliseconds. */
export const profileJson = ({ workers, elapsed, stages, describing, slowest }: Profile): object => ({
  workers,
  elapsed: Math.round(elapsed),
  stages: rounded(stages),
  describing: rounded(describing),
  slowest: slowest.map(({ kind, id, ms }) => ({ kind, id, ms: Math.round(ms * 10) / 10 })),
});

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const share = (ms: number, all: number): string => `${Math.round((100 * ms) / Math.max(all, 1))} %`;

const rounded = (stages: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...stages].map(([stage, ms]) => [stage, Math.round(ms)]));

/** Unknown fields and codes that are told one by one. */
const MOST_SHOWN = 20;
/** Characters of a name or code that nobody knows. */
const LONGEST = 80;

const COLUMNS: readonly (keyof KindRecordCounts)[] = [
  'fetched',
  'published',
  'withheld',
  'rejected',
  'unreadable',
];

/** What became of every record, kind by kind, and where to look: for standard output. */
export function summariseBuild({ ledger, notes, validation, dumps, directory }: BuildResult): string {
  const rows = ledger
    .rows()
    .map((row) => [KINDS[row.kind].title, ...COLUMNS.map((column) => formatCount(row[column]))]);
  const total = ['all', ...COLUMNS.map((column) => formatCount(ledger.total(column)))];
  const formats = [...new Set(dumps.map(({ format }) => format))];
  const files = dumps
    .filter(({ format }) => format === formats[0])
    .map(({ file, records, quads }) => [
      join(directory, 'data', file),
      `${formatCount(records)} records`,
      `${formatCount(quads)} triples`,
    ]);
  return [
    formatTable([['', ...COLUMNS], ...rows, total]),
    '',
    formatTable(files),
    '',
    ...remarks(notes),
    findingsSummary(validation, join(directory, 'report')),
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
        `Unknown field ${what} in ${KINDS[kind].title}: ${formatCount(count)} records.`,
    ),
    ...some(
      'codes',
      notes.unknown.codes,
      ({ kind, what, count }) =>
        `Unknown code ${what} in ${KINDS[kind].title}: ${formatCount(count)} records (kept as lore:unmappedCode).`,
    ),
    ...notes.duplicates.map(
      ({ kind, count }) =>
        `${KINDS[kind].title}: ${formatCount(count)} met twice in their source, described once.`,
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
    .map((one) => toOneLine(say({ ...one, what: beginning(one.what, LONGEST) })));
  const more = all.length - MOST_SHOWN;
  return more > 0 ? [...lines, `And ${formatCount(more)} more unknown ${what}: see run.json.`] : lines;
}

/** When and from where a release is made. */
export interface RunFacts {
  readonly startedAt: Date;
  readonly services: Readonly<Record<string, string>>;
}

/** Builds a release with its run.json and prints the summary. */
export async function runBuild(
  plan: BuildPlan,
  facts: RunFacts,
  { report, signal }: { readonly report: Report; readonly signal: AbortSignal },
): Promise<ExitCode> {
  const result = await build(plan, (made) => runOf(plan, made, facts), report, signal);
  report({ event: 'finished', what: 'release', detail: result.directory });
  process.stdout.write(`${summariseBuild(result)}\n`);
  if (result.profile !== undefined) process.stdout.write(`\n${profileText(result.profile)}\n`);
  return result.ledger.quarantined > 0 || result.validation.totals.violation > 0 ? EXIT.partial : EXIT.clean;
}

/** The facts of this run, which the dumps must not hold: when, from where, how many. */
const runOf = (
  plan: BuildPlan,
  { ledger, notes, validation, dumps, profile }: BuildResult,
  facts: RunFacts,
): object => ({
  format: 'folklore-ld-run',
  version: 1,
  program: PROGRAM_VERSION,
  label: plan.label,
  base: plan.base,
  vocabularyBase: plan.vocabularyBase,
  kinds: plan.kinds,
  personsProfile: plan.personsProfile,
  credits: creditsOf(plan),
  services: facts.services,
  startedAt: facts.startedAt.toISOString(),
  finishedAt: new Date().toISOString(),
  counts: Object.fromEntries(ledger.rows().map(({ kind, ...counts }) => [kind, counts])),
  findings: validation.totals,
  unknownFields: notes.unknown.fields,
  unknownCodes: notes.unknown.codes,
  duplicates: notes.duplicates,
  genderConflicts: notes.genderConflicts,
  ...(profile === undefined ? {} : { profile: profileJson(profile) }),
  files: dumps,
});

/** How the publishers want to be named by who uses this release; those who have said so. */
const creditsOf = ({ organisations }: Pick<BuildPlan, 'organisations'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(organisations ?? {}).flatMap(([which, { credit }]) =>
      credit === undefined ? [] : [[which, credit]],
    ),
  );
