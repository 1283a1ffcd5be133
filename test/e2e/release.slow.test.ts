import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Documents } from '../../src/harvest/store/entry.js';
import { openForHarvest } from '../../src/harvest/store/harvest-store.js';
import { replacedName, stagingName } from '../../src/pipeline/publish/staging.js';
import { CLI, type Ended, ending, NODE, run, type Served, serve, start } from '../support/cli.js';
import { dieAfter, waitAfter } from '../support/dying.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** Same input, same bytes in any environment; a release appears whole or not at all. */

let folder: string;
let store: string;
/** The same harvest by eight requests at once, with answers that came late or not at first. */
let otherStore: string;

/** Small, and with dirt of every sort, so that there are findings and a quarantine to compare as well. */
const WORLD = ['--world', 'generated', '--scale', '0.0003', '--dirt', '0.1'];

async function configure(served: Served, concurrency: number): Promise<string> {
  const file = join(await makeFolderBelow('config'), 'config.yaml');
  await writeFile(
    file,
    `services:
  archive: { url: ${served.archive}, key: { env: KEY }, gender: irish }
  placenames: { url: ${served.placenames}, key: { env: KEY } }
pace: { concurrency: ${concurrency}, perSecond: 100000 }
onViolation: skip
sqlite: true
`,
  );
  return file;
}

let made = 0;
async function makeFolderBelow(name: string): Promise<string> {
  made += 1;
  const path = join(folder, `${name}-${made}`);
  await mkdir(path);
  return path;
}

/** Harvests the world from services that were started so, at that pace. */
async function harvest(into: string, concurrency: number, ...how: string[]): Promise<string> {
  const served = await serve(...WORLD, ...how);
  try {
    const config = await configure(served, concurrency);
    const ended = await runWarm(['harvest', '-c', config, '--store', into], { KEY: served.keys.public });
    expect(ended.code, ended.stderr).toBe(0);
    return config;
  } finally {
    await served.stop();
  }
}

/** The configuration of the harvest; its services are gone. */
let config: string;
/** A folder with two releases. */
let before: string;

/** Puts a harvest with the same answers, and these documents, in the place of the last one. */
async function harvestedAgain(store: string, documents: Documents): Promise<void> {
  const harvest = await openForHarvest(store, { pid: process.pid });
  for (const service of ['archive', 'placenames'] as const)
    for (const request of [
      ...(harvest.last?.requests(service) ?? []),
      ...(harvest.last?.missing(service) ?? []),
    ])
      await harvest.keep(service, request);
  await harvest.finish(documents);
}

beforeAll(async () => {
  folder = await realpath(await makeFolder());
  // Another user has to read it, too.
  await chmod(folder, 0o755);
  store = join(folder, 'store');
  otherStore = join(folder, 'other-store');
  const late = 'slow;delay=0.02;bytes-per-second=100000;rate=0.1';
  const faults = ['--fault', late, '--fault', 'status=503;rate=0.02;times=1'];
  [config] = await Promise.all([harvest(store, 1), harvest(otherStore, 8, ...faults)]);
  before = await makeFolderBelow('before');
  for (const label of ['earlier', DAY])
    await built(before, ...PEOPLE, '--compress', 'none', '--release', label);
});

afterAll(() => removeFolder(folder));

const args = (out: string, ...more: string[]): string[] => [
  'build',
  ...['-c', config, '--store', store, '--out', out],
  ...more,
];

const build = (out: string, ...more: string[]): Promise<Ended> => runWarm(args(out, ...more));

/** A label with the day of issue; with any other label the day is today. */
const DAY = '2026-10-01';

/** Releases that stand before these tests have other settings. */
const ACCEPTED = ['--accept-change', 'kinds,formats,compress'];

/** A small release. */
const PEOPLE = ['--kinds', 'people', '--formats', 'nt'];

/** Clean, or with records in quarantine. */
const DONE = [0, 5];

async function built(out: string, ...more: string[]): Promise<void> {
  const ended = await build(out, ...more);
  expect(DONE, ended.stderr).toContain(ended.code);
}

/** A folder's files by their hashes: it takes long to compare as many bytes one by one. */
type Hashes = Map<string, string>;

