import { randomUUID } from 'node:crypto';
import { link, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument } from 'commander';
import { replaceFile, syncFolder } from '../../base/durable.js';
import { errorCode, FolkloreError, messageOf, remedyFor } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { shellWord } from '../../base/text.js';
import { option } from '../command.js';
import type { Config, ConfigSchema } from '../config/settings.js';
import type { CheckResult } from '../doctor/check.js';
import type { CommandContext, CommandModule, Feature } from '../feature.js';
import type { Terminal } from '../terminal/questions.js';
import { numbered, print } from '../terminal/table.js';

export const command: CommandModule<{ readonly force?: boolean; readonly yes?: boolean }, [file: string]> = {
  args: [new Argument('[file]', 'the file to write').default('folklore-ld.config.yaml')],
  options: [
    option('--force', 'replace an existing file'),
    option('-y, --yes', 'ask nothing: what is not given stays as in the example'),
  ],
  help: () => `
On a terminal it asks for the values that no option or variable gives, and then sends a few requests to both
services, as \`doctor\` does. Elsewhere, and with --yes, it asks nothing: such values stay as in the example. Comments in the file
explain each line. The first line of the file names its schema, by which editors
complete and check it.

Examples:
  folklore-ld init
  folklore-ld init --archive-url http://127.0.0.1:4010 --contact data-team@example.org
  folklore-ld init --force my.yaml                       replace an existing file`,
  run: async ({ args: [file], options: { force = false, yes = false }, settings, schema }, context) => {
    const { features, signal } = context;
    const given = Object.fromEntries(
      Object.entries(settings).map(([path, { value }]) => [path, String(value)] as const),
    );
    const isAsking = !yes && process.stdin.isTTY === true && process.stdout.isTTY === true;
    const terminal = { input: process.stdin, output: process.stdout, signal };
    if (isAsking && !force) await checkFree(file);
    const values = isAsking ? { ...given, ...(await askedValues(given, terminal, features, schema)) } : given;
    const config = await writeConfig(file, values, force, features, schema);
    if (isAsking) print(await probed(config, context));
    print(nextSteps(file, config));
    return EXIT.clean;
  },
};

/** The values that are asked for on a terminal, by their path in the example. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'services.archive.url': 'Address of the archive service',
  'services.archive.key.env': 'Variable that holds its key',
  'services.placenames.url': 'Address of the place-names service',
  'services.placenames.key.env': 'Variable that holds its key',
  base: 'Base of all record IRIs, an address of yours that ends in /',
  contact: 'Your contact address, for the operators of the services (may be empty)',
};

/**
 * Asks for the values that are not given. An empty answer takes the value of the example.
 *
 * @throws FolkloreError INTERRUPTED
 */
export async function askedValues(
  given: InitialSettings,
  terminal: Terminal,
  features: readonly Feature[] = [],
  schema?: ConfigSchema,
): Promise<InitialSettings> {
  const { parseDocument } = await import('yaml');
  const { askAll } = await import('../terminal/questions.js');
  const example = await exampleConfig(features);
  const document = parseDocument(example);
  const questions = Object.entries(QUESTIONS).flatMap(([name, text]) => {
    const preset = document.getIn(name.split('.')) as string | undefined;
    return name in given ? [] : [{ name, text, preset }];
  });
  const check = async (name: string, answer: string): Promise<void> => {
    await configWith(example, { [name]: answer }, schema);
  };
  return askAll(questions, check, terminal);
}

/** What the doctor finds at both services, as lines. */
async function probed(config: Config, { signal, features }: CommandContext): Promise<string> {
  const { checkServices } = await import('../doctor/checks.js');
  const { doctorContext, printedResults, RESULT_FORMATS } = await import('../doctor/check.js');
  const { readProxies } = await import('../../harvest/client/proxies.js');
  const context = { ...doctorContext(signal, features), proxies: readProxies(process.env) };
  const results: CheckResult[] = [];
  const system = { config, source: 'the answers' };
  for await (const result of checkServices(system, context)) results.push(result);
  return `\n${printedResults(results, RESULT_FORMATS.pretty, false).join('\n')}\n`;
}

/** @throws FolkloreError OUTPUT_UNWRITABLE when the file exists, before any question is asked */
async function checkFree(file: string): Promise<void> {
  const { exists } = await import('../../base/files.js');
  if (await exists(file)) throw explained(file, Object.assign(new Error('it exists'), { code: 'EEXIST' }));
}

/**
 * The example with some values replaced, and the configuration that it is.
 *
 * @throws FolkloreError CONFIG_INVALID
 */
async function configWith(example: string, values: InitialSettings, schema?: ConfigSchema) {
  const { parse } = await import('yaml');
  const { readConfig } = await import('../config/config.js');
  const text = await fillInExample(example, values);
  return { text, config: readConfig(undefined, parse(text) as Readonly<Record<string, unknown>>, schema) };
}

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
  const { text: filled, config } = await configWith(await exampleConfig(features), values, schema);
  const text = filled.replace(
    `$schema=./${SCHEMA_FILE}`,
    () => `$schema=${new URL(SCHEMA_FILE, EXAMPLE_URL).href}`,
  );
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
  const steps = [
    `export ${keys.filter(Boolean).join(' ')}`,
    `folklore-ld doctor --config ${commandWord(file)}`,
    ...firstRuns(file),
  ];
  return `${file} is written. Next steps:\n${numbered(steps)}`;
}

/**
 * The commands from a configuration that the doctor has approved to the first release, with what each does.
 *
 * @param config its file; undefined where options and variables name everything
 */
export function firstRuns(config: string | undefined): readonly string[] {
  const given = config === undefined ? '' : ` --config ${commandWord(config)}`;
  return [
    `folklore-ld export --trial${given}  # minutes: a few volumes`,
    `folklore-ld plan${given}  # how long all records take`,
    `folklore-ld export${given}  # hours: all records`,
  ];
}

/** A path as one word of a command; quoted where a shell would read it otherwise. */
const commandWord = (path: string): string => (/^[\w./-]+$/.test(path) ? path : shellWord(path));
