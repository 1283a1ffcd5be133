import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXIT } from '../../src/base/exit-codes.js';
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
function quiet(columns?: number): Said {
  const [out, err, ran]: [string[], string[], string[]] = [[], [], []];
  const runner: CommandRunner = async (_, { logFormat }) => {
    ran.push(logFormat);
  };
  const program = makeProgram(runner);
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

  it.each([80, 120])('fits a terminal of %d columns', async (columns) => {
    for (const line of (await answerIn(columns, '--help')).out().split('\n'))
      expect(line.length).toBeLessThanOrEqual(columns);
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

  it.each([80, 120])('fits a terminal of %d columns', async (columns) => {
    const lines = (await answerIn(columns, name, '--help')).out().split('\n');
    // Lines of commands are not wrapped.
    const wide = lines.filter((line) => line.length > columns && !/^ +(?:folklore-ld|awk) /.test(line));
    expect(wide).toEqual([]);
    // No line is left half empty inside a paragraph.
    for (const [at, line] of lines.entries()) {
      const [next = ''] = (lines[at + 1] ?? '').split(' ');
      if (/^\S/.test(line) && next !== '' && !line.endsWith(':'))
        expect(line.length + 1 + next.length, line).toBeGreaterThan(columns);
    }
  });
});

describe('the options of a command with many', () => {
  /** The groups with the names of their options. */
  const groupsOf = (help: string): Map<string, string[]> =>
    new Map(
      help.split('\n\n').flatMap((block) => {
        const [head = '', ...lines] = block.trim().split('\n');
        const names = lines.flatMap((line) => /^ {2}(?:-\w, )?(--[\w-]+)/.exec(line)?.[1] ?? []);
        return names.length === 0 ? [] : [[head, names] as const];
      }),
    );

  it.each(['export', 'harvest', 'build'])('%s: stand in groups, each on a part of a screen', async (name) => {
    const { program, out } = await answer(name, '--help');
    const groups = groupsOf(out());
    expect(groups.size).toBeGreaterThan(2);
    for (const [head, options] of groups) {
      expect(head).toMatch(/^[A-Z].*:$/);
      expect(options.length, head).toBeLessThan(11);
    }
    const declared = program.commands.find((one) => one.name() === name)?.options ?? [];
    expect([...groups.values()].flat().sort()).toEqual(
      [...declared.map(({ long }) => long), '--help'].sort(),
    );
    expect([...groups.values()].at(-1)).toEqual(expect.arrayContaining(['--log-level', '--help']));
  });

  it('stand in one list where they are few', async () => {
    expect([...groupsOf(await helpOf('status')).keys()]).toEqual(['Options:']);
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
