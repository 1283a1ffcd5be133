import { type Command, CommanderError } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXIT } from '../../src/base/exit-codes.js';
import type { CommandRunner } from '../../src/cli/feature.js';
import { makeProgram } from '../../src/cli/program.js';
import { FEATURES } from '../../src/features/index.js';
import { COMMANDS } from '../support/commands.js';

/** `--help` of every command is good, and what it shows works. */

interface Said {
  readonly program: Command;
  readonly out: () => string;
  readonly err: () => string;
  readonly ran: readonly string[];
}

/** The program, ending in strings; what a command would do is not done. */
function quiet(columns?: number): Said {
  const [out, err, ran]: [string[], string[], string[]] = [[], [], []];
  const runner: CommandRunner = async (_, { logFormat }) => {
    ran.push(logFormat);
  };
  const program = makeProgram(runner, FEATURES);
  for (const command of [program, ...program.commands]) {
    command.configureOutput({
      writeOut: (text) => out.push(text),
      writeErr: (text) => err.push(text),
      ...(columns === undefined ? {} : { getOutHelpWidth: () => columns }),
    });
  }
  return { program, out: () => out.join(''), err: () => err.join(''), ran };
}

/** What the command line answers to arguments: its exit code and what it said. */
const answer = (...args: string[]) => answerIn(undefined, ...args);

/** The same on a terminal of that width. */
async function answerIn(
  columns: number | undefined,
  ...args: string[]
): Promise<Said & { readonly exitCode: number }> {
  const said = quiet(columns);
  try {
    await said.program.parseAsync(args, { from: 'user' });
    return { ...said, exitCode: 0 };
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    return { ...said, exitCode: thrown.exitCode };
  }
}

afterEach(() => vi.unstubAllEnvs());

const helpOf = async (...command: string[]) => (await answer(...command, '--help')).out();
const examplesIn = (help: string): string[] =>
  [...help.matchAll(/^ +folklore-ld (.*?)(?: {2,}.*)?$/gm)].map(([, args = '']) => args);

describe('folklore-ld --help', () => {
  it('lists every command with a description, and every exit code', async () => {
    const help = await helpOf();
    for (const command of COMMANDS) expect(help).toMatch(new RegExp(`^ +${command}\\b.*\\w{3,}`, 'm'));
    for (const code of Object.values(EXIT)) expect(help).toMatch(new RegExp(`^ +${code} +\\w+`, 'm'));
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

  it('fits a terminal of 80 columns', async () => {
    const lines = (await answerIn(80, name, '--help')).out().split('\n');
    // Lines of commands are not wrapped.
    expect(lines.filter((line) => line.length > 80 && !/^ +(?:folklore-ld|awk) /.test(line))).toEqual([]);
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
    ['export', '--patience', '-1'],
    ['build', '--release', '../elsewhere'],
    ['build', '--release', 'latest'],
    ['build', '--release', ''],
    ['build', '--release', '.hidden'],
    ['build', '--log-format', 'xml'],
    ['serve', '--port', '65536'],
    ['serve', '--port', 'http'],
    ['serve', '--month', '0'],
    ['serve', 'surplus'],
    ['export', '--config'],
  ])('%s %s %s is refused', async (...args) => {
    const { exitCode, err, ran } = await answer(...args.filter((arg) => arg !== undefined));
    expect(exitCode).not.toBe(0);
    expect(err()).toMatch(/error: /);
    expect(ran).toEqual([]);
  });

  it('an address with a password is refused without being repeated', async () => {
    const { err } = await answer('harvest', '--archive-url', 'http://me:s3cret@127.0.0.1');
    expect(err()).toContain('error: --archive-url: expected scheme, host and port');
    expect(err()).not.toContain('s3cret');
  });

  it('a wrong value in the environment is refused, and its variable named', async () => {
    vi.stubEnv('FOLKLORE_LD_KINDS', 'plaecs');
    const { exitCode, err } = await answer('export', '--sample');
    expect(exitCode).not.toBe(0);
    expect(err()).toContain('FOLKLORE_LD_KINDS');
  });
});
