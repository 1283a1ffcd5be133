import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ended } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { filesBelow, scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** Architecture 5: `folklore-ld verify`, 6 for a mismatch. */

let whole: string;
let release: string;
beforeAll(async () => {
  ({ store: whole, release } = await exportedSample());
});

/** A copy of the harvested store, to be damaged. */
async function copy(): Promise<string> {
  const store = join(await scratch(), 'store');
  await cp(whole, store, { recursive: true });
  return store;
}

const linesOf = ({ stdout }: Ended): string[] => stdout.trimEnd().split('\n');

test('a store as harvested: 0, with its counts', async () => {
  const { requests } = JSON.parse(await readFile(join(whole, 'store.json'), 'utf8'));
  const ended = await runWarm(['verify', whole]);
  expect(ended.code).toBe(0);
  expect(linesOf(ended)).toEqual([
    expect.stringMatching(`^${whole}: ${requests.length} answers, .* bytes compressed, .* uncompressed\\.$`),
    'No problems found.',
  ]);
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

test('much is wrong: twenty lines, and how many more; a note is not a fault', async () => {
  const store = await copy();
  await writeFile(join(store, 'journal.ndjson'), '');
  const noted = await runWarm(['verify', store]);
  expect([noted.code, linesOf(noted)[1]]).toEqual([0, expect.stringMatching(/^Note: journal\.ndjson/)]);
  for (let n = 10; n < 35; n += 1) await writeFile(join(store, `stray-${n}`), '');
  const lines = linesOf(await runWarm(['verify', store]));
  expect(lines.filter((line) => line.includes('stray-'))).toHaveLength(20);
  expect(lines).toContain('25 problems:');
  expect(lines.at(-1)).toBe('  and 5 more');
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

test('a folder of something else, or of a newer program: 2, with the expected files', async () => {
  const other = await scratch();
  await writeFile(join(other, 'thesis.docx'), 'years of work');
  const newer = await scratch();
  await writeFile(join(newer, 'store.json'), '{"format":"folklore-ld-store","version":2}');
  for (const [folder, message, hint] of [
    [other, /cannot be verified.*store\.json/, /a store that `folklore-ld harvest` has filled/],
    [newer, /version 2/, /newer/],
  ] as const) {
    const { code, stdout, stderr } = await runWarm(['verify', folder]);
    expect([code, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr)).toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  }
});

describe('a release', () => {
  test('as made: 0, with its counts', async () => {
    const ended = await runWarm(['verify', release]);
    expect(ended.code).toBe(0);
    expect(linesOf(ended)).toEqual([
      expect.stringMatching(`^${release}: \\d+ files, \\d+ records, [\\d,]+ triples\\.$`),
      'No problems found.',
    ]);
  });

  test('damaged: 6, with the fault, the file and the remedy; nothing is written', async () => {
    const damaged = join(await scratch(), 'release');
    await cp(release, damaged, { recursive: true });
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
});
