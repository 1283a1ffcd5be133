import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Report, RunEvent } from '../../base/events.js';
import { EXIT, EXIT_MEANINGS, type ExitCode } from '../../base/exit-codes.js';
import { increase } from '../../base/map-entry.js';
import { durationText, keepLines, shellWord, terminalJson } from '../../base/text.js';
import {
  barProgress,
  type Clock,
  formatProgress,
  lineProgress,
  type OutputStream,
  type Progress,
  type ProgressState,
} from './progress.js';
import { wrappedFor } from './table.js';

/** Text for people, or one JSON line for each event. */
export type LogFormat = 'pretty' | 'json';

/** Levels of the log, from the least severe to the most severe. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the logger needs of the process. */
interface LoggerSettings {
  /** Less severe events are not logged. */
  readonly level: LogLevel;
  /** In every JSON line, so that a log of several runs can be taken apart. */
  readonly runId: string;
  /** The time of a JSON line, as ISO 8601. */
  readonly time: () => string;
  readonly outlet: OutputStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** Writes the log of a run: text, with progress bars on a terminal, or JSON lines. */
interface Logger {
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
  const json = (level: LogLevel, fields: object): string =>
    terminalJson({ time: settings.time(), level, runId: settings.runId, ...fields });
  const progress = progressFor(format, settings, json);
  const isLogged = (level: LogLevel) => LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(settings.level);
  let isOpen = true;
  const writeText = (text: string): void => progress.writeLine(wrappedFor(settings.outlet, text));
  return {
    report: (event) => {
      const level = EVENT_LEVELS[event.event];
      if (!isLogged(level)) return;
      if (event.event === 'progress') {
        if (isOpen) progress.advance(event);
        return;
      }
      // Results may be printed right below.
      if (event.event === 'finished') progress.finish();
      if (format === 'json') return progress.writeLine(json(level, jsonOf(event)));
      const text = textOf(event);
      if (text !== undefined) writeText(text);
    },
    fail: (thrown, command) => {
      progress.finish();
      const { code, message, hint, exitCode } = failureOf(thrown);
      if (format === 'json') {
        progress.writeLine(json('error', { code, message, hint, exitCode, command }));
        return;
      }
      writeText(keepLines(`folklore-ld: ${message} [${code}]`));
      writeText(keepLines(`  → ${hint}`));
      if (command !== undefined) progress.writeLine(`  $ ${command}`);
      writeText(endLine(exitCode, meaningOf(exitCode)));
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

function progressFor(
  format: LogFormat,
  { outlet, environment, clock }: LoggerSettings,
  json: (level: LogLevel, fields: object) => string,
): Progress {
  if (format === 'json')
    return lineProgress(JSON_INTERVAL, outlet, (state) => json('info', progressFields(state)), clock);
  const { CI, TERM, NO_COLOR } = environment;
  // A build service has a terminal, but only its log is read; some people set CI=false elsewhere.
  const isInteractive = outlet.isTTY === true && TERM !== 'dumb' && (!CI || CI === 'false');
  if (!isInteractive) return lineProgress(LOG_INTERVAL, outlet, formatProgress, clock);
  return barProgress(outlet, NO_COLOR ? 'none' : 'green', clock);
}

const progressFields = ({ what, done, total, rate, secondsLeft }: ProgressState): object => ({
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

/** The last line of a command whose exit code is not 0. */
export const endLine = (exitCode: ExitCode, because: string): string => `exit code ${exitCode}: ${because}`;

const meaningOf = (exitCode: ExitCode): string =>
  EXIT_MEANINGS[
    (Object.keys(EXIT) as (keyof typeof EXIT)[]).find((name) => EXIT[name] === exitCode) ?? 'fault'
  ];

/** How severe each event is. */
const EVENT_LEVELS: Readonly<Record<RunEvent['event'], LogLevel>> = {
  started: 'info',
  fetched: 'debug',
  retrying: 'warn',
  progress: 'info',
  note: 'info',
  warning: 'warn',
  harvested: 'info',
  released: 'info',
  finished: 'info',
  ended: 'warn',
};

/** The fields of a line. Of a release the totals: run.json has the counts of each kind and of each dump. */
function jsonOf(event: RunEvent): object {
  if (event.event !== 'released') return event;
  const { label, records, findings, dumps } = event.counts;
  const outcomes = new Map<string, number>();
  for (const counts of Object.values(records))
    for (const [outcome, count] of Object.entries(counts)) increase(outcomes, outcome, count);
  const format = dumps[0]?.format;
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return {
    event: event.event,
    label,
    records: Object.fromEntries(outcomes),
    findings,
    triples: sum(dumps.flatMap((dump) => (dump.format === format ? dump.triples : []))),
    bytes: sum(dumps.map(({ bytes }) => bytes)),
  };
}

function textOf(event: Exclude<RunEvent, { readonly event: 'progress' }>): string | undefined {
  switch (event.event) {
    case 'started':
      return keepLines(`… ${event.what}`);
    case 'finished':
      return keepLines(`✓ ${event.what}: ${event.detail}`);
    case 'fetched':
      return keepLines(`  ${event.service} ${event.request}: ${event.bytes} bytes`);
    case 'warning':
      return keepLines(`! ${event.message}`);
    case 'note':
      return keepLines(`• ${event.message}`);
    case 'retrying': {
      const { service, request, reason, attempt, waitMs, leftMs } = event;
      const seconds = (waitMs / 1000).toFixed(1);
      return keepLines(
        `• ${service} ${request}: ${reason}; attempt ${attempt + 1} in ${seconds} s, the run gives up in ${durationText(leftMs)}`,
      );
    }
    case 'ended':
      return keepLines(endLine(event.exitCode, event.because));
    // For people, the summary on standard output has the counts.
    default:
      return undefined;
  }
}

/** Exit codes after which the same command continues the run. */
const RESUMABLE_EXIT_CODES: readonly number[] = [EXIT.unavailable, EXIT.interrupted];

/** A word that a shell does not change. */
const PLAIN_SHELL_WORD = /^[\w@%+=:,./-]+$/;

/** Options whose value may contain a secret, with or without their value. */
const SECRET_OPTION = /^--notify(=|$)/;

/**
 * The command that continues an interrupted run, to be pasted into a shell, without arguments that may contain a secret.
 *
 * @param args the arguments of this run
 * @returns undefined if the run cannot be continued
 */
export function resumeCommand(thrown: unknown, args: readonly string[]): string | undefined {
  if (!(thrown instanceof FolkloreError) || !RESUMABLE_EXIT_CODES.includes(thrown.exitCode)) return undefined;
  const shown = args.filter((word, place) => !SECRET_OPTION.test(word) && args[place - 1] !== '--notify');
  return ['folklore-ld', ...shown]
    .map((word) => (PLAIN_SHELL_WORD.test(word) ? word : shellWord(word)))
    .join(' ');
}