async function hashesOf(where: string): Promise<Hashes> {
  const files = [...(await filesBelow(where))];
  return new Map(files.map(([file, bytes]) => [file, createHash('sha256').update(bytes).digest('hex')]));
}

/** Everything in a release but the facts of the run. */
async function contentOf(release: string): Promise<Hashes> {
  const files = await hashesOf(release);
  expect(files.delete('run.json'), `a release in ${release}`).toBe(true);
  return files;
}

const errorsOf = ({ stderr }: Ended): { code: string; message: string; hint: string }[] =>
  stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level === 'error');

describe('same input, same bytes', () => {
  let expected: Hashes;

  beforeAll(async () => {
    const reference = join(folder, 'reference', DAY);
    await built(join(folder, 'reference'), '--release', DAY);
    expected = await contentOf(reference);
    // There must be entries whose order could differ.
    const linesOf = async (file: string) => String(await readFile(join(reference, file))).split('\n').length;
    expect(await linesOf('report/findings.ndjson')).toBeGreaterThan(20);
    expect(await linesOf('report/quarantine.ndjson')).toBeGreaterThan(2);
    expect([...expected.keys()]).toEqual(expect.arrayContaining(['data/schools.nt.gz', 'SHA256SUMS']));
  });

  test.concurrent('in another locale and time zone, from another folder, with another umask, in one thread', async () => {
    const environment = {
      TZ: 'Pacific/Kiritimati',
      LC_ALL: 'tr_TR.UTF-8',
      LANG: 'tr_TR.UTF-8',
      UV_THREADPOOL_SIZE: '1',
    };
    // Node sees the other locale and time zone.
    const probe = spawnSync(process.execPath, ['-p', '(1234.5).toLocaleString() + new Date(0).getHours()'], {
      env: { PATH: process.env.PATH ?? '', ...environment },
      encoding: 'utf8',
    });
    expect(probe.stdout.trim()).toBe('1.234,513');

    const cwd = await makeFolderBelow('elsewhere');
    const command = args('../turkish/out', '--release', DAY, '--workers', '1');
    command[command.indexOf(store)] = relative(cwd, store);
    const child = spawn('sh', ['-c', 'umask 077; exec "$@"', 'sh', ...NODE, CLI, ...command], {
      ...{ cwd, env: { PATH: process.env.PATH ?? '', ...environment } },
    });
    const ended = await ending(child);
    expect(DONE, ended.stderr).toContain(ended.code);
    expect(await contentOf(join(folder, 'turkish', 'out', DAY))).toEqual(expected);
  });

  test.concurrent('from another harvest, eight requests at once, with late and repeated answers, in three threads', async () => {
    const how = ['--release', DAY, '--workers', '3', '--profile'];
    const ended = await run(
      ['build', '-c', config, '--store', otherStore, '--out', join(folder, 'late'), ...how],
      { TZ: 'America/St_Johns', LC_ALL: 'C', UV_THREADPOOL_SIZE: '16' },
    );
    expect(DONE, ended.stderr).toContain(ended.code);
    expect(ended.stdout).toMatch(/Time of the build: \d+\.\d s\./);
    expect(ended.stdout).toMatch(/in 3 threads/);
    expect(await contentOf(join(folder, 'late', DAY))).toEqual(expected);
  });
});

test('a label that is taken ends an export before the first request, with the remedy; another label does not', async () => {
  const out = await scratch();
  await release(out, 'a');
  const before = await hashesOf(out);
  // The services are closed: a request ends with 3.
  const where = ['-c', config, '--store', join(folder, 'never'), '--out', out, '--patience', '0'];
  const exported = (label: string) => runWarm(['export', ...where, '--release', label], { KEY: 'any' });
  const ended = await exported('a');
  expect(ended.code).toBe(2);
  expect(errorsOf(ended)).toMatchObject([
    { code: 'RELEASE_EXISTS', hint: expect.stringMatching(/--release.*--replace/) },
  ]);
  expect((await exported('b')).code).toBe(3);
  expect(await hashesOf(out)).toEqual(before);
});

