import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, ending, run, type Served, serve, start } from '../support/cli.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** One clear message each, and the exit code that scripts rely on. */

let served: Served;
let folder: string;
/** A run whose configuration is a pipe without a writer: it waits five seconds, in which the other tests run. */
let unwritten: Promise<Ended>;
beforeAll(async () => {
  folder = await makeFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  unwritten = run(['plan', '--config', pipe]);
  served = await serve();
});
afterAll(async () => {
  await served.stop();
  await removeFolder(folder);
});

/** A configuration for the running services; given lines replace its own. */
async function configure(
  folder: string,
  changes: { archiveUrl?: string; perSecond?: number; more?: string } = {},
): Promise<string> {
  const file = join(folder, 'config.yaml');
  await writeFile(
    file,
    `services:
  archive: { url: ${changes.archiveUrl ?? served.archive}, key: { env: ARCHIVE_API_KEY }, gender: irish }
  placenames: { url: ${served.placenames}, key: { env: PLACENAMES_API_KEY } }
out: ${join(folder, 'out')}
store: ${join(folder, 'store')}
pace: { concurrency: 8, perSecond: ${changes.perSecond ?? 10_000} }
${changes.more ?? ''}`,
  );
  return file;
}

const keys = () => ({ ARCHIVE_API_KEY: served.keys.public, PLACENAMES_API_KEY: served.keys.public });

/** Off a terminal narration is JSON lines; the error is exactly one of them. */
function errorOf({ stderr }: Ended): { code: string; message: string; hint: string } {
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const errors = lines.filter(({ level }) => level === 'error');
  expect(errors).toHaveLength(1);
  return errors[0];
}

describe('a wrong key', () => {
  test('ends the run at once with 2 and the remedy, and is not repeated', async () => {
    const config = await configure(await scratch());
    const ended = await runWarm(['export', '-c', config], {
      ...keys(),
      ARCHIVE_API_KEY: 'wrong-key-of-mine',
    });
    expect(ended.code).toBe(2);
    expect(errorOf(ended)).toMatchObject({
      code: 'KEY_REFUSED',
      hint: expect.stringContaining('ARCHIVE_API_KEY'),
    });
    expect(ended.stderr + ended.stdout).not.toContain('wrong-key-of-mine');
  });

  test('a key that is not set: 2, naming the variable', async () => {
    const config = await configure(await scratch());
    const ended = await runWarm(['export', '-c', config], { PLACENAMES_API_KEY: 'x' });
    expect(ended.code).toBe(2);
    expect(errorOf(ended).message).toContain('ARCHIVE_API_KEY');
  });
});

test('a dead service: 3, naming it, and nothing is released', async () => {
  const folder = await scratch();
  // Port 9 (discard) is never ours.
  const config = await configure(folder, { archiveUrl: 'http://127.0.0.1:9' });
  const ended = await runWarm(['export', '-c', config, '--attempts', '2'], keys());
  expect(ended.code).toBe(3);
  const { code, message, hint } = errorOf(ended);
  expect(code).toBe('SERVICE_UNAVAILABLE');
  expect(message).toContain('http://127.0.0.1:9');
  expect(hint).toMatch(/again/);
  expect([...(await filesBelow(join(folder, 'out'))).keys()]).toEqual([]);
});

test.each([
  ['diff', (folder: string) => [join(folder, 'nothing'), join(folder, 'nothing')]],
  ['build', (folder: string) => ['--sample', '--spool', join(folder, 'file', 'x'), '--shard', '1/2']],
  ['init', (folder: string) => [join(folder, 'file', 'x.yaml')]],
  ['validate', (folder: string) => [join(folder, 'nothing')]],
  ['query', (folder: string) => [join(folder, 'nothing'), 'q03']],
  ['plan', (folder: string) => ['-c', join(folder, 'nothing')]],
])('%s of a path that is not to be had: 2, without a code or a call of the system', async (command, args) => {
  const folder = await scratch();
  await writeFile(join(folder, 'file'), '');
  await runWarm(['harvest', '--sample', '--store', join(folder, 'store')]);
  const store = command === 'build' ? ['--store', join(folder, 'store')] : [];
  const ended = await runWarm([command, ...args(folder), ...store]);
  expect([ended.code, ended.stderr]).toEqual([
    2,
    expect.not.stringMatching(/ENO|stat '|open '|mkdir '|path '/),
  ]);
  expect(errorOf(ended)).toMatchObject({
    message: expect.stringMatching(/there is no (such file or folder|release)|is a file/i),
    hint: expect.any(String),
  });
});

