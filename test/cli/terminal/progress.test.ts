import { describe, expect, it } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { EXIT } from '../../../src/base/exit-codes.js';
import { createLogger, type LogFormat, type Logger } from '../../../src/cli/terminal/logger.js';
import type { Clock } from '../../../src/cli/terminal/progress.js';

const INTERRUPTED = new FolkloreError('INTERRUPTED', 'The run was interrupted.', {
  hint: 'Run the same command again.',
  exitCode: EXIT.interrupted,
});

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: they are what a terminal reads
/** Colours, the erasure of rows above, the end of a line, text; then whatever is none of these. */
const PIECES = /\x1b\[\d+m|\r\x1b\[2K(?:\x1b\[1A\x1b\[2K)+|\n|[^\x00-\x1f]+|[\x00-\x1f]/g;
const COLOUR = /\x1b\[\d+m/;
const CONTROL = /[\x00-\x09\x0b-\x1f]/;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: no more of them

/** A clock that stands still unless told otherwise. */
class HandClock implements Clock {
  #now = 0;
  readonly #acts = new Map<() => void, { readonly ms: number; due: number }>();

  now = (): number => this.#now;
  every = (ms: number, act: () => void): (() => void) => {
    this.#acts.set(act, { ms, due: this.#now + ms });
    return () => this.#acts.delete(act);
  };
  /** Time passes without a tick, as it does while something computes. */
  skip(ms: number): void {
    this.#now += ms;
  }
  pass(ms: number): void {
    const end = this.#now + ms;
    for (let next = this.#next(); next !== undefined && next[1].due <= end; next = this.#next()) {
      this.#now = Math.max(this.#now, next[1].due);
      next[1].due += next[1].ms;
      next[0]();
    }
    this.#now = end;
  }
  get ticks(): boolean {
    return this.#acts.size > 0;
  }
  #next() {
    return [...this.#acts].sort(([, a], [, b]) => a.due - b.due)[0];
  }
}

/** A terminal that folds long lines, also those that are there when it becomes narrower. */
class Screen {
  readonly isTTY: boolean;
  columns: number;
  written = '';
  writes = 0;
  #lines: string[] = [''];

  constructor(columns = 80, isTTY = true) {
    this.columns = columns;
    this.isTTY = isTTY;
  }

  write(text: string): void {
    this.written += text;
    this.writes += 1;
    for (const piece of text.match(PIECES) ?? []) {
      if (piece === '\n') this.#lines.push('');
      else if (piece.startsWith('\r')) this.#erase(piece.split('1A').length - 1);
      else if (!piece.startsWith('\x1b')) this.#lines.push(`${this.#lines.pop()}${piece}`);
      else expect(piece, 'nothing but colour').toMatch(COLOUR);
    }
    // Whoever is killed now leaves the prompt a line of its own.
    expect(this.#lines.at(-1)).toBe('');
  }

  /** What is to be read, the empty line of the cursor left out. */
  get lines(): string[] {
    return this.#lines.slice(0, -1);
  }

  #erase(rows: number): void {
    let left = rows;
    this.#lines.pop();
    while (left > 0) left -= Math.max(1, Math.ceil((this.#lines.pop() ?? '').length / this.columns));
    expect(left, 'whole lines are erased, no halves').toBe(0);
    this.#lines.push('');
  }
}

interface Stage {
  readonly clock: HandClock;
  readonly screen: Screen;
  readonly teller: Logger;
  readonly come: (what: string, done: number, total: number) => void;
}

function stage(format: LogFormat, screen: Screen, environment: Record<string, string> = {}): Stage {
  const clock = new HandClock();
  const teller = createLogger(format, {
    ...{ outlet: screen, environment, clock },
    ...{ level: 'debug', runId: 'run', time: () => '' },
  });
  return {
    clock,
    screen,
    teller,
    come: (what, done, total) => teller.report({ event: 'progress', what, done, total }),
  };
}
const onTerminal = (environment = {}, columns = 80): Stage =>
  stage('pretty', new Screen(columns), environment);
const inLog = (): Stage => stage('pretty', new Screen(80, false));
const forPrograms = (): Stage => stage('json', new Screen(80, false));

const note = (message: string) => ({ event: 'note', message }) as const;
const toldBy = ({ screen }: Stage) =>
  screen.lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === 'progress')
    .map(({ time: _, runId: __, ...fields }) => fields);

describe('on a terminal', () => {
  it('each task has a bar with its progress, rate and time left', () => {
    const { clock, screen, come } = onTerminal();
    come('archive', 0, 8000);
    come('place-names', 0, 90);
    clock.pass(59_900);
    come('archive', 1200, 8000);
    come('place-names', 45, 90);
    clock.pass(100);
    expect(screen.lines).toHaveLength(2);
    const [archive = '', places = ''] = screen.lines;
    expect(archive).toMatch(/^archive .*1,200\/8,000.* 20\/s .*5 min 40 s left$/);
    expect(places).toMatch(/^place-names .*45\/90.* 0\.75\/s .*1 min 0 s left$/);
    expect(archive.indexOf('█')).toBe(places.indexOf('█'));
    const [full, all] = [places.match(/█/g)?.length ?? 0, places.match(/[█░]/g)?.length ?? 0];
    expect(full).toBe(all / 2);
  });

  it('the time left follows a growing total, and is updated without events', () => {
    const { clock, screen, come } = onTerminal();
    come('archive', 0, 20);
    clock.pass(10_000);
    come('archive', 10, 20);
    come('archive', 10, 100);
    clock.pass(100);
    expect(screen.lines[0]).toMatch(/10\/100.*1 min 31 s left/);
    clock.pass(9_900);
    expect(screen.lines[0]).toMatch(/10\/100.*3 min 0 s left/);
  });

  it('the time left follows the share of the work where one is given', () => {
    const { clock, screen, teller } = onTerminal();
    const come = (done: number, share: number) =>
      teller.report({ event: 'progress', what: 'verify', done, total: 1000, share });
    come(0, 0);
    clock.pass(10_000);
    // A tenth of the work in ten seconds: ninety are left, whatever was counted.
    come(900, 0.1);
    clock.pass(100);
    expect(screen.lines[0]).toMatch(/900\/1,000 +8\d\.?\d*\/s +1 min 3\d s left/);
  });

  it('bytes are shown in megabytes, with room for the bar', () => {
    const { clock, screen, come } = onTerminal();
    come('verifying, in bytes', 0, 1_234_567_890);
    clock.pass(10_000);
    come('verifying, in bytes', 123_456_789, 1_234_567_890);
    clock.pass(100);
    expect(screen.lines[0]).toMatch(/^verifying, in MB +█+░+ +123\.5\/1,234\.6 +12\.2\/s +1 min 3\d s left$/);
  });

  it('a complete bar stops and shows its duration', () => {
    const { clock, screen, come } = onTerminal();
    come('archive', 0, 20);
    come('building', 0, 100);
    clock.pass(10_000);
    come('archive', 20, 20);
    clock.pass(7200_000);
    expect(screen.lines[0]).toMatch(/█ {2}20\/20.* 2\.0\/s .*in 10 s$/);
    expect(screen.lines[0]).not.toContain('░');
  });

  it('log lines of any length go above the bars', () => {
    const { clock, screen, teller, come } = onTerminal();
    const long = `• ${'a reason that goes on '.repeat(20)}`;
    teller.report({ event: 'started', what: 'fetching volumes' });
    come('archive', 1, 10);
    teller.report(note('one'));
    come('place-names', 1, 10);
    teller.report(note('two\nlines'));
    teller.report(note(long.slice(2)));
    teller.report({
      event: 'retrying',
      service: 'archive',
      request: '/cbed',
      reason: '503',
      attempt: 1,
      waitMs: 1500,
    });
    clock.pass(300);
    const above = ['… fetching volumes', '• one', '• two', 'lines', long];
    expect(screen.lines.slice(0, 5)).toEqual(above);
    expect(screen.lines[5]).toContain('/cbed: 503');
    expect(screen.lines.slice(6).map((line) => line.split(' ')[0])).toEqual(['archive', 'place-names']);
  });

  it('bars stay above the message of a finished task, and later output does not overwrite them', () => {
    const { clock, screen, teller, come } = onTerminal();
    come('archive', 0, 10);
    clock.pass(1000);
    come('archive', 10, 10);
    teller.report({ event: 'finished', what: 'harvest', detail: '10 requests' });
    expect(clock.ticks).toBe(false);
    screen.write('a summary from elsewhere\n');
    come('building', 0, 5);
    come('building', 5, 5);
    teller.close();
    const lines = screen.lines.map((line) => line.replace(/ .*/, ''));
    expect(lines).toEqual(['archive', '✓', 'a', 'building']);
    expect(screen.lines[0]).toContain('10/10');
    expect(screen.lines[3]).toContain('5/5');
  });

  it('after a failure the bars stay, and its message comes last', () => {
    const { clock, screen, teller, come } = onTerminal();
    come('archive', 0, 10);
    clock.pass(1000);
    come('archive', 4, 10);
    teller.fail(INTERRUPTED);
    come('archive', 5, 10);
    teller.close();
    come('archive', 6, 10);
    clock.pass(60_000);
    expect(screen.lines[0]).toMatch(/archive.*4\/10.*in 1 s$/);
    expect(screen.lines[1]).toContain('INTERRUPTED');
    expect(clock.ticks).toBe(false);
    expect(screen.lines.join('\n')).not.toContain('6/10');
  });

  it('the cursor is never hidden', () => {
    const { clock, screen, teller, come } = onTerminal();
    come('archive', 1, 10);
    clock.pass(1000);
    teller.close();
    expect(screen.written).not.toContain('?25');
  });

  it('ten frames a second are enough, and the last event is not lost', () => {
    const { clock, screen, come } = onTerminal();
    for (let done = 0; done <= 5_000; done += 1) come('building', done, 10_000);
    expect(screen.writes).toBe(1);
    clock.pass(100);
    expect(screen.writes).toBe(2);
    expect(screen.lines[0]).toContain('5,000/10,000');
    // While something computes, no timer is heard: the events draw.
    clock.skip(100);
    come('building', 6_000, 10_000);
    expect(screen.lines[0]).toContain('6,000/10,000');
  });

  it.each([10, 20, 40, 60, 300])('%i columns: every bar is one line', (columns) => {
    const { clock, screen, teller, come } = onTerminal({}, columns);
    come('archive', 1_000, 123_456);
    come('a name as long as nobody would give to anything', 0, 0);
    clock.pass(5_000);
    teller.report(note('x'));
    expect(screen.lines).toHaveLength(3);
    for (const line of screen.lines) expect(line.length).toBeLessThan(columns);
  });

  it('a terminal that becomes narrower, and wide again', () => {
    const { clock, screen, teller, come } = onTerminal();
    come('archive', 1_000, 123_456);
    clock.pass(5_000);
    for (const columns of [30, 120]) {
      screen.columns = columns;
      teller.report(note(`${columns}`));
    }
    expect(screen.lines.slice(0, 2)).toEqual(['• 30', '• 120']);
    expect(screen.lines).toHaveLength(3);
  });

  it.each([
    [{}, 'green'],
    [{ NO_COLOR: '' }, 'green'],
    [{ NO_COLOR: '1' }, 'none'],
  ])('%o: the bar is there, its colour %s', (environment, colour) => {
    const { screen, come } = onTerminal(environment);
    come('archive', 5, 10);
    expect(screen.lines[0]).toMatch(/█+░+/);
    expect(screen.written.includes('\x1b[32m')).toBe(colour === 'green');
    expect(COLOUR.test(screen.written)).toBe(colour === 'green');
  });

  it.each([
    [{ CI: 'true' }, 'lines'],
    [{ CI: '1', NO_COLOR: '1' }, 'lines'],
    [{ TERM: 'dumb' }, 'lines'],
    [{ CI: 'false', TERM: 'xterm' }, 'bars'],
  ])('%o: %s', (environment, kind) => {
    const { screen, come } = onTerminal(environment);
    come('archive', 5, 10);
    expect(screen.written.includes('█')).toBe(kind === 'bars');
  });
});

describe('a task whose total is not known', () => {
  const open = (done: number, total: number, isOpen = true) =>
    ({ event: 'progress', what: 'archive', done, total, isOpen }) as const;

  it.each([onTerminal, inLog])('has no time left until the total is known', (makeStage) => {
    const { clock, screen, teller } = makeStage();
    teller.report(open(0, 8));
    clock.pass(40_000);
    teller.report(open(4, 8));
    clock.pass(40_000);
    teller.report(open(8, 8));
    expect(screen.written).toContain('archive');
    expect(screen.written).not.toMatch(/left|in \d/);
    teller.report(open(8, 100, false));
    clock.pass(40_000);
    teller.report(open(12, 100, false));
    expect(screen.written).toMatch(/min.* left/);
  });

  it('has no full bar before its end', () => {
    const { clock, screen, teller } = onTerminal();
    teller.report(open(8, 8));
    clock.pass(1_000);
    expect(screen.written).toMatch(/█/);
    expect(screen.written).toMatch(/░/);
    const before = screen.written.length;
    teller.report(open(9, 9, false));
    clock.pass(1_000);
    expect(screen.written.slice(before)).toMatch(/█/);
    expect(screen.written.slice(before)).not.toMatch(/░/);
  });

  it('tells programs that it is not known', () => {
    const stageOfPrograms = forPrograms();
    const { clock, teller } = stageOfPrograms;
    teller.report(open(0, 8));
    clock.pass(5_000);
    teller.report(open(8, 8));
    clock.pass(5_000);
    teller.report(open(8, 8, false));
    expect(toldBy(stageOfPrograms).map(({ secondsLeft }) => secondsLeft)).toEqual([null, null, 0]);
  });
});

describe('in a log', () => {
  it('a task is logged at most every 30 seconds, in one line without control characters', () => {
    const stageOfLog = inLog();
    const { clock, screen, come, teller } = stageOfLog;
    for (let second = 0; second < 100; second += 1) {
      come('archive', second * 20, 8000);
      come('place-names', second, 90);
      clock.pass(1000);
    }
    teller.close();
    expect(screen.lines.map((line) => line.match(/archive|place-names/)?.[0])).toEqual(
      Array.from({ length: 3 }, () => ['archive', 'place-names']).flat(),
    );
    expect(screen.lines[0]).toMatch(/archive: 600 of 8,000, 20 a second, 6 min 10 s left/);
    expect(screen.written).not.toMatch(CONTROL);
  });

  it('a short run logs no progress, and neither does one that fails', () => {
    const { screen, come, teller } = inLog();
    come('archive', 0, 2);
    come('archive', 2, 2);
    teller.fail(INTERRUPTED);
    teller.close();
    // The error, its remedy, and the exit code.
    expect(screen.lines).toHaveLength(3);
    expect(screen.lines[0]).toContain('INTERRUPTED');
  });
});

describe('to programs', () => {
  it('a task is logged at its start, at most every 5 seconds, and when it is complete', () => {
    const stageOfPrograms = forPrograms();
    const { clock, come } = stageOfPrograms;
    for (let done = 0; done < 24; done += 1) {
      come('archive', done, 24);
      clock.pass(500);
    }
    come('archive', 24, 24);
    expect(toldBy(stageOfPrograms)).toEqual([
      { level: 'info', event: 'progress', what: 'archive', done: 0, total: 24, rate: 0, secondsLeft: null },
      { level: 'info', event: 'progress', what: 'archive', done: 10, total: 24, rate: 2, secondsLeft: 7 },
      { level: 'info', event: 'progress', what: 'archive', done: 20, total: 24, rate: 2, secondsLeft: 2 },
      { level: 'info', event: 'progress', what: 'archive', done: 24, total: 24, rate: 2, secondsLeft: 0 },
    ]);
  });

  it('the rate of a continued harvest counts from its continuation', () => {
    const stageOfPrograms = forPrograms();
    const { clock, come } = stageOfPrograms;
    come('archive', 5_000, 5_100);
    clock.pass(10_000);
    come('archive', 5_010, 5_100);
    expect(toldBy(stageOfPrograms).at(-1)).toMatchObject({ rate: 1, secondsLeft: 90 });
  });

  it('a total that is reached at every step is logged once, and at its end', () => {
    const stageOfPrograms = forPrograms();
    const { clock, come, teller } = stageOfPrograms;
    for (let done = 1; done <= 1_000; done += 1) {
      clock.pass(10);
      come('archive', done, done);
    }
    clock.pass(10);
    teller.close();
    const told = toldBy(stageOfPrograms);
    expect(told.length).toBeLessThanOrEqual(4);
    expect(told.at(-1)).toMatchObject({ done: 1_000, total: 1_000 });
  });

  it('pending progress is logged before the end, other events at once', () => {
    const stageOfPrograms = forPrograms();
    const { clock, screen, come, teller } = stageOfPrograms;
    const fetched = { event: 'fetched', service: 'archive', request: '/cbe', bytes: 12 } as const;
    come('archive', 0, 10);
    come('archive', 3, 10);
    clock.pass(5_000);
    teller.report(fetched);
    come('archive', 4, 10);
    teller.fail(INTERRUPTED);
    teller.close();
    const told = screen.lines.map((line) => JSON.parse(line));
    expect(told.map((one) => one.done ?? one.event ?? one.code)).toEqual([0, 3, 'fetched', 4, 'INTERRUPTED']);
    expect(told[2]).toMatchObject({ level: 'debug', ...fetched });
  });
});
