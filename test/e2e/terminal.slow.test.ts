import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI, NODE } from '../support/cli.js';
import { exportedSample } from '../support/exported-sample.js';
import { scratch } from '../support/files.js';

/** What people see on a terminal: lines that fit, and words that are whole. */

const { stderr, error } = spawnSync('script', ['--version'], { encoding: 'utf8' });
const HAS_SCRIPT = error === undefined && stderr === '';

/** The lines of a command on a terminal of so many columns, without those of its progress. */
function linesOf(folder: string, columns: number, ...words: readonly string[]): string[] {
  const command = [...NODE, CLI, ...words].map((word) => `'${word}'`).join(' ');
  const { stdout } = spawnSync('script', ['-qec', `stty cols ${columns}; ${command}`, '/dev/null'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', CI: '' },
  });
  const isProgress = (line: string): boolean => line.includes('\u001b') || /[░█]/.test(line);
  return stdout.split(/\r?\n/).filter((line) => !isProgress(line));
}

test.skipIf(!HAS_SCRIPT).each([80, 100])(
  'lines fit %i columns, and no word is cut',
  async (columns) => {
    const folder = await scratch();
    const { release } = await exportedSample();
    const runs = [
      ['export', '--sample'],
      ['plan', '--sample'],
      ['doctor', '--sample'],
      ['status', '--sample'],
      ['verify', release],
      ['validate', release],
      ['query', release],
      ['query', release, 'q01'],
      ['query', release, 'q04'],
      ['diff', release, join(folder, 'output', 'sample')],
      ['build', '--config', 'there-is-no-such-file.yaml'],
      ['harvest', '--help'],
    ];
    // The width is one number for all commands: two of them show that it is used.
    for (const words of columns === 80 ? runs : runs.slice(-5, -3)) {
      const lines = linesOf(folder, columns, ...words);
      expect(lines.join('\n').length, words.join(' ')).toBeGreaterThan(columns);
      // A path or an address may be longer than a line.
      const tooLong = lines.filter((line) => line.length > columns && line.trim().includes(' '));
      expect({ words, tooLong }).toEqual({ words, tooLong: [] });
    }
    const table = linesOf(folder, columns, 'query', release, 'q01').join(' ');
    for (const word of ['photograph:1202', 'lore-date:approximate', '1935-11/1936-02-14'])
      expect(table).toContain(word);
  },
  300_000,
);