test('an output that cannot be written: 2, before the first request', async () => {
  const folder = await scratch();
  const config = await configure(folder);
  await writeFile(join(folder, 'a-file'), '');
  const ended = await runWarm(
    ['export', '-c', config, '--out', join(folder, 'a-file', 'below'), '--log-level', 'debug'],
    keys(),
  );
  expect(ended.code).toBe(2);
  expect(errorOf(ended)).toMatchObject({
    code: 'OUTPUT_UNWRITABLE',
    message: expect.stringMatching(/a-file\/below: it, or a part of its path, is a file\.$/),
    hint: expect.stringContaining('--out'),
  });
  expect(ended.stderr).not.toContain('"event":"fetched"');
});

test('a wrong path: 2, and the last good harvest stays', async () => {
  const folder = await scratch();
  const config = await configure(folder);
  expect((await runWarm(['harvest', '-c', config], keys())).code).toBe(0);
  const before = await filesBelow(join(folder, 'store'));
  const wrong = join(folder, 'wrong.yaml');
  await writeFile(
    wrong,
    (await readFile(config, 'utf8')).replace('gender: irish', 'gender: irish, path: /api/v0.7'),
  );
  const ended = await runWarm(['export', '-c', wrong], keys());
  expect(ended.code).toBe(2);
  expect(errorOf(ended).hint).toContain('services.archive.path');
  expect(await filesBelow(join(folder, 'store'))).toEqual(before);
});

test('the sample never replaces a real harvest, with any environment', async () => {
  const folder = await scratch();
  const environment = { FOLKLORE_LD_STORE: join(folder, 'real'), FOLKLORE_LD_OUT: join(folder, 'out') };
  expect((await runWarm(['export', '--sample'], environment, folder)).code).toBe(0);
  const stores = [...(await filesBelow(folder)).keys()].filter((file) => file.endsWith('store.json'));
  expect(stores).toEqual(['.folklore-ld-sample/store.json']);
  expect((await runWarm(['export', '--sample', '-c', 'x.yaml'], {}, folder)).code).toBe(2);
});

describe('a broken configuration', () => {
  test('a misspelt key: 2, with the path and the nearest right name', async () => {
    const config = await configure(await scratch(), { more: 'kindz: [people]\n' });
    const ended = await runWarm(['export', '-c', config], keys());
    expect(ended.code).toBe(2);
    expect(errorOf(ended).message).toMatch(/kindz.*"kinds"/);
  });

  test('a URL with a password in it is refused without repeating it', async () => {
    const config = await configure(await scratch(), { archiveUrl: 'http://me:s3cret@127.0.0.1:1' });
    const ended = await runWarm(['export', '-c', config], keys());
    expect(ended.code).toBe(2);
    expect(ended.stderr + ended.stdout).not.toContain('s3cret');
  });

  test('a wrong value: 2, with the expected one', async () => {
    const config = await configure(await scratch(), { more: 'base: http://plain.example.org\n' });
    const ended = await runWarm(['export', '-c', config], keys());
    expect(ended.code).toBe(2);
    expect(errorOf(ended).message).toMatch(/base.*https/);
  });

  test('a file that does not exist; one that is not YAML', async () => {
    const folder = await scratch();
    const missing = await runWarm(['export', '-c', join(folder, 'nowhere.yaml')]);
    expect([missing.code, errorOf(missing).code]).toEqual([2, 'CONFIG_INVALID']);
    await writeFile(join(folder, 'bad.yaml'), 'services: [unclosed');
    const bad = await runWarm(['export', '-c', join(folder, 'bad.yaml')]);
    expect([bad.code, errorOf(bad).code]).toEqual([2, 'CONFIG_INVALID']);
  });

  test('no configuration at all: 2, and how to try the sample', async () => {
    const ended = await runWarm(['export']);
    expect(ended.code).toBe(2);
    expect(errorOf(ended).hint).toContain('--sample');
  });
});

test('a build without a harvest: 2, with the command to run first', async () => {
  const config = await configure(await scratch());
  const ended = await runWarm(['build', '-c', config]);
  expect(ended.code).toBe(2);
  expect(errorOf(ended)).toMatchObject({
    code: 'STORE_UNUSABLE',
    hint: expect.stringContaining('folklore-ld harvest'),
  });
});

