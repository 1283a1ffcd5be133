import { FolkloreError } from '../../base/errors.js';
import { EXIT, type ExitCode, type Outcome as RunOutcome } from '../../base/exit-codes.js';
import { freeBytes } from '../../base/files.js';
import type { Service } from '../../base/origin.js';
import { counted } from '../../base/text.js';
import type { Proxies } from '../../harvest/client/proxies.js';
import type { Config, ConfigSchema } from '../config/settings.js';
import type { CheckOutcome, Feature } from '../feature.js';

/** Names of the services in messages. */
export const SERVICE_NAMES: Readonly<Record<Service, string>> = {
  archive: 'the archive service',
  placenames: 'the place-names service',
};

/** A key, and the name of its source. */
export interface ServiceKey {
  readonly key: string;
  readonly keyName: string;
}

/** The system that is checked. */
export interface CheckedSystem {
  readonly config: Config;
  /** What the configuration may hold; absent: the settings of the core. */
  readonly schema?: ConfigSchema | undefined;
  /** Source of the configuration, for its message. */
  readonly source: string;
  /** Key of the built-in services, which no configuration names. */
  readonly builtIn?: ServiceKey;
}

/** Facts of the process; tests give their own. */
export interface DoctorContext {
  readonly environment: NodeJS.ProcessEnv;
  /** As Node.js writes it: `20.19.0`. */
  readonly nodeVersion: string;
  /** Milliseconds since 1970, by the clock of this machine. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, for the time of an answer. */
  readonly monotonic: () => number;
  /** Bytes that this user may still write to the disk of a folder. */
  readonly freeBytes: (folder: string) => Promise<number>;
  /** Milliseconds that a service has for a response. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** May add checks. */
  readonly features: readonly Feature[];
}

/** More than a service needs for a small response. */
const TIMEOUT_MS = 15_000;

/** The facts of this process. */
export const doctorContext = (signal: AbortSignal, features: readonly Feature[]): DoctorContext => ({
  environment: process.env,
  nodeVersion: process.versions.node,
  now: Date.now,
  monotonic: () => performance.now(),
  freeBytes,
  timeoutMs: TIMEOUT_MS,
  signal,
  features,
});

/** With the way of requests. */
export interface RequestContext extends DoctorContext {
  readonly proxies: Proxies;
}

/** The result of one check, with the name of the check for scripts. */
export interface CheckResult {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'failed';
  readonly message: string;
  /** Missing if nothing is wrong. */
  readonly remedy?: string;
  /** Of a failed check: misuse, which the operator has to fix, or unavailable, which may pass. */
  readonly exitCode?: ExitCode;
}

/**
 * Runs one check. Errors of this program and an interruption are not results: they are thrown.
 *
 * @throws FolkloreError INTERRUPTED
 */
export async function resultOf(
  check: string,
  run: () => CheckOutcome | Promise<CheckOutcome>,
): Promise<CheckResult> {
  try {
    const outcome = await run();
    return typeof outcome === 'string'
      ? { check, status: 'ok', message: outcome }
      : { check, status: 'warning', ...outcome };
  } catch (thrown) {
    if (!(thrown instanceof FolkloreError) || thrown.code === 'INTERRUPTED') throw thrown;
    const exitCode = thrown.exitCode === EXIT.unavailable ? EXIT.unavailable : EXIT.misuse;
    return { check, status: 'failed', message: thrown.message, remedy: thrown.hint, exitCode };
  }
}

/** The error of a failed check that the operator has to fix. */
export const failure = (message: string, hint: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', message, { hint });

/** The error of a check with another remedy. */
export const withRemedy = ({ code, message, exitCode, hint }: FolkloreError, remedy = hint): FolkloreError =>
  new FolkloreError(code, message, { hint: remedy, exitCode });

/** The outcome of all checks: what the operator has to fix comes before what may pass. */
export function outcomeOf(results: readonly CheckResult[]): RunOutcome {
  const failed = results.filter(({ status }) => status === 'failed');
  const exitCode = [EXIT.misuse, EXIT.unavailable].find((code) =>
    failed.some((one) => one.exitCode === code),
  );
  return exitCode === undefined
    ? EXIT.clean
    : {
        exitCode,
        because: `${counted(failed.length, 'check')} failed: ${failed.map(({ check }) => check).join(', ')}`,
      };
}

const MARKS: Readonly<Record<CheckResult['status'], string>> = { ok: '✓', warning: '!', failed: '✗' };

/** Results as lines of text, or as one JSON object each. */
export const RESULT_FORMATS: Readonly<Record<'pretty' | 'json', (result: CheckResult) => string>> = {
  pretty: ({ status, message, remedy }) => {
    const [first = '', ...more] = message.split('\n').map(toPlainLine);
    const lines = [`${MARKS[status]} ${first}`, ...more.map((line) => `    ${line}`)].join('\n');
    if (remedy === undefined) return lines;
    // After a message of several lines the remedy has its own.
    return `${lines}${more.length > 0 ? '\n ' : ''} → ${toPlainLine(remedy)}`;
  },
  json: ({ check, status, message, ...more }) => JSON.stringify({ check, status, message, ...more }),
};

/** The order of results: what has to be fixed comes first. */
const ORDER: readonly CheckResult['status'][] = ['failed', 'warning', 'ok'];

/** The lines of results, problems first, or only of problems. */
export function printedResults(
  results: readonly CheckResult[],
  format: (result: CheckResult) => string,
  isOnlyProblems: boolean,
): string[] {
  const shown = results
    .filter(({ status }) => !isOnlyProblems || status !== 'ok')
    .toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
  if (shown.length === 0 && format === RESULT_FORMATS.pretty)
    return [`${MARKS.ok} no problems in ${counted(results.length, 'check')}`];
  return shown.map(format);
}

/** A text as one line without control characters, so that it cannot look like another result. */
export const toPlainLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
