import { describe, expect, it } from 'vitest';
import { EXIT, FolkloreError } from '../../src/base/errors.js';
import type { RunEvent } from '../../src/base/events.js';
import { type LogFormat, narrator } from '../../src/cli/narrator.js';

const EVENTS: readonly RunEvent[] = [
  { event: 'started', what: 'reading the harvest' },
  { event: 'fetched', service: 'archive', request: '/cbe?VolumeID=1', bytes: 12 },
  { event: 'retrying', service: 'archive', request: '/cbed', reason: '503', attempt: 1, waitMs: 1500 },
  { event: 'note', message: 'two\nlines' },
  { event: 'finished', what: 'release', detail: 'output/sample' },
];
const REFUSED = new FolkloreError('KEY_REFUSED', 'The archive does not accept the key.', {
  hint: 'Set ARCHIVE_API_KEY.',
  exitCode: EXIT.misuse,
});

function told(format: LogFormat, act: (teller: ReturnType<typeof narrator>) => void): string[] {
  const texts: string[] = [];
  const outlet = { write: (text: string) => texts.push(text) };
  const still = { now: () => 0, every: () => () => {} };
  act(narrator(format, { outlet, environment: {}, clock: still }));
  for (const text of texts) expect(text.endsWith('\n')).toBe(true);
  return texts.map((text) => text.slice(0, -1));
}

describe('to programs', () => {
  it('every event is one line of JSON with its level', () => {
    const lines = told('json', ({ report }) => EVENTS.forEach(report));
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      EVENTS.map((event) => ({ level: event.event === 'retrying' ? 'warn' : 'info', ...event })),
    );
    for (const line of lines) expect(line).not.toContain('\n');
  });

  it('a failure is one line with code, message, hint and exit code', () => {
    const lines = told('json', ({ fail }) => fail(REFUSED));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'error',
        code: 'KEY_REFUSED',
        message: 'The archive does not accept the key.',
        hint: 'Set ARCHIVE_API_KEY.',
        exitCode: 2,
      },
    ]);
  });
});

describe('to people', () => {
  it('what matters is said in a line each; single requests are not', () => {
    const lines = told('pretty', ({ report }) => EVENTS.forEach(report));
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('reading the harvest');
    expect(lines[1]).toMatch(/archive.*\/cbed.*503.*1\.5 s/);
    expect(lines[3]).toMatch(/release.*output\/sample/);
  });

  it('a failure is one clear message with its code, and what to do', () => {
    const text = told('pretty', ({ fail }) => fail(REFUSED)).join('\n');
    expect(text).toMatch(/The archive does not accept the key\..*KEY_REFUSED/);
    expect(text).toContain('Set ARCHIVE_API_KEY.');
    expect(text).not.toMatch(/\bat .*:\d+:\d+/);
  });
});

it.each(['json', 'pretty'] as const)('%s: what nobody foresaw is told with where it happened', (format) => {
  const text = told(format, ({ fail }) => fail(new TypeError('x is not a function'))).join('\n');
  expect(text).toContain('x is not a function');
  expect(text).toContain('narrator.test.ts');
  expect(text).toMatch(/report/);
  expect(told(format, ({ fail }) => fail('a word')).join('\n')).toContain('a word');
});
