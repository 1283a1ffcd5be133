import { cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, run } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { filesBelow, makeFolder, removeFolder, scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** Architecture 5: `folklore-ld verify`, 6 for a mismatch. */

let folder: string;
let whole: string;
let release: string;
beforeAll(async () => {
  folder = await makeFolder();
  ({ store: whole, release } = await exportedSample());
});
afterAll(() => removeFolder(folder));

/** A copy of the harvested store, to be damaged. */
async function copy(): Promise<string> {
  const store = join(await scratch(), 'store');
  await cp(whole, store, { recursive: true });
  return store;
}

const linesOf = ({ stdout }: Ended): string[] => stdout.trimEnd().split('\n');

function errorOf({ stderr }: Ended): Record<string, unknown> {
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(1);
  return lines[0];
}

test('a store as harvested: 0, with its counts', async () => {
  const { requests } = JSON.parse(await readFile(join(whole, 'store.json'), 'utf8'));
  const ended = await run(['verify', whole]);
  expect(ended.code).toBe(0);
  expect(linesOf(ended)).toEqual([
    expect.stringMatching(`^${whole}: ${requests.length} answers, .* bytes compressed, .* uncompressed\\.$`),
    'No problems found.',
  ]);
});

test('the progress of several threads is in bytes, of a total that does not change', async () => {
  const { stderr } = await run(['verify', release, '--workers', '2', '--log-format', 'json']);
  const progress = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'progress');
  const files = [...(await filesBelow(release)).values()];
  const bytes = files.reduce((sum, { length }) => sum + length, 0);
  expect(progress.length).toBeGreaterThan(1);
  for (const { what, total } of progress) expect([what, total]).toEqual(['verifying, in bytes', bytes]);
  expect(progress.at(-1).done).toBe(bytes);
});

test('a damaged store: 6, and a line for every file that is wrong, with the remedy', async () => {
  const store = await copy();
  await truncate(join(store, 'archive/cbe/volumes.json.gz'), 20);
  await rm(join(store, 'archive/cbe/VolumeID=3101.json.gz'));
  await writeFile(join(store, 'two\nlines'), '');
  const before = await filesBelow(store);
  const ended = await runWarm(['verify', store]);
  expect(ended.code).toBe(6);
  expect(linesOf(ended).slice(1)).toEqual([
    '3 problems:',
    expect.stringMatching(
      /^ {2}archive\/cbe\/VolumeID=3101\.json\.gz is missing\. Run `folklore-ld harvest`: /,
    ),
    expect.stringMatching(
      /^ {2}archive\/cbe\/volumes\.json\.gz cannot be unpacked: .*Run `folklore-ld harvest`: /,
    ),
    expect.stringMatching(/^ {2}two\\u\{a\}lines is not in the manifest\. Move it elsewhere/),
  ]);
  expect(ended.stderr).not.toContain('"level":"error"');
  expect(await filesBelow(store)).toEqual(before);
});

test('much is wrong: twenty lines, and how many more', async () => {
  const store = await copy();
  for (let n = 10; n < 35; n += 1) await writeFile(join(store, `stray-${n}`), '');
  const lines = linesOf(await runWarm(['verify', store]));
  expect(lines.filter((line) => line.includes('stray-'))).toHaveLength(20);
  expect(lines.at(1)).toBe('25 problems:');
  expect(lines.at(-1)).toBe('  and 5 more');
});

test('a note is not a fault: 0', async () => {
  const store = await copy();
  await writeFile(join(store, 'journal.ndjson'), '');
  const ended = await runWarm(['verify', store]);
  expect(ended.code).toBe(0);
  expect(linesOf(ended).slice(1)).toEqual([
    expect.stringMatching(/^Note: journal\.ndjson/),
    'No problems found.',
  ]);
});

test('the store need not be named: by --store, by the environment, by the configuration, or where it always is', async () => {
  const away = await scratch();
  await cp(whole, join(away, '.folklore-ld'), { recursive: true });
  await writeFile(
    join(away, 'config.yaml'),
    `services:
  archive: { url: http://127.0.0.1:9, key: { env: NONE }, gender: irish }
  placenames: { url: http://127.0.0.1:9, key: { env: NONE } }
store: ${whole}
`,
  );
  const verified = async (args: string[], environment: Record<string, string> = {}) =>
    linesOf(await runWarm(['verify', ...args], environment, away))[0]?.split(':')[0];
  expect(await verified(['--store', whole])).toBe(whole);
  expect(await verified([], { FOLKLORE_LD_STORE: whole })).toBe(whole);
  expect(await verified(['-c', 'config.yaml'])).toBe(whole);
  expect(await verified([])).toMatch(/\.folklore-ld$/);
  expect(await verified([whole], { FOLKLORE_LD_STORE: 'elsewhere' })).toBe(whole);
});

