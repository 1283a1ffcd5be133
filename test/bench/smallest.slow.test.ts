import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Every bench of speed runs, at its smallest size: no claim of docs/performance.md is beyond a check. No time is asserted. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

test('every bench makes its tables', async () => {
  await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'bench/tsconfig.json'], {
    cwd: ROOT,
  });
  const { stdout, stderr } = await run(process.execPath, ['dist/bench/main.js', 'smallest'], {
    cwd: ROOT,
    env: { ...process.env, BENCH_ROUNDS: '1' },
    maxBuffer: 1 << 26,
  });
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
