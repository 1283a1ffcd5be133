import { EXIT, FolkloreError, messageOf } from '../../base/errors.js';
import type { Report, RunEvent } from '../../base/events.js';
import { keepLines, terminalJson } from '../../base/text.js';
import {
  BarProgress,
  type Clock,
  formatProgress,
  LineProgress,
  type OutputStream,
  type Progress,
  type ProgressState,
  type ReportInterval,
} from './progress.js';

/** Ends after which the same command goes on where it was. */
const RESUMABLE_EXIT_CODES: readonly number[] = [EXIT.unavailable, EXIT.interrupted];

/** What a shell takes as one word as it is. */
const PLAIN_SHELL_WORD = /^[\w@%+=:,./-]+$/;

/**
 * The command that goes on after a run that was cut short, to be pasted into a shell; undefined when there is
 * nothing to go on with. Keys never stand among the arguments.
 *
 * @param args what the program was called with
 */
export function resumeCommand(thrown: unknown, args: readonly string[]): string | undefined {
  if (!(thrown instanceof FolkloreError) || !RESUMABLE_EXIT_CODES.includes(thrown.exitCode)) return undefined;
  return ['folklore-ld', ...args]
    .map((word) => (PLAIN_SHELL_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}

/** Text for people, or a JSON line for each event. */
export type LogFormat = 'pretty' | 'json';

/** What narration needs of the process. */
export interface LoggerSettings {
  readonly outlet: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** Tells a run to people (text, and bars on a terminal) or to programs (JSON lines), always on standard error. */
export interface Logger {
  readonly report: Report;
  /**
   * The one message that a failed run ends with.
   *
   * @param command what to call to go on, if there is something to go on with
   */
  fail(thrown: unknown, command?: string): void;
  /** Leaves nothing half drawn or untold; progress that is reported later is not shown. */
  close(): void;
}

/** A program that watches wants to know soon, and never to guess how it ended. */
const JSON_INTERVAL: ReportInterval = { everyMs: 5_000, edges: 'told' };
/** In a log, a short run says nothing of its progress, and an hour of it is read at a glance. */
const LOG_INTERVAL: ReportInterval = { everyMs: 30_000, edges: 'untold' };
/** As many digits of a rate as mean anything. */
const RATE_DIGITS = 3;

/** The narrator for a format and a place. */
export function createLogger(format: LogFormat, surroundings: LoggerSettings): Logger {
  const progress = progressFor(format, surroundings);
  let open = true;
  return {
    report: (event) => {
      if (event.event === 'progress') {
        if (open) progress.advance(event);
        return;
      }
      // What is finished does not move any more, and its results may be printed right below.
      if (event.event === 'finished') progress.finish();
      const line = format === 'json' ? jsonOf(event) : textOf(event);
      if (line !== undefined) progress.writeLine(line);
    },
    fail: (thrown, command) => {
      progress.finish();
      const { code, message, hint } = failure(thrown);
      if (format === 'json') {
        progress.writeLine(terminalJson({ level: 'error', ...failure(thrown), command }));
        return;
      }
      progress.writeLine(keepLines(`folklore-ld: ${message} [${code}]`));
      if (hint !== undefined) progress.writeLine(keepLines(`  → ${hint}`));
      if (command !== undefined) progress.writeLine(`  $ ${command}`);
    },
    close: () => {
      open = false;
      progress.finish();
    },
  };
}

function progressFor(format: LogFormat, { outlet, environment, clock }: LoggerSettings): Progress {
  if (format === 'json') return new LineProgress(JSON_INTERVAL, outlet, jsonOfStanding, clock);
  const { CI, TERM, NO_COLOR } = environment;
  // Of a terminal in a build service, only the log is ever read; there are people who say CI=false elsewhere.
  const watched = outlet.isTTY === true && TERM !== 'dumb' && (!CI || CI === 'false');
  if (!watched) return new LineProgress(LOG_INTERVAL, outlet, formatProgress, clock);
  return new BarProgress(outlet, NO_COLOR ? 'none' : 'green', clock);
}

const jsonOf = (event: RunEvent): string =>
  terminalJson({ level: event.event === 'retrying' ? 'warn' : 'info', ...event });

const jsonOfStanding = ({ what, done, total, rate, secondsLeft }: ProgressState): string =>
  JSON.stringify({
    level: 'info',
    event: 'progress',
    what,
    done,
    total,
    rate: Number(rate.toPrecision(RATE_DIGITS)),
    secondsLeft: secondsLeft ?? null,
  });

function failure(thrown: unknown): { code: string; message: string; hint?: string; exitCode: number } {
  if (thrown instanceof FolkloreError) {
    const { code, message, hint, exitCode } = thrown;
    return { code, message, hint, exitCode };
  }
  const message = thrown instanceof Error ? (thrown.stack ?? thrown.message) : messageOf(thrown);
  return {
    code: 'UNEXPECTED',
    message,
    hint: 'This is a fault of folklore-ld; please report it.',
    exitCode: 1,
  };
}

function textOf(event: RunEvent): string | undefined {
  const text = wordsOf(event);
  return text === undefined ? undefined : keepLines(text);
}

function wordsOf(event: RunEvent): string | undefined {
  switch (event.event) {
    case 'started':
      return `… ${event.what}`;
    case 'finished':
      return `✓ ${event.what}: ${event.detail}`;
    case 'note':
      return `• ${event.message}`;
    case 'retrying':
      return `• ${event.service} ${event.request}: ${event.reason}; attempt ${event.attempt + 1} in ${(event.waitMs / 1000).toFixed(1)} s`;
    case 'progress':
    case 'fetched':
      return undefined;
  }
}
