import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { EXIT, type ExitCode, FolkloreError, interrupted } from '../../base/errors.js';
import { formatCount, toOneLine } from '../../base/text.js';
import { SUMS } from '../../inspect/verify/file-checksums.js';
import type { ReleaseProblem } from '../../inspect/verify/problem.js';
import type { VerifiedRelease } from '../../inspect/verify/verify-release.js';
import type { Workers } from '../../records/workers.js';
import { MANIFEST } from '../../release/manifest.js';
import { manifestFile } from '../../response-store/manifest.js';
import { type OnProgress, type VerifiedStore, verifyStore } from '../../response-store/verify.js';
import { DEFAULT_STORE } from '../config/defaults.js';
import type { CommandContext } from './pipeline.js';

/** Enough to see what has happened; the rest would push the summary off the screen. */
const MOST_SHOWN = 20;

/** Something that can be verified, and the file by which it is known. */
interface Verifiable {
  readonly called: string;
  /** Any of these; the first is told. */
  readonly knownBy: readonly [string, ...string[]];
  readonly verify: (folder: string, at: CommandContext, workers: Workers) => Promise<ExitCode>;
}

const STORE: Verifiable = {
  called: 'a store that `folklore-ld harvest` has filled',
  knownBy: [basename(manifestFile(''))],
  verify: async (folder, at) => {
    const verified = await verifyStore(folder, narrated(at));
    at.report({ event: 'finished', what: 'verify', detail: verified.directory });
    process.stdout.write(`${summaryOf(verified)}\n`);
    return verified.problems.length > 0 ? EXIT.mismatch : EXIT.clean;
  },
};

const RELEASE: Verifiable = {
  called: 'a release that `folklore-ld build` has made',
  // Without its manifest it is a damaged one.
  knownBy: [MANIFEST, SUMS],
  verify: async (folder, at, workers) => {
    const { verifyRelease } = await import('../../inspect/verify/verify-release.js');
    const goOn = (): void => {
      if (at.signal.aborted) throw stopped();
    };
    const verified = await verifyRelease(folder, at.report, goOn, workers);
    at.report({ event: 'finished', what: 'verify', detail: folder });
    process.stdout.write(`${releaseSummary(verified)}\n`);
    return verified.count > 0 ? EXIT.mismatch : EXIT.clean;
  },
};

const VERIFIABLE: readonly Verifiable[] = [STORE, RELEASE];

/** What `verify` is told. */
export interface VerifyOptions {
  /** What to verify; the store unless given. */
  readonly folder?: string | undefined;
  /** Where the store is; where the configuration says, or else where it always is, unless given. */
  readonly store?: string | undefined;
  /** The file of the configuration. */
  readonly config?: string | undefined;
  /** Threads that read a release; auto unless given. */
  readonly workers?: Workers | undefined;
}

/** Verifies a folder, whatever it is. */
export async function runVerify(order: VerifyOptions, at: CommandContext): Promise<ExitCode> {
  const folder = order.folder ?? (await storeOf(order));
  const names = await readdir(folder).catch((): string[] => []);
  const found = VERIFIABLE.find(({ knownBy }) => knownBy.some((name) => names.includes(name)));
  // What is not there, or empty, is a store that has not been filled yet, and the store says what to do.
  if (found === undefined && names.length > 0) throw notVerifiable(folder);
  return (found ?? STORE).verify(folder, at, order.workers ?? 'auto');
}

const notVerifiable = (folder: string): FolkloreError =>
  new FolkloreError(
    'STORE_UNUSABLE',
    `The folder ${folder} is nothing that can be verified: it has no ${VERIFIABLE.map(({ knownBy }) => knownBy[0]).join(' and no ')}.`,
    {
      hint: `Name ${VERIFIABLE.map(({ called }) => called).join(', or ')}.`,
      exitCode: EXIT.misuse,
    },
  );

async function storeOf({ store, config }: VerifyOptions): Promise<string> {
  if (store?.includes('://') === true) throw noRelease(store);
  if (store !== undefined) return store;
  if (config === undefined) return DEFAULT_STORE;
  const { readConfig } = await import('../config/config.js');
  return readConfig(config, {}).store;
}

const noRelease = (store: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', 'It is not said which release the SPARQL store is to hold.', {
    hint: `Name its folder: folklore-ld verify output/latest --store ${store}`,
    exitCode: EXIT.misuse,
  });

/** Tells how far it is, and ends when it is told to. */
function narrated({ report, signal }: CommandContext): OnProgress {
  return (done, total) => {
    if (signal.aborted) throw stopped();
    report({ event: 'progress', what: 'verify', done, total });
  };
}

const stopped = (): FolkloreError => interrupted('verifying', 'nothing was changed');

/** What was found, for standard output. */
function summaryOf({ directory, problems, notes, ...facts }: VerifiedStore): string {
  return [
    `${directory}: ${formatCount(facts.answers)} answers, ${formatCount(facts.missing)} of them "not found" (404); ` +
      `${formatCount(facts.packed)} bytes packed, ${formatCount(facts.unpacked)} unpacked.`,
    ...notes.map((note) => `Note: ${note}`),
    ...problemLines(problems),
  ]
    .map(toOneLine)
    .join('\n');
}

/** The same of a release. */
const releaseSummary = ({ directory, files, records, triples, problems, count }: VerifiedRelease): string =>
  [
    `${directory}: ${formatCount(files)} files, ${formatCount(records)} records, ${formatCount(triples)} triples.`,
    ...problemLines(problems, count),
  ]
    .map(toOneLine)
    .join('\n');

/** @param count how many there are, of which some may not be among those given */
function problemLines(problems: readonly ReleaseProblem[], count = problems.length): string[] {
  const shown = problems
    .slice(0, MOST_SHOWN)
    .map(({ file, wrong, remedy }) => `  ${file} ${wrong}. ${remedy}`);
  const more = count - shown.length;
  return [
    ...(count === 0 ? ['Nothing is wrong.'] : [`${countOf(count)}:`, ...shown]),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ];
}

const countOf = (problems: number): string =>
  problems === 1 ? '1 problem' : `${formatCount(problems)} problems`;