describe('a second run of a day', () => {
  const releasesIn = async (out: string) =>
    (await readdir(out)).filter((name) => name !== 'latest' && !name.startsWith('.')).sort();
  const manifestOf = async (release: string) =>
    JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));

  test('says that nothing has changed, or makes a release of its own, each with a delta from the last', async () => {
    const out = await scratch();
    const made = await build(out, ...PEOPLE);
    expect(DONE, made.stderr).toContain(made.code);
    const [day = ''] = await releasesIn(out);
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    const first = await hashesOf(out);

    const same = await build(out, ...PEOPLE);
    expect([same.code, same.stdout]).toEqual([
      made.code,
      expect.stringMatching(new RegExp(`^Nothing has changed since the release ${day}`)),
    ]);
    expect(await hashesOf(out)).toEqual(first);

    // Other settings make other files.
    await built(out, ...PEOPLE, '--compress', 'none', '--accept-change', 'compress');
    expect(await releasesIn(out)).toEqual([day, `${day}.2`]);
    expect(await readlink(join(out, 'latest'))).toBe(`${day}.2`);
    expect(await manifestOf(join(out, 'latest'))).toMatchObject({
      ...{ label: `${day}.2`, previous: day, issued: day },
    });
    const files = [...(await hashesOf(join(out, `${day}.2`))).keys()];
    expect(files).toContain('delta/changes.csv');
    expect((await build(out, ...PEOPLE, '--compress', 'none')).stdout).toContain(`the release ${day}.2`);

    // What the first of the day was made of is not what the newest was made of.
    await built(out, ...PEOPLE, '--accept-change', 'compress');
    expect(await releasesIn(out)).toEqual([day, `${day}.2`, `${day}.3`]);
    expect(await manifestOf(join(out, 'latest'))).toMatchObject({ label: `${day}.3`, previous: `${day}.2` });
    for (const command of [
      ['verify', join(out, 'latest')],
      ['diff', join(out, day), join(out, 'latest')],
      ['validate', join(out, `${day}.3`)],
    ])
      expect([command, (await runWarm(command)).code]).toEqual([command, 0]);
    expect(await readFile(join(out, 'latest', 'report', 'index.html'), 'utf8')).toContain(`${day}.2`);

    // The newest of the day gives way.
    await built(out, ...PEOPLE, '--replace');
    expect(await releasesIn(out)).toEqual([day, `${day}.2`, `${day}.3`]);
    expect(await manifestOf(join(out, 'latest'))).toMatchObject({ label: `${day}.3`, previous: `${day}.2` });
  });

  test('of another harvest makes a release', async () => {
    const out = await scratch();
    await built(out, ...PEOPLE);
    const other = join(await scratch(), 'store');
    await cp(store, other, { recursive: true });
    const history = await readFile(join(other, 'history.json'), 'utf8');
    const withdrawn = '"withdrawn": [{"kind":"cbed.person","id":999999,"noticed":"2026-10-01"}]';
    await harvestedAgain(other, {
      'coverage.json': await readFile(join(other, 'coverage.json'), 'utf8'),
      'history.json': history.replace(/"withdrawn": \[[\s\S]*\]/, withdrawn),
    });
    await built(out, ...PEOPLE, '--store', other);
    expect(await releasesIn(out)).toHaveLength(2);
  });

  test('with a label that exists is refused, also if nothing has changed', async () => {
    const out = await scratch();
    await built(out, ...PEOPLE, '--release', `${DAY}.2`);
    expect(await manifestOf(join(out, `${DAY}.2`))).toMatchObject({ issued: DAY });
    const ended = await build(out, ...PEOPLE, '--release', `${DAY}.2`);
    expect([ended.code, errorsOf(ended)]).toEqual([2, [expect.objectContaining({ code: 'RELEASE_EXISTS' })]]);
    expect((await build(out, ...PEOPLE, '--release', '2026-02-30.2')).code).toBe(2);
  });
});

