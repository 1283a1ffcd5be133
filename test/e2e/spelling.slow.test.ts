import { describe, expect, test } from 'vitest';
import { runWarm } from '../support/warm.js';

describe('help', () => {
  test.each([['expotr'], ['hep'], ['--smaple']])('of %s is refused: 2', async (name) => {
    const { code, stdout, stderr } = await runWarm(['help', name]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: unknown (command|option)/);
  });

  test('of a misspelt command suggests the right one', async () => {
    expect((await runWarm(['help', 'expotr'])).stderr).toContain('Did you mean export?');
  });

  test('of a command is its --help, and without a command the list of all', async () => {
    expect((await runWarm(['help', 'export'])).stdout).toBe((await runWarm(['export', '--help'])).stdout);
    expect(await runWarm(['help'])).toEqual(await runWarm(['--help']));
  });
});
