import type { RunEvent } from '../../base/events.js';

/** That something has come further. */
export type ProgressEvent = Extract<RunEvent, { readonly event: 'progress' }>;

/** Where narration goes: standard error, or what a test puts in its place. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Time as progress needs it. */
export interface Clock {
  /** In milliseconds, from whenever. */
  now(): number;
  /** Acts again and again, without keeping the process alive, until the function that it returns is called. */
  every(ms: number, act: () => void): () => void;
}

/** Shows how far things have come, between lines of narration. */
export interface Progress {
  advance(event: ProgressEvent): void;
  /** A line of narration, put where it tears nothing that is drawn. */
  writeLine(line: string): void;
  /** Ends everything that goes on: what is drawn stays, whole; what was held back is told. */
  finish(): void;
}

/** How far one thing has come, and how fast, counted from its first event. */
export interface ProgressState extends Pick<ProgressEvent, 'what' | 'done' | 'total'> {
  /** A second. */
  readonly rate: number;
  readonly secondsGone: number;
  /** By this rate, to the total as known now; undefined until something is done. */
  readonly secondsLeft: number | undefined;
}

/** How often progress is told in lines; with `edges: told` also when it begins, completes and ends. */
export interface ReportInterval {
  readonly everyMs: number;
  readonly edges: 'told' | 'untold';
}

interface ProgressHistory {
  readonly latest: ProgressEvent;
  readonly latestAt: number;
  readonly begunAt: number;
  /** A harvest that is gone on with does not begin at 0, and was not fast for that. */
  readonly begunWith: number;
}

const SECOND_MS = 1000;
/** Ten frames a second look steady and cost nothing. */
const FRAME_MS = 100;
/** What every terminal has, for one that does not say. */
const USUAL_COLUMNS = 80;
/** A longer bar says no more, a shorter one nothing. */
const BAR = { longest: 30, shortest: 5 } as const;
/** As wide as they get, so that bars keep their length: `1,230/s` and `59 min 59 s left`. */
const RATE_COLUMNS = 7;
const TIME_COLUMNS = 16;
const GAP = '  ';

const GREEN = '\x1b[32m';
const PLAIN = '\x1b[39m';
/** Row by row: tmux takes "clear to the end" on the first row for a new screen, and keeps the old one above. */
const CLEAR_ROW = '\r\x1b[2K';
const CLEAR_ROW_ABOVE = '\x1b[1A\x1b[2K';

const COUNT = new Intl.NumberFormat('en');
const RATE = new Intl.NumberFormat('en', { minimumSignificantDigits: 2, maximumSignificantDigits: 3 });

/** Progress in lines among others, for a log or a program: seldom, so that it drowns nothing. */
export class LineProgress implements Progress {
  readonly #rhythm: ReportInterval;
  readonly #outlet: OutputStream;
  readonly #words: (standing: ProgressState) => string;
  readonly #clock: Clock;
  readonly #courses = new Map<string, ProgressHistory>();
  readonly #told = new Map<string, { readonly at: number; readonly event?: ProgressEvent }>();

  constructor(
    rhythm: ReportInterval,
    outlet: OutputStream,
    words: (standing: ProgressState) => string,
    clock: Clock,
  ) {
    this.#rhythm = rhythm;
    this.#outlet = outlet;
    this.#words = words;
    this.#clock = clock;
  }

  advance(event: ProgressEvent): void {
    const { what } = event;
    const now = this.#clock.now();
    this.#courses.set(what, follow(this.#courses.get(what), event, now));
    const told = this.#told.get(what);
    if (told === undefined) this.#told.set(what, { at: now });
    // A total that grows step by step is reached at every step: it is told at once the first time only.
    const edge = told === undefined || (isComplete(event) && !(told.event && isComplete(told.event)));
    this.#tell((other) => this.#isDue(other) || (edge && other === what && this.#rhythm.edges === 'told'));
  }

  writeLine(line: string): void {
    this.#tell((what) => this.#isDue(what));
    this.#outlet.write(`${line}\n`);
  }

  finish(): void {
    this.#tell(() => this.#rhythm.edges === 'told');
    this.#courses.clear();
    this.#told.clear();
  }

  #isDue(what: string): boolean {
    const told = this.#told.get(what);
    return told !== undefined && this.#clock.now() - told.at >= this.#rhythm.everyMs;
  }

  /** Tells what is new of those that are wanted. */
  #tell(wanted: (what: string) => boolean): void {
    const now = this.#clock.now();
    for (const [what, course] of this.#courses) {
      if (course.latest === this.#told.get(what)?.event || !wanted(what)) continue;
      this.#told.set(what, { at: now, event: course.latest });
      this.#outlet.write(`${this.#words(standingOf(course, now))}\n`);
    }
  }
}

/**
 * Progress as bars at the bottom of a terminal, a line each.
 * The cursor is never hidden and rests below the bars, so that even a process that is killed leaves a whole terminal.
 */
export class BarProgress implements Progress {
  readonly #outlet: OutputStream;
  readonly #colour: 'green' | 'none';
  readonly #clock: Clock;
  readonly #courses = new Map<string, ProgressHistory>();
  #drawn: readonly string[] = [];
  #drawnAt = 0;
  #stopTicking: (() => void) | undefined;

