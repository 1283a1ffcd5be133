import { EXIT, type ExitCode, FolkloreError } from '../../base/errors.js';
import { SERVICES, type Service } from '../../base/origin.js';
import type { Config } from '../config/config.js';

export { SERVICES, type Service };

/** What each service is called in findings. */
export const SERVICE_NAMES: Readonly<Record<Service, string>> = {
  archive: 'the archive service',
  placenames: 'the place-names service',
};

/** A key, and where it comes from. */
export interface ServiceKey {
  readonly key: string;
  readonly keyName: string;
}

/** What is examined. */
export interface CheckedSystem {
  readonly config: Config;
  /** What the configuration comes from, as its check says it. */
  readonly source: string;
  /** The key of the services that are built in, which no configuration names. */
  readonly builtIn?: ServiceKey;
}

/** What the process knows and a test invents. */
export interface DoctorContext {
  readonly environment: NodeJS.ProcessEnv;
  /** As Node.js says it: `20.19.0`. */
  readonly nodeVersion: string;
  /** Milliseconds since 1970, by this machine's clock. */
  readonly now: () => number;
  /** How many bytes this user may still write to the disk that a folder is on. */
  readonly freeBytes: (folder: string) => Promise<number>;
  /** Milliseconds that a service may take for an answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What one check came to: what it looked at (a name for scripts), what it saw, what to do about it. */
export type CheckResult =
  | { readonly check: string; readonly status: 'ok'; readonly message: string }
  | {
      readonly check: string;
      readonly status: 'warning';
      readonly message: string;
      readonly remedy: string;
    }
  | {
      readonly check: string;
      readonly status: 'failed';
      readonly message: string;
      readonly remedy: string;
      readonly exitCode: FailureCode;
    };

/** What failed checks lead to: what the operator has to mend, and what may pass by itself. */
type FailureCode = typeof EXIT.misuse | typeof EXIT.unavailable;

/** A check that found everything as it should be. */
export const ok = (check: string, message: string): CheckResult => ({ check, status: 'ok', message });

/** A check that found what does not keep a run from its end, but should be seen to. */
export const warning = (check: string, message: string, remedy: string): CheckResult => ({
  check,
  status: 'warning',
  message,
  remedy,
});

/** A check that found what a run would fail of, and what the operator has to mend. */
export const failed = (check: string, message: string, remedy: string): CheckResult => ({
  check,
  status: 'failed',
  message,
  remedy,
  exitCode: EXIT.misuse,
});

/**
 * What was thrown while something was looked at, as a finding. Whoever asked to stop, and faults of this
 * program, are no findings: they are thrown on.
 *
 * @param remedy in the place of the error's own hint
 */
export function failedBy(check: string, thrown: unknown, remedy?: string): CheckResult {
  if (!(thrown instanceof FolkloreError) || thrown.code === 'INTERRUPTED') throw thrown;
  const { message, hint } = thrown;
  const exitCode = thrown.exitCode === EXIT.unavailable ? EXIT.unavailable : EXIT.misuse;
  return { check, status: 'failed', message, remedy: remedy ?? hint, exitCode };
}

/** What the doctor ends with; what has to be mended comes before what may pass by itself. */
export function exitCodeOf(findings: readonly CheckResult[]): ExitCode {
  const codes = findings.map((finding) => (finding.status === 'failed' ? finding.exitCode : EXIT.clean));
  return [EXIT.misuse, EXIT.unavailable].find((code) => codes.includes(code)) ?? EXIT.clean;
}

/** How findings are told: a line of text each, or an object of JSON each. */
export const RESULT_FORMATS: Readonly<Record<'pretty' | 'json', (finding: CheckResult) => string>> = {
  pretty: (finding) => {
    const [first = '', ...more] = finding.message.split('\n').map(toPlainLine);
    const lines = [`${MARKS[finding.status]} ${first}`, ...more.map((line) => `    ${line}`)];
    if (finding.status === 'ok') return lines.join('\n');
    // What has several lines of its own (a configuration with several faults) is followed by one more.
    return `${lines.join('\n')}${more.length > 0 ? '\n ' : ''} → ${toPlainLine(finding.remedy)}`;
  },
  json: ({ check, status, message, ...more }) => JSON.stringify({ check, status, message, ...more }),
};

const MARKS: Readonly<Record<CheckResult['status'], string>> = { ok: '✓', warning: '!', failed: '✗' };

/** A text as one line, whoever wrote it: nothing in it steers a terminal or looks like another finding. */
export const toPlainLine = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
