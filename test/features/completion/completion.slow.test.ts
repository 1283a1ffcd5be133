import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../support/commands.js';
import { scratch } from '../../support/files.js';
import { runWarm } from '../../support/warm.js';

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

const scripts: Record<string, string> = {};
beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) scripts[shell] = (await runWarm(['completion', shell])).stdout;
});

/** What a user is offered for the last word of a command line. */
type Complete = (...words: readonly string[]) => Promise<readonly string[]>;

/** The lines that a shell prints with the script of this shell between others. */
async function printed(shell: string, option: string, before: string, after: string): Promise<string[]> {
  const file = join(await scratch(), 'script');
  await writeFile(file, [before, scripts[shell], after].join('\n'));
  const { status, stdout, stderr } = spawnSync(shell, [option, file], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter(Boolean);
}

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

const SHELLS: Readonly<Record<string, Complete>> = {
  bash: (...words) => {
    const line = `COMP_WORDS=(folklore-ld ${quoted(words)}); COMP_CWORD=${words.length}`;
    return printed('bash', '--norc', line, "_folklore_ld; IFS=$'\\n'; echo \"$" + '{COMPREPLY[*]}"');
  },
  fish: async (...words) => {
    const offered = await printed('fish', '--no-config', '', `complete -C 'folklore-ld ${words.join(' ')}'`);
    return offered.map((line) => line.split('\t')[0] ?? '');
  },
};

describe.each(Object.keys(SHELLS))('completion in %s', (shell) => {
  const complete = SHELLS[shell] as Complete;

  test.skipIf(!has(shell))(`offers commands, options and values (${shell})`, async () => {
    expect((await complete('ex')).toSorted()).toEqual(['explain', 'export']);
    expect(await complete('')).toEqual(expect.arrayContaining(COMMANDS));
    // Settings of the configuration are options, too.
    expect(await complete('export', '--max-')).toEqual(
      expect.arrayContaining(['--max-rejected', '--max-duration', '--max-withdrawn']),
    );
    expect(await complete('serve', '--max-')).toEqual(['--max-connections']);
    expect(await complete('export', '--on-violation', '')).toEqual(
      expect.arrayContaining(['trim', 'skip', 'keep', 'halt']),
    );
    expect(await complete('plan', '--kinds', 'ma')).toEqual(['manuscripts']);
    expect(await complete('completion', 'z')).toEqual(['zsh']);
  });
});

/** What the script passes to the functions of zsh that complete, which do so only at a prompt. */
const toZsh = (...words: readonly string[]): Promise<string[]> =>
  printed(
    ...(['zsh', '-f'] as const),
    'compdef() { }; _describe() { print -l -- $commands }; _arguments() { print -l -- "$@" }',
    `words=(folklore-ld ${quoted(words)}); CURRENT=${words.length + 1}; _folklore_ld`,
  );

test.skipIf(!has('zsh'))('completion in zsh offers commands, options and values (zsh)', async () => {
  const commands = (await toZsh('')).map((line) => line.split(':')[0]);
  expect(commands.toSorted()).toEqual(COMMANDS.toSorted());
  const options = await toZsh('export', '--max-');
  expect(options).toEqual(
    expect.arrayContaining([expect.stringMatching(/^--max-rejected\[.+\]:maxRejected:_files$/)]),
  );
  expect(options.join('\n')).toMatch(/^--log-level\[.*\]:logLevel:\(debug info warn error\)$/m);
  expect(await toZsh('completion', '')).toContain('*:value:(bash zsh fish)');
});

test('an unknown shell is refused: 2', async () => {
  expect((await runWarm(['completion', 'tcsh'])).code).toBe(2);
});
