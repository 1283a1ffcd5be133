import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ended } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { filesBelow, makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** Arguments, output on the terminal, and the files of the report. */

let folder: string;
let release: string;
let printed: string;
const validate = (...args: string[]): Promise<Ended> => runWarm(['validate', ...args], {}, folder);

beforeAll(async () => {
  folder = await makeFolder();
  ({ release, stdout: printed } = await exportedSample());
});

afterAll(() => removeFolder(folder));

test('an export prints the findings with an example of each sort, and the folder of the report', () => {
  expect(printed).toMatch(/^0 violations, \d+ warnings?, \d+ remarks?, of \d+ sorts\.$/m);
  expect(printed).toMatch(/^warning × 1 {2}schools: people as recorded$/m);
  expect(printed).toContain(
    'No name of the person is known. Right would be: the name where the source has it; otherwise the record as it is, because age, gender and relationship are worth keeping.',
  );
  expect(printed).toMatch(/^ {4}- cbes\.person 5006 .*\(CBÉS 0112C, p\. 2, item 2\)$/m);
  expect(printed).toContain('All of them: ');
});

describe('folklore-ld validate', () => {
  test('of a release without violations ends with 0, and prints its warnings', async () => {
    const { code, stdout } = await validate(release);
    expect(code).toBe(0);
    expect(stdout).toMatch(/: \d+ records, \d[\d,]+ triples\.\n0 violations, \d+ warnings?/);
    expect(stdout).toContain('cbes.person 5006');
    expect(stdout.split('\n').length).toBeLessThanOrEqual(40);
  });

  test('of a file with a violation ends with 4, and writes every finding to --report', async () => {
    const text = await readFile(join(release, 'data', 'places.jsonld'), 'utf8');
    await writeFile(join(folder, 'places.jsonld'), text.replaceAll('"W"', '"I"'));
    const { code, stdout } = await validate('places.jsonld', '--report', 'found');
    expect(code).toBe(4);
    expect(stdout).toMatch(
      /^violation × 1 {2}places\n.*Right would be: a square of one or two letters, never I\./m,
    );
    expect(stdout).toMatch(/has “I” in square \(.*\)$/m);
    expect(stdout).toContain('All of them: found');
    const report = JSON.parse(await readFile(join(folder, 'found', 'validation.json'), 'utf8'));
    expect(report.totals.violation).toBe(1);
  });

  test('writes over no other report', async () => {
    const text = 'mine';
    await mkdir(join(folder, 'taken'));
    await writeFile(join(folder, 'taken', 'editors.csv'), text);
    const { code, stderr } = await validate(release, '--report', 'taken');
    expect([code, stderr]).toEqual([2, expect.stringContaining('it already contains a report: editors.csv')]);
    expect([...(await filesBelow(join(folder, 'taken'))).values()].map(String)).toEqual([text]);
  });

  test('leaves no partial report', async () => {
    await writeFile(
      join(folder, 'half.nt'),
      '<https://e.org/1> <https://e.org/p> "x" .\n<https://e.org/2> .\n',
    );
    const { code } = await validate('half.nt', '--report', 'half');
    expect([code, [...(await filesBelow(join(folder, 'half'))).keys()]]).toEqual([2, []]);
  });

  test.each([
    [
      'a stranger’s file',
      'stranger.ttl',
      /nothing in it is of a class that the shapes know; it holds 1 × https:\/\/e\.org\/C/,
    ],
    ['a file that is no Turtle', 'bad.ttl', /bad\.ttl cannot be read: .*line 3/],
    ['a file of comments only', 'empty.ttl', /empty\.ttl cannot be read: it holds no statement/],
    ['N-Quads without a line', 'empty.nq', /empty\.nq cannot be read: it holds no statement/],
    ['an empty list of JSON-LD', 'list.jsonld', /list\.jsonld cannot be read: it holds no statement/],
    ['an empty object of JSON-LD', 'object.jsonld', /object\.jsonld cannot be read: it holds no statement/],
  ])('of %s ends with 2, with the reason', async (_, path, why) => {
    await writeFile(join(folder, 'stranger.ttl'), '<https://e.org/1> a <https://e.org/C> .');
    await writeFile(join(folder, 'empty.ttl'), '# nothing\n');
    await writeFile(join(folder, 'empty.nq'), '');
    await writeFile(join(folder, 'list.jsonld'), '[]');
    await writeFile(join(folder, 'object.jsonld'), '{}');
    await writeFile(join(folder, 'bad.ttl'), '@prefix e: <https://e.org/> .\ne:1 a e:C .\ne:1 a .\n');
    const { code, stdout, stderr } = await validate(path);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(why);
    expect(stderr).not.toMatch(/\bat .*\.js:\d+/);
  });

  test('of lines in any order prints how to sort them, and validates the sorted ones', async () => {
    const text = await readFile(join(release, 'data', 'people.nt'), 'utf8');
    const lines = text.split('\n').filter(Boolean);
    await writeFile(
      join(folder, 'people.nt'),
      `${[...lines].sort((a, b) => (a.slice(-9) < b.slice(-9) ? -1 : 1)).join('\n')}\n`,
    );
    const mixed = await validate('people.nt');
    expect(mixed.stdout).toContain('are in several places');
    const { stdout: help } = await runWarm(['validate', '--help']);
    const [, command = ''] = /^ +(awk .*)$/m.exec(help) ?? [];
    execFileSync('sh', ['-c', command], { cwd: folder });
    const sorted = await validate('sorted.nt');
    expect(sorted.stdout).not.toContain('are in several places');
    expect([sorted.code, sorted.stdout.split(': ')[1]]).toEqual([0, expect.stringMatching(/^25 records/)]);
  });
});
