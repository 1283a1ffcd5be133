import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../support/commands.js';
import { exportedSample } from '../support/exported-sample.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { runWarm } from '../support/warm.js';

/** One call of each kind of every command: help, wrong, right. */

let folder: string;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => removeFolder(folder));

const call = (...args: string[]) => runWarm(args, {}, folder);

describe.each(COMMANDS)('`%s`', (command) => {
  test('--help ends with 0 and shows an example', async () => {
    const { code, stdout } = await call(command, '--help');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Usage: folklore-ld ${command}\\b`)),
    ]);
    expect(stdout).toMatch(new RegExp(`^ *(\\$ )?folklore-ld ${command}\\b`, 'm'));
  });

  test('with an option that is unknown ends with 2, and prints no stack', async () => {
    const { code, stdout, stderr } = await call(command, '--no-such-option');
    expect([code, stdout]).toEqual([2, '']);
    // What a command cannot do without is missed first.
    expect(stderr).toMatch(/--no-such-option|required option/);
    expect(stderr).not.toMatch(/\bat .*\.js:\d+/);
  });
});

test('`folklore-ld` alone and an unknown command end with 2', async () => {
  expect((await call()).code).toBe(2);
  expect(await call('exprot')).toMatchObject({ code: 2, stderr: expect.stringContaining('export') });
});

test.each([
  ['`plan` lists requests', ['plan', '--sample'], / requests/],
  ['`status` says how the last run went', ['status', '--sample', '--store', 'STORE'], /harvest|release/],
  ['`init` writes a configuration', ['init', 'my.yaml'], /my\.yaml/],
])('%s', async (_, args, printed) => {
  const sample = await exportedSample();
  const given = args.map((arg) =>
    arg === 'STORE' ? sample.store : arg === 'RELEASE' ? sample.release : arg,
  );
  const { code, stdout, stderr } = await call(...given);
  expect([code, stdout], stderr).toEqual([0, expect.stringMatching(printed)]);
});