test('a folder of something else: 2, with the missing and the expected files', async () => {
  const other = await scratch();
  await writeFile(join(other, 'thesis.docx'), 'years of work');
  const ended = await runWarm(['verify', other]);
  expect(ended.code).toBe(2);
  expect(ended.stdout).toBe('');
  expect(errorOf(ended)).toMatchObject({
    code: 'STORE_UNUSABLE',
    message: expect.stringMatching(/cannot be verified.*store\.json/),
    hint: expect.stringContaining('a store that `folklore-ld harvest` has filled'),
  });
});

test('no folder, an empty one, one of a newer program: 2, with the message that every command has', async () => {
  const away = await scratch();
  await mkdir(join(away, 'empty'));
  await mkdir(join(away, 'newer'));
  await writeFile(join(away, 'newer/store.json'), '{"format":"folklore-ld-store","version":2}');
  for (const [name, message] of [
    ['none', 'There is no harvest'],
    ['empty', 'There is no harvest'],
    ['newer', 'version 2'],
  ] as const) {
    const ended = await runWarm(['verify', join(away, name)]);
    expect(ended.code).toBe(2);
    expect(errorOf(ended).message).toContain(message);
  }
});

describe('a release', () => {
  /** A copy of it, to be damaged. */
  async function copyOf(): Promise<string> {
    const copied = join(await scratch(), 'release');
    await cp(release, copied, { recursive: true });
    return copied;
  }

  test('as made: 0, with its counts', async () => {
    const ended = await runWarm(['verify', release]);
    expect(ended.code).toBe(0);
    expect(linesOf(ended)).toEqual([
      expect.stringMatching(`^${release}: \\d+ files, \\d+ records, [\\d,]+ triples\\.$`),
      'No problems found.',
    ]);
  });

  test('damaged: 6, with the fault, the file and the remedy; nothing is written', async () => {
    const damaged = await copyOf();
    await truncate(join(damaged, 'data/transcribers.ttl'), 3000);
    await writeFile(join(damaged, 'two\nlines'), '');
    const before = await filesBelow(damaged);
    const ended = await runWarm(['verify', damaged]);
    expect(ended.code).toBe(6);
    expect(linesOf(ended).slice(1)).toEqual([
      '3 problems:',
      expect.stringMatching(
        /^ {2}data\/transcribers\.ttl does not match its checksum\. Fetch the release again/,
      ),
      expect.stringMatching(/^ {2}two\\u\{a\}lines is not in SHA256SUMS\. If it does not belong/),
      expect.stringMatching(/^ {2}data\/transcribers\.ttl (?:lacks|differs from|cannot be read)/),
    ]);
    expect(ended.stderr).not.toContain('"level":"error"');
    expect(await filesBelow(damaged)).toEqual(before);
  });

  test('gives the same report with several threads', async () => {
    const damaged = await copyOf();
    await truncate(join(damaged, 'data/transcribers.ttl'), 3000);
    await writeFile(join(damaged, 'derived/people.csv'), 'a,b\r\n1\r\n');
    const [alone, together] = [
      await runWarm(['verify', damaged, '--workers', '1']),
      await runWarm(['verify', damaged, '--workers', '3']),
    ];
    expect(linesOf(alone).length).toBeGreaterThan(4);
    expect(linesOf(together)).toEqual(linesOf(alone));
    expect(together.code).toBe(6);
  });

  test('without its manifest: 6', async () => {
    const damaged = await copyOf();
    await rm(join(damaged, 'manifest.json'));
    const ended = await runWarm(['verify', damaged]);
    expect(ended.code).toBe(6);
    expect(linesOf(ended).at(-1)).toMatch(/^ {2}manifest\.json is not there\./);
  });

  test('of something else, or of a newer program: 2', async () => {
    for (const [manifest, why] of [
      ['{"name":"an app"}', 'something else'],
      ['{"format":"folklore-ld-release","version":2}', 'newer'],
    ] as const) {
      const other = await scratch();
      await writeFile(join(other, 'manifest.json'), manifest);
      const ended = await runWarm(['verify', other]);
      expect(ended.code).toBe(2);
      expect(ended.stdout).toBe('');
      expect(errorOf(ended)).toMatchObject({
        code: 'FILE_UNREADABLE',
        message: expect.stringContaining(why),
      });
    }
  });
});
