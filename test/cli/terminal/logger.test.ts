import { describe, expect, it } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import type { RunEvent } from '../../../src/base/events.js';
import { EXIT } from '../../../src/base/exit-codes.js';
import {
  createLogger,
  LOG_LEVELS,
  type LogFormat,
  type LogLevel,
  resumeCommand,
} from '../../../src/cli/terminal/logger.js';

const EVENTS: readonly RunEvent[] = [
  { event: 'started', what: 'reading the harvest' },
  { event: 'fetched', service: 'archive', request: '/cbe?VolumeID=1', bytes: 12 },
  {
    event: 'retrying',
    service: 'archive',
    request: '/cbed',
    reason: '503',
    attempt: 1,
    waitMs: 1500,
    leftMs: 840_000,
  },
  { event: 'note', message: 'two\nlines' },
  { event: 'warning', message: 'no answer' },
  { event: 'finished', what: 'release', detail: 'output/sample' },
];
const TIME = '2026-11-23T09:00:00.000Z';
const REFUSED = new FolkloreError('KEY_REFUSED', 'The archive does not accept the key.', {
  hint: 'Set ARCHIVE_API_KEY.',
  exitCode: EXIT.misuse,
});

function told(
  format: LogFormat,
  act: (teller: ReturnType<typeof createLogger>) => void,
  level: LogLevel = 'debug',
): string[] {
  const texts: string[] = [];
  const outlet = { write: (text: string) => texts.push(text) };
  const still = { now: () => 0, every: () => () => {} };
  act(
    createLogger(format, { outlet, environment: {}, clock: still, level, runId: 'run-7', time: () => TIME }),
  );
  for (const text of texts) expect(text.endsWith('\n')).toBe(true);
  return texts.map((text) => text.slice(0, -1));
}

describe('to programs', () => {
  it('every event is one line of JSON with its time, its level and the id of the run', () => {
    const lines = told('json', ({ report }) => EVENTS.forEach(report));
    const levels = ['info', 'debug', 'warn', 'info', 'warn', 'info'];
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      EVENTS.map((event, place) => ({ time: TIME, level: levels[place], runId: 'run-7', ...event })),
    );
    for (const line of lines) expect(line).not.toContain('\n');
  });

  it('a failure is one line with code, message, hint and exit code', () => {
    const lines = told('json', ({ fail }) => fail(REFUSED));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        ...{ time: TIME, level: 'error', runId: 'run-7' },
        code: 'KEY_REFUSED',
        message: 'The archive does not accept the key.',
        hint: 'Set ARCHIVE_API_KEY.',
        exitCode: 2,
      },
    ]);
  });
});

describe('to people', () => {
  it('each event is one line', () => {
    const lines = told('pretty', ({ report }) => EVENTS.forEach(report), 'info');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('reading the harvest');
    expect(lines[1]).toMatch(/archive.*\/cbed.*503.*1\.5 s/);
    expect(lines[4]).toMatch(/release.*output\/sample/);
  });

  it('a failure is one message with its code and remedy', () => {
    const text = told('pretty', ({ fail }) => fail(REFUSED)).join('\n');
    expect(text).toMatch(/The archive does not accept the key\..*KEY_REFUSED/);
    expect(text).toContain('Set ARCHIVE_API_KEY.');
    expect(text).not.toMatch(/\bat .*:\d+:\d+/);
  });
});

describe.each(['json', 'pretty'] as const)('the level of a %s log', (format) => {
  /** Lines of each event, and of an error at the end. */
  const linesAt = (level: LogLevel) =>
    told(
      format,
      ({ report, fail, close }) => {
        EVENTS.forEach(report);
        report({ event: 'progress', what: 'archive', done: 1, total: 2 });
        fail('end');
        close();
      },
      level,
    ).join('\n');
  const MARKS = {
    debug: '/cbe?VolumeID=1',
    info: 'reading the harvest',
    warn: '/cbed',
    error: 'end',
  } as const;

  it.each(LOG_LEVELS)('%s: has the lines of this level and of more severe ones', (level) => {
    const log = linesAt(level);
    for (const [place, each] of LOG_LEVELS.entries())
      expect(log.includes(MARKS[each]), each).toBe(place >= LOG_LEVELS.indexOf(level));
  });

  it('progress is logged only where information is', () => {
    expect(linesAt('warn')).not.toContain('archive: 1');
    expect(linesAt('warn')).not.toContain('progress');
  });
});

describe('text of records and services in messages', () => {
  const evil = '\u001b]0;x\u0007\u009b31m\u202e';
  const refused = new FolkloreError('FILE_UNREADABLE', `x${evil}\n  y`, {
    hint: evil,
    exitCode: EXIT.misuse,
  });
  const events: readonly RunEvent[] = [
    { event: 'started', what: evil },
    { event: 'note', message: evil },
    { event: 'retrying', service: 'archive', request: evil, reason: evil, attempt: 1, waitMs: 0, leftMs: 0 },
    { event: 'finished', what: evil, detail: evil },
  ];
  const linesTold = (format: LogFormat) =>
    told(format, ({ report, fail }) => {
      events.forEach(report);
      fail(refused);
    });

  it.each(['json', 'pretty'] as const)('%s: does not control the terminal', (format) => {
    for (const line of linesTold(format).join('\n').split('\n')) {
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }
  });
});

it.each(['json', 'pretty'] as const)('%s: an unexpected error is logged with its stack', (format) => {
  const text = told(format, ({ fail }) => fail(new TypeError('x is not a function'))).join('\n');
  expect(text).toContain('x is not a function');
  expect(text).toContain('logger.test.ts');
  expect(text).toMatch(/report/);
  expect(told(format, ({ fail }) => fail('a word')).join('\n')).toContain('a word');
});

/** A run that was cut short prints the command to go on. */
const commandAfter = (exitCode: FolkloreError['exitCode'], ...args: readonly string[]) =>
  resumeCommand(new FolkloreError('SERVICE_UNAVAILABLE', 'no answer', { hint: 'wait', exitCode }), args);

it.each([
  [EXIT.unavailable, ['harvest', '--config', 'my.yaml'], 'folklore-ld harvest --config my.yaml'],
  [
    EXIT.interrupted,
    ['harvest', '--store', "Seán's store"],
    "folklore-ld harvest --store 'Seán'\\''s store'",
  ],
  // The address of a webhook may be a secret.
  [EXIT.interrupted, ['harvest', '--notify', 'https://e.org/s3cret', '-c', 'x'], 'folklore-ld harvest -c x'],
  [EXIT.interrupted, ['harvest', '--notify=https://e.org/s3cret', '-c', 'x'], 'folklore-ld harvest -c x'],
  [EXIT.misuse, ['harvest'], undefined],
  [EXIT.gate, ['harvest'], undefined],
  [EXIT.fault, ['harvest'], undefined],
])('after exit code %i of %j the command to go on is %s', (exitCode, args, command) => {
  expect(commandAfter(exitCode, ...args)).toBe(command);
});
