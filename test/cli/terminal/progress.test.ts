import { describe, expect, it } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { EXIT } from '../../../src/base/exit-codes.js';
import { createLogger, type LogFormat } from '../../../src/cli/terminal/logger.js';

const INTERRUPTED = new FolkloreError('INTERRUPTED', 'The run was interrupted.', {
  hint: 'Run the same command again.',
  exitCode: EXIT.interrupted,
});

interface Surroundings {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly environment?: Record<string, string>;
}

/** A logger whose clock stands still unless told otherwise. */
function stage(format: LogFormat, { isTTY = false, columns = 80, environment = {} }: Surroundings = {}) {
  let now = 0;
  let written = '';
  let tick: (() => void) | undefined;
  const logger = createLogger(format, {
    outlet: {
      ...{ isTTY, columns },
      write: (text: string) => {
        written += text;
      },
    },
    clock: {
      now: () => now,
      every: (_, act) => {
        tick = act;
        return () => {
          tick = undefined;
        };
      },
    },
    ...{ environment, level: 'debug', runId: 'run', time: () => '' },
  });
  return {
    ...logger,
    come: (done: number, total: number, more: object = {}) =>
      logger.report({ event: 'progress', what: 'archive', done, total, ...more }),
    pass: (ms: number) => {
      now += ms;
      tick?.();
    },
    written: () => written,
    /** Everything that was written, without colours and erasures; what is drawn last comes last. */
    lines: () =>
      written
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal reads
        .replace(/\x1b\[\d+[a-zA-Z]|\r/g, '')
        .trimEnd()
        .split('\n'),
  };
}

describe('on a terminal', () => {
  it('a task has a bar with its progress, rate and time left, and its duration when it is complete', () => {
    const { come, pass, lines } = stage('pretty', { isTTY: true });
    come(0, 8000);
    pass(60_000);
    come(1200, 8000);
    pass(0);
    expect(lines().at(-1)).toMatch(/^archive +█+░+ +1,200\/8,000 +20\/s +5 min 40 s left$/);
    pass(60_000);
    expect(lines().at(-1)).toMatch(/11 min 20 s left$/);
    come(8000, 8000);
    pass(60_000);
    expect(lines().at(-1)).toMatch(/^archive +█+ +8,000\/8,000 .* in 2 min 0 s$/);
  });

  it.each([10, 20, 40, 60, 300])('%i columns: no line is wrapped', (columns) => {
    const { come, pass, lines } = stage('pretty', { isTTY: true, columns });
    come(1_000, 123_456);
    come(0, 0, { what: 'a name as long as nobody would give to anything' });
    pass(5_000);
    for (const line of lines()) expect(line.length).toBeLessThan(columns);
  });

  it('after a failure the bar stays, its message comes last, and the cursor is there', () => {
    const { come, pass, report, fail, close, lines, written } = stage('pretty', { isTTY: true });
    come(4, 10);
    report({ event: 'note', message: 'one' });
    fail(INTERRUPTED);
    close();
    come(6, 10);
    pass(60_000);
    expect(lines().findLastIndex((line) => line.includes('4/10'))).toBeGreaterThan(lines().indexOf('• one'));
    expect(lines().slice(-3)[0]).toContain('INTERRUPTED');
    expect(written()).not.toMatch(/6\/10|\?25/);
    expect(written()).toMatch(/\n$/);
  });

  it.each([
    [{}, 'a green bar'],
    [{ NO_COLOR: '' }, 'a green bar'],
    [{ NO_COLOR: '1' }, 'a bar'],
    [{ CI: 'true' }, 'no bar'],
    [{ TERM: 'dumb' }, 'no bar'],
    [{ CI: 'false', TERM: 'xterm' }, 'a green bar'],
  ])('%o: %s', (environment, kind) => {
    const { come, written } = stage('pretty', { isTTY: true, environment });
    come(5, 10);
    expect([written().includes('█'), written().includes('\x1b[32m')]).toEqual(
      { 'a green bar': [true, true], 'a bar': [true, false], 'no bar': [false, false] }[kind],
    );
  });
});

describe('the time left', () => {
  it.each<[string, [number, number, object?], [number, number, object?], number | null]>([
    ['follows a growing total', [0, 20], [10, 100], 90],
    ['counts from the continuation of a harvest', [5_000, 5_100], [5_010, 5_100], 90],
    ['is not known while the total is not', [0, 8, { isOpen: true }], [8, 8, { isOpen: true }], null],
    ['is 0 at the end', [0, 8], [8, 8], 0],
  ])('%s', (_, first, then, secondsLeft) => {
    const { come, pass, lines } = stage('json');
    come(...first);
    pass(10_000);
    come(...then);
    expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({ secondsLeft });
  });
});

describe('in a log', () => {
  it('progress is logged every 30 seconds, in one line without control characters', () => {
    const { come, pass, lines, written, close } = stage('pretty');
    for (let second = 0; second < 100; second += 1) {
      come(second * 20, 8000);
      pass(1000);
    }
    close();
    expect(lines()).toHaveLength(3);
    expect(lines()[0]).toMatch(/archive: 600 of 8,000, 20 a second, 6 min 10 s left/);
    expect(written()).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it('a short run logs no progress, and neither does one that fails', () => {
    const { come, fail, lines } = stage('pretty');
    come(0, 2);
    come(2, 2);
    fail(INTERRUPTED);
    expect(lines()).toHaveLength(3);
  });

  it('to programs it is logged at the start, every 5 seconds, and before the failure', () => {
    const { come, pass, fail, lines } = stage('json');
    for (let done = 0; done < 24; done += 1) {
      come(done, 24);
      pass(500);
    }
    fail(INTERRUPTED);
    const told = lines().map((line) => JSON.parse(line));
    expect(told.map(({ done, code }) => done ?? code)).toEqual([0, 10, 20, 23, 'INTERRUPTED']);
    expect(told[1]).toMatchObject({ level: 'info', what: 'archive', total: 24, rate: 2, secondsLeft: 7 });
  });
});