  constructor(outlet: OutputStream, colour: 'green' | 'none', clock: Clock) {
    this.#outlet = outlet;
    this.#colour = colour;
    this.#clock = clock;
  }

  advance(event: ProgressEvent): void {
    const now = this.#clock.now();
    const before = this.#courses.get(event.what);
    this.#courses.set(event.what, follow(before, event, now));
    this.#stopTicking ??= this.#clock.every(FRAME_MS, () => this.#draw('', 'left'));
    // Busy work lets no clock tick, so its events draw too.
    if (before === undefined || now - this.#drawnAt >= FRAME_MS) this.#draw('', 'left');
  }

  writeLine(line: string): void {
    this.#draw(`${line}\n`, 'left');
  }

  finish(): void {
    this.#stopTicking?.();
    this.#stopTicking = undefined;
    this.#draw('', 'gone');
    this.#courses.clear();
    this.#drawn = [];
  }

  /** In one piece, lest it flicker: what was drawn goes, narration takes its place, the bars come below. */
  #draw(narration: string, time: 'left' | 'gone'): void {
    this.#drawnAt = this.#clock.now();
    const standings = [...this.#courses.values()].map((course) => standingOf(course, this.#drawnAt));
    const bars = barsOf(standings, this.#columns, time);
    if (narration === '' && bars.join() === this.#drawn.join()) return;
    this.#outlet.write(
      `${this.#erasure}${narration}${bars.map((bar) => `${this.#coloured(bar)}\n`).join('')}`,
    );
    this.#drawn = bars;
  }

  get #erasure(): string {
    // A terminal that has become narrower has folded the lines.
    const rows = this.#drawn.reduce((sum, bar) => sum + Math.ceil(bar.length / this.#columns), 0);
    return rows === 0 ? '' : `${CLEAR_ROW}${CLEAR_ROW_ABOVE.repeat(rows)}`;
  }

  get #columns(): number {
    return this.#outlet.columns || USUAL_COLUMNS;
  }

  #coloured(bar: string): string {
    return this.#colour === 'green' ? bar.replace(/█+/, `${GREEN}$&${PLAIN}`) : bar;
  }
}

/** A standing in words. */
export function formatProgress({ what, done, total, rate, secondsLeft }: ProgressState): string {
  const left = secondsLeft === undefined || done >= total ? '' : `, ${spell(secondsLeft)} left`;
  return `… ${what}: ${COUNT.format(done)} of ${COUNT.format(total)}, ${RATE.format(rate)} a second${left}`;
}

/** A line for each, the same column of each below the other, none so long that the terminal would fold it. */
function barsOf(standings: readonly ProgressState[], columns: number, time: 'left' | 'gone'): string[] {
  const cells = standings.map((standing) => ({
    standing,
    name: standing.what,
    count: `${COUNT.format(standing.done)}/${COUNT.format(standing.total)}`,
    rate: `${RATE.format(standing.rate)}/s`.padStart(RATE_COLUMNS),
    time: timeOf(standing, time).padEnd(TIME_COLUMNS),
  }));
  const widest = (cell: 'name' | 'count' | 'rate' | 'time'): number =>
    Math.max(...cells.map((line) => line[cell].length));
  const taken = widest('name') + widest('count') + widest('rate') + widest('time') + 4 * GAP.length;
  // The last column stays free: there are terminals that fold a line that fills it.
  const room = columns - 1;
  const length = Math.min(BAR.longest, room - taken);
  return cells.map((line) =>
    [
      line.name.padEnd(widest('name')),
      ...(length < BAR.shortest ? [] : [barOf(line.standing, length)]),
      line.count.padStart(widest('count')),
      line.rate.padStart(widest('rate')),
      line.time,
    ]
      .join(GAP)
      .slice(0, room)
      .trimEnd(),
  );
}

function barOf({ done, total }: ProgressState, length: number): string {
  const full = done >= total ? length : Math.floor((done / total) * length);
  return '█'.repeat(full).padEnd(length, '░');
}

function timeOf(standing: ProgressState, time: 'left' | 'gone'): string {
  if (time === 'gone' || isComplete(standing)) return `in ${spell(standing.secondsGone)}`;
  return standing.secondsLeft === undefined ? '' : `${spell(standing.secondsLeft)} left`;
}

/** Two units are as much as anybody wants to know. */
function spell(seconds: number): string {
  const whole = Math.round(seconds);
  const [days, hours] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24];
  const minutes = Math.floor(whole / 60) % 60;
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

const isComplete = ({ done, total }: Pick<ProgressEvent, 'done' | 'total'>): boolean => done >= total;

const follow = (
  course: ProgressHistory | undefined,
  latest: ProgressEvent,
  now: number,
): ProgressHistory => ({
  ...(course ?? { begunAt: now, begunWith: latest.done }),
  latest,
  latestAt: now,
});

function standingOf({ latest, latestAt, begunAt, begunWith }: ProgressHistory, now: number): ProgressState {
  const { what, done, total } = latest;
  const secondsGone = ((isComplete(latest) ? latestAt : now) - begunAt) / SECOND_MS;
  const rate = secondsGone > 0 ? Math.max(0, done - begunWith) / secondsGone : 0;
  const left = rate > 0 ? Math.ceil((total - done) / rate) : undefined;
  return { what, done, total, rate, secondsGone, secondsLeft: isComplete(latest) ? 0 : left };
}
