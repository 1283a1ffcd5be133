import { spawn } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI, ending } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** Results and log go to different streams. */

let folder: string;
let release: string;

beforeAll(async () => {
  folder = await makeFolder();
  const { store } = await exportedSample();
  const small = ['--kinds', 'people', '--formats', 'nt', '--base', 'https://own.example/'];
  await runWarm(['build', '--sample', '--store', store, '--out', folder, ...small]);
  release = join(folder, 'sample');
});
afterAll(() => removeFolder(folder));

/** Runs a command in a shell, which prints its exit code on standard error; `$cli` is the command line. */
async function inShell(line: string): Promise<string> {
  const shell = spawn('bash', ['-c', line], {
    env: { PATH: process.env.PATH ?? '', cli: CLI, node: process.execPath, release },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return (await ending(shell)).stderr;
}

describe('a reader that closes its pipe', () => {
  test('of results: the exit code is that of the problems, without a message', async () => {
    await cp(release, `${release}.bad`, { recursive: true });
    await rm(`${release}.bad/codes.ttl`);
    const stderr = await inShell(
      '"$node" --no-opt "$cli" verify "$release.bad" | true; echo "code $PIPESTATUS" >&2',
    );
    expect(stderr).toContain('code 6\n');
    expect(stderr).not.toContain('EPIPE');
  });

  test('of help', async () => {
    const stderr = await inShell('"$node" --no-opt "$cli" --help | true; echo "code $PIPESTATUS" >&2');
    expect(stderr).toBe('code 0\n');
  });

  test('of the log: results are printed', async () => {
    const stderr = await inShell(
      '{ "$node" --no-opt "$cli" verify "$release" 2>&1 >&3 | true; echo "code $PIPESTATUS" >&2; } 3>&2',
    );
    expect(stderr).toContain('No problems found.\n');
    expect(stderr).toContain('code 0\n');
  });
});

test.runIf(process.platform === 'linux')('results that cannot be written: 2, with a message', async () => {
  const stderr = await inShell('"$node" --no-opt "$cli" verify "$release" > /dev/full; echo "code $?" >&2');
  expect(stderr).toContain('"code":"OUTPUT_UNWRITABLE"');
  expect(stderr).toContain('code 2\n');
});

test('a label that looks like a date and is not: 2, before any request', async () => {
  const { code, stderr } = await runWarm(['build', '--sample', '--release', '2025-02-29'], {}, folder);
  expect([code, stderr]).toEqual([2, expect.stringContaining('2025-02-29 is not a date')]);
});

test('a configuration with odd keys: every line of the log is JSON', async () => {
  const config = join(folder, 'odd.yaml');
  await writeFile(config, '? [a, b]\n: 3\n');
  const { code, stderr } = await runWarm(['build', '--config', config]);
  expect(code).toBe(2);
  for (const line of stderr.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
});

describe('validate', () => {
  test('--base nonsense: 2, with the expected value', async () => {
    const { code, stderr } = await runWarm(['validate', release, '--base', 'nonsense']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('https IRI that ends in /')]);
  });

  test('knows records of a base of its own, also without run.json', async () => {
    const copy = join(folder, 'copy');
    await cp(release, copy, { recursive: true });
    await rm(join(copy, 'run.json'));
    const { code, stdout } = await runWarm(['validate', copy]);
    expect(stdout).toContain('- cbed.person 4103 ');
    expect(code).toBe(0);
  });
});
