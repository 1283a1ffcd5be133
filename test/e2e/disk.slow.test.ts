import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CLI, type Ended, ending, NODE, type Served, serve, start } from '../support/cli.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../support/files.js';
import { asUser, noOtherUser } from '../support/other-user.js';
import { answersIn, spoil, storedFiles, textOf } from '../support/stored.js';
import { runWarm } from '../support/warm.js';

/** Whatever is the matter with the disk gives one clear message, and nothing that was gained is lost. */

let folder: string;
let served: Served;
/** The answers and documents of an undisturbed harvest. */
let expected: Map<string, string>;

beforeAll(async () => {
  folder = await makeFolder();
  // Another user has to read the configuration, too.
  await chmod(folder, 0o755);
  served = await serve();
  await configure('config.yaml', 10_000);
  await configure('slow.yaml', 2);
  expect((await harvestInto(join(folder, 'undisturbed'))).code).toBe(0);
  expected = storedFiles(join(folder, 'undisturbed'));
});

afterAll(async () => {
  await served.stop();
  await removeFolder(folder);
});

const keys = () => ({ ARCHIVE_API_KEY: served.keys.public, PLACENAMES_API_KEY: served.keys.public });

/** A configuration for the running services. */
async function configure(name: string, perSecond: number): Promise<void> {
  await writeFile(
    join(folder, name),
    `services:
  archive: { url: ${served.archive}, key: { env: ARCHIVE_API_KEY }, gender: irish }
  placenames: { url: ${served.placenames}, key: { env: PLACENAMES_API_KEY } }
pace: { concurrency: 4, perSecond: ${perSecond} }
`,
  );
}

const harvestArgs = (store: string, config = 'config.yaml'): string[] => [
  'harvest',
  '-c',
  join(folder, config),
  '--store',
  store,
  // The log has a line for each request.
  '--log-level',
  'debug',
];
const harvestInto = (store: string): Promise<Ended> => runWarm(harvestArgs(store), keys());

const answers = (): number => [...expected.keys()].filter((name) => !name.endsWith('.json')).length;

interface Line {
  readonly level: string;
  readonly event?: string;
  readonly message?: string;
  readonly hint?: string;
  readonly service?: string;
  readonly request?: string;
}

const linesOf = ({ stderr }: Ended): Line[] =>
  stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Sees that a run ended with one message, of a store that cannot be used. */
function expectRefused(ended: Ended, message: RegExp, hint: RegExp): void {
  expect(ended.code, ended.stderr).toBe(2);
  expect(ended.stdout).toBe('');
  expect(linesOf(ended).filter(({ level }) => level === 'error')).toEqual([
    {
      level: 'error',
      time: expect.any(String),
      runId: expect.any(String),
      code: 'STORE_UNUSABLE',
      exitCode: 2,
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    },
  ]);
}

/** The request of a line of the log or of an answer. */
const askedIn = ({ service, request }: Partial<Line>): string => `${service} ${request}`;

/** The answers that an ended harvest has kept; sees that each is whole. */
function keptIn(store: string): readonly string[] {
  const kept = answersIn(store, 'unfinished').map((answer) => [askedIn(answer), textOf(answer)] as const);
  for (const [name, text] of kept) expect(text, name).toBe(expected.get(name));
  return kept.map(([name]) => name);
}

/** Expects that a harvest is continued, fetches nothing again, and ends like an undisturbed one. */
async function expectGoesOn(store: string, kept: readonly string[]): Promise<void> {
  const ended = await harvestInto(store);
  expect(ended.code, ended.stderr).toBe(0);
  const notes = linesOf(ended).flatMap(({ message = '' }) => message);
  if (kept.length > 0) expect(notes.join('\n')).toMatch(new RegExp(`unfinished harvest.* ${kept.length} `));
  const fetched = linesOf(ended).filter(({ event }) => event === 'fetched');
  expect(fetched.map(askedIn).filter((asked) => kept.includes(asked))).toEqual([]);
  expect(storedFiles(store)).toEqual(expected);
}

/** The status of a run is written beside its store, also where that cannot be used. */
const STATUS = 'store.status.json';

