import { randomUUID } from 'node:crypto';
import { link, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { EXIT, type ExitCode, FolkloreError, messageOf } from '../base/errors.js';
import { type Config, readConfig } from './config.js';
import { EXAMPLE, type FilledIn, fillIn } from './example.js';
import type { SharedOptions } from './options.js';

/** What `init` is told besides the file. */
export type InitOrder = Pick<SharedOptions, 'archiveUrl' | 'placenamesUrl' | 'gender'> & {
  /** Whether a file that is there gives way. */
  readonly force?: boolean;
  readonly contact?: string;
};

/** Writes the configuration and says what comes next. */
export async function runInit(file: string, options: InitOrder): Promise<ExitCode> {
  const { archiveUrl, placenamesUrl, gender, contact, force = false } = options;
  const config = await writeConfig(file, { archiveUrl, placenamesUrl, gender, contact }, force);
  process.stdout.write(`${nextSteps(file, config)}\n`);
  return EXIT.clean;
}

/**
 * Writes the packaged example, filled in, whole or not at all.
 *
 * @param force whether a file that is there gives way
 * @returns what it says, read back
 * @throws FolkloreError `CONFIG_INVALID` when what is filled in is not right, `OUTPUT_UNWRITABLE` when the file
 *   is there already or cannot be written
 */
export async function writeConfig(file: string, filledIn: FilledIn, force: boolean): Promise<Config> {
  const text = fillIn(await readFile(EXAMPLE, 'utf8'), filledIn);
  const config = readConfig(undefined, parse(text) as Readonly<Record<string, unknown>>);
  if (await isExample(file)) {
    throw unwritable(`${file} is the example itself.`, 'Name another file: folklore-ld init my.yaml.');
  }
  const beside = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    const handle = await open(beside, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A second name for a finished file is given only where there is none, whoever else comes at the same moment.
    await (force ? rename(beside, file) : link(beside, file));
    return config;
  } catch (thrown) {
    throw explained(file, thrown);
  } finally {
    await rm(beside, { force: true }).catch(() => {});
  }
}

/** In a clone the example stands where `init` would write; every configuration to come is made from it. */
const isExample = async (file: string): Promise<boolean> =>
  (await realpath(file).catch(() => '')) === (await realpath(EXAMPLE));

const HINTS: Readonly<Record<string, string>> = {
  EEXIST: 'Add --force to replace it, or name another file.',
  ENOENT: 'Make the folder first, or name a file in another one.',
  ENOSPC: 'Make room on the disk.',
};

function explained(file: string, thrown: unknown): FolkloreError {
  const code = (thrown as NodeJS.ErrnoException).code ?? '';
  const message =
    code === 'EEXIST' ? `${file} is there already.` : `Cannot write ${file}: ${messageOf(thrown)}.`;
  return unwritable(
    message,
    HINTS[code] ?? 'Give this user the right to write there, or name another file.',
    thrown,
  );
}

const unwritable = (message: string, hint: string, cause?: unknown): FolkloreError =>
  new FolkloreError('OUTPUT_UNWRITABLE', message, { hint, exitCode: EXIT.misuse, cause });

/** What is left to do, as commands to copy. */
function nextSteps(file: string, { services }: Config): string {
  const keys = [services.archive.key, services.placenames.key].map((key) =>
    'env' in key ? `${key.env}=…` : '',
  );
  const named = /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
  return `${file} is written. What comes next:
  1. export ${keys.filter(Boolean).join(' ')}
  2. folklore-ld doctor --config ${named}
  3. folklore-ld export --config ${named}`;
}