test('latest does not lead to an older day by a clock that was set back; a label that is given moves it, and that is said', async () => {
  const out = await scratch();
  await built(out, ...PEOPLE, '--release', '2999-01-01');
  const by = await build(out, ...PEOPLE);
  expect([by.code, errorsOf(by)]).toEqual([
    2,
    [
      expect.objectContaining({
        message: expect.stringMatching(/clock.*leads to 2999-01-01/),
        hint: expect.stringMatching(/clock.*doctor.*--release/),
      }),
    ],
  ]);
  expect((await readdir(out)).sort()).toEqual(['2999-01-01', 'latest']);

  const given = await build(out, ...PEOPLE, '--release', DAY);
  expect(DONE).toContain(given.code);
  expect(await readlink(join(out, 'latest'))).toBe(DAY);
  expect(given.stderr).toMatch(
    new RegExp(`"event":"warning","message":"[^"]*leads to ${DAY}[^"]*2999-01-01`),
  );
  // Forward nothing is said.
  expect((await build(out, ...PEOPLE, '--release', '2026-10-02')).stderr).not.toContain('older than');
});

/** A folder that looks like a release by its run.json. */
async function release(out: string, label: string): Promise<void> {
  await mkdir(join(out, label));
  await writeFile(join(out, label, 'run.json'), '{}');
}

/** A copy of the folder with two releases, for one test. */
async function twoReleases(): Promise<string> {
  const out = await scratch();
  await cp(before, out, { recursive: true, verbatimSymlinks: true });
  return out;
}

describe('releases that cannot be compared with', () => {
  const DATA = join('data', 'people.nt');

  test.each<[string, (release: string) => Promise<unknown>]>([
    ['an empty folder', (release) => rm(release, { recursive: true }).then(() => mkdir(release))],
    ['a release that was cut short', (release) => truncate(join(release, DATA), 1000)],
    ['a release that lacks a file', (release) => rm(join(release, DATA))],
    [
      'a release with a pipe in it',
      async (release) => {
        await rm(join(release, DATA));
        expect(spawnSync('mkfifo', [join(release, DATA)]).status).toBe(0);
      },
    ],
    [
      'a release with a link that leads out of it',
      async (release) => {
        await rename(join(release, DATA), join(release, '..', 'elsewhere.nt'));
        await symlink('../../elsewhere.nt', join(release, DATA));
      },
    ],
  ])('%s ends a build before it has begun, and latest stays where it is', async (_, damage) => {
    const out = await twoReleases();
    await damage(join(out, DAY));
    const entries = await readdir(out);
    for (const named of [[], ['--previous', join(out, DAY)]]) {
      const ended = await build(out, ...PEOPLE, '--release', 'next', ...named);
      expect(ended.code, ended.stderr).toBe(2);
      expect(errorsOf(ended)).toEqual([
        expect.objectContaining({
          message: expect.stringContaining(join(out, DAY)),
          hint: expect.stringMatching(/--previous|formats nt/),
        }),
      ]);
      expect(await readdir(out)).toEqual(entries);
      expect(await readlink(join(out, 'latest'))).toBe(DAY);
    }
  });

  test('one with suppressed records that would be lost fails a build; without any, a note is logged', async () => {
    const asTurtle = [
      ...[...PEOPLE, '--release', 'next', '--formats', 'ttl'],
      ...['--accept-change', 'formats,compress'],
    ];
    const ended = await build(await twoReleases(), ...asTurtle);
    expect(DONE, ended.stderr).toContain(ended.code);
    expect(ended.stderr).toContain('no delta from');
    const out = await twoReleases();
    const list = join(out, DAY, 'delta', 'suppressed.txt');
    await mkdir(dirname(list), { recursive: true });
    await writeFile(list, 'https://data.example.org/folklore/cbed/person/1\n');
    const refused = await build(out, ...asTurtle);
    expect(refused.code, refused.stderr).toBe(2);
    expect(errorsOf(refused)).toEqual([expect.objectContaining({ hint: expect.stringContaining('nt') })]);
    expect(await readlink(join(out, 'latest'))).toBe(DAY);
  });
});

test('the sample does not move latest', async () => {
  const out = await twoReleases();
  const sampled = ['export', '--sample', '--out', out, '--store', join(folder, 'sample-store'), ...PEOPLE];
  expect((await runWarm(sampled)).code).toBe(0);
  expect(await readlink(join(out, 'latest'))).toBe(DAY);
  expect((await readdir(out)).sort()).toEqual([DAY, 'earlier', 'latest', 'sample']);
});

