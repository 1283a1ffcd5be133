import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CLI, type Ended, NODE, type Served, serve } from '../support/cli.js';
import { scratch } from '../support/files.js';
import { pythonWith } from '../support/python.js';
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
  const init = await runWarm(['init', ...places(), '--contact', 'team@example.org'], {}, folder);
  expect(init.code, init.stderr).toBe(0);
  for (const variable of Object.keys(keys())) expect(init.stdout).toContain(`${variable}=`);
  expect(await readdir(folder)).toEqual(['folklore-ld.config.yaml']);

  const [, doctorLine, trialLine, planLine, exportLine] = [...init.stdout.matchAll(/^ +(\d)\. (.*)$/gm)].map(
    ([, , line = '']) => line,
  );
  expect(doctorLine).toMatch(/^folklore-ld doctor /);
  const doctor = await runWarm((doctorLine ?? '').split(' ').slice(1), keys(), folder);
  expect(doctor.code, doctor.stdout).toBe(0);
  // The last lines lead to the trial, as those of init do.
  const [checks = '', steps = ''] = doctor.stdout.split('Next steps:\n');
  expect(
    steps
      .trim()
      .split('\n')
      .map((line) => line.replace(/^ *\d\. /, '')),
  ).toEqual([trialLine, planLine, exportLine]);
  expect(trialLine).toMatch(/^folklore-ld export --trial --config /);
  expect(planLine).toMatch(/^folklore-ld plan --config /);
  expect(checks.trim().split('\n').length).toBeGreaterThan(15);
  // A small disk is worth a warning, here as elsewhere.
  const wrong = checks
    .trim()
    .split('\n')
    .filter((line) => !/^✓|^! only \S+ GiB free |^! .* no security fixes /.test(line));
  // What only the publisher knows.
  expect(wrong).toEqual([expect.stringMatching(/^! base .* as in the example/)]);
  expect(doctor.stdout + doctor.stderr).not.toContain(served.keys.public);
  expect(await readdir(folder)).toEqual(['folklore-ld.config.yaml']);

  expect(exportLine).toMatch(/^folklore-ld export /);
  const args = [...(exportLine ?? '').replace(/ *#.*/, '').split(' ').slice(1), '--kinds', 'people'];
  const exported = await runWarm(args, keys(), folder);
  expect(exported.code, exported.stderr).toBe(0);
});

test('an export without keys names each of them at once', async () => {
  const folder = await scratch();
  await runWarm(['init', ...places()], {}, folder);
  const ended = await runWarm(['export', '-c', 'folklore-ld.config.yaml'], {}, folder);
  expect(ended.code).toBe(2);
  for (const variable of Object.keys(keys()))
    expect(ended.stderr).toContain(`variable ${variable} is not set`);
});

/** A Python program that runs a command on a terminal of its own, and types an answer after each prompt. */
const ON_A_TERMINAL = String.raw`
import json, os, pty, select, sys
command, answers = json.loads(sys.argv[1]), json.loads(sys.argv[2])
child, terminal = pty.fork()
if child == 0:
    os.execv(command[0], command)
shown, typed = b"", 0
while True:
    ready, _, _ = select.select([terminal], [], [], 60)
    try:
        data = os.read(terminal, 65536) if ready else b""
    except OSError:
        data = b""
    if not data:
        break
    shown += data
    # After a prompt the cursor is placed.
    if typed < len(answers) and shown.count(b": \x1b[") > typed:
        os.write(terminal, (answers[typed] + "\r").encode())
        typed += 1
os.close(terminal)
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;

test('init on a terminal asks, probes both services, and names the next steps', async () => {
  const folder = await scratch();
  const python = (await pythonWith('pty')) ?? '';
  // The second variable is not set.
  const answers = [
    'nonsense',
    served.archive,
    '',
    served.placenames,
    'PN_KEY',
    'https://id.example.org/',
    '',
  ];
  const command = [...NODE, CLI, 'init', 'my.yaml'];
  const { stdout } = await promisify(execFile)(
    python,
    ['-c', ON_A_TERMINAL, JSON.stringify(command), JSON.stringify(answers)],
    { cwd: folder, env: { PATH: process.env.PATH, TERM: 'xterm', ...keys() } },
  );
  expect(stdout.match(/Address of the archive service/g)).toHaveLength(2);
  expect(stdout).toContain('services.archive.url: expected');
  expect(stdout).toContain(`✓ the archive service answers at ${served.archive}`);
  expect(stdout).toMatch(/✗ services\.placenames\.key: the environment variable PN_KEY is not set/);
  expect(stdout).toContain('1. export ARCHIVE_API_KEY=… PN_KEY=…');
  expect(stdout).toContain('folklore-ld export --trial --config my.yaml');
  expect(stdout).not.toContain(served.keys.public);
  expect(parse(await readFile(join(folder, 'my.yaml'), 'utf8'))).toMatchObject({
    services: {
      archive: { url: served.archive, key: { env: 'ARCHIVE_API_KEY' } },
      placenames: { url: served.placenames, key: { env: 'PN_KEY' } },
    },
    base: 'https://id.example.org/',
  });
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

  test('a service that is down: 3; shows first what fails, then what is a warning, each with a remedy', async () => {
    const folder = await scratch();
    await copyFile(EXAMPLE, join(folder, 'my.yaml'));
    const args = ['--archive-url', 'http://127.0.0.1:9', '--placenames-url', served.placenames];
    const doctor = (format: string, ...more: string[]) =>
      runWarm(['doctor', ...args, '-c', 'my.yaml', '--log-format', format, ...more], keys(), folder);
    const linesOf = ({ stdout }: Ended): string[] => stdout.split('\n').filter((line) => /^[✓!✗]/.test(line));
    const ended = await doctor('pretty');
    const all = linesOf(ended);
    const marks = all.map((line) => line[0] ?? '');
    expect([...new Set(marks)].join('')).toBe('✗!✓');
    expect(marks).toEqual(marks.toSorted((a, b) => '✗!✓'.indexOf(a) - '✗!✓'.indexOf(b)));
    const wrong = all.filter((line) => !line.startsWith('✓'));
    for (const line of wrong) expect(line).toMatch(/ → \w/);
    expect(ended.stdout).toMatch(/^✗ .*http:\/\/127\.0\.0\.1:9/m);
    const problems = await doctor('pretty', '--problems');
    expect([problems.code, linesOf(problems)]).toEqual([3, wrong]);
    const json = await doctor('json', '--problems');
    expect(Object.values(findingsOf(json)).map(({ status }) => status)).not.toContain('ok');
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
