import { readdir } from 'node:fs/promises';
import { Argument } from 'commander';
import { errorCode, FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT, type Outcome } from '../../base/exit-codes.js';
import type { ProblemList } from '../../base/problems.js';
import { counted, formatCount, toOneLine } from '../../base/text.js';
import type { Workers } from '../../pipeline/plan/workers.js';
import { configOption, interruptible } from '../command.js';
import type { ConfigSchema } from '../config/settings.js';
import type { CommandContext, CommandModule, GivenSettings, VerifiedFolder } from '../feature.js';
import { workersOption } from '../run-options.js';
import { print } from '../terminal/table.js';

interface VerifyOptions {
  readonly config?: string;
  readonly workers?: Workers;
}

export const command: CommandModule<VerifyOptions, [folder: string | undefined]> = {
  args: [new Argument('[folder]', 'what to verify (default: the store of the configuration)')],
  options: [configOption(), workersOption()],
  help: () => `
Writes no file and makes no request to the services. Faults are listed on standard output, one file per
line, and the exit code is 6. A folder that is neither a store nor a release gives exit code 2.

Examples:
  folklore-ld verify .folklore-ld                a harvest
  folklore-ld verify output/latest               a release
  folklore-ld verify -c folklore-ld.config.yaml  the store of the configuration`,
  run: async ({ args: [folder], options, settings: { store }, schema }, context) => {
    const where = folder ?? (await storeFolder(store, options.config, schema));
    return reportVerified(await verifyFolder(where, folder !== undefined, options, context), where, context);
  },
};

/** Prints what was verified. */
export function reportVerified(
  verified: VerifiedFolder,
  detail: string,
  { report }: CommandContext,
): Outcome {
  report({ event: 'finished', what: 'verify', detail });
  const lines = [...verified.summary, ...problemLines(verified)];
  print(lines.map(toOneLine).join('\n'));
  const { count } = verified;
  return count === 0
    ? EXIT.clean
    : { exitCode: EXIT.mismatch, because: `${counted(count, 'problem')} found; each line says what to do` };
}

async function storeFolder(
  store: GivenSettings[string] | undefined,
  config: string | undefined,
  schema: ConfigSchema | undefined,
): Promise<string> {
  if (store !== undefined) return String(store.value);
  const { readConfig } = await import('../config/config.js');
  const { DEFAULT_STORE } = await import('../config/settings.js');
  return config === undefined ? DEFAULT_STORE : readConfig(config, {}, schema).store;
}

type VerifyFolder = (
  folder: string,
  options: VerifyOptions,
  context: CommandContext,
) => Promise<VerifiedFolder>;

/** What the core can verify, by the files that mark its folder; a damaged release may lack one of its two. */
const VERIFIERS: readonly (readonly [marks: readonly string[], verify: VerifyFolder])[] = [
  [['store.sqlite', 'store.json'], verifyHarvest],
  [['manifest.json', 'SHA256SUMS'], verifyReleaseFolder],
];

/** @throws FolkloreError STORE_UNUSABLE when the folder is none of these */
async function verifyFolder(
  folder: string,
  isNamed: boolean,
  options: VerifyOptions,
  context: CommandContext,
): Promise<VerifiedFolder> {
  const names = await namesIn(folder, isNamed);
  const ofFeature = context.features
    .flatMap(({ folders = [] }) => folders)
    .find(({ mark }) => names.includes(mark));
  if (ofFeature !== undefined) return ofFeature.verify(folder);
  const verifier = VERIFIERS.find(([marks]) => marks.some((mark) => names.includes(mark)));
  // A missing or empty folder is a store that has not been filled; its error names the remedy.
  const verify = names.length === 0 ? verifyHarvest : verifier?.[1];
  if (verify !== undefined) return verify(folder, options, context);
  const [store, release] = VERIFIERS.map(([[mark]]) => mark);
  throw new FolkloreError(
    'STORE_UNUSABLE',
    `The folder ${folder} cannot be verified: it has no ${store} and no ${release}.`,
    {
      hint: 'Name a store that `folklore-ld harvest` has filled, or a release that `folklore-ld build` has made.',
    },
  );
}

/**
 * The names in a folder; none of one that cannot be read, which the verification reports.
 *
 * @throws FolkloreError FILE_UNREADABLE when a folder that was named is not there, or empty
 */
async function namesIn(folder: string, isNamed: boolean): Promise<readonly string[]> {
  const absent = (fault: string): FolkloreError =>
    new FolkloreError('FILE_UNREADABLE', `${folder} cannot be verified: ${fault}.`, {
      hint: 'Name the folder of a harvest, a release or event streams.',
    });
  const names = await readdir(folder).catch((thrown: unknown) => {
    if (isNamed && ['ENOENT', 'ENOTDIR'].includes(errorCode(thrown))) throw absent(messageOf(thrown));
    return undefined;
  });
  if (isNamed && names?.length === 0) throw absent('the folder is empty');
  return names ?? [];
}

async function verifyHarvest(
  folder: string,
  _: VerifyOptions,
  context: CommandContext,
): Promise<VerifiedFolder> {
  const { verifyStore } = await import('../../harvest/store/verify.js');
  const goOn = interruptible(context, 'verifying');
  const { directory, answers, missing, packed, unpacked, notes, problems } = await verifyStore(
    folder,
    (done, total) => {
      goOn();
      context.report({ event: 'progress', what: 'verifying, in bytes', done, total });
    },
  );
  const summary = [
    `${directory}: ${counted(answers, 'answer')}, ${formatCount(missing)} of them "not found" (404); ` +
      `${counted(packed, 'byte')} compressed, ${formatCount(unpacked)} uncompressed.`,
    ...notes.map((note) => `Note: ${note}`),
  ];
  return { summary, problems, count: problems.length };
}

async function verifyReleaseFolder(
  folder: string,
  { workers = 'auto' }: VerifyOptions,
  context: CommandContext,
): Promise<VerifiedFolder> {
  const { verifyRelease } = await import('../../use/inspect/verify-folder/verify-release.js');
  const goOn = interruptible(context, 'verifying');
  const { files, records, triples, ...found } = await verifyRelease(folder, context.report, goOn, workers);
  const counts = [counted(files, 'file'), counted(records, 'record'), counted(triples, 'triple')];
  return { summary: [`${folder}: ${counts.join(', ')}.`], ...found };
}

/** Most problems on the screen. */
const MAX_SHOWN = 20;

/** The problems for people, one a line; of a long list the first ones. */
function problemLines({ problems, count }: ProblemList): string[] {
  if (count === 0) return ['No problems found.'];
  const shown = problems.slice(0, MAX_SHOWN);
  const more = count - shown.length;
  return [
    `${counted(count, 'problem')}:`,
    ...shown.map(({ file, wrong, remedy }) => `  ${file} ${wrong}. ${remedy}`),
    ...(more > 0 ? [`  and ${formatCount(more)} more`] : []),
  ];
}
