import { parse, YAMLParseError } from 'yaml';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { readText } from './read-text.js';
import { type ConfigOverrides, describeIssue, withOverrides } from './setting-options.js';
import { CONFIG_SCHEMA, type Config } from './settings.js';

export type { ConfigOverrides } from './setting-options.js';
export type { Config } from './settings.js';

/**
 * Reads and checks the configuration: options override the environment, and both override the file.
 *
 * @throws FolkloreError CONFIG_INVALID with each wrong path, the expected value and the nearest name
 */
export function readConfig(file: string | undefined, overrides: ConfigOverrides): Config {
  const document = withOverrides(file === undefined ? {} : parseFile(file), overrides);
  const parsed = CONFIG_SCHEMA.safeParse(document);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => describeIssue(issue, document));
  throw invalid(
    `${file === undefined ? 'The settings are' : `${file} is`} not valid:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  );
}

/**
 * A base that is given without a configuration.
 *
 * @throws FolkloreError CONFIG_INVALID
 */
export function checkBase(given: string): string {
  const { data, error } = CONFIG_SCHEMA.shape.base.safeParse(given);
  if (data !== undefined) return data;
  throw invalid(`--base: ${error?.issues[0]?.message ?? ''}.`);
}

function parseFile(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readText(file);
  } catch (thrown) {
    throw invalid(`The configuration ${file} cannot be read: ${messageOf(thrown)}`, thrown);
  }
  try {
    // Warnings of the parser would break the log format.
    const document: unknown = parse(text, { logLevel: 'error' });
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return { ...document };
  } catch (thrown) {
    throw invalid(`The configuration ${file} is not YAML${placeOf(thrown)}.`, thrown);
  }
  throw invalid(`The configuration ${file} has no settings.`);
}

/** Line and kind of a YAML error. The text is not repeated, because it may be a key. */
function placeOf(thrown: unknown): string {
  if (!(thrown instanceof YAMLParseError)) return '';
  const [position] = thrown.linePos ?? [];
  return `${position === undefined ? '' : `, line ${position.line}`} (${thrown.code})`;
}

const invalid = (message: string, cause?: unknown): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', message, {
    hint: 'folklore-ld.config.yaml in this package is a commented example with every setting.',
    exitCode: EXIT.misuse,
    cause,
  });
