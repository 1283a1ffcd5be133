import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Ended, run, type Served, serve } from '../support/cli.js';
import { scratch } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** `init`, `doctor` and `export`, one after the other, as an operator does on a new machine. */

const EXAMPLE = new URL('../../folklore-ld.config.yaml', import.meta.url);

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.stop());

const keys = () => ({ ARCHIVE_API_KEY: served.keys.public, PLACENAMES_API_KEY: served.keys.public });

const places = () => ['--archive-url', served.archive, '--placenames-url', served.placenames];

/** The findings of `--log-format json`. */
const findingsOf = ({
  stdout,
}: Ended): Record<string, { status: string; message: string; remedy?: string }> =>
  Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((finding) => [finding.check, finding]),
  );

test('a new machine: init, doctor, export', async () => {
  const folder = await scratch();
  const init = await run(['init', ...places(), '--contact', 'team@example.org'], {}, folder);
  expect(init.code, init.stderr).toBe(0);
  for (const variable of Object.keys(keys())) expect(init.stdout).toContain(`${variable}=`);
  expect(await readdir(folder)).toEqual(['folklore-ld.config.yaml']);

  const [, doctorLine, exportLine] = [...init.stdout.matchAll(/^ +(\d)\. (.*)$/gm)].map(
    ([, , line = '']) => line,
  );
  expect(doctorLine).toMatch(/^folklore-ld doctor /);
  const doctor = await run((doctorLine ?? '').split(' ').slice(1), keys(), folder);
  expect(doctor.code, doctor.stdout).toBe(0);
  expect(doctor.stdout.trim().split('\n').length).toBeGreaterThan(15);
  // A small disk is worth a warning, here as elsewhere.
  const wrong = doctor.stdout
    .trim()
    .split('\n')
    .filter((line) => !/^✓|^! only \S+ GiB free |^! .* no security fixes /.test(line));
  // What only the publisher knows.
  expect(wrong).toEqual([expect.stringMatching(/^! base .* as in the example/)]);
  expect(doctor.stdout + doctor.stderr).not.toContain(served.keys.public);
  expect(await readdir(folder)).toEqual(['folklore-ld.config.yaml']);

  expect(exportLine).toMatch(/^folklore-ld export /);
  const args = [...(exportLine ?? '').split(' ').slice(1), '--kinds', 'people'];
  const exported = await run(args, keys(), folder);
  expect(exported.code, exported.stderr).toBe(0);
});

