import type { RunEvent } from '../../base/events.js';
import { durationText } from '../../base/text.js';

type ProgressEvent = Extract<RunEvent, { readonly event: 'progress' }>;

/** Standard error, or a substitute in tests. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

export interface Clock {
  /** Milliseconds since any moment. */
  now(): number;
  /** Calls a function at an interval, until the returned function is called. Does not keep the process alive. */
  every(ms: number, act: () => void): () => void;
}

/** Shows the progress of tasks between lines of the log. */
export interface Progress {
  advance(event: ProgressEvent): void;
  /** Writes a line of the log. */
  writeLine(line: string): void;
  /** Ends all tasks: bars stay on the screen, and pending lines are written. */
  finish(): void;
}

/** The progress of one task. Times and the rate count from its first event. */
export interface ProgressState extends Pick<ProgressEvent, 'what' | 'done' | 'total'> {
  /** Per second. */
  readonly rate: number;
  readonly secondsGone: number;
  /** Undefined until something is done, and while the total is not known. */
  readonly secondsLeft: number | undefined;
}

/** One task. A harvest that continues does not start at 0. */
interface Task {
  readonly startedAt: number;
  readonly first: ProgressEvent;
  last: ProgressEvent;
  lastAt: number;
  /** The last line of the log: its time, and its event; at the start there is none. */
  writtenAt: number;
  written?: ProgressEvent;
}

const isComplete = ({ done, total, isOpen }: ProgressEvent): boolean => isOpen !== true && done >= total;

/** Adds an event to its task, which it starts if it is the first. */
function advance(tasks: Map<string, Task>, last: ProgressEvent, now: number): Task {
  const started = { startedAt: now, first: last, writtenAt: now };
  const task: Task = { ...(tasks.get(last.what) ?? started), last, lastAt: now };
  tasks.set(last.what, task);
  return task;
}

function stateOf({ startedAt, first, last, lastAt }: Task, now: number): ProgressState {
  const { what, done, total, isOpen } = last;
  const secondsGone = ((isComplete(last) ? lastAt : now) - startedAt) / 1000;
  const rate = secondsGone > 0 ? Math.max(0, done - first.done) / secondsGone : 0;
  const left = rate > 0 ? Math.ceil((total - done) / rate) : undefined;
  const secondsLeft = isOpen === true ? undefined : isComplete(last) ? 0 : left;
  return { what, done, total, rate, secondsGone, secondsLeft };
}

/** The interval of progress lines; with `edges` also a line at the start, at completion and at the end. */
interface LineInterval {
  readonly everyMs: number;
  readonly edges: boolean;
}

/** Progress as lines of the log, at an interval. */
export function lineProgress(
  { everyMs, edges }: LineInterval,
  output: OutputStream,
  format: (state: ProgressState) => string,
  clock: Clock,
): Progress {
  const tasks = new Map<string, Task>();
  /** Writes a line for each task with news whose interval is over, or that is due for another reason. */
  const write = (isDue: (task: Task) => boolean) => {
    const now = clock.now();
    for (const task of tasks.values()) {
      if (task.last === task.written || (now - task.writtenAt < everyMs && !isDue(task))) continue;
      [task.written, task.writtenAt] = [task.last, now];
      output.write(`${format(stateOf(task, now))}\n`);
    }
  };
  return {
    advance: (event) => {
      const isNew = !tasks.has(event.what);
      const current = advance(tasks, event, clock.now());
      // A total that grows step by step is reached at every step: only the first completion is an edge.
      const wasComplete = current.written !== undefined && isComplete(current.written);
      const isEdge = edges && (isNew || (isComplete(event) && !wasComplete));
      write((task) => task === current && isEdge);
    },
    writeLine: (text) => {
      write(() => false);
      output.write(`${text}\n`);
    },
    finish: () => {
      if (edges) write(() => true);
      tasks.clear();
    },
  };
}

const FRAME_MS = 100;
/** For a terminal that does not report its width. */
const DEFAULT_COLUMNS = 80;

const GREEN = '\x1b[32m';
const DEFAULT_COLOUR = '\x1b[39m';
/** Row by row, because tmux treats "clear to the end" on the first row as a new screen. */
const CLEAR_ROW = '\r\x1b[2K';
const CLEAR_ROW_ABOVE = '\x1b[1A\x1b[2K';

/**
 * Progress as bars at the bottom of a terminal, one line each. The cursor is never hidden and stays below the bars, so
 * that a killed process leaves a usable terminal.
 */
