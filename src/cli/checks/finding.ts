import { EXIT, type ExitCode, FolkloreError } from '../../base/errors.js';

/** What one check came to: what it looked at (a name for scripts), what it saw, what to do about it. */
export type Finding =
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
export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message });

/** A check that found what does not keep a run from its end, but should be seen to. */
export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  status: 'warning',
  message,
  remedy,
});

/** A check that found what a run would fail of, and what the operator has to mend. */
export const failed = (check: string, message: string, remedy: string): Finding => ({
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
export function failedBy(check: string, thrown: unknown, remedy?: string): Finding {
  if (!(thrown instanceof FolkloreError) || thrown.code === 'INTERRUPTED') throw thrown;
  const { message, hint } = thrown;
  const exitCode = thrown.exitCode === EXIT.unavailable ? EXIT.unavailable : EXIT.misuse;
  return { check, status: 'failed', message, remedy: remedy ?? hint, exitCode };
}

/** What the doctor ends with; what has to be mended comes before what may pass by itself. */
export function exitCodeOf(findings: readonly Finding[]): ExitCode {
  const codes = findings.map((finding) => (finding.status === 'failed' ? finding.exitCode : EXIT.clean));
  return [EXIT.misuse, EXIT.unavailable].find((code) => codes.includes(code)) ?? EXIT.clean;
}

/** How findings are told: a line of text each, or an object of JSON each. */
export const RENDERINGS: Readonly<Record<'pretty' | 'json', (finding: Finding) => string>> = {
  pretty: (finding) => {
    const [first = '', ...more] = finding.message.split('\n').map(plain);
    const lines = [`${MARKS[finding.status]} ${first}`, ...more.map((line) => `    ${line}`)];
    if (finding.status === 'ok') return lines.join('\n');
    // What has several lines of its own (a configuration with several faults) is followed by one more.
    return `${lines.join('\n')}${more.length > 0 ? '\n ' : ''} → ${plain(finding.remedy)}`;
  },
  json: ({ check, status, message, ...more }) => JSON.stringify({ check, status, message, ...more }),
};

const MARKS: Readonly<Record<Finding['status'], string>> = { ok: '✓', warning: '!', failed: '✗' };

/** A text as one line, whoever wrote it: nothing in it steers a terminal or looks like another finding. */
export const plain = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