test('a failed release changes no other, and its report stays until the next run', async () => {
  const out = await twoReleases();
  const more = ['--kinds', 'schools', '--on-violation', 'halt', '--release', DAY, '--replace', ...ACCEPTED];
  expect((await build(out, ...more)).code).toBe(4);
  expect((await readdir(out)).sort()).toEqual([DAY, `${DAY}.failed`, 'earlier', 'latest']);
  for (const label of [DAY, 'earlier', 'latest'])
    expect(await hashesOf(join(out, label))).toEqual(await hashesOf(join(before, label)));
  await built(out, ...PEOPLE, '--release', DAY, '--replace', ...ACCEPTED);
  expect((await readdir(out)).sort()).toEqual([DAY, 'earlier', 'latest']);
});

/** The staging directory itself, and no file in it. */
const wholeStaging = (label: string): RegExp => new RegExp(`${stagingName(label)}$`);

test('two builds at once: the second is refused with the process of the first, which continues', async () => {
  const out = await twoReleases();
  const signal = join(await scratch(), 'continue');
  const hook = waitAfter(1, 'rename', wholeStaging('a'), signal);
  const first = start(args(out, ...PEOPLE, '--release', 'a', ...ACCEPTED), {
    NODE_OPTIONS: `--import ${hook}`,
  });
  onTestFinished(() => void first.kill('SIGKILL'));
  const ended = ending(first);
  await new Promise<void>((resolve) => {
    first.stderr?.on('data', (text: string) => {
      if (text.includes('reading the harvest')) resolve();
    });
  });
  const second = await build(out, ...PEOPLE, '--release', DAY, '--replace', ...ACCEPTED);
  await writeFile(signal, '');
  expect(second.code).toBe(2);
  expect(errorsOf(second)).toMatchObject([
    {
      message: expect.stringMatching(new RegExp(`Another build.*process ${first.pid}\\b`)),
      hint: expect.stringMatching(/^Wait/),
    },
  ]);
  expect(DONE).toContain((await ended).code);
  expect((await readdir(out)).sort()).toEqual([DAY, 'a', 'earlier', 'latest']);
  expect(await readlink(join(out, 'latest'))).toBe('a');
});

test('killed builds damage nothing; the next build removes their files and gives the same release', async () => {
  const replacing = [...PEOPLE, '--release', DAY, '--replace', ...ACCEPTED];
  const undisturbed = await twoReleases();
  await built(undisturbed, ...replacing);
  const out = await twoReleases();
  const [earlier, old] = [await hashesOf(join(before, 'earlier')), await contentOf(join(before, DAY))];
  const expected = await contentOf(join(undisturbed, DAY));
  expect(old).not.toEqual(expected);

  // Of `latest`, and of the releases, what one run after another does last.
  const kills: readonly [hook: string, left: string[], led: Hashes][] = [
    [dieAfter(3, 'open', join(stagingName(DAY), 'data')), [DAY, stagingName(DAY)], old],
    // While outputs of shards, which hold rejected records, are there.
    [dieAfter(1, 'rename', '.shards'), [DAY, stagingName(DAY)], old],
    [dieAfter(1, 'rename', `/${DAY}`), [replacedName(DAY), stagingName(DAY)], expected],
    [dieAfter(1, 'rename', wholeStaging(DAY)), [replacedName(DAY), DAY], old],
    [dieAfter(3, 'rename', 'latest'), [replacedName(DAY), stagingName(DAY)], expected],
  ];
  for (const [hook, left, led] of kills) {
    const killed = start(args(out, ...replacing), { NODE_OPTIONS: `--import ${hook}` });
    await ending(killed);
    expect(killed.signalCode).toBe('SIGKILL');
    const names = await readdir(out);
    expect(names.filter((name) => name.includes(DAY)).sort()).toEqual([...left].sort());
    expect(await hashesOf(join(out, 'earlier'))).toEqual(earlier);
    // `latest` leads to a whole release.
    expect(await contentOf(join(out, 'latest'))).toEqual(led);
  }

  await built(out, ...replacing);
  expect((await readdir(out)).sort()).toEqual([DAY, 'earlier', 'latest']);
  expect(await readlink(join(out, 'latest'))).toBe(DAY);
  expect(await contentOf(join(out, DAY))).toEqual(expected);
  expect(await hashesOf(join(out, 'earlier'))).toEqual(earlier);
});
