import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { previousRelease } from '../../src/cli/previous-release.js';
import { scratch } from '../support/files.js';

/** What a release is compared with, unless somebody says otherwise, is the newest before it. */

let out: string;
beforeEach(async () => {
  out = await realpath(await scratch());
});

const make = (...names: string[]) => Promise.all(names.map((name) => mkdir(join(out, name))));
const latest = (leadsTo: string) => symlink(leadsTo, join(out, 'latest'));

describe('when --previous is not given', () => {
  test('there is none in a folder that does not exist, is empty, or has no latest', async () => {
    expect(previousRelease(join(out, 'not-there'), 'b', undefined)).toBeUndefined();
    expect(previousRelease(out, 'b', undefined)).toBeUndefined();
    await writeFile(join(out, 'file'), '');
    expect(previousRelease(join(out, 'file', 'below'), 'b', undefined)).toBeUndefined();
    await make('a');
    expect(previousRelease(out, 'b', undefined)).toBeUndefined();
    await latest('gone');
    expect(previousRelease(out, 'b', undefined)).toBeUndefined();
  });

  test('it is the one that latest leads to', async () => {
    await make('a', 'z');
    await latest('a');
    expect(previousRelease(out, 'b', undefined)).toBe(join(out, 'a'));
  });

  /** Writes the manifest of a release without files. */
  const says = (name: string, previous: unknown) =>
    writeFile(
      join(out, name, 'manifest.json'),
      JSON.stringify({
        ...{
          format: 'folklore-ld-release',
          version: 1,
          program: '1',
          label: name,
          previous,
          issued: '2026-01-01',
        },
        ...{ base: 'https://data.example.org/', vocabularyBase: 'https://example.org/ns/' },
        ...{ datasets: [], derived: [], deltas: [], others: [], counts: {} },
      }),
    );

  test('it is not the one whose place is taken', async () => {
    await make('a');
    await latest('a');
    expect(previousRelease(out, 'a', undefined)).toBeUndefined();
  });

  test.each(['c', '.folklore-ld.c.former'])(
    'if a release is replaced, it is the previous one in %s',
    async (there) => {
      await make('a', 'b', there);
      await latest('b');
      await says(there, 'a');
      expect(previousRelease(out, 'c', undefined)).toBe(join(out, 'a'));
    },
  );

  test.each([null, 'gone', 'c', '..', '../a', '/', '', 7, ['a']])(
    'if the replaced release has the previous release %j, there is none',
    async (previous) => {
      await make('a', 'c');
      await latest('a');
      await says('c', previous);
      expect(previousRelease(out, 'c', undefined)).toBeUndefined();
    },
  );

  test('one of the same label elsewhere is another one', async () => {
    await make('elsewhere');
    await make('elsewhere/a');
    await latest(join(out, 'elsewhere', 'a'));
    expect(previousRelease(out, 'a', undefined)).toBe(join(out, 'elsewhere', 'a'));
  });

  test.each([
    [['.folklore-ld.a.former'], '.folklore-ld.a.former'],
    [['.folklore-ld.a.former'], 'a'],
    [['.folklore-ld.a.former', '.folklore-ld.a.partial'], '.folklore-ld.a.partial'],
    [['a', '.folklore-ld.a.partial'], '.folklore-ld.a.partial'],
  ])(
    'after a killed build that leaves %j, with latest at %s, the final path is named',
    async (there, leadsTo) => {
      await make(...there);
      await latest(leadsTo);
      expect(previousRelease(out, 'b', undefined)).toBe(join(out, 'a'));
      expect(previousRelease(out, 'a', undefined)).toBeUndefined();
    },
  );
});

describe('when one is named', () => {
  test('it is that one, by its own name', async () => {
    await make('a', 'c');
    await latest('a');
    expect(previousRelease(out, 'b', join(out, 'c'))).toBe(join(out, 'c'));
    expect(previousRelease(out, 'b', `${join(out, 'c')}/`)).toBe(join(out, 'c'));
    expect(previousRelease(out, 'b', join(out, 'latest'))).toBe(join(out, 'a'));
  });

  test.each(['nothing-there', 'a-file'])('%s is rejected, with an example', async (name) => {
    await writeFile(join(out, 'a-file'), '');
    expect(() => previousRelease(out, 'b', join(out, name))).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        exitCode: 2,
        message: expect.stringContaining(name),
        hint: expect.stringContaining('--previous'),
      }),
    );
  });
});
