/** Exit codes of the process; public interface, described in docs/exit-codes.md. */
export const EXIT = {
  clean: 0,
  fault: 1,
  misuse: 2,
  unavailable: 3,
  gate: 4,
  partial: 5,
  mismatch: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What each exit code means, in one line. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  clean: 'success; with --max-rejected, also a run whose rejected records are within the limit',
  fault: 'unexpected error',
  misuse: 'misuse, invalid configuration or a rejected key',
  unavailable: 'a service is unavailable, after all retries',
  gate: 'validation failed, or too many records were rejected or have disappeared',
  partial:
    'finished, but some records were rejected or lack a part that broke a rule, or a service sent less than it announces',
  mismatch: 'a verification found a fault; with status --check, the last run failed or died',
  interrupted: 'interrupted; run the same command again to continue',
};

/** How a command that did not throw has ended: with 0, or with another code, a reason, and what to do about it. */
export type Outcome = typeof EXIT.clean | Ending;

export interface Ending {
  readonly exitCode: Exclude<ExitCode, typeof EXIT.clean>;
  /** A clause: `3 records were rejected; --max-rejected 2% accepts them`. */
  readonly because: string;
}
