import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { EXIT, type ExitCode, FolkloreError, interrupted } from '../../base/errors.js';
import { formatCount, toOneLine } from '../../base/text.js';
import { dumpsOf } from '../../inspect/validate/release-folder.js';
import { graphLayoutOf, mayBeWithheld } from '../../records/record-iri.js';
import { compareReleases, type DeltaResult, writeDelta } from '../../release/delta/delta.js';
import { KINDS, type KindOfChange } from '../../release/delta/difference.js';
import { readList, suppressedOf } from '../../release/delta/suppressed-list.js';
import { exists } from '../../response-store/paths.js';
import { formatTable } from '../output/table.js';
import type { CommandContext } from './pipeline.js';

/** What `diff` is told besides the two releases. */
export interface DiffOptions {
  /** The folder that the difference is written into. */
  readonly out?: string;
  /** A file of IRIs that must not be published again. */
  readonly suppressed?: string;
}

/** Compares two releases, and writes what differs where it is wanted. */
export async function runDiff(
  previous: string,
  current: string,
  { out, suppressed }: DiffOptions,
  { report, signal }: CommandContext,
): Promise<ExitCode> {
  const { base, vocabularyBase } = await dumpsOf(current);
  const isText = mayBeWithheld(vocabularyBase);
  const listed = suppressed === undefined ? [] : await readList(suppressed);
  const withheld = new Set([...(await suppressedOf(current)), ...listed]);
  const order = {
    previous,
    current,
    placeOf: graphLayoutOf(base),
    ...(withheld.size === 0 ? {} : { isSuppressed: (record: string) => withheld.has(record) }),
    isSuppressedProperty: (subject: string, property: string) =>
      isText(subject, property) || withheld.has(`${subject} ${property}`),
    onProgress: (done: number, total: number) => {
      if (signal.aborted) throw interrupted('comparing', 'nothing was written');
      report({ event: 'progress', what: 'comparing, in bytes', done, total });
    },
  };
  const result =
    out === undefined
      ? await compareReleases(order)
      : await atLast(out, (beside) => writeDelta({ ...order, out: beside }));
  report({ event: 'finished', what: 'diff', detail: out ?? `${previous} and ${current}` });
  process.stdout.write(`${summaryOf(result)}\n`);
  return EXIT.clean;
}

/** Half-written files are never where good ones are expected: they are written beside and moved at the end. */
async function atLast<T>(out: string, write: (beside: string) => Promise<T>): Promise<T> {
  const folder = resolve(out);
  if (await exists(folder)) {
    throw new FolkloreError('OUTPUT_UNWRITABLE', `${out} is there already.`, {
      hint: 'Give --out a folder that is not there yet.',
      exitCode: EXIT.misuse,
    });
  }
  const beside = join(dirname(folder), `.${basename(folder)}.partial`);
  await rm(beside, { recursive: true, force: true });
  try {
    const result = await write(beside);
    await rename(beside, folder);
    return result;
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** How the kinds of change are marked in the list of records. */
const MARKS: Readonly<Record<KindOfChange, string>> = {
  added: '+',
  removed: '-',
  changed: '~',
  suppressed: 'x',
};

/** What differs, for standard output. */
function summaryOf({ datasets, records, first, suppressed }: DeltaResult): string {
  const rows = datasets.map(({ dataset, records: of, triples }) => [
    dataset,
    ...[of.before, of.after, ...KINDS.map((kind) => of[kind])].map(formatCount),
    ...[triples.after, triples.added, triples.removed].map(formatCount),
  ]);
  const head = ['dataset', 'records', 'now', ...KINDS, 'triples', 'to add', 'to remove'];
  const all = KINDS.reduce((sum, kind) => sum + records[kind], 0);
  return [
    formatTable([head, ...rows]),
    '',
    all === 0
      ? 'No record differs.'
      : `${KINDS.map((kind) => `${formatCount(records[kind])} ${kind}`).join(', ')}.`,
    ...first.map(({ record, change }) => toOneLine(`${MARKS[change]} ${record}`)),
    ...(all > first.length ? [`  and ${formatCount(all - first.length)} more`] : []),
    ...(suppressed.size > 0
      ? [`${formatCount(suppressed.size)} IRIs and properties are announced as suppressed.`]
      : []),
  ].join('\n');
}