async function filesWithoutStatus(folder: string): Promise<Map<string, Buffer>> {
  const files = await filesBelow(folder);
  files.delete(STATUS);
  return files;
}

describe('a place that cannot be a store: 2, and nothing is touched', () => {
  test.each([
    ['a file', (at: string) => writeFile(at, 'mine'), /is a file/, /another folder/],
    [
      'a folder with other files',
      async (at: string) => {
        await mkdir(at);
        await writeFile(join(at, 'thesis.docx'), 'years of work');
      },
      /files that do not belong/,
      /empty folder/,
    ],
    [
      'a store of a newer version',
      async (at: string) => {
        await cp(join(folder, 'undisturbed'), at, { recursive: true });
        spoil(at, 'PRAGMA user_version = 99');
        spoil(at, 'CREATE TABLE later (x)');
      },
      /version 99/,
      /newer folklore-ld/,
    ],
  ])('%s', async (_, make, message, hint) => {
    const away = await scratch();
    await make(join(away, 'store'));
    const before = await filesBelow(away);
    expectRefused(await harvestInto(join(away, 'store')), message, hint);
    expect(await filesWithoutStatus(away)).toEqual(before);
  });

  // mkdir with `recursive` never ends there.
  test.runIf(process.platform === 'linux')('a folder of the system', async () => {
    const child = start(harvestArgs('/proc/1/x/y'), keys());
    onTestFinished(() => void child.kill('SIGKILL'));
    expectRefused(await ending(child), /Cannot .* \/proc\//, /disk/);
  });
});

const noMounts = whyNoMounts();

/** Empty when this machine lets us mount small disks. */
function whyNoMounts(): string {
  const at = mkdtempSync(join(tmpdir(), 'folklore-mount-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at], {
    encoding: 'utf8',
  });
  if (status === 0) spawnSync('umount', [at]);
  rmdirSync(at);
  return status === 0
    ? ''
    : `: skipped, no disk can be mounted here (${(stderr ?? '').trim() || 'no mount'})`;
}

/** A disk of that size, gone when the test is over, and what makes it larger. */
async function smallDisk(bytes: number): Promise<{ at: string; enlarge: () => void }> {
  const at = await makeFolder();
  const mount = (...options: string[]) =>
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', ...options, 'tmpfs', at]).status).toBe(0);
  mount(`size=${bytes}`);
  onTestFinished(async () => {
    spawnSync('umount', ['-l', at]);
    await removeFolder(at);
  });
  return { at, enlarge: () => mount('remount,size=64m') };
}

/** What tmpfs gives a file: whole pages. */
const PAGE = 4096;

describe.skipIf(noMounts !== '')(`a disk that is full${noMounts}`, () => {
  test.each([
    ['at once', PAGE, false],
    ['after some of the answers', 600_000, true],
  ])('%s: 2; with more space the harvest continues', async (_, room, hasAnswers) => {
    const disk = await smallDisk(room);
    const store = join(disk.at, 'store');
    const ended = await harvestInto(store);
    expectRefused(ended, /the disk is full/, /Free some space.*continues the unfinished run/);
    // The status beside the store could not be written either: one failure is told once.
    expect(linesOf(ended).filter(({ level }) => level === 'warn')).toEqual([]);
    // Nothing is lost either by trying again too soon.
    expectRefused(await harvestInto(store), /the disk is full/, /Free some space/);

    disk.enlarge();
    const kept = hasAnswers ? keptIn(store) : [];
    expect(kept.length > 0).toBe(hasAnswers);
    expect(kept.length).toBeLessThan(answers());
    await expectGoesOn(store, kept);
  });

  test.each([60_000, 400_000])(
    'while a release is written, after %d bytes: 2, told as of the store, and no other release is touched',
    async (bytes) => {
      const disk = await smallDisk(bytes);
      const out = join(disk.at, 'out');
      await mkdir(join(out, 'a'), { recursive: true });
      await writeFile(join(out, 'a', 'run.json'), '{}');
      const before = await filesBelow(out);
      const args = ['-c', join(folder, 'config.yaml'), '--store', join(folder, 'undisturbed'), '--out', out];
      const ended = await runWarm([
        'build',
        ...args,
        '--kinds',
        'manuscripts',
        '--release',
        'a',
        '--replace',
      ]);
      expect(ended.code, ended.stderr).toBe(2);
      expect(linesOf(ended).filter(({ level }) => level === 'error')).toMatchObject([
        {
          code: 'OUTPUT_UNWRITABLE',
          message: expect.stringMatching(/Cannot write into .*: the disk is full\.$/),
          hint: expect.stringMatching(/Free some space/),
        },
      ]);
      expect(await filesBelow(out)).toEqual(before);
      expect(await readdir(out)).toEqual(['a']);
    },
  );

  test('with a complete harvest on it: that one stays', async () => {
    const disk = await smallDisk(2 ** 24);
    const store = join(disk.at, 'store');
    expect((await harvestInto(store)).code).toBe(0);
    await fill(join(disk.at, 'ballast'));
    expectRefused(await harvestInto(store), /the disk is full/, /Free some space/);
    expect(storedFiles(store)).toEqual(expected);
    expect((await runWarm(['verify', store])).code).toBe(0);
  });
});

test.skipIf(noMounts !== '')(
  `a store in a container image, where a folder cannot be moved, is harvested into${noMounts}`,
  async ({ skip }) => {
    const { at } = await smallDisk(2 ** 26);
    const layer = (name: string): string => join(at, name);
    for (const name of ['image', 'changes', 'work', 'top']) await mkdir(layer(name));
    await cp(join(folder, 'undisturbed'), layer('image/store'), { recursive: true });
    const layers = `lowerdir=${layer('image')},upperdir=${layer('changes')},workdir=${layer('work')},redirect_dir=off`;
    const mounted = spawnSync('mount', ['-t', 'overlay', '-o', layers, 'overlay', layer('top')], {
      encoding: 'utf8',
    });
    if (mounted.status !== 0) skip(`no layers can be mounted here (${mounted.stderr.trim()})`);
    onTestFinished(() => void spawnSync('umount', [layer('top')]));

    const store = layer('top/store');
    expect((await harvestInto(store)).code).toBe(0);
    const [after, before] = [storedFiles(store), new Map(expected)];
    // The number of harvests since the last sweep.
    for (const files of [after, before]) files.delete('history.json');
    expect(after).toEqual(before);
  },
);

/** Makes a file as large as the disk lets it. */
async function fill(file: string): Promise<void> {
  for (;;) {
    try {
      await writeFile(file, Buffer.alloc(PAGE), { flag: 'a' });
    } catch {
      return;
    }
  }
}

test('a limit on the size of files: 2; without it the harvest continues', async () => {
  const store = join(await scratch(), 'store');
  const limited = spawn('sh', ['-c', 'ulimit -f 400; exec "$@"', 'sh', ...NODE, CLI, ...harvestArgs(store)], {
    env: { PATH: process.env.PATH ?? '', ...keys() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expectRefused(await ending(limited), /disk I\/O error/, /ulimit/);
  const kept = keptIn(store);
  expect(kept.length).toBeGreaterThan(0);
  await expectGoesOn(store, kept);
});

test('a limit on the number of open files: 2, with the remedy, wherever it is reached', async () => {
  const store = join(await scratch(), 'store');
  const limited = spawn('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...NODE, CLI, ...harvestArgs(store)], {
    env: { PATH: process.env.PATH ?? '', ...keys() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = await ending(limited);
  expect(ended.code, ended.stderr).toBe(2);
  expect(linesOf(ended).filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({
      message: expect.stringContaining('too many open files'),
      hint: expect.stringContaining('ulimit -n'),
    }),
  ]);
});

test.each([46, 40, 32])(
  'a limit of %i open files, fewer than the program has modules: 2, with the remedy',
  async (limit) => {
    const command = `ulimit -n ${limit}; exec "$@"`;
    const limited = spawn('sh', ['-c', command, 'sh', ...NODE, CLI, 'features'], {
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = await ending(limited);
    expect(ended.code, ended.stderr).toBe(2);
    expect(linesOf(ended)).toEqual([
      expect.objectContaining({ code: 'LIMIT_REACHED', hint: expect.stringContaining('ulimit -n') }),
    ]);
  },
);

function startAsUser(args: readonly string[]): ChildProcess {
  return spawn(NODE[0], [...NODE.slice(1), CLI, ...args], {
    ...asUser,
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', ...keys() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

describe.skipIf(noOtherUser !== '')(`a folder that may not be written${noOtherUser}`, () => {
  /** A read-only folder with a readable store in it. */
  async function readOnly(): Promise<{ at: string; store: string }> {
    const at = await scratch();
    const store = join(at, 'store');
    await cp(join(folder, 'undisturbed'), store, { recursive: true });
    await chmod(join(store, 'store.sqlite'), 0o444);
    await chmod(store, 0o555);
    await chmod(at, 0o555);
    onTestFinished(async () => {
      for (const one of [at, store]) await chmod(one, 0o755);
    });
    return { at, store };
  }

  test.each(['store', 'new/below'])('%s: 2, and nothing is touched', async (name) => {
    const { at } = await readOnly();
    const before = await filesBelow(at);
    const ended = await ending(startAsUser(harvestArgs(join(at, name))));
    expectRefused(ended, /permission is denied/, /permission to read and write/);
    expect(await filesBelow(at)).toEqual(before);
  });

  test('gets no release: 2, and nothing is touched', async () => {
    const { at, store } = await readOnly();
    const args = ['-c', join(folder, 'config.yaml'), '--store', store, '--out', at];
    const ended = await ending(startAsUser(['build', ...args]));
    expect(ended.code, ended.stderr).toBe(2);
    expect(linesOf(ended).filter(({ level }) => level === 'error')).toMatchObject([
      {
        code: 'OUTPUT_UNWRITABLE',
        message: expect.stringMatching(/: permission is denied\.$/),
        hint: expect.stringMatching(/permission to read and write.*--out/),
      },
    ]);
    expect(await readdir(at)).toEqual(['store']);
  });

  test('can be verified; a store that may not be read: 2', async () => {
    const { store } = await readOnly();
    const verified = () => ending(startAsUser(['verify', store]));
    expect(await verified()).toMatchObject({ code: 0 });
    await chmod(join(store, 'store.sqlite'), 0o000);
    expectRefused(await verified(), /permission is denied/, /to read/);
  });
});

/** A pid namespace as a container has; it ends with its process. */
const APART = ['--pid', '--fork', '--kill-child', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];
const canBeApart = spawnSync('unshare', [...APART, 'true']).status === 0;

describe('two harvests at once', () => {
  const started = (store: string, ...how: string[]) => {
    const [program = '', ...args] = [...how, ...NODE, CLI, ...harvestArgs(store, 'slow.yaml')];
    const child = spawn(program, args, { env: { PATH: process.env.PATH ?? '', ...keys() } });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, ended: ending(child) };
  };

  test('the second is refused and names the first, which is not disturbed', async () => {
    const store = join(await scratch(), 'store');
    const { child, ended } = started(store);
    await fetching(child);
    expectRefused(await harvestInto(store), new RegExp(`process ${child.pid}\\b.*store\\.lock`), /Wait/);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    await expectGoesOn(store, keptIn(store));
  });

  test.skipIf(!canBeApart)('in two containers: one is refused while the other lives (unshare)', async () => {
    const store = join(await scratch(), 'store');
    const first = started(store, 'unshare', ...APART);
    await fetching(first.child);
    const refusal = [/process 1 of the host .*store\.lock/, /Wait/] as const;
    expectRefused(await harvestInto(store), ...refusal);
    expectRefused(await started(store, 'unshare', ...APART).ended, ...refusal);
    first.child.kill('SIGKILL');
    await first.ended;
    await expectGoesOn(store, []);
  });
});

/** Resolves when a harvest has had its first answer. */
function fetching({ stderr }: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    stderr?.on('data', (text: string) => {
      if (text.includes('"fetched"')) resolve();
    });
  });
}
