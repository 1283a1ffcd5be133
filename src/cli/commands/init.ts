import { randomUUID } from 'node:crypto';
import { link, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isScalar, parse, parseDocument, stringify } from 'yaml';
import { EXIT, type ExitCode, FolkloreError, messageOf } from '../../base/errors.js';
import { type Config, readConfig } from '../config/config.js';
import type { SharedOptions } from '../config/shared-options.js';

/** The configuration that the package brings along: every setting, with its default and its meaning. */
export const EXAMPLE_CONFIG = fileURLToPath(new URL('../../../folklore-ld.config.yaml', import.meta.url));

/** What may be said of an installation when its configuration is written; the example has the rest. */
export interface InitialSettings {
  readonly archiveUrl?: string | undefined;
  readonly placenamesUrl?: string | undefined;
  readonly gender?: string | undefined;
  readonly contact?: string | undefined;
}

/** Where in the file each of them stands. */
const PATHS: Readonly<Record<keyof InitialSettings, readonly [string, ...string[]]>> = {
  archiveUrl: ['services', 'archive', 'url'],
  placenamesUrl: ['services', 'placenames', 'url'],
  gender: ['services', 'archive', 'gender'],
  contact: ['contact'],
};

/**
 * The example with some values replaced. Everything else stays as it is, to the byte: comments, order and
 * alignment.
 *
 * @throws Error when the example has no line for a value: it is ours, so that is a fault of this package
 */
export function fillInExample(example: string, filledIn: InitialSettings): string {
  let text = example;
  for (const name of Object.keys(PATHS) as (keyof InitialSettings)[]) {
    const value = filledIn[name];
    if (value !== undefined) text = replaced(text, PATHS[name], value);
  }
  return text;
}

function replaced(text: string, path: readonly [string, ...string[]], value: string): string {
  const written = stringify(value, { blockQuote: false, lineWidth: 0 }).trimEnd();
  const node = parseDocument(text).getIn(path, true);
  if (isScalar(node) && node.range) {
    const [from, to] = node.range;
    const padding = /^ +(?=#)/.exec(text.slice(to))?.[0] ?? '';
    // A comment behind the value stays in its column for as long as there is room.
    const room = Math.max(padding.length - (written.length - (to - from)), padding === '' ? 0 : 1);
    return `${text.slice(0, from)}${written}${' '.repeat(room)}${text.slice(to + padding.length)}`;
  }
  return uncommented(text, path[0], written);
}

/** An optional setting stands in the example as a comment: `# contact: data-team@example.org`. */
function uncommented(text: string, key: string, written: string): string {
  const line = new RegExp(`^# ${key}:.*$`, 'm');
  if (!line.test(text)) throw new Error(`the packaged example has no line for ${key}`);
  return text.replace(line, () => `${key}: ${written}`);
}

/** What `init` is told besides the file. */
export type InitOptions = Pick<SharedOptions, 'archiveUrl' | 'placenamesUrl' | 'gender'> & {
  /** Whether a file that is there gives way. */
  readonly force?: boolean;
  readonly contact?: string;
};

/** Writes the configuration and says what comes next. */
export async function runInit(file: string, options: InitOptions): Promise<ExitCode> {
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
export async function writeConfig(file: string, filledIn: InitialSettings, force: boolean): Promise<Config> {
  const text = fillInExample(await readFile(EXAMPLE_CONFIG, 'utf8'), filledIn);
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
  (await realpath(file).catch(() => '')) === (await realpath(EXAMPLE_CONFIG));

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
