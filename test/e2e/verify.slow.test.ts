import { cp, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ended } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { filesBelow, scratch } from '../support/files.js';
import { answersIn, requestsIn, spoil, spoilBody } from '../support/stored.js';
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
  const ended = await runWarm(['verify', whole]);
  expect(ended.code).toBe(0);
  expect(linesOf(ended)).toEqual([
    expect.stringMatching(
      `^${whole}: ${requestsIn(whole).length} answers, .* bytes compressed, .* uncompressed\\.$`,
    ),
    'No problems found.',
  ]);
});

test('a damaged store: 6, and a line for every answer that is wrong, with the remedy; other files are named', async () => {
  const store = await copy();
  spoilBody(store, '/cbe/volumes');
  spoil(store, "DELETE FROM body WHERE sha256 IN (SELECT sha256 FROM answer WHERE request = '/cbed')");
  await writeFile(join(store, 'two\nlines'), '');
  const before = await filesBelow(store);
  const ended = await runWarm(['verify', store]);
  expect(ended.code).toBe(6);
  expect(linesOf(ended).slice(1)).toEqual([
    expect.stringMatching(/^Note: The folder has other files, .*: two\\u\{a\}lines\.$/),
    expect.stringMatching(/problems:$/),
    expect.stringMatching(/^ {2}archive \/cbe\/volumes is damaged: .*Run `folklore-ld harvest`: /),
    expect.stringMatching(/^ {2}archive \/cbed is damaged: it has no body\. Run `folklore-ld harvest`: /),
  ]);
  expect(ended.stderr).not.toContain('"level":"error"');
  expect(await filesBelow(store)).toEqual(before);
});

test('much is wrong: twenty lines, and how many more; a note is not a fault', async () => {
  const store = await copy();
  await writeFile(join(store, 'stray'), '');
  const noted = await runWarm(['verify', store]);
  expect([noted.code, linesOf(noted)[1]]).toEqual([0, expect.stringMatching(/^Note: .*stray/)]);
  const requests = answersIn(store).filter(({ status }) => status === 200);
  spoil(store, "UPDATE body SET gzip = x'00'");
  const lines = linesOf(await runWarm(['verify', store]));
  expect(lines.filter((line) => line.includes(' is damaged: '))).toHaveLength(20);
  expect(lines).toContain(`${requests.length} problems:`);
  expect(lines.at(-1)).toBe(`  and ${requests.length - 20} more`);
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
  const newer = await copy();
  spoil(newer, 'PRAGMA user_version = 99');
  spoil(newer, 'CREATE TABLE later (x)');
  for (const [folder, message, hint] of [
    [other, /cannot be verified.*store\.sqlite/, /a store that `folklore-ld harvest` has filled/],
    [newer, /version 99/, /newer/],
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
