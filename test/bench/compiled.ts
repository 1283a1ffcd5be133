import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sharedOnce } from '../support/shared.js';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Compiles the benches, once for all test files, and runs some. */
export async function runBench(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  await sharedOnce('compiled-bench', async () => {
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'bench/tsconfig.json'], {
      cwd: ROOT,
    });
  });
  return run(process.execPath, ['dist/bench/main.js', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    maxBuffer: 1 << 26,
  });
}
