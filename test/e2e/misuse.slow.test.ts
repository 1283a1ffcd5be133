import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, run, type Served, serve } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../support/files.js';
import { storedFiles } from '../support/stored.js';
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

/** A configuration for the running services. */
async function configure(folder: string, more = '', store = join(folder, 'store')): Promise<string> {
  const file = join(folder, 'config.yaml');
  await writeFile(
    file,
    `services:
  archive: { url: ${served.archive}, key: { env: ARCHIVE_API_KEY }, gender: irish }
  placenames: { url: ${served.placenames}, key: { env: PLACENAMES_API_KEY } }
out: ${join(folder, 'out')}
store: ${store}
pace: { concurrency: 8, perSecond: 10000 }
${more}`,
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

test.each([
  ['verify'],
  ['build', '--sample', '--store'],
  ['harvest', '--sample', '--store'],
  ['serve', '--port', '0', '--world'],
])('%s refuses a store of folklore-ld 0.1 with a remedy, and leaves it as it is', async (...words) => {
  const folder = await scratch();
  await mkdir(join(folder, 'store'));
  await writeFile(join(folder, 'store', 'store.json'), '{}');
  await writeFile(join(folder, 'store', 'coverage.json'), '{}');
  const ended = await runWarm([...words, 'store'], {}, folder);
  expect([ended.code, errorOf(ended)]).toEqual([
    2,
    expect.objectContaining({
      code: 'STORE_UNUSABLE',
      message: expect.stringContaining('is of folklore-ld 0.1'),
      hint: expect.stringContaining('Name another folder as the store, and run `folklore-ld harvest`.'),
    }),
  ]);
  expect(await readdir(join(folder, 'store'))).toEqual(['coverage.json', 'store.json']);
});

test.each([
  ['diff', ['nothing', 'nothing']],
  ['build', ['--sample', '--spool', 'file/x', '--shard', '1/2']],
  ['init', ['file/x.yaml']],
  ['validate', ['nothing']],
  ['query', ['nothing', 'q03']],
  ['plan', ['-c', 'nothing']],
])('%s of a path that is not to be had: 2, without a code or a call of the system', async (command, args) => {
  const folder = await scratch();
  await writeFile(join(folder, 'file'), '');
  const store = command === 'build' ? ['--store', (await exportedSample()).store] : [];
  const ended = await runWarm([command, ...args, ...store], {}, folder);
  expect([ended.code, ended.stderr]).toEqual([
    2,
    expect.not.stringMatching(/ENO|stat '|open '|mkdir '|path '/),
  ]);
  expect(errorOf(ended)).toMatchObject({
    message: expect.stringMatching(/there is no (such file or folder|release)|is a file/i),
    hint: expect.any(String),
  });
});

test.each<readonly [string, readonly string[], RegExp, RegExp]>([
  ['a word for a number of threads', ['build', '--workers', 'many'], /from 1 to 64, or auto\.$/, /--help/],
  [
    'an option of other commands',
    ['verify', '--replace'],
    /unknown option '--replace'/,
    /^--replace is an option of export, build\.$/,
  ],
  [
    'a value that an option does not take',
    ['harvest', '-c', 'c.yaml', '--patience', '2d'],
    /^--patience: expected a duration/,
    /--help/,
  ],
  ['an option that no command has', ['export', '--nope'], /unknown option '--nope'/, /--help/],
  ['a command that is none', ['nonsense'], /unknown command 'nonsense'/, /--help/],
  [
    'a folder to verify that is not there',
    ['verify', '/nope'],
    /^\/nope cannot be verified: there is no/,
    /^Name the folder of/,
  ],
  [
    'a world that is not there',
    ['serve', '--world', '/nope'],
    /^There is no world in \/nope/,
    /^Name the folder of/,
  ],
  [
    'the name of a store without a configuration',
    ['load', '/nope', '--endpoint', 'live'],
    /--endpoint live is no URL/,
    /With -c it may also be the name/,
  ],
])('%s: 2, one line of JSON where the log is JSON, and the next step', async (_, args, message, hint) => {
  const folder = await scratch();
  // Off a terminal the log is JSON, with the option or without.
  for (const format of [['--log-format', 'json'], []]) {
    const ended = await runWarm([...args, ...format], {}, folder);
    expect([ended.code, ended.stdout]).toEqual([2, '']);
    expect(errorOf(ended)).toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  }
  const pretty = await runWarm([...args, '--log-format', 'pretty'], {}, folder);
  expect(pretty.code).toBe(2);
  expect(pretty.stderr).not.toContain('{"time"');
  expect(pretty.stderr).toMatch(new RegExp(hint.source.replace(/[\^$]/g, '')));
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
  expect((await runWarm(['harvest', '-c', config, '--kinds', 'places'], keys())).code).toBe(0);
  const before = storedFiles(join(folder, 'store'));
  const wrong = join(folder, 'wrong.yaml');
  await writeFile(
    wrong,
    (await readFile(config, 'utf8')).replace('gender: irish', 'gender: irish, path: /api/v0.7'),
  );
  const ended = await runWarm(['export', '-c', wrong], keys());
  expect(ended.code).toBe(2);
  expect(errorOf(ended).hint).toContain('services.archive.path');
  expect(storedFiles(join(folder, 'store'))).toEqual(before);
});

test('the sample never replaces a real harvest, with any environment', async () => {
  const folder = await scratch();
  const environment = { FOLKLORE_LD_STORE: join(folder, 'real'), FOLKLORE_LD_OUT: join(folder, 'out') };
  expect((await runWarm(['export', '--sample', '--kinds', 'people'], environment, folder)).code).toBe(0);
  const stores = [...(await filesBelow(folder)).keys()].filter((file) => file.endsWith('.sqlite'));
  expect(stores).toEqual(['.folklore-ld-sample/store.sqlite']);
  expect((await runWarm(['export', '--sample', '-c', 'x.yaml'], {}, folder)).code).toBe(2);
});

test('a configuration that is not there, not YAML, or not named; a build without a harvest', async () => {
  const folder = await scratch();
  await writeFile(join(folder, 'bad.yaml'), 'services: [unclosed');
  const config = await configure(folder);
  for (const [args, code, hint] of [
    [['export', '-c', 'nowhere.yaml'], 'CONFIG_INVALID', ''],
    [['export', '-c', 'bad.yaml'], 'CONFIG_INVALID', ''],
    [['export'], 'CONFIG_INVALID', '--sample'],
    [['build', '-c', config], 'STORE_UNUSABLE', 'folklore-ld harvest'],
  ] as const) {
    const ended = await runWarm(args, {}, folder);
    expect(ended.code).toBe(2);
    expect(errorOf(ended)).toMatchObject({ code, hint: expect.stringContaining(hint) });
  }
});

test('relative paths of a configuration in another folder are taken from the working folder, and that is said', async () => {
  const [folder, working] = [await scratch(), await scratch()];
  const { store } = await exportedSample();
  const config = await configure(folder, 'kinds: [people]\n', store);
  await writeFile(config, (await readFile(config, 'utf8')).replace(/^out: .*$/m, 'out: made'));
  const note = `Relative paths of ${config} are taken from the working folder: out is ${join(working, 'made')}.`;
  const elsewhere = await runWarm(['build', '-c', config, '--release', 'x'], {}, working);
  expect(elsewhere.code, elsewhere.stderr).toBe(0);
  expect(elsewhere.stderr).toContain(note);
  expect([...(await filesBelow(working)).keys()]).toContain('made/x/manifest.json');
  for (const [args, from] of [
    [['--out', 'given'], working],
    [[], folder],
  ] as const) {
    const quiet = await runWarm(['build', '-c', config, '--release', 'y', ...args], {}, from);
    expect([quiet.code, quiet.stderr.includes('Relative paths')]).toEqual([0, false]);
  }
  const none = await configure(folder, '', 'nothing');
  const refused = await runWarm(['build', '-c', none], {}, working);
  expect(errorOf(refused).message).toContain(`There is no harvest in ${join(working, 'nothing')}.`);
});

test('flags win over the environment, and that over the file', async () => {
  const folder = await scratch();
  const config = await configure(folder, 'kinds: [places]\n', (await exportedSample()).store);
  const environment = { FOLKLORE_LD_KINDS: 'people', FOLKLORE_LD_BASE: 'https://env.example.org/' };
  const flags = ['--base', 'https://flag.example.org/', '--release', 'x', '--compress', 'none'];
  expect((await runWarm(['build', '-c', config, ...flags], environment)).code).toBe(0);
  const files = await filesBelow(join(folder, 'out', 'x', 'data'));
  expect(files.has('places.ttl')).toBe(false);
  expect(String(files.get('people.ttl'))).toContain('https://flag.example.org/');
});

describe('settings without a value', () => {
  test('an empty variable of an option counts as not set', async () => {
    const folder = await scratch();
    const file = await configure(folder);
    const environment = { FOLKLORE_LD_STORE: '', FOLKLORE_LD_KINDS: ' ' };
    const named = await runWarm(['plan', '--config', file], environment);
    expect(named.code, named.stderr).toBe(0);
    const unnamed = await runWarm(['plan'], { FOLKLORE_LD_CONFIG: '' }, folder);
    const without = await runWarm(['plan'], {}, folder);
    expect([unnamed.code, errorOf(unnamed).message]).toEqual([without.code, errorOf(without).message]);
  });

  test('a device that never ends, for a configuration or a key: 2, at once', async () => {
    const device = await configure(await scratch());
    const text = await readFile(device, 'utf8');
    await writeFile(device, text.replace('{ env: ARCHIVE_API_KEY }', '{ file: /dev/zero }'));
    for (const args of [
      ['plan', '--config', '/dev/zero'],
      ['harvest', '--config', device],
    ]) {
      const ended = await runWarm(args, keys());
      expect([ended.code, errorOf(ended).code]).toEqual([2, 'CONFIG_INVALID']);
      expect(errorOf(ended).message).toContain('/dev/zero cannot be read: it is neither a file nor a pipe');
    }
  });

  test('a file or pipe that is too long to be a configuration: 2', async () => {
    const folder = await scratch();
    const [file, pipe] = [join(folder, 'long.yaml'), join(folder, 'long-pipe')];
    await writeFile(file, '# A comment.\n'.repeat(1 << 17));
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `cat /dev/zero > "${pipe}"`]);
    for (const config of [file, pipe]) {
      const ended = await runWarm(['plan', '--config', config]);
      expect([ended.code, errorOf(ended).message]).toEqual([2, expect.stringContaining('longer than 1 MiB')]);
    }
    if (writer.exitCode === null) await once(writer, 'exit');
  });

  test('a configuration from a pipe is read; a pipe without a writer is an error', async () => {
    const folder = await scratch();
    const file = await configure(folder);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `sleep 0.3; cat "${file}" > "${pipe}"`]);
    const read = await runWarm(['plan', '--config', pipe]);
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
