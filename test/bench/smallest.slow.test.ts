import { expect, test } from 'vitest';
import { runBench } from './compiled.js';

/** Every bench of speed runs, at its smallest size: no claim of docs/performance.md is beyond a check. No time is asserted. */

test('every bench makes its tables', async () => {
  const { stdout, stderr } = await runBench(['smallest'], { BENCH_ROUNDS: '1' });
  const names = [
    'writing',
    'quads',
    'validation',
    'build',
    'threads',
    'monthly',
    'harvest',
    'serve',
    'start',
  ];
  for (const name of [...names, 'browse', 'peers', 'archive']) expect(stderr).toContain(`${name}: done in`);
  expect(stdout.match(/^Measured on: /gm)?.length).toBeGreaterThanOrEqual(12);
}, 900_000);
