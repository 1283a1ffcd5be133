import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, run, type Served, serve } from '../support/cli.js';
import { filesBelow, makeFolder, removeFolder } from '../support/files.js';
import { storedFiles } from '../support/stored.js';
import { runWarm } from '../support/warm.js';

/** The command line against the services over HTTP, and its files. Counts, formats and withheld records: test/promises/release. */

const here = (path: string) => new URL(path, import.meta.url);
const readJson = async (url: URL) => JSON.parse(await readFile(url, 'utf8'));

let folder: string;
let served: Served;
let first: Ended;
let release: string;
const config = () => join(folder, 'config.yaml');

const exportTo = (name: string, ...more: string[]): Promise<Ended> => exportBy(runWarm, name, ...more);

async function exportBy(how: typeof run, name: string, ...more: string[]): Promise<Ended> {
  const keys = {
    ARCHIVE_API_KEY: served.keys.public,
    PLACENAMES_API_KEY: served.keys.public,
    INTERNAL: served.keys.internal,
  };
  const folders = [
    '--out',
    join(folder, name),
    '--store',
    join(folder, `${name}-store`),
    '--release',
    'test',
  ];
  return how(['export', '--config', config(), ...folders, ...more], keys);
}

beforeAll(async () => {
  folder = await makeFolder();
  served = await serve();
  await writeFile(
    config(),
    `services:
  archive: { url: ${served.archive}, key: { env: ARCHIVE_API_KEY }, gender: irish }
  placenames: { url: ${served.placenames}, key: { env: PLACENAMES_API_KEY } }
pace: { concurrency: 8, perSecond: 10000 }
compress: none
`,
  );
  first = await exportBy(run, 'first');
  release = join(folder, 'first', 'test');
});

afterAll(async () => {
  await served.stop();
  await removeFolder(folder);
});

test('ends with 0 and prints the counts and the files', () => {
  expect(first.stderr).not.toContain('"level":"error"');
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(/fetched +published +withheld +rejected +unreadable/);
  expect(first.stdout).toMatch(/manuscripts: items +21 +21 +0 +0/);
  expect(first.stdout).toContain(join(release, 'data'));
});

describe('nothing leaks', () => {
  async function expectNoSecret(files: ReadonlyMap<string, Buffer | string>, output: string) {
    const secrets = Object.keys(await readJson(here('../world/secrets.json')));
    expect(secrets.length).toBeGreaterThan(30);
    expect(files.size).toBeGreaterThan(20);
    const keys = Object.values(served.keys);
    for (const word of [...secrets, ...keys]) {
      for (const [file, bytes] of files) expect(bytes.includes(word), `${word} in ${file}`).toBe(false);
      expect(output.includes(word), `${word} in what was printed`).toBe(false);
    }
  }

  test('with a public key: not into the release, not into the store, not onto the screen', async () => {
    await expectNoSecret(await filesBelow(join(folder, 'first')), first.stdout + first.stderr);
    await expectNoSecret(storedFiles(join(folder, 'first-store')), '');
  });

  async function exportWithInternalKey(profile: string): Promise<Ended> {
    const file = join(folder, `internal-${profile}.yaml`);
    const text = await readFile(config(), 'utf8');
    await writeFile(
      file,
      text.replace('env: ARCHIVE_API_KEY }, gender', `env: INTERNAL }, profile: ${profile}, gender`),
    );
    return exportTo(`internal-${profile}`, '--config', file);
  }

  test('with an internal key: the same release as with a public one, byte for byte', async () => {
    const ended = await exportWithInternalKey('privileged');
    expect(ended.code).toBe(0);
    await expectNoSecret(await filesBelow(join(folder, 'internal-privileged')), ended.stdout + ended.stderr);

    const privileged = join(folder, 'internal-privileged', 'test');
    expect(await filesBelow(join(privileged, 'data'))).toEqual(await filesBelow(join(release, 'data')));
  });
});

describe('same input, same bytes', () => {
  /** When, from where and how long are facts of the run, not of the data. */
  const comparable = async (where: string) => {
    const files = await filesBelow(where);
    const { startedAt: _, finishedAt: __, ...facts } = JSON.parse(String(files.get('run.json')));
    return new Map([...files, ['run.json', Buffer.from(JSON.stringify(facts))]]);
  };

  test('a second run gives the same release and the same store', async () => {
    expect((await exportTo('second')).code).toBe(0);
    expect(await comparable(join(folder, 'second', 'test'))).toEqual(await comparable(release));
    expect(storedFiles(join(folder, 'second-store'))).toEqual(storedFiles(join(folder, 'first-store')));
  });

  test('a build from the store alone, without a key or a service, gives the same release in its place', async () => {
    const before = await comparable(release);
    const folders = [
      '--out',
      join(folder, 'first'),
      '--store',
      join(folder, 'first-store'),
      '--release',
      'test',
    ];
    const built = await run(['build', '--config', config(), ...folders, '--replace']);
    expect(built.code).toBe(0);
    expect(await comparable(release)).toEqual(before);
  });
});

test('kinds can be exported alone: only their datasets are written', async () => {
  const ended = await exportTo('people', '--kinds', 'people');
  expect(ended.code).toBe(0);
  const files = [...(await filesBelow(join(folder, 'people', 'test', 'data'))).keys()];
  expect(files.filter((file) => file.endsWith('.ttl'))).toEqual([
    'collections.ttl',
    'links.ttl',
    'locations.ttl',
    'omissions.ttl',
    'people.ttl',
  ]);
});

test('the datasets are written in the formats that are wanted, compressed unless that is not wanted', async () => {
  const [store, out] = [join(folder, 'first-store'), join(folder, 'formats')];
  const file = join(folder, 'compressed.yaml');
  await writeFile(file, (await readFile(config(), 'utf8')).replace('compress: none\n', ''));
  const built = async (...more: string[]) => {
    const where = ['--config', file, '--store', store, '--out', out, '--release', 'x', '--kinds', 'places'];
    const ended = await runWarm(['build', ...where, ...more]);
    expect(ended.code, ended.stderr).toBe(0);
    const { files } = JSON.parse(await readFile(join(out, 'x', 'run.json'), 'utf8'));
    for (const { file, bytes, sha256 } of files) {
      const found = await readFile(join(out, 'x', 'data', file));
      expect([found.length, createHash('sha256').update(found).digest('hex')], file).toEqual([bytes, sha256]);
    }
    const places = (await readdir(join(out, 'x', 'data'))).filter((name) => name.startsWith('places.'));
    return { places: places.sort(), stdout: ended.stdout };
  };
  const usual = await built();
  expect(usual.places).toEqual(['places.jsonld.gz', 'places.nt.gz', 'places.ttl.gz']);
  expect(usual.stdout).toMatch(/^places +\d/m);
  const other = ['--compress', 'none', '--formats', 'nq,nt', '--accept-change', 'formats,compress'];
  expect((await built('--replace', ...other)).places).toEqual(['places.nq', 'places.nt']);
});
