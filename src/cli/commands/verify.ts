import { readdir } from 'node:fs/promises';
import { Argument } from 'commander';
import { errorCode, FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT, type Outcome } from '../../base/exit-codes.js';
import { counted, formatCount, toOneLine } from '../../base/text.js';
import type { VerifiedStore } from '../../harvest/store/verify.js';
import type { Workers } from '../../pipeline/plan/workers.js';
import type { VerifiedRelease } from '../../use/inspect/verify-folder/verify-release.js';
import type { TermVariation } from '../../use/triplestore/verify-store/term-comparison.js';
import type { VerifiedTriplestore } from '../../use/triplestore/verify-store/verify-triplestore.js';
import {
  type CommandContext,
  type CommandModule,
  configOption,
  type GivenSettings,
  interruptible,
  option,
  wholeNumber,
} from '../command.js';
import { workersOption } from '../run-options.js';
import { type TriplestoreOptions, triplestoreOptions } from '../triplestore-options.js';

interface VerifyOptions extends Omit<TriplestoreOptions, 'endpoint'> {
  readonly endpoint?: string;
  readonly lookups: number;
  readonly seed: number;
  readonly workers?: Workers;
}

export const command: CommandModule<VerifyOptions, [folder: string | undefined]> = {
  args: [new Argument('[folder]', 'what to verify (default: the store of the configuration)')],
  options: [
    configOption(),
    workersOption(),
    ...triplestoreOptions(),
    option('--lookups <number>', 'triples to look up in a SPARQL store', wholeNumber(0)).default(10_000),
    option(
      '--seed <number>',
      'selects the triples to look up; the same seed selects the same ones',
      wholeNumber(0),
    ).default(1),
  ],
  help: () => `
Writes no file and makes no request to the services. Faults are listed on standard output, one file per
line, and the exit code is 6. A folder that is neither a store nor a release gives exit code 2.

With a release and --endpoint it verifies that a SPARQL store contains the release: in every graph the counts
of void.ttl (triples, nodes of each class, triples with each property) and the same sums for each property;
then a sample of triples, one by one and by value, and those behind counts and sums that differ; and no
other graph of ours. Known differences in how stores write a value (docs/stores.md) are counted, and are not
faults. Users, passwords and tokens come from the environment, as for \`folklore-ld load\`.

Examples:
  folklore-ld verify .folklore-ld                a harvest
  folklore-ld verify output/latest               a release
  folklore-ld verify -c folklore-ld.config.yaml  the store of the configuration
  folklore-ld verify output/latest --endpoint http://127.0.0.1:7878`,
  run: async ({ args: [folder], options, settings: { store } }, context) => {
    const { endpoint } = options;
    if (endpoint !== undefined)
      return verifySparqlStore(namedRelease(folder), { ...options, endpoint }, context);
    if (folder !== undefined) await checkThere(folder);
    return verifyFolder(folder ?? (await storeFolder(store, options.config)), options.workers, context);
  },
};

/** @throws FolkloreError FILE_UNREADABLE when a folder that was named is not there, or empty */
async function checkThere(folder: string): Promise<void> {
  const fault = await readdir(folder).then(
    (names) => (names.length === 0 ? 'the folder is empty' : undefined),
    // Other faults are those of reading the folder, below.
    (thrown: unknown) => (['ENOENT', 'ENOTDIR'].includes(errorCode(thrown)) ? messageOf(thrown) : undefined),
  );
  if (fault === undefined) return;
  throw new FolkloreError('FILE_UNREADABLE', `${folder} cannot be verified: ${fault}.`, {
    hint: 'Name the folder of a harvest, a release or event streams.',
    exitCode: EXIT.misuse,
  });
}

/** @throws FolkloreError CONFIG_INVALID without a release */
function namedRelease(folder: string | undefined): string {
  if (folder !== undefined) return folder;
  throw new FolkloreError('CONFIG_INVALID', 'No release is given to compare the SPARQL store with.', {
    hint: 'Name its folder: folklore-ld verify output/latest --endpoint URL',
    exitCode: EXIT.misuse,
  });
}

async function storeFolder(store: GivenSettings[string] | undefined, config?: string): Promise<string> {
  if (store !== undefined) return String(store.value);
  const { readConfig } = await import('../config/config.js');
  const { DEFAULT_STORE } = await import('../config/settings.js');
  return config === undefined ? DEFAULT_STORE : readConfig(config, {}).store;
}

/** Files that mark a store of answers, and a release; a damaged release may lack one of its two. */
const STORE_FILES = ['store.json'];
const RELEASE_FILES = ['manifest.json', 'SHA256SUMS'];
/** The file that marks event streams. */
const FEED_FILE = 'feed.json';

