import { cp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, type Served, serve } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** A setting that renames or removes what is published is not changed by a line that was forgotten. */

let folder: string;
/** The harvest of the sample, and the release of 2026-10-01 that was made of it. */
let store: string;
let before: string;

const SMALL = ['--kinds', 'people,photographs', '--formats', 'nt'];
const FULL = [...SMALL, '--effective', '--sqlite', '--parquet', '--ead', '--views', 'edm,foaf', '--feed'];
const OTHER_BASE = { FOLKLORE_LD_BASE: 'https://other.example.org/' };

const build = (
  out: string,
  label: string,
  more: readonly string[] = FULL,
  environment: Record<string, string> = {},
): Promise<Ended> =>
  runWarm(
    [
      ...['build', '--gender', 'irish', '-c', join(out, '../config.yaml')],
      ...['--store', store, '--out', out, '--release', label, ...more],
    ],
    environment,
  );

/** A folder of releases with a configuration beside. */
async function releases(from?: string, settings = ''): Promise<string> {
  const folder = await scratch();
  const out = join(folder, 'out');
  await configure(out, settings);
  if (from !== undefined) await cp(from, out, { recursive: true, verbatimSymlinks: true });
  return out;
}

const configure = (out: string, settings: string, services?: Pick<Served, 'archive' | 'placenames'>) =>
  writeFile(
    join(out, '../config.yaml'),
    `services:
  archive: { url: '${services?.archive ?? 'http://127.0.0.1:9'}', key: { env: KEY } }
  placenames: { url: '${services?.placenames ?? 'http://127.0.0.1:9'}', key: { env: KEY } }
contact: data@example.org
${settings}`,
  );

const errorOf = ({ stderr }: Ended): { code: string; message: string; hint: string } =>
  stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .find(({ level }) => level === 'error');
const warningsOf = ({ stderr }: Ended): string[] =>
  stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .flatMap(({ level, message }) => (level === 'warn' || level === 'warning' ? message : []));

const versions = async (out: string): Promise<number> => {
  const { releases: added } = JSON.parse(await readFile(join(out, 'feed/feed.json'), 'utf8'));
  return added.length;
};

beforeAll(async () => {
  ({ store } = await exportedSample());
  folder = await makeFolder();
  before = join(folder, 'out');
  await configure(before, '');
  const ended = await build(before, '2026-10-01');
  expect([0, 5], ended.stderr).toContain(ended.code);
}, 120_000);
afterAll(() => removeFolder(folder));

describe('another base', () => {
  test('by one variable: 2, nothing is made, and latest and the feed stay; by name it is made, and the next needs no name', async () => {
    const out = await releases(before);
    const files = await filesBelow(out);
    const refused = await build(out, '2026-11-01', FULL, OTHER_BASE);
    expect(refused.code, refused.stderr).toBe(2);
    expect(errorOf(refused)).toMatchObject({
      code: 'SETTING_CHANGED',
      message: expect.stringMatching(
        /2026-10-01[\s\S]*base is https:\/\/other\.example\.org\/ and was https:\/\/data\.example\.org\/folklore\//,
      ),
      hint: expect.stringMatching(/--base https:\/\/data\.example\.org\/folklore\/.*--accept-change base/),
    });
    expect(await filesBelow(out)).toEqual(files);

    const accepted = await build(out, '2026-11-01', [...FULL, '--accept-change', 'base'], OTHER_BASE);
    expect([0, 5], accepted.stderr).toContain(accepted.code);
    expect(await readlink(join(out, 'latest'))).toBe('2026-11-01');
    expect(await versions(out)).toBe(2);

    const next = await build(out, '2026-12-01', FULL, OTHER_BASE);
    expect([0, 5], next.stderr).toContain(next.code);
    // The way back is a change, too.
    expect(errorOf(await build(out, '2026-12-02'))).toMatchObject({ code: 'SETTING_CHANGED' });
    // What is accepted and has not changed would hide the next change.
    const stale = await build(out, '2026-12-03', [...FULL, '--accept-change', 'base'], OTHER_BASE);
    expect(warningsOf(stale)).toContainEqual(expect.stringContaining('--accept-change base'));
  });

  test('is told by `diff` as what it is', async () => {
    const out = await releases(before);
    await build(out, '2026-11-01', [...FULL, '--accept-change', 'base'], OTHER_BASE);
    const { stdout } = await runWarm(['diff', join(out, '2026-10-01'), join(out, '2026-11-01')]);
    expect(stdout).toContain('The base of the IRIs has changed from https://data.example.org/folklore/');
  });

  test('ends an export before the first request', async () => {
    const out = await releases(before);
    const exported = await runWarm(
      ['export', '-c', join(out, '../config.yaml'), '--store', join(out, '../new'), '--out', out, ...FULL],
      { KEY: 'any', ...OTHER_BASE },
    );
    expect([exported.code, errorOf(exported)]).toEqual([
      2,
      expect.objectContaining({ code: 'SETTING_CHANGED' }),
    ]);
    expect(await readdir(join(out, '..'))).not.toContain('new');
  });

  test('of a first release and of the sample is no change', async () => {
    const out = await releases();
    const first = await build(out, 'a', SMALL, OTHER_BASE);
    expect([0, 5], first.stderr).toContain(first.code);
    const sample = [
      'export',
      '--sample',
      '--out',
      out,
      '--store',
      join(out, '../sample'),
      '--kinds',
      'people',
    ];
    expect((await runWarm(sample)).code).toBe(0);
  });
});

