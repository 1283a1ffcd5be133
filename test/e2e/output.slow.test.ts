import { spawn } from 'node:child_process';
import { cp, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLI, ending } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** Results and log go to different streams; commands after a build with an incomplete release. */

let folder: string;
let release: string;

beforeAll(async () => {
  folder = await makeFolder();
  await runWarm(['export', '--sample', '--kinds', 'people', '--formats', 'nt'], {}, folder);
  release = join(folder, 'output', 'sample');
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
  test('of results: the command ends normally, without a message', async () => {
    const stderr = await inShell(
      '"$node" --no-opt "$cli" verify "$release" | true; echo "code $PIPESTATUS" >&2',
    );
    expect(stderr).toContain('code 0\n');
    expect(stderr).not.toContain('EPIPE');
  });

  test('of results with problems: the exit code is that of the problems', async () => {
    const stderr = await inShell(
      'cp -r "$release" "$release.bad"; rm "$release.bad/codes.ttl"; ' +
        '"$node" --no-opt "$cli" verify "$release.bad" | true; echo "code $PIPESTATUS" >&2',
    );
    expect(stderr).toContain('code 6\n');
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

test.each(['2026-02-30', '2026-13-01', '2025-02-29'])(
  'a label that looks like a date and is not, %s: 2, before any request',
  async (label) => {
    const { code, stderr } = await runWarm(['build', '--sample', '--release', label], {}, folder);
    expect(code).toBe(2);
    expect(stderr).toContain(`${label} is not a date`);
  },
);

describe('an incomplete release is not compared: its missing records would count as withdrawn', () => {
  const damaged = async (name: string): Promise<string> => {
    const copy = join(folder, name);
    await cp(release, copy, { recursive: true });
    return copy;
  };

  test('a dataset that its manifest lists', async () => {
    const copy = await damaged('without');
    await rm(join(copy, 'data', 'people.nt'));
    const { code, stdout, stderr } = await runWarm(['diff', release, copy]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('people.nt cannot be compared: it is not there, and manifest.json lists it');
  });

  test('the end of a dataset', async () => {
    const copy = await damaged('emptied');
    await truncate(join(copy, 'data', 'people.nt'));
    const { code, stdout, stderr } = await runWarm(['diff', copy, release]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('people.nt cannot be compared: it is 0 bytes long, and manifest.json says ');
  });
});

test('a configuration with odd keys: every line of the log is JSON', async () => {
  const config = join(folder, 'odd.yaml');
  await writeFile(config, '? [a, b]\n: 3\n');
  const { code, stderr } = await runWarm(['build', '--config', config]);
  expect(code).toBe(2);
  for (const line of stderr.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
});

describe('validate', () => {
  test.each(['nonsense', 'https://data.example.org/folklore'])(
    '--base %s: 2, with the expected value',
    async (base) => {
      const { code, stderr } = await runWarm(['validate', release, '--base', base]);
      expect(code).toBe(2);
      expect(stderr).toContain('https IRI that ends in /');
    },
  );

  test('knows records of a base of its own, also without run.json', async () => {
    await runWarm(
      [
        'build',
        '--sample',
        '--formats',
        'nt',
        '--kinds',
        'people',
        '--base',
        'https://own.example/',
        '--out',
        'own',
      ],
      {},
      folder,
    );
    const own = join(folder, 'own', 'sample');
    await rm(join(own, 'run.json'));
    const { code, stdout } = await runWarm(['validate', own]);
    expect(stdout).toContain('- cbed.person 4103 ');
    expect(code).toBe(0);
  });
});
