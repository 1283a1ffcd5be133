import { EXIT, FolkloreError, messageOf } from '../../base/errors.js';
import type { Report, RunEvent } from '../../base/events.js';
import { keepLines, terminalJson } from '../../base/text.js';
import {
  barProgress,
  type Clock,
  formatProgress,
  lineProgress,
  type OutputStream,
  type Progress,
  type ProgressState,
} from './progress.js';

/** Text for people, or one JSON line for each event. */
export type LogFormat = 'pretty' | 'json';

/** What the logger needs of the process. */
export interface LoggerSettings {
  readonly outlet: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** Writes the log of a run: text, with progress bars on a terminal, or JSON lines. */
export interface Logger {
  readonly report: Report;
  /**
   * Writes the final message of a failed run.
   *
   * @param command the command that continues the run, if it can be continued
   */
  fail(thrown: unknown, command?: string): void;
  /** Writes pending progress; progress that is reported later is ignored. */
  close(): void;
}

/** The logger for a format and an output. */
export function createLogger(format: LogFormat, settings: LoggerSettings): Logger {
  const progress = progressFor(format, settings);
  let isOpen = true;
  return {
    report: (event) => {
      if (event.event === 'progress') {
        if (isOpen) progress.advance(event);
        return;
      }
      // Results may be printed right below.
      if (event.event === 'finished') progress.finish();
      const level = event.event === 'retrying' ? 'warn' : 'info';
      const line = format === 'json' ? terminalJson({ level, ...event }) : textOf(event);
      if (line !== undefined) progress.writeLine(line);
    },
    fail: (thrown, command) => {
      progress.finish();
      const { code, message, hint, exitCode } = failureOf(thrown);
      if (format === 'json') {
        progress.writeLine(terminalJson({ level: 'error', code, message, hint, exitCode, command }));
        return;
      }
      progress.writeLine(keepLines(`folklore-ld: ${message} [${code}]`));
      progress.writeLine(keepLines(`  → ${hint}`));
      if (command !== undefined) progress.writeLine(`  $ ${command}`);
    },
    close: () => {
      isOpen = false;
      progress.finish();
    },
  };
}

/** For programs: with the start and the end, so that they need not guess. For logs: few lines, none in a short run. */
const JSON_INTERVAL = { everyMs: 5_000, edges: true };
const LOG_INTERVAL = { everyMs: 30_000, edges: false };

function progressFor(format: LogFormat, { outlet, environment, clock }: LoggerSettings): Progress {
  if (format === 'json') return lineProgress(JSON_INTERVAL, outlet, progressJson, clock);
  const { CI, TERM, NO_COLOR } = environment;
  // A build service has a terminal, but only its log is read; some people set CI=false elsewhere.
  const isInteractive = outlet.isTTY === true && TERM !== 'dumb' && (!CI || CI === 'false');
  if (!isInteractive) return lineProgress(LOG_INTERVAL, outlet, formatProgress, clock);
  return barProgress(outlet, NO_COLOR ? 'none' : 'green', clock);
}

const progressJson = ({ what, done, total, rate, secondsLeft }: ProgressState): string =>
  JSON.stringify({
    level: 'info',
    event: 'progress',
    what,
    done,
    total,
    rate: Number(rate.toPrecision(3)),
    secondsLeft: secondsLeft ?? null,
  });

type Failure = Pick<FolkloreError, 'message' | 'hint' | 'exitCode'> & { readonly code: string };

function failureOf(thrown: unknown): Failure {
  if (thrown instanceof FolkloreError) return thrown;
  return {
    code: 'UNEXPECTED',
    message: thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown),
    hint: 'This is an error of folklore-ld; please report it.',
    exitCode: EXIT.fault,
  };
}

/** Single requests are not logged as text. */
function textOf(event: RunEvent): string | undefined {
  switch (event.event) {
    case 'started':
      return keepLines(`… ${event.what}`);
    case 'finished':
      return keepLines(`✓ ${event.what}: ${event.detail}`);
    case 'note':
      return keepLines(`• ${event.message}`);
    case 'retrying': {
      const { service, request, reason, attempt, waitMs } = event;
      const seconds = (waitMs / 1000).toFixed(1);
      return keepLines(`• ${service} ${request}: ${reason}; attempt ${attempt + 1} in ${seconds} s`);
    }
    default:
      return undefined;
  }
}

/** Exit codes after which the same command continues the run. */
const RESUMABLE_EXIT_CODES: readonly number[] = [EXIT.unavailable, EXIT.interrupted];

/** A word that a shell does not change. */
const PLAIN_SHELL_WORD = /^[\w@%+=:,./-]+$/;

/**
 * The command that continues an interrupted run, to be pasted into a shell. Arguments never contain keys.
 *
 * @param args the arguments of this run
 * @returns undefined if the run cannot be continued
 */
export function resumeCommand(thrown: unknown, args: readonly string[]): string | undefined {
  if (!(thrown instanceof FolkloreError) || !RESUMABLE_EXIT_CODES.includes(thrown.exitCode)) return undefined;
  return ['folklore-ld', ...args]
    .map((word) => (PLAIN_SHELL_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