describe('an option that is left out once', () => {
  test.each([
    ['--effective', 'effective'],
    ['--sqlite', 'sqlite'],
    ['--parquet', 'parquet'],
    ['--ead', 'ead'],
  ])('%s: 2, with this option as the remedy; accepted, the build is made', async (option, name) => {
    const out = await releases(before);
    const less = FULL.filter((one) => one !== option);
    const refused = await build(out, '2026-11-01', less);
    expect(refused.code, refused.stderr).toBe(2);
    const { message, hint } = errorOf(refused);
    expect(message).toContain(`${name} is not set`);
    expect(hint).toContain(option);
    expect(hint).toContain(`--accept-change ${name}`);
    expect(hint).not.toContain('--max-withdrawn');
    const accepted = await build(out, '2026-11-01', [...less, '--accept-change', name]);
    expect([0, 5], accepted.stderr).toContain(accepted.code);
  });

  test('several are named at once, and accepted by their names', async () => {
    const out = await releases(before);
    const less = ['--kinds', 'people', '--formats', 'nt', '--views', 'foaf', '--feed'];
    const { message, hint } = errorOf(await build(out, '2026-11-01', less));
    expect(message).toMatch(/kinds is without photographs/);
    expect(message).toMatch(/views is without edm/);
    expect(hint).toContain('--accept-change kinds,views,effective,sqlite,parquet,ead');
    const all = ['--accept-change', 'kinds,views,effective,sqlite,parquet,ead'];
    const accepted = await build(out, '2026-11-01', [...less, ...all]);
    expect([0, 5], accepted.stderr).toContain(accepted.code);
  });

  test('--feed: the release is made, and a warning says that the streams stay behind', async () => {
    const out = await releases(before);
    const ended = await build(
      out,
      '2026-11-01',
      FULL.filter((one) => one !== '--feed'),
    );
    expect([0, 5], ended.stderr).toContain(ended.code);
    expect(warningsOf(ended)).toContainEqual(expect.stringContaining('feed is not set'));
    expect(await versions(out)).toBe(1);
  });

  test('a name that is no setting of this kind is refused, with the nearest', async () => {
    const out = await releases(before);
    const ended = await build(out, '2026-11-01', [...FULL, '--accept-change', 'bsae']);
    expect([ended.code, errorOf(ended).message]).toEqual([2, expect.stringMatching(/bsae.*"base"/)]);
  });
});

test('a release of an older program is compared by what it states', async () => {
  const out = await releases(before);
  const file = join(out, '2026-10-01/run.json');
  const { settings, ...older } = JSON.parse(await readFile(file, 'utf8'));
  expect(settings).toMatchObject({ base: 'https://data.example.org/folklore/', sqlite: true });
  await writeFile(file, JSON.stringify(older));
  expect(errorOf(await build(out, '2026-11-01', FULL, OTHER_BASE))).toMatchObject({
    code: 'SETTING_CHANGED',
  });
  const less = FULL.filter((one) => one !== '--effective' && one !== '--sqlite');
  expect(errorOf(await build(out, '2026-11-01', less)).hint).toContain('--accept-change effective,sqlite');
  const same = await build(out, '2026-11-01');
  expect([0, 5], same.stderr).toContain(same.code);
});

test('`doctor` says before a build that it would be refused', async () => {
  const served = await serve();
  try {
    const out = await releases(before, 'personsProfile: roles-only\n');
    await configure(out, 'base: https://other.example.org/\n', served);
    const how = [
      'doctor',
      '-c',
      join(out, '../config.yaml'),
      '--store',
      store,
      '--out',
      out,
      '--gender',
      'irish',
    ];
    const ended = await runWarm([...how, '--kinds', 'people,photographs'], { KEY: served.keys.public });
    expect(ended.code, ended.stdout).toBe(2);
    expect(ended.stdout).toMatch(/✗ .*2026-10-01[\s\S]*base is https:\/\/other\.example\.org\/ and was/);

    // An option of `build` may give what the configuration does not.
    await configure(out, '', served);
    const warned = await runWarm([...how, '--kinds', 'people,photographs'], { KEY: served.keys.public });
    expect(warned.code, warned.stdout).toBe(0);
    expect(warned.stdout).toMatch(/! .*2026-10-01[\s\S]*sqlite is not set/);
    await rm(join(out, 'latest'));
    expect((await runWarm(how, { KEY: served.keys.public })).stdout).toContain('no earlier release');
  } finally {
    await served.stop();
  }
});