export function barProgress(output: OutputStream, colour: 'green' | 'none', clock: Clock): Progress {
  const tasks = new Map<string, Task>();
  let drawn: readonly string[] = [];
  let drawnAt = 0;
  let stopTicking: (() => void) | undefined;
  /** One write, so that it does not flicker: erases the bars, writes the log, draws the bars below it. */
  const draw = (log: string, isEnd = false) => {
    drawnAt = clock.now();
    const columns = output.columns || DEFAULT_COLUMNS;
    const states = [...tasks.values()].map((task) => stateOf(task, drawnAt));
    const bars = barLines(states, columns, isEnd);
    if (log === '' && bars.join() === drawn.join()) return;
    // A terminal that has become narrower has wrapped the lines.
    const rows = drawn.reduce((sum, bar) => sum + Math.ceil(bar.length / columns), 0);
    const erase = rows === 0 ? '' : `${CLEAR_ROW}${CLEAR_ROW_ABOVE.repeat(rows)}`;
    const lines = bars.map((bar) =>
      colour === 'green' ? bar.replace(/█+/, `${GREEN}$&${DEFAULT_COLOUR}`) : bar,
    );
    output.write(`${erase}${log}${lines.map((line) => `${line}\n`).join('')}`);
    drawn = bars;
  };
  return {
    advance: (event) => {
      const isNew = !tasks.has(event.what);
      advance(tasks, event, clock.now());
      stopTicking ??= clock.every(FRAME_MS, () => draw(''));
      // Timers do not run during a long computation, so events draw as well.
      if (isNew || clock.now() - drawnAt >= FRAME_MS) draw('');
    },
    writeLine: (line) => draw(`${line}\n`),
    finish: () => {
      stopTicking?.();
      stopTicking = undefined;
      draw('', true);
      tasks.clear();
      drawn = [];
    },
  };
}

const COUNT = new Intl.NumberFormat('en');
const RATE = new Intl.NumberFormat('en', { minimumSignificantDigits: 2, maximumSignificantDigits: 3 });

const MEGABYTE = 1_000_000;

/** A task for people: bytes as megabytes, with one decimal. */
function forPeople({ what, done, total, rate, ...state }: ProgressState): ProgressState {
  const name = what.replace(/, in bytes$/, ', in MB');
  if (name === what) return { what, done, total, rate, ...state };
  const megabytes = (bytes: number): number => Math.round((10 * bytes) / MEGABYTE) / 10;
  return { ...state, what: name, done: megabytes(done), total: megabytes(total), rate: rate / MEGABYTE };
}

/** The progress of a task as a line of text. */
export function formatProgress(state: ProgressState): string {
  const { what, done, total, rate, secondsLeft } = forPeople(state);
  const left =
    secondsLeft === undefined || secondsLeft === 0 ? '' : `, ${durationText(1000 * secondsLeft)} left`;
  return `… ${what}: ${COUNT.format(done)} of ${COUNT.format(total)}, ${RATE.format(rate)} a second${left}`;
}

/** Widest `1,230/s` and `59 min 59 s left`: with fixed columns, bars keep their length. */
const RATE_COLUMNS = 7;
const TIME_COLUMNS = 16;
const BAR_COLUMNS = { most: 30, least: 5 } as const;
const GAP = '  ';

/** One line for each task, in aligned columns, none so long that the terminal wraps it. */
function barLines(states: readonly ProgressState[], columns: number, isEnd: boolean): string[] {
  const cells = states.map(forPeople).map((state) => ({
    ...state,
    count: `${COUNT.format(state.done)}/${COUNT.format(state.total)}`,
    speed: `${RATE.format(state.rate)}/s`.padStart(RATE_COLUMNS),
    time: timeText(state, isEnd).padEnd(TIME_COLUMNS),
  }));
  const widest = (cell: 'what' | 'count' | 'speed' | 'time'): number =>
    Math.max(...cells.map((line) => line[cell].length));
  const taken = widest('what') + widest('count') + widest('speed') + widest('time') + 4 * GAP.length;
  // Some terminals wrap a line that fills the last column.
  const room = columns - 1;
  const length = Math.min(BAR_COLUMNS.most, room - taken);
  return cells.map(({ what, done, total, secondsLeft, count, speed, time }) => {
    // Only what is complete has a full bar.
    const full = secondsLeft === 0 ? length : Math.min(length - 1, Math.floor((done / total) * length));
    const bar = length < BAR_COLUMNS.least ? [] : ['█'.repeat(full).padEnd(length, '░')];
    const line = [what.padEnd(widest('what')), ...bar, count.padStart(widest('count')), speed, time];
    return line.join(GAP).slice(0, room).trimEnd();
  });
}

function timeText({ secondsGone, secondsLeft }: ProgressState, isEnd: boolean): string {
  if (isEnd || secondsLeft === 0) return `in ${durationText(1000 * secondsGone)}`;
  return secondsLeft === undefined ? '' : `${durationText(1000 * secondsLeft)} left`;
}
