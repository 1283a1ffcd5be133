import { shownJson } from '../base/by-number.js';
import { FolkloreError, messageOf } from '../base/errors.js';
import type { Report, RunEvent } from '../base/events.js';
import { onItsLines } from '../base/one-line.js';
import {
  type Clock,
  DrawnProgress,
  describe,
  type Outlet,
  type Progress,
  type Rhythm,
  type Standing,
  ToldProgress,
} from './progress.js';

/** Text for people, or a JSON line for each event. */
export type LogFormat = 'pretty' | 'json';

/** What narration needs of the process. */
export interface Surroundings {
  readonly outlet: Outlet;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** Tells a run to people (text, and bars on a terminal) or to programs (JSON lines), always on standard error. */
export interface Narrator {
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
const TO_PROGRAMS: Rhythm = { everyMs: 5_000, edges: 'told' };
/** In a log, a short run says nothing of its progress, and an hour of it is read at a glance. */
const TO_LOGS: Rhythm = { everyMs: 30_000, edges: 'untold' };
/** As many digits of a rate as mean anything. */
const RATE_DIGITS = 3;

/** The narrator for a format and a place. */
export function narrator(format: LogFormat, surroundings: Surroundings): Narrator {
  const progress = progressFor(format, surroundings);
  let open = true;
  return {
    report: (event) => {
      if (event.event === 'progress') {
        if (open) progress.advance(event);
        return;
      }
      // What is finished does not move any more, and its results may be printed right below.
      if (event.event === 'finished') progress.settle();
      const line = format === 'json' ? jsonOf(event) : textOf(event);
      if (line !== undefined) progress.say(line);
    },
    fail: (thrown, command) => {
      progress.settle();
      const { code, message, hint } = failure(thrown);
      if (format === 'json') {
        progress.say(shownJson({ level: 'error', ...failure(thrown), command }));
        return;
      }
      progress.say(onItsLines(`folklore-ld: ${message} [${code}]`));
      if (hint !== undefined) progress.say(onItsLines(`  → ${hint}`));
      if (command !== undefined) progress.say(`  $ ${command}`);
    },
    close: () => {
      open = false;
      progress.settle();
    },
  };
}

function progressFor(format: LogFormat, { outlet, environment, clock }: Surroundings): Progress {
  if (format === 'json') return new ToldProgress(TO_PROGRAMS, outlet, jsonOfStanding, clock);
  const { CI, TERM, NO_COLOR } = environment;
  // Of a terminal in a build service, only the log is ever read; there are people who say CI=false elsewhere.
  const watched = outlet.isTTY === true && TERM !== 'dumb' && (!CI || CI === 'false');
  if (!watched) return new ToldProgress(TO_LOGS, outlet, describe, clock);
  return new DrawnProgress(outlet, NO_COLOR ? 'none' : 'green', clock);
}

const jsonOf = (event: RunEvent): string =>
  shownJson({ level: event.event === 'retrying' ? 'warn' : 'info', ...event });

const jsonOfStanding = ({ what, done, total, rate, secondsLeft }: Standing): string =>
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
  return text === undefined ? undefined : onItsLines(text);
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
