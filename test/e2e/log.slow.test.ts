import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Ended } from '../support/cli.js';
import { scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

const harvest = async (environment: Record<string, string>, ...more: readonly string[]): Promise<Ended> => {
  const store = join(await scratch(), 'store');
  return runWarm(['harvest', '--sample', '--store', store, '--kinds', 'places', ...more], environment);
};
const linesOf = ({ stderr }: Ended) =>
  stderr
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>);
const requestsIn = (ended: Ended): number => linesOf(ended).filter(({ event }) => event === 'fetched').length;

describe('the log of a harvest', () => {
  test('has the time, the level and the same run id in each line, and no single request', async () => {
    const [first, second] = [await harvest({}), await harvest({})].map(linesOf);
    for (const lines of [first, second]) {
      expect(lines?.length).toBeGreaterThan(2);
      expect(new Set(lines?.map(({ runId }) => runId)).size).toBe(1);
      for (const { time = '', level, event } of lines ?? []) {
        expect(new Date(time).toISOString()).toBe(time);
        expect(level).toBe('info');
        expect(event).not.toBe('fetched');
      }
    }
    expect(first?.[0]?.runId).not.toBe(second?.[0]?.runId);
  });

  test('has each request at debug, by the option or the variable', async () => {
    const byOption = requestsIn(await harvest({}, '--log-level', 'debug'));
    expect(byOption).toBeGreaterThan(5);
    expect(requestsIn(await harvest({ FOLKLORE_LD_LOG_LEVEL: 'debug' }))).toBe(byOption);
  });

  test('is empty with --quiet, whatever the variable is; the summary stays on standard output', async () => {
    const { code, stdout, stderr } = await harvest({ FOLKLORE_LD_LOG_LEVEL: 'debug' }, '--quiet');
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('requests')]);
  });

  test('has the error of a failed run with --quiet', async () => {
    const ended = await runWarm(['harvest', '-c', '/nowhere.yaml', '--quiet']);
    expect([ended.code, linesOf(ended)]).toEqual([
      2,
      [expect.objectContaining({ level: 'error', code: 'CONFIG_INVALID' })],
    ]);
  });
});