describe('doctor', () => {
  test('--sample needs no configuration, and leaves no file', async () => {
    const folder = await scratch();
    const environment = {
      FOLKLORE_LD_STORE: join(folder, 'real'),
      FOLKLORE_LD_ARCHIVE_URL: 'http://127.0.0.1:9',
    };
    const ended = await runWarm(['doctor', '--sample', '--log-format', 'json'], environment, folder);
    expect(ended.code, ended.stdout).toBe(0);
    const findings = findingsOf(ended);
    // A small disk and an old Node.js are worth a warning, here as elsewhere.
    const wrong = Object.entries(findings).filter(([, { status }]) => status !== 'ok');
    expect(wrong.map(([check]) => check).filter((check) => !/\.space$|^program$/.test(check))).toEqual([]);
    expect(findings['store.folder']?.message).toContain('.folklore-ld-sample');
    expect(await readdir(folder)).toEqual([]);
  });

  test('a service that is down: 3; every failed line has a remedy', async () => {
    const folder = await scratch();
    const args = ['doctor', '--archive-url', 'http://127.0.0.1:9', '--placenames-url', served.placenames];
    const config = join(folder, 'my.yaml');
    await writeFile(config, await readFile(EXAMPLE));
    const ended = await runWarm([...args, '-c', config, '--log-format', 'pretty'], keys(), folder);
    expect(ended.code, ended.stdout).toBe(3);
    const wrong = ended.stdout.split('\n').filter((line) => /^[!✗]/.test(line));
    expect(wrong.length).toBeGreaterThan(0);
    for (const line of wrong) expect(line).toMatch(/ → \w/);
    expect(ended.stdout).toMatch(/^✗ .*http:\/\/127\.0\.0\.1:9/m);
  });

  test('shows first what fails, then what is a warning; --problems shows nothing else', async () => {
    const folder = await scratch();
    const config = join(folder, 'my.yaml');
    await writeFile(config, await readFile(EXAMPLE));
    const args = ['doctor', '--archive-url', 'http://127.0.0.1:9', '--placenames-url', served.placenames];
    const doctor = (...more: string[]) =>
      runWarm([...args, '-c', config, '--log-format', 'pretty', ...more], keys(), folder);
    const linesOf = ({ stdout }: Ended): string[] => stdout.split('\n').filter((line) => /^[✓!✗]/.test(line));
    const all = linesOf(await doctor());
    const marks = all.map((line) => line[0] ?? '');
    expect([...new Set(marks)].join('')).toBe('✗!✓');
    expect(marks).toEqual(marks.toSorted((a, b) => '✗!✓'.indexOf(a) - '✗!✓'.indexOf(b)));
    const problems = await doctor('--problems');
    expect([problems.code, linesOf(problems)]).toEqual([3, all.filter((line) => !line.startsWith('✓'))]);
    const json = await runWarm([...args, '-c', config, '--log-format', 'json', '--problems'], keys(), folder);
    expect(Object.values(findingsOf(json)).map(({ status }) => status)).not.toContain('ok');
  });

  test('--problems says so where there is none', async () => {
    const { RESULT_FORMATS: formats, printedResults } = await import('../../src/cli/doctor/check.js');
    const ok = { check: 'clock', status: 'ok', message: 'the clock is right' } as const;
    expect(printedResults([ok], formats.pretty, true)).toEqual(['✓ no problems in 1 check']);
    expect(printedResults([ok, ok], formats.json, true)).toEqual([]);
  });

  test('a refused key: 2, and it appears nowhere', async () => {
    const folder = await scratch();
    const config = join(folder, 'my.yaml');
    await writeFile(config, await readFile(EXAMPLE));
    const key = 'wrong-key-of-mine';
    for (const format of ['json', 'pretty']) {
      const ended = await runWarm(
        ['doctor', '-c', config, ...places(), '--log-format', format],
        { ...keys(), ARCHIVE_API_KEY: key },
        folder,
      );
      expect(ended.code).toBe(2);
      expect(ended.stdout + ended.stderr).not.toContain(key);
      if (format === 'json') expect(findingsOf(ended)['archive.answer']?.status).toBe('failed');
    }
  });

  test('no configuration, and one that is not right: 2, with the remedy on standard output', async () => {
    const none = await runWarm(['doctor', '--log-format', 'json']);
    expect(none.code).toBe(2);
    expect(findingsOf(none).configuration).toMatchObject({
      status: 'failed',
      remedy: expect.stringContaining('folklore-ld init'),
    });
    const file = join(await scratch(), 'my.yaml');
    await writeFile(file, 'kindz: 1');
    const wrong = await runWarm(['doctor', '-c', file, '--log-format', 'json']);
    expect(wrong.code).toBe(2);
    expect(findingsOf(wrong).configuration?.message).toMatch(/my\.yaml.*\n(.*\n)*.*"kinds"/);
  });

  test('--sample and --config do not go together: 2', async () => {
    expect((await runWarm(['doctor', '--sample', '-c', 'x.yaml'])).code).toBe(2);
  });
});

describe('init', () => {
  test('does not replace a file: 2, and how to', async () => {
    const folder = await scratch();
    expect((await runWarm(['init', 'my.yaml'], {}, folder)).code).toBe(0);
    const again = await runWarm(['init', 'my.yaml', '--gender', 'english'], {}, folder);
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('--force');
    const forced = await runWarm(['init', '--force', 'my.yaml', '--gender', 'english'], {}, folder);
    expect(forced.code).toBe(0);
    expect(parse(await readFile(join(folder, 'my.yaml'), 'utf8')).services.archive.gender).toBe('english');
  });

  test('a wrong value: 2, and no file is written', async () => {
    const folder = await scratch();
    const ended = await runWarm(['init', '--archive-url', 'http://me:s3cret@127.0.0.1'], {}, folder);
    expect(ended.code).toBe(2);
    expect(ended.stdout + ended.stderr).not.toContain('s3cret');
    expect(await readdir(folder)).toEqual([]);
  });
});
