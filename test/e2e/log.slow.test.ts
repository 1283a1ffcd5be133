import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** Harvests some lists. Returns the end of the run, and the lines of its log. */
async function harvest(environment: Record<string, string>, ...more: readonly string[]) {
  const store = join(await scratch(), 'store');
  const args = ['harvest', '--sample', '--store', store, '--kinds', 'people', ...more];
  const ended = await runWarm(args, environment);
  const lines = ended.stderr.split('\n').filter(Boolean);
  return { ...ended, lines: lines.map((line) => JSON.parse(line) as Record<string, string>) };
}

describe('the log of a harvest', () => {
  test('has the time, the level and the same run id in each line, and no single request', async () => {
    const [first, second] = [await harvest({}), await harvest({})];
    for (const { lines } of [first, second]) {
      expect(lines.length).toBeGreaterThan(2);
      expect(new Set(lines.map(({ runId }) => runId)).size).toBe(1);
      for (const { time = '', level, event } of lines) {
        expect(new Date(time).toISOString()).toBe(time);
        expect(level).toBe('info');
        expect(event).not.toBe('fetched');
      }
    }
    expect(first.lines[0]?.runId).not.toBe(second.lines[0]?.runId);
  });

  test('has each request at debug, by the option or the variable', async () => {
    const variable = { FOLKLORE_LD_LOG_LEVEL: 'debug' };
    for (const { lines } of [await harvest({}, '--log-level', 'debug'), await harvest(variable)])
      expect(lines.filter(({ event }) => event === 'fetched').length).toBeGreaterThan(3);
  });

  test('has with --quiet, whatever the variable is, only errors, and one line of results', async () => {
    const quiet = await harvest({ FOLKLORE_LD_LOG_LEVEL: 'debug' }, '--quiet');
    expect([quiet.code, quiet.lines, quiet.stdout]).toEqual([
      0,
      [],
      expect.stringMatching(/^[^\n]*requests[^\n]*\n$/),
    ]);
    const failed = await runWarm(['harvest', '-c', '/nowhere.yaml', '--quiet']);
    expect([failed.code, JSON.parse(failed.stderr)]).toMatchObject([2, { level: 'error' }]);
  });
});
