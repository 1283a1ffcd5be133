import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXIT } from '../../src/base/errors.js';
import type { CommandRunner } from '../../src/cli/command.js';
import { readConfig } from '../../src/cli/config/config.js';
import { makeProgram } from '../../src/cli/program.js';
import { COMMANDS } from '../support/commands.js';
import { scratch } from '../support/files.js';

/** `--help` of every command is good, and what it shows works. */

interface Said {
  readonly program: Command;
  readonly out: () => string;
  readonly err: () => string;
  readonly ran: readonly string[];
}

/** The program, ending in strings; what a command would do is not done. */
function quiet(): Said {
  const [out, err, ran]: [string[], string[], string[]] = [[], [], []];
  const runner: CommandRunner = async (_, { logFormat }) => {
    ran.push(logFormat);
  };
  const program = makeProgram(runner);
  for (const command of [program, ...program.commands]) {
    command.configureOutput({ writeOut: (text) => out.push(text), writeErr: (text) => err.push(text) });
  }
  return { program, out: () => out.join(''), err: () => err.join(''), ran };
}

/** What the command line answers to arguments: its exit code and what it said. */
async function answer(...args: string[]): Promise<Said & { readonly exitCode: number }> {
  const said = quiet();
  try {
    await said.program.parseAsync(args, { from: 'user' });
    return { ...said, exitCode: 0 };
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    return { ...said, exitCode: thrown.exitCode };
  }
}

afterEach(() => vi.unstubAllEnvs());

function messageOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    return thrown;
  }
}

const helpOf = async (...command: string[]) => (await answer(...command, '--help')).out();
const examplesIn = (help: string): string[] =>
  [...help.matchAll(/^ +folklore-ld (.*?)(?: {2,}.*)?$/gm)].map(([, args = '']) => args);

describe('folklore-ld --help', () => {
  it('lists every command with a description, and every exit code', async () => {
    const help = await helpOf();
    for (const command of COMMANDS) expect(help).toMatch(new RegExp(`^ +${command}\\b.*\\w{3,}`, 'm'));
    for (const code of Object.values(EXIT)) expect(help).toMatch(new RegExp(`^ +${code} +\\w+`, 'm'));
  });

  it('has the commands it names', () => {
    expect(quiet().program.commands.map((command) => command.name())).toEqual(COMMANDS);
  });

  it('--version prints only the version', async () => {
    expect((await answer('--version')).out()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe.each(COMMANDS)('folklore-ld %s --help', (name) => {
  it('explains every option', async () => {
    const answered = await answer(name, '--help');
    const help = answered.out().replace(/\n {10,}/g, ' ');
    // A command gets its options when it is called.
    const command = answered.program.commands.find((one) => one.name() === name);
    const options = command?.options ?? [];
    expect(options.length).toBeGreaterThan(2);
    for (const { flags, description } of options) {
      expect(description).toMatch(/\w+ \w+/);
      expect(help).toContain(flags);
    }
  });

  it('shows examples, and each of them is understood', async () => {
    const examples = examplesIn(await helpOf(name));
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      const args = example.split(' ').map((word) => word.replace(/^'|'$/g, ''));
      expect(args[0]).toBe(name);
      expect(await answer(...args)).toMatchObject({ exitCode: 0, ran: ['auto'] });
    }
  });

  it('fits a terminal of 110 columns', async () => {
    for (const line of (await helpOf(name)).split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  });
});

describe('misuse', () => {
  it.each([
    [['exprot'], 'export'],
    [['export', '--smaple'], '--sample'],
    [['build', '--relaese', 'x'], '--release'],
    [['export', '--kinds', 'people,plaecs'], 'places'],
    [['build', '--formats', 'ttl,json-ld'], 'jsonld'],
  ])('%j is rejected with the nearest name', async (args, meant) => {
    const { exitCode, err, ran } = await answer(...args);
    expect(exitCode).not.toBe(0);
    expect(err()).toContain(meant);
    expect(err()).toMatch(/did you mean/i);
    expect(ran).toEqual([]);
  });

  it.each([
    ['export', '--kinds', ''],
    ['export', '--formats', ''],
    ['export', '--formats', 'ttl;nt'],
    ['build', '--compress', 'zip'],
    ['build', '--compress', ''],
    ['export', '--max-rejected', '-1'],
    ['export', '--max-rejected', '1.5'],
    ['export', '--attempts', '0'],
    ['build', '--release', '../elsewhere'],
    ['build', '--release', 'latest'],
    ['build', '--release', ''],
    ['build', '--release', '.hidden'],
    ['build', '--log-format', 'xml'],
    ['serve', '--port', '65536'],
    ['serve', '--port', 'http'],
    ['serve', 'surplus'],
    ['export', '--config'],
  ])('%s %s %s is refused', async (...args) => {
    const { exitCode, err, ran } = await answer(...args.filter((arg) => arg !== undefined));
    expect(exitCode).not.toBe(0);
    expect(err()).toMatch(/error: /);
    expect(ran).toEqual([]);
  });

  it.each([
    ['--attempts', '0', 'harvest.attempts', '0'],
    ['--kinds', 'plaecs', 'kinds', '[plaecs]'],
    ['--compress', 'zip', 'compress', 'zip'],
    ['--max-rejected', 'some', 'maxRejected', 'some'],
    ['--max-duration', 'soon', 'harvest.maxDuration', 'soon'],
  ])('%s %s is refused as in the file, by its own name', async (flag, text, path, value) => {
    const file = join(await scratch(), 'my.yaml');
    const [key = '', inner] = path.split('.');
    await writeFile(file, `${key}: ${inner === undefined ? value : `{ ${inner}: ${value} }`}\n`);
    const inFile = String(messageOf(() => readConfig(file, {})));
    const [, expected = 'nothing'] = new RegExp(`^ *${path}(?:\\.0)?: (.*?), got`, 'm').exec(inFile) ?? [];
    expect((await answer('export', '--sample', flag, text)).err()).toContain(
      `error: ${flag}: ${expected}, got`,
    );
  });

  it('an address with a password is refused without being repeated', async () => {
    const { err } = await answer('harvest', '--archive-url', 'http://me:s3cret@127.0.0.1');
    expect(err()).toContain('error: --archive-url: expected scheme, host and port');
    expect(err()).not.toContain('s3cret');
  });

  it.each(['FOLKLORE_LD_KINDS'])('a wrong %s in the environment is refused, and named', async (variable) => {
    vi.stubEnv(variable, 'plaecs');
    const { exitCode, err } = await answer('export', '--sample');
    expect(exitCode).not.toBe(0);
    expect(err()).toContain(variable);
  });
});
