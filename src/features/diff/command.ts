import { rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Argument } from 'commander';
import { moveDurably } from '../../base/durable.js';
import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { exists } from '../../base/files.js';
import { counted, formatCount, toOneLine } from '../../base/text.js';
import { interruptible, option } from '../../cli/command.js';
import type { CommandModule } from '../../cli/feature.js';
import { formatTable, print } from '../../cli/terminal/table.js';
import type { DeltaResult } from '../../release/delta/delta.js';
import type { KindOfChange } from '../../release/delta/difference.js';

/** Where the difference is written, and a file of IRIs that must not be published again. */
interface DiffOptions {
  readonly out?: string;
  readonly suppressed?: string;
}

export const command: CommandModule<DiffOptions, [previous: string, current: string]> = {
  args: [
    new Argument('<old>', 'the folder of the earlier release'),
    new Argument('<new>', 'the folder of the later release'),
  ],
  options: [
    option('-o, --out <folder>', 'write the difference into this folder, which must not exist'),
    option(
      '--suppressed <file>',
      'IRIs of records (or record and property) not to be published again, one per line',
    ),
  ],
  help: () => `
Reads the N-Triples of both releases with little memory. A difference is not an error: the exit code is 0
with or without one, and 2 if a folder is not a release with N-Triples (--formats nt).

With --out the difference is written: the old release with it applied is exactly the new one. It has the
triples to delete and to add, for each publication as N-Triples and as RDF Patch, changes.csv, and a page
with instructions. It repeats no text, number or date that the new release does not have: such values are
deleted by subject and property.

Suppressed records are named, and are never published again as removed: those in delta/suppressed.txt of the
new release, and those in the --suppressed file, one IRI per line; a property follows its subject.

Examples:
  folklore-ld diff output/2026-11-21 output/2026-12-21
  folklore-ld diff output/2026-11-21 output/latest --out /tmp/delta`,
  run: async ({ args: [previous, current], options: { out, suppressed } }, context) => {
    const { report } = context;
    const check = interruptible(context, 'comparing', 'nothing was written');
    const { dumpsOf } = await import('../../use/inspect/validate/release-folder.js');
    const { graphLayoutOf, mayBeWithheld } = await import('../../pipeline/plan/record-iri.js');
    const { compareReleases, writeDelta } = await import('../../release/delta/delta.js');
    const { readList, suppressedOf } = await import('../../release/delta/suppressed-list.js');
    const { base, vocabularyBase } = await dumpsOf(current);
    const { base: former } = await dumpsOf(previous);
    const isText = mayBeWithheld(vocabularyBase);
    const listed = suppressed === undefined ? [] : await readList(suppressed);
    const withheld = new Set([...(await suppressedOf(current)), ...listed]);
    const comparison = {
      previous,
      current,
      placeOf: graphLayoutOf(base),
      ...(withheld.size === 0 ? {} : { isSuppressed: (record: string) => withheld.has(record) }),
      isSuppressedProperty: (subject: string, property: string) =>
        isText(subject, property) || withheld.has(`${subject} ${property}`),
      onProgress: (done: number, total: number) => {
        check();
        report({ event: 'progress', what: 'comparing, in bytes', done, total });
      },
    };
    const result =
      out === undefined
        ? await compareReleases(comparison)
        : await writeFolder(out, (staging) => writeDelta({ ...comparison, out: staging }));
    report({ event: 'finished', what: 'diff', detail: out ?? `${previous} and ${current}` });
    if (former !== base)
      print(
        `The base of the IRIs has changed from ${former} to ${base}: every record has another name, and records of the old base are not counted.\n`,
      );
    print(summaryOf(result));
    return EXIT.clean;
  },
};

/** Writes a folder as a whole or not at all: into a staging folder, which is renamed at the end. */
async function writeFolder<T>(out: string, write: (staging: string) => Promise<T>): Promise<T> {
  const folder = resolve(out);
  if (await exists(folder)) {
    throw new FolkloreError('OUTPUT_UNWRITABLE', `${out} already exists.`, {
      hint: 'Give --out a folder that does not exist.',
    });
  }
  const staging = join(dirname(folder), `.${basename(folder)}.partial`);
  await rm(staging, { recursive: true, force: true });
  try {
    const result = await write(staging);
    await moveDurably(staging, folder);
    return result;
  } finally {
    // If this fails, the next run removes it. An error would hide the first one.
    await rm(staging, { recursive: true, force: true }).catch(() => {});
  }
}

/** Kinds of change, and their marks in the list of records. */
const MARKS: Readonly<Record<KindOfChange, string>> = {
  added: '+',
  removed: '-',
  changed: '~',
  suppressed: 'x',
};

const KINDS = Object.keys(MARKS) as KindOfChange[];

/** What differs, for standard output. */
function summaryOf({ datasets, records, first, suppressed }: DeltaResult): string {
  const ofRecords = datasets.map(({ dataset, records: of }) => [
    dataset,
    ...[of.before, of.after, ...KINDS.map((kind) => of[kind])].map(formatCount),
  ]);
  const ofTriples = datasets.map(({ dataset, triples: { before, after, added, removed } }) => [
    dataset,
    ...[before, after, added, removed].map(formatCount),
  ]);
  const countOf = (of: Readonly<Record<KindOfChange, number>>) =>
    KINDS.reduce((sum, kind) => sum + of[kind], 0);
  const all = countOf(records);
  const sumOfDatasets = datasets.reduce((sum, one) => sum + countOf(one.records), 0);
  const properties = [...suppressed].filter((one) => one.includes(' ')).length;
  return [
    formatTable([['records', 'before', 'now', ...KINDS], ...ofRecords]),
    '',
    formatTable([['triples', 'before', 'now', 'to add', 'to remove'], ...ofTriples]),
    '',
    all === 0
      ? 'No record differs.'
      : `All datasets together: ${KINDS.map((kind) => `${formatCount(records[kind])} ${kind}`).join(', ')}.` +
        (all < sumOfDatasets ? ' A record that leaves or enters one of its datasets has changed.' : ''),
    ...(first.length > 0 ? [KINDS.map((kind) => `${MARKS[kind]} ${kind}`).join(', ')] : []),
    ...first.map(({ record, change }) => toOneLine(`${MARKS[change]} ${record}`)),
    ...(all > first.length ? [`  and ${formatCount(all - first.length)} more`] : []),
    ...(suppressed.size > 0
      ? [
          `The list of what is suppressed, by earlier releases too: ${counted(suppressed.size - properties, 'IRI')}, ${formatCount(properties)} single properties.`,
        ]
      : []),
  ].join('\n');
}
