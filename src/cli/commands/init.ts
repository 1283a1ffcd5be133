import { randomUUID } from 'node:crypto';
import { link, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument } from 'commander';
import { replaceFile, syncFolder } from '../../base/durable.js';
import { errorCode, FolkloreError, messageOf, remedyFor } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { option } from '../command.js';
import type { Config, ConfigSchema } from '../config/settings.js';
import type { CommandModule, Feature } from '../feature.js';
import { print } from '../terminal/table.js';

export const command: CommandModule<{ readonly force?: boolean }, [file: string]> = {
  args: [new Argument('[file]', 'the file to write').default('folklore-ld.config.yaml')],
  options: [option('--force', 'replace an existing file')],
  help: () => `
Asks no questions: a value that neither an option nor its variable gives stays as in the example, and
comments in the file explain each line. The first line names the schema of the configuration, by which editors
complete and check the file.

Examples:
  folklore-ld init
  folklore-ld init --archive-url http://127.0.0.1:4010 --contact data-team@example.org
  folklore-ld init --force my.yaml                       replace an existing file`,
  run: async ({ args: [file], options: { force = false }, settings, schema }, { features }) => {
    const values = Object.entries(settings).map(([path, { value }]) => [path, String(value)] as const);
    const config = await writeConfig(file, Object.fromEntries(values), force, features, schema);
    print(nextSteps(file, config));
    return EXIT.clean;
  },
};

/** The example configuration of the package, made by `npm run docs`. */
const EXAMPLE_URL = new URL('../../../folklore-ld.config.yaml', import.meta.url);
const EXAMPLE_CONFIG = fileURLToPath(EXAMPLE_URL);

const SETTINGS_OF_CORE = new URL('../../../templates/folklore-ld.config.yaml', import.meta.url);

/** The commented configuration: every setting of the core and of features, with its default and its meaning. */
export async function exampleConfig(features: readonly Feature[]): Promise<string> {
  const lines = await Promise.all(features.map(async ({ settings }) => (await settings?.())?.example ?? ''));
  return [await readFile(SETTINGS_OF_CORE, 'utf8'), ...lines].join('');
}

/** The JSON Schema beside the example, by which editors complete and check a configuration. */
const SCHEMA_FILE = 'folklore-ld.config.schema.json';

/** Values for the example, by their path in it. */
type InitialSettings = Readonly<Record<string, string>>;

/**
 * The example with some values replaced. All other bytes stay: comments, order and alignment.
 *
 * @throws Error when the example has no line for a value
 */
export async function fillInExample(example: string, values: InitialSettings): Promise<string> {
  const yaml = await import('yaml');
  return Object.entries(values).reduce(
    (text, [path, value]) => replaced(text, path.split('.'), value, yaml),
    example,
  );
}

function replaced(
  text: string,
  path: readonly string[],
  value: string,
  { isScalar, parseDocument, stringify }: typeof import('yaml'),
): string {
  const written = stringify(value, { blockQuote: false, lineWidth: 0 }).trimEnd();
  const node = parseDocument(text).getIn(path, true);
  if (isScalar(node) && node.range) {
    const [from, to] = node.range;
    const padding = /^ +(?=#)/.exec(text.slice(to))?.[0] ?? '';
    // A comment after the value keeps its column if there is room.
    const room = Math.max(padding.length - (written.length - (to - from)), padding === '' ? 0 : 1);
    return `${text.slice(0, from)}${written}${' '.repeat(room)}${text.slice(to + padding.length)}`;
  }
  return uncommented(text, path.join('.'), written);
}

/** Optional settings are comments in the example: `# contact: data-team@example.org`. */
function uncommented(text: string, key: string, written: string): string {
  const line = new RegExp(`^# ${key}:.*$`, 'm');
  if (!line.test(text)) throw new Error(`the packaged example has no line for ${key}`);
  return text.replace(line, () => `${key}: ${written}`);
}

/**
 * Writes the example with some values replaced, whole or not at all.
 *
 * @param force whether an existing file is replaced
 * @returns the configuration, read back
 * @throws FolkloreError CONFIG_INVALID for a wrong value, OUTPUT_UNWRITABLE when the file exists or cannot be written
 */
export async function writeConfig(
  file: string,
  values: InitialSettings,
  force: boolean,
  features: readonly Feature[] = [],
  schema?: ConfigSchema,
): Promise<Config> {
  const { parse } = await import('yaml');
  const { readConfig } = await import('../config/config.js');
  const filled = await fillInExample(await exampleConfig(features), values);
  const text = filled.replace(
    `$schema=./${SCHEMA_FILE}`,
    () => `$schema=${new URL(SCHEMA_FILE, EXAMPLE_URL).href}`,
  );
  const config = readConfig(undefined, parse(text) as Readonly<Record<string, unknown>>, schema);
  if (await isExample(file)) {
    throw unwritable(`${file} is the example itself.`, 'Name another file: folklore-ld init my.yaml.');
  }
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    await replaceFile(temporary, text, { isBatched: true });
    // `link` fails if the file exists, even if another process has just made it.
    await (force ? rename : link)(temporary, file);
    await syncFolder(dirname(file));
    return config;
  } catch (thrown) {
    throw explained(file, thrown);
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

/** In a clone of the repository the example is where `init` writes by default. It must not be replaced. */
const isExample = async (file: string): Promise<boolean> =>
  (await realpath(file).catch(() => '')) === (await realpath(EXAMPLE_CONFIG));

const HINTS: Readonly<Record<string, string>> = {
  EEXIST: 'Add --force to replace it, or name another file.',
  ENOENT: 'Make the folder first, or name a file in another one.',
};

function explained(file: string, thrown: unknown): FolkloreError {
  const code = errorCode(thrown);
  const message =
    code === 'EEXIST' ? `${file} already exists.` : `Cannot write ${file}: ${messageOf(thrown)}.`;
  return unwritable(message, HINTS[code] ?? remedyFor(code) ?? 'Name another file.', thrown);
}

const unwritable = (message: string, hint: string, cause?: unknown): FolkloreError =>
  new FolkloreError('OUTPUT_UNWRITABLE', message, { hint, cause });

/** The next steps, as commands to copy. */
function nextSteps(file: string, { services }: Config): string {
  const keys = [services.archive.key, services.placenames.key].map((key) =>
    'env' in key ? `${key.env}=…` : '',
  );
  const named = /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
  return `${file} is written. Next steps:
  1. export ${keys.filter(Boolean).join(' ')}
  2. folklore-ld doctor --config ${named}
  3. folklore-ld export --config ${named}`;
}
