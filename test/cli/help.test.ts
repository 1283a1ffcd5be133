import { type Command, CommanderError } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXIT } from '../../src/base/errors.js';
import { type CommandRunner, makeProgram } from '../../src/cli/program.js';
import { COMMANDS } from '../support/commands.js';

/** Architecture 7.13 and issue 2: `--help` of every command is good, and what it shows works. */

interface Said {
  readonly program: Command;
  readonly out: () => string;
  readonly err: () => string;
  readonly ran: readonly string[];
}

/** The program, ending in strings; what a command would do is not done. */
function quiet(): Said {
  const [out, err, ran]: [string[], string[], string[]] = [[], [], []];
  const runner: CommandRunner = async (_, logFormat) => {
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

const helpOf = async (...command: string[]) => (await answer(...command, '--help')).out();
const examplesIn = (help: string): string[] =>
  [...help.matchAll(/^ +folklore-ld (.*?)(?: {2,}.*)?$/gm)].map(([, args = '']) => args);

describe('folklore-ld --help', () => {
  it('names every command, what it does, and every exit code that can come', async () => {
    const help = await helpOf();
    for (const command of COMMANDS) expect(help).toMatch(new RegExp(`^ +${command}\\b.*\\w{3,}`, 'm'));
    for (const code of Object.values(EXIT)) expect(help).toMatch(new RegExp(`^ +${code} +\\w+`, 'm'));
  });

  it('has the commands it names', () => {
    expect(quiet().program.commands.map((command) => command.name())).toEqual(COMMANDS);
  });

  it('--version says the version alone', async () => {
    expect((await answer('--version')).out()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe.each(COMMANDS)('folklore-ld %s --help', (name) => {
  it('explains every option', async () => {
    const help = (await helpOf(name)).replace(/\n {10,}/g, ' ');
    const command = quiet().program.commands.find((one) => one.name() === name);
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
  ])('%j is told what was probably meant', async (args, meant) => {
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

  it.each(['FOLKLORE_LD_KINDS'])('a wrong %s in the environment is refused, and named', async (variable) => {
    vi.stubEnv(variable, 'plaecs');
    const { exitCode, err } = await answer('export', '--sample');
    expect(exitCode).not.toBe(0);
    expect(err()).toContain(variable);
  });
});
