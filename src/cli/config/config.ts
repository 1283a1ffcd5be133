import { type ErrorCode, parse, YAMLParseError } from 'yaml';
import { FolkloreError, messageOf } from '../../base/errors.js';
import { readText } from './read-text.js';
import { type ConfigOverrides, describeIssue, withOverrides } from './setting-options.js';
import { CONFIG_SCHEMA, type Config, type ConfigSchema } from './settings.js';

export type { ConfigOverrides } from './setting-options.js';
export type { Config } from './settings.js';

/**
 * Reads and checks the configuration: options override the environment, and both override the file.
 *
 * @param schema that of the core, with the settings of features
 * @throws FolkloreError CONFIG_INVALID with each wrong path, the expected value and the nearest name
 */
export function readConfig(
  file: string | undefined,
  overrides: ConfigOverrides,
  schema: ConfigSchema = CONFIG_SCHEMA,
): Config {
  const document = withOverrides(file === undefined ? {} : parseFile(file), overrides);
  const parsed = schema.safeParse(document);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => describeIssue(issue, document, schema));
  throw invalid(
    `${file === undefined ? 'The settings are' : `${file} is`} not valid:\n${problems.map((line) => `  ${line}`).join('\n')}`,
  );
}

/**
 * The settings of a file as these stand there, not checked.
 *
 * @throws FolkloreError CONFIG_INVALID
 */
export function parseFile(file: string): Record<string, unknown> {
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
    throw invalid(`The configuration ${file} is not YAML${faultOf(thrown)}.`, thrown);
  }
  throw invalid(`The configuration ${file} has no settings.`);
}

/** What is wrong with YAML, in words, by the codes of its parser. */
const YAML_FAULTS: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias (*) has a tag or an anchor',
  BAD_ALIAS: 'the name of an alias (*) or an anchor (&) is not allowed',
  BAD_COLLECTION_TYPE: 'a tag (!) does not fit its list or section',
  BAD_DIRECTIVE: 'a line that begins with % is no directive',
  BAD_DQ_ESCAPE: 'a backslash in double quotes begins no known escape; write two, or single quotes',
  BAD_INDENT: 'the line is indented too little: a bracket above may not be closed',
  BAD_PROP_ORDER: 'a tag (!) or an anchor (&) stands in the wrong place',
  BAD_SCALAR_START: 'a value begins with a character that needs quotes, such as @, ` or %',
  BLOCK_AS_IMPLICIT_KEY: 'a value and a nested setting stand together: the next line may be indented too far',
  BLOCK_IN_FLOW: 'a list or section of several lines stands within brackets',
  DUPLICATE_KEY: 'a setting stands twice in its section',
  IMPOSSIBLE: 'the parser cannot go on',
  KEY_OVER_1024_CHARS: 'the name of a setting is longer than 1024 characters; a quote may not be closed',
  MISSING_CHAR:
    'a character is missing: a quote or a bracket is not closed, or a colon or a blank is missing',
  MULTILINE_IMPLICIT_KEY:
    'a line has no colon after the name of its setting, or a value goes on in the next line',
  MULTIPLE_ANCHORS: 'a value has two anchors (&)',
  MULTIPLE_DOCS: 'there is a second document after a line of three hyphens',
  MULTIPLE_TAGS: 'a value has two tags (!)',
  NON_STRING_KEY: 'the name of a setting is no text',
  RESOURCE_EXHAUSTION: 'it is nested too deeply',
  TAB_AS_INDENT: 'a tab stands at the beginning of the line: indent with blanks',
  TAG_RESOLVE_FAILED: 'a tag (!) is not known, or does not fit its value',
  UNEXPECTED_TOKEN: 'something stands where nothing may: a character may need quotes',
};

/** Place and kind of a YAML error. The text is not repeated, because it may be a key. */
function faultOf(thrown: unknown): string {
  // The parser has no place for an alias without its anchor.
  if (thrown instanceof ReferenceError)
    return ': an alias (*) has no anchor (&) before it; a text that begins with * needs quotes';
  if (!(thrown instanceof YAMLParseError)) return '';
  const [position] = thrown.linePos ?? [];
  const where = position === undefined ? '' : `, line ${position.line}, column ${position.col}`;
  return `${where}: ${YAML_FAULTS[thrown.code]}`;
}

const invalid = (message: string, cause?: unknown): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', message, {
    hint: 'folklore-ld.config.yaml in this package is a commented example with every setting.',
    cause,
  });
