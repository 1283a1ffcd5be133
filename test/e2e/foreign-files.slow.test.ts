import { spawnSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, ending, start } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { makeFolder, removeFolder, scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** Releases and dumps of any origin; only files are opened, and only their RDF appears in output. */

/** In files that are no RDF. */
const SECRET = 'hunter2';
/** Longer than any command takes; reading a pipe without a writer would not end. */
const PATIENCE_MS = 30_000;

let folder: string;
let release: string;
beforeAll(async () => {
  folder = await makeFolder();
  const { store } = await exportedSample();
  const small = ['--kinds', 'people', '--formats', 'ttl,nt,jsonld', '--out', folder];
  const made = await runWarm(['build', '--sample', '--store', store, ...small]);
  expect(made.code, made.stderr).toBe(0);
  release = join(folder, 'sample');
});
afterAll(() => removeFolder(folder));

/** The command in the warm process; a wait without end is a failure by time. */
const ended = (...args: string[]): Promise<Ended> => runWarm(args, {}, folder);

/** The command in a process of its own, killed when it does not end. */
async function endedAlone(...args: string[]): Promise<Ended> {
  const child = start(args, {}, folder);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  try {
    return await ending(child);
  } finally {
    clearTimeout(timer);
  }
}

const mkfifo = (path: string) => expect(spawnSync('mkfifo', [path]).status).toBe(0);

/** The fault is found before the first request. */
const NO_SERVER = ['--endpoint', 'http://127.0.0.1:1', '--endpoint-kind', 'oxigraph', '--patience', '0'];

/** Every command that reads releases, with its arguments for a damaged one. */
const READERS: readonly (readonly [name: string, args: (damaged: string) => string[]])[] = [
  ['validate', (damaged) => ['validate', damaged]],
  ['diff, as the earlier one', (damaged) => ['diff', damaged, release]],
  ['diff, as the later one', (damaged) => ['diff', release, damaged]],
  ['lint', (damaged) => ['lint', damaged]],
  ['verify', (damaged) => ['verify', damaged]],
  ['load', (damaged) => ['load', damaged, ...NO_SERVER]],
];

async function damagedCopy(damage: (copy: string) => Promise<unknown>): Promise<string> {
  const copy = join(await scratch(), 'copy');
  // Hard links: the damage replaces files and never writes into one.
  expect(spawnSync('cp', ['-al', release, copy]).status).toBe(0);
  await damage(copy);
  return copy;
}

/** Puts something in the place of a file. */
const instead = (name: string, put: (path: string) => unknown) => async (copy: string) => {
  const path = join(copy, name);
  await rm(path, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
  await put(path);
};

/** Moves something out of a release, and lets a link lead there. */
const linked = (name: string) => async (copy: string) => {
  const elsewhere = join(copy, '..', 'elsewhere');
  await rename(join(copy, name), elsewhere);
  await symlink(elsewhere, join(copy, name));
};

describe.each(READERS)('%s', { timeout: PATIENCE_MS }, (_, args) => {
  test.each(['data/people.ttl', 'manifest.json', 'run.json', 'delta/suppressed.txt'])(
    'does not wait for a pipe called %s',
    async (name) => {
      const { code } = await ended(...args(await damagedCopy(instead(name, mkfifo))));
      expect(code).toBeGreaterThanOrEqual(0);
    },
  );

  test('ends by itself with a pipe called data/people.nt', async () => {
    const { code } = await endedAlone(...args(await damagedCopy(instead('data/people.nt', mkfifo))));
    expect(code).not.toBeNull();
  });

  test.each(['data/people.nt', 'data'])('follows no link out of a release: %s', async (name) => {
    const { code, stdout, stderr } = await ended(...args(await damagedCopy(linked(name))));
    expect(code, stderr).toBeGreaterThan(0);
    // Verification reports it as a problem.
    expect(stdout + stderr).toMatch(/link|is not there|has no folder data/);
  });

  test('follows a link that stays in the release, or that leads to it', async () => {
    if (args('')[0] === 'verify' || args('')[0] === 'load') return;
    const copy = await damagedCopy(async (at) => {
      await rename(join(at, 'data/people.nt'), join(at, 'data/.people'));
      await symlink('.people', join(at, 'data/people.nt'));
    });
    const link = join(dirname(copy), 'latest');
    await symlink(copy, link);
    const { code, stderr } = await ended(...args(link));
    expect(code, stderr).toBe(0);
  });

  const secretText = `root:${SECRET}:0:0 "${SECRET}" <${SECRET}>\n`;
  test.each<[string, string]>([
    ['data/people.nt', secretText],
    ['data/people.nt', `<${SECRET}\n`],
    ['data/people.ttl', secretText],
    ['data/people.jsonld', `${SECRET} {`],
    ['data/people.jsonld', JSON.stringify({ password: SECRET, [SECRET]: [SECRET] })],
    ['manifest.json', `{"${SECRET}": ${SECRET}`],
    ['run.json', `{\n"a": 1,\n ${SECRET}`],
    ['SHA256SUMS', secretText],
    ['SHA256SUMS', `${'0'.repeat(64)}  ../${SECRET}\n`],
    ['void.ttl', secretText],
    ['delta/suppressed.txt', secretText],
    ['derived/people.csv', secretText],
  ])('repeats nothing of %s that is no RDF', async (name, text) => {
    const only = name.startsWith('data/people.') ? [name] : [];
    const copy = await damagedCopy(async (at) => {
      // Else another format is read.
      for (const other of ['nt', 'ttl', 'jsonld'].map((format) => `data/people.${format}`))
        if (only.length > 0 && !only.includes(other)) await rm(join(at, other));
      await instead(name, (path) => writeFile(path, text))(at);
    });
    const { stdout, stderr } = await ended(...args(copy));
    expect(stdout + stderr).not.toContain(SECRET);
  });
});

describe('a single file', { timeout: PATIENCE_MS }, () => {
  test.each(['validate', 'lint'])('%s waits for no pipe', async (command) => {
    const path = join(await scratch(), 'some.nt');
    mkfifo(path);
    const { code, stderr } = await ended(command, path);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain('no file');
  });

  test.each(['nt', 'nq', 'ttl', 'jsonld', 'nt.gz', 'json'])(
    '%s of anything else is not repeated',
    async (ending) => {
      const path = join(await scratch(), `some.${ending}`);
      const text =
        ending === 'json' ? JSON.stringify({ password: SECRET }) : `${SECRET} "${SECRET}" = ${SECRET}\n`;
      await writeFile(path, ending.endsWith('gz') ? gzipSync(text) : text);
      for (const command of ['validate', 'lint']) {
        const { code, stdout, stderr } = await ended(command, path);
        expect(code).toBeGreaterThan(0);
        expect(stdout + stderr).not.toContain(SECRET);
      }
    },
  );
});