async function verifyFolder(
  folder: string,
  workers: Workers = 'auto',
  context: CommandContext,
): Promise<Outcome> {
  const { report } = context;
  const names = await readdir(folder).catch((): string[] => []);
  const hasAny = (files: readonly string[]) => files.some((file) => names.includes(file));
  const check = interruptible(context, 'verifying');
  // A missing or empty folder is a store that has not been filled; its error names the remedy.
  if (names.length === 0 || hasAny(STORE_FILES)) {
    const { verifyStore } = await import('../../harvest/store/verify.js');
    const verified = await verifyStore(folder, (done, total) => {
      check();
      report({ event: 'progress', what: 'verifying, in bytes', done, total });
    });
    report({ event: 'finished', what: 'verify', detail: verified.directory });
    return printed(storeSummary(verified), verified.problems.length);
  }
  if (hasAny(RELEASE_FILES)) {
    const { verifyRelease } = await import('../../use/inspect/verify-folder/verify-release.js');
    const verified = await verifyRelease(folder, report, check, workers);
    report({ event: 'finished', what: 'verify', detail: folder });
    return printed(releaseSummary(verified), verified.count);
  }
  if (names.includes(FEED_FILE)) return verifyFeed(folder, context);
  throw new FolkloreError(
    'STORE_UNUSABLE',
    `The folder ${folder} cannot be verified: it has no ${STORE_FILES[0]} and no ${RELEASE_FILES[0]}.`,
    {
      hint: 'Name a store that `folklore-ld harvest` has filled, or a release that `folklore-ld build` has made.',
      exitCode: EXIT.misuse,
    },
  );
}

/** Verifies event streams. */
async function verifyFeed(folder: string, { report }: CommandContext): Promise<Outcome> {
  const { DamagedFeed, readFeed } = await import('../../release/feed/feed-file.js');
  const { checkFeed } = await import('../../release/feed/check-feed.js');
  const remedy =
    '`folklore-ld feed --rebuild` makes the event streams again from the releases that are there.';
  const found = await readFeed(folder)
    .then(async (feed) => (feed === undefined ? [] : checkFeed(folder, feed, 'bytes')))
    .catch((thrown: unknown) => {
      if (thrown instanceof DamagedFeed) return [{ file: folder, wrong: `is damaged: ${thrown.message}` }];
      throw thrown;
    });
  report({ event: 'finished', what: 'verify', detail: folder });
  const problems = found.map(({ file, wrong }) => `${file} ${wrong}. ${remedy}`);
  return printed([`${folder}: event streams.`, ...problemLines(problems, problems.length)], problems.length);
}

async function verifySparqlStore(
  release: string,
  { lookups, seed, workers: _, ...options }: VerifyOptions & TriplestoreOptions,
  context: CommandContext,
): Promise<Outcome> {
  const { openTriplestore } = await import('../triplestore-client.js');
  const { verifyTriplestore } = await import('../../use/triplestore/verify-store/verify-triplestore.js');
  const { TERM_VARIATIONS } = await import('../../use/triplestore/verify-store/term-comparison.js');
  const { client } = await openTriplestore(options, context);
  try {
    const verified = await verifyTriplestore({
      release,
      store: client,
      sample: lookups,
      seed,
      report: context.report,
      check: interruptible(context, 'verifying'),
    });
    context.report({ event: 'finished', what: 'verify', detail: `${release} in ${options.endpoint}` });
    return printed(sparqlSummary(verified, TERM_VARIATIONS), verified.count);
  } finally {
    await client.close();
  }
}

function printed(lines: readonly string[], problems: number): Outcome {
  process.stdout.write(`${lines.map(toOneLine).join('\n')}\n`);
  return problems === 0
    ? EXIT.clean
    : {
        exitCode: EXIT.mismatch,
        because: `${counted(problems, 'problem')} found; each line says what to do`,
      };
}

const storeSummary = ({ directory, problems, notes, ...counts }: VerifiedStore): string[] => [
  `${directory}: ${counted(counts.answers, 'answer')}, ${formatCount(counts.missing)} of them "not found" (404); ` +
    `${counted(counts.packed, 'byte')} compressed, ${formatCount(counts.unpacked)} uncompressed.`,
  ...notes.map((note) => `Note: ${note}`),
  ...problemLines(problems.map(problemText), problems.length),
];

const releaseSummary = ({
  directory,
  files,
  records,
  triples,
  problems,
  count,
}: VerifiedRelease): string[] => [
  `${directory}: ${counted(files, 'file')}, ${counted(records, 'record')}, ${counted(triples, 'triple')}.`,
  ...problemLines(problems.map(problemText), count),
];

const problemText = ({ file, wrong, remedy }: VerifiedRelease['problems'][number]): string =>
  `${file} ${wrong}. ${remedy}`;

function sparqlSummary(
  verified: VerifiedTriplestore,
  variations: Readonly<Record<TermVariation, string>>,
): string[] {
  const { label, graphs, triples, sampled, found, notQueryable, differences, count } = verified;
  const changed = [...found].filter((entry): entry is [TermVariation, number] => entry[0] !== 'same');
  return [
    `Release ${label}: ${counted(triples, 'triple')} in ${counted(graphs, 'graph')}, ${formatCount(sampled)} of them looked up.`,
    `Unchanged: ${formatCount(found.get('same') ?? 0)}.`,
    ...changed.map(
      ([variation, number]) =>
        `Same value, written differently: ${formatCount(number)} (${variations[variation]}).`,
    ),
    ...(notQueryable > 0
      ? [`Not looked up, because they have blank nodes: ${formatCount(notQueryable)}.`]
      : []),
    ...problemLines(
      differences.map(({ graph, wrong }) => `<${graph}> ${wrong}.`),
      count,
    ),
  ];
}

/** Most problems on the screen. */
const MAX_SHOWN = 20;

/** @param count of all problems, of which only some may be given */
function problemLines(problems: readonly string[], count: number): string[] {
  if (count === 0) return ['No problems found.'];
  const shown = problems.slice(0, MAX_SHOWN);
  const more = count - shown.length;
  return [
    `${counted(count, 'problem')}:`,
    ...shown.map((problem) => `  ${problem}`),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ];
}
