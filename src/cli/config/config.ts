import { closeSync, constants, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import { EXIT, FolkloreError, messageOf } from '../../base/errors.js';
import { errorCode } from '../../response-store/store-errors.js';
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
    text = statSync(file).isFIFO() ? readPipe(file) : readFileSync(file, 'utf8');
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

/** Milliseconds to wait for the writer of a pipe, which may start later than this program. */
const PIPE_TIMEOUT_MS = 5000;
const PIPE_PAUSE_MS = 20;

/**
 * Reads a pipe, such as that of `--config <(envsubst < template.yaml)`. It is opened without blocking, because a
 * blocking read of a pipe without a writer never ends.
 *
 * @throws Error when no data arrives in time
 */
function readPipe(path: string): string {
  const chunks: Buffer[] = [];
  const buffer = Buffer.alloc(1 << 16);
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    for (let waited = 0; waited < PIPE_TIMEOUT_MS; ) {
      const length = readNow(handle, buffer);
      if (length === 0 && chunks.length > 0) return Buffer.concat(chunks).toString('utf8');
      if (length !== undefined && length > 0) chunks.push(Buffer.from(buffer.subarray(0, length)));
      else {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PIPE_PAUSE_MS);
        waited += PIPE_PAUSE_MS;
      }
    }
  } finally {
    closeSync(handle);
  }
  throw new Error(`it is a pipe, and no data arrived in ${PIPE_TIMEOUT_MS / 1000} seconds`);
}

/** Bytes read: 0 when the pipe has no writer, undefined when its writer has not written yet. */
function readNow(handle: number, buffer: Buffer): number | undefined {
  try {
    return readSync(handle, buffer);
  } catch (thrown) {
    if (errorCode(thrown) === 'EAGAIN') return undefined;
    throw thrown;
  }
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
