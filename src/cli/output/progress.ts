import type { RunEvent } from '../../base/events.js';

export type ProgressEvent = Extract<RunEvent, { readonly event: 'progress' }>;

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
  /** To the present total; undefined until something is done. */
  readonly secondsLeft: number | undefined;
  readonly isComplete: boolean;
}

/** One task: its first and its last event. A harvest that continues does not start at 0. */
class Task {
  readonly #startedAt: number;
  readonly #startedWith: number;
  last: ProgressEvent;
  #lastAt: number;

  constructor(event: ProgressEvent, now: number) {
    [this.#startedAt, this.#startedWith] = [now, event.done];
    [this.last, this.#lastAt] = [event, now];
  }

  advance(event: ProgressEvent, now: number): void {
    [this.last, this.#lastAt] = [event, now];
  }

  state(now: number): ProgressState {
    const { what, done, total } = this.last;
    const isComplete = done >= total;
    const secondsGone = ((isComplete ? this.#lastAt : now) - this.#startedAt) / 1000;
    const rate = secondsGone > 0 ? Math.max(0, done - this.#startedWith) / secondsGone : 0;
    const secondsLeft = isComplete ? 0 : rate > 0 ? Math.ceil((total - done) / rate) : undefined;
    return { what, done, total, rate, secondsGone, secondsLeft, isComplete };
  }
}

/** Adds an event to its task, which it starts if it is the first. */
function advance(tasks: Map<string, Task>, event: ProgressEvent, now: number): void {
  const task = tasks.get(event.what);
  if (task === undefined) tasks.set(event.what, new Task(event, now));
  else task.advance(event, now);
}

/** The interval of progress lines; with `edges` also a line at the start, at completion and at the end. */
export interface LineInterval {
  readonly everyMs: number;
  readonly edges: boolean;
}

/** Progress as lines of the log, at an interval. */
export class LineProgress implements Progress {
  readonly #interval: LineInterval;
  readonly #output: OutputStream;
  readonly #format: (state: ProgressState) => string;
  readonly #clock: Clock;
  readonly #tasks = new Map<string, Task>();
  /** The last line of each task: its time, and its event unless there was none. */
  readonly #written = new Map<string, { readonly at: number; readonly event?: ProgressEvent }>();

  constructor(
    interval: LineInterval,
    output: OutputStream,
    format: (state: ProgressState) => string,
    clock: Clock,
  ) {
    [this.#interval, this.#output, this.#format, this.#clock] = [interval, output, format, clock];
  }

  advance(event: ProgressEvent): void {
    const now = this.#clock.now();
    advance(this.#tasks, event, now);
    const written = this.#written.get(event.what);
    if (written === undefined) this.#written.set(event.what, { at: now });
    // A total that grows step by step is reached at every step: only the first completion is an edge.
    const wasComplete = written?.event !== undefined && written.event.done >= written.event.total;
    const isEdge = written === undefined || (event.done >= event.total && !wasComplete);
    this.#write((what) => what === event.what && isEdge && this.#interval.edges);
  }

  writeLine(line: string): void {
    this.#write(() => false);
    this.#output.write(`${line}\n`);
  }

  finish(): void {
    if (this.#interval.edges) this.#write(() => true);
    this.#tasks.clear();
    this.#written.clear();
  }

  /** Writes a line for each task with news whose interval is over, or that is due for another reason. */
  #write(isDue: (what: string) => boolean): void {
    const now = this.#clock.now();
    for (const [what, task] of this.#tasks) {
      const { at, event } = this.#written.get(what) ?? { at: now };
      if (task.last === event || (now - at < this.#interval.everyMs && !isDue(what))) continue;
      this.#written.set(what, { at: now, event: task.last });
      this.#output.write(`${this.#format(task.state(now))}\n`);
    }
  }
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
export class BarProgress implements Progress {
  readonly #output: OutputStream;
  readonly #colour: 'green' | 'none';
  readonly #clock: Clock;
  readonly #tasks = new Map<string, Task>();
  #drawn: readonly string[] = [];
  #drawnAt = 0;
  #stopTicking: (() => void) | undefined;

  constructor(output: OutputStream, colour: 'green' | 'none', clock: Clock) {
    [this.#output, this.#colour, this.#clock] = [output, colour, clock];
  }

  advance(event: ProgressEvent): void {
    const isNew = !this.#tasks.has(event.what);
    advance(this.#tasks, event, this.#clock.now());
    this.#stopTicking ??= this.#clock.every(FRAME_MS, () => this.#draw(''));
    // Timers do not run during a long computation, so events draw as well.
    if (isNew || this.#clock.now() - this.#drawnAt >= FRAME_MS) this.#draw('');
  }

  writeLine(line: string): void {
    this.#draw(`${line}\n`);
  }

  finish(): void {
    this.#stopTicking?.();
    this.#stopTicking = undefined;
    this.#draw('', true);
    this.#tasks.clear();
    this.#drawn = [];
  }

  /** One write, so that it does not flicker: erases the bars, writes the log, draws the bars below it. */
  #draw(log: string, isEnd = false): void {
    this.#drawnAt = this.#clock.now();
    const columns = this.#output.columns || DEFAULT_COLUMNS;
    const bars = barLines(
      [...this.#tasks.values()].map((task) => task.state(this.#drawnAt)),
      columns,
      isEnd,
    );
    if (log === '' && bars.join() === this.#drawn.join()) return;
    // A terminal that has become narrower has wrapped the lines.
    const rows = this.#drawn.reduce((sum, bar) => sum + Math.ceil(bar.length / columns), 0);
    const erase = rows === 0 ? '' : `${CLEAR_ROW}${CLEAR_ROW_ABOVE.repeat(rows)}`;
    const colour = (bar: string) =>
      this.#colour === 'green' ? bar.replace(/█+/, `${GREEN}$&${DEFAULT_COLOUR}`) : bar;
    this.#output.write(`${erase}${log}${bars.map((bar) => `${colour(bar)}\n`).join('')}`);
    this.#drawn = bars;
  }
}

const COUNT = new Intl.NumberFormat('en');
const RATE = new Intl.NumberFormat('en', { minimumSignificantDigits: 2, maximumSignificantDigits: 3 });

/** The progress of a task as a line of text. */
export function formatProgress({ what, done, total, rate, secondsLeft }: ProgressState): string {
  const left = secondsLeft === undefined || done >= total ? '' : `, ${formatSeconds(secondsLeft)} left`;
  return `… ${what}: ${COUNT.format(done)} of ${COUNT.format(total)}, ${RATE.format(rate)} a second${left}`;
}

/** Widest `1,230/s` and `59 min 59 s left`: with fixed columns, bars keep their length. */
const RATE_COLUMNS = 7;
const TIME_COLUMNS = 16;
const BAR_COLUMNS = { most: 30, least: 5 } as const;
const GAP = '  ';

/** One line for each task, in aligned columns, none so long that the terminal wraps it. */
function barLines(states: readonly ProgressState[], columns: number, isEnd: boolean): string[] {
  const cells = states.map((state) => ({
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
  return cells.map(({ what, done, total, count, speed, time }) => {
    const full = done >= total ? length : Math.floor((done / total) * length);
    const bar = length < BAR_COLUMNS.least ? [] : ['█'.repeat(full).padEnd(length, '░')];
    const line = [what.padEnd(widest('what')), ...bar, count.padStart(widest('count')), speed, time];
    return line.join(GAP).slice(0, room).trimEnd();
  });
}

function timeText({ isComplete, secondsGone, secondsLeft }: ProgressState, isEnd: boolean): string {
  if (isEnd || isComplete) return `in ${formatSeconds(secondsGone)}`;
  return secondsLeft === undefined ? '' : `${formatSeconds(secondsLeft)} left`;
}

/** A duration in at most two units. */
function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  const [days, hours] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24];
  const minutes = Math.floor(whole / 60) % 60;
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}