test('an unknown option: 2, with the nearest one, as text', async () => {
  const ended = await runWarm(['export', '--smaple']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('--sample');
});

test('a label that would leave the output folder is refused', async () => {
  const ended = await runWarm(['export', '--sample', '--release', '../elsewhere']);
  expect(ended.code).toBe(2);
});

test('flags win over the environment, and that over the file', async () => {
  const folder = await scratch();
  const config = await configure(folder, { more: 'kinds: [places]\n' });
  await mkdir(join(folder, 'out'));
  const environment = {
    ...keys(),
    FOLKLORE_LD_KINDS: 'people',
    FOLKLORE_LD_BASE: 'https://env.example.org/',
  };
  const ended = await runWarm(
    ['export', '-c', config, '--base', 'https://flag.example.org/', '--release', 'x', '--compress', 'none'],
    environment,
  );
  expect(ended.code).toBe(0);
  const files = await filesBelow(join(folder, 'out', 'x', 'data'));
  expect([...files.keys()]).toContain('people.ttl');
  expect([...files.keys()]).not.toContain('places.ttl');
  expect(String(files.get('people.ttl'))).toContain('https://flag.example.org/');
});

test('an interrupted run: 130, and the next one continues', async () => {
  const folder = await scratch();
  const config = await configure(folder, { perSecond: 2 });
  const slow = start(['export', '-c', config, '--release', 'x'], keys());
  const ended = ending(slow);
  slow.stderr?.once('data', () => slow.kill('SIGINT'));
  const { code, stderr } = await ended;
  expect(code, stderr).toBe(130);
  await configure(folder);
  const again = await runWarm(['export', '-c', config, '--release', 'x'], keys());
  expect(again.code).toBe(0);
});

describe('settings without a value', () => {
  test('an empty variable of an option counts as not set', async () => {
    const folder = await scratch();
    const file = await configure(folder);
    const named = await runWarm(['plan', '--config', file], {
      FOLKLORE_LD_STORE: '',
      FOLKLORE_LD_KINDS: ' ',
    });
    expect(named.code, named.stderr).toBe(0);
    const unnamed = await runWarm(['plan'], { FOLKLORE_LD_CONFIG: '' }, folder);
    const without = await runWarm(['plan'], {}, folder);
    expect([unnamed.code, errorOf(unnamed).message]).toEqual([without.code, errorOf(without).message]);
  });

  test.each(['/dev/zero', '/dev/full'])('a device that never ends: %s: 2, at once', async (device) => {
    const ended = await run(['plan', '--config', device]);
    expect(ended.code).toBe(2);
    expect(errorOf(ended)).toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining(`${device} cannot be read: it is neither a file nor a pipe`),
    });
  });

  test('a file or pipe that is too long to be a configuration: 2', async () => {
    const folder = await scratch();
    const [file, pipe] = [join(folder, 'long.yaml'), join(folder, 'long-pipe')];
    await writeFile(file, '# A comment.\n'.repeat(1 << 17));
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `cat /dev/zero > "${pipe}"`]);
    for (const config of [file, pipe]) {
      const ended = await run(['plan', '--config', config]);
      expect([ended.code, errorOf(ended).message]).toEqual([2, expect.stringContaining('longer than 1 MiB')]);
    }
    if (writer.exitCode === null) await once(writer, 'exit');
  });

  test('a key from a device that never ends: 2, at once', async () => {
    const config = await configure(await scratch());
    const device = join(await scratch(), 'device.yaml');
    await writeFile(
      device,
      (await readFile(config, 'utf8')).replace('{ env: ARCHIVE_API_KEY }', '{ file: /dev/zero }'),
    );
    const ended = await run(['harvest', '--config', device], keys());
    expect([ended.code, errorOf(ended).message]).toEqual([
      2,
      expect.stringContaining('/dev/zero cannot be read'),
    ]);
  });

  test('a configuration from a pipe is read; a pipe without a writer is an error', async () => {
    const folder = await scratch();
    const file = await configure(folder);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `sleep 0.3; cat "${file}" > "${pipe}"`]);
    const read = await run(['plan', '--config', pipe]);
    expect(read.code, read.stderr).toBe(0);
    if (writer.exitCode === null) await once(writer, 'exit');
    const ended = await unwritten;
    expect(ended.code).toBe(2);
    expect(errorOf(ended).message).toMatch(
      /pipe cannot be read: it is a pipe, and no data arrived in \d+ seconds/,
    );
  });
});

test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', '127.0.0.1:3030', 'http://me:Snorgleward@127.0.0.1/'])(
  'an endpoint that is no plain web address: %s: 2, before anything else',
  async (endpoint) => {
    for (const command of [
      ['browse', 'no-release'],
      ['query', 'no-release', 'no-query'],
    ]) {
      const ended = await runWarm([...command, '--endpoint', endpoint]);
      expect(ended.code).toBe(2);
      expect(errorOf(ended)).toMatchObject({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('--endpoint'),
      });
      expect(ended.stdout + ended.stderr).not.toContain('Snorgleward');
    }
  },
);
