import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EXIT, EXIT_MEANINGS } from '../../src/base/exit-codes.js';

const page = await readFile(new URL('../../docs/exit-codes.md', import.meta.url), 'utf8');

/** The rows of the table under a heading of the page, by their exit codes. */
const rowsBelow = (heading: string): ReadonlyMap<number, readonly string[]> =>
  new Map(
    [
      ...(page.split(heading)[1] ?? '')
        .split('\n## ', 1)
        .join()
        .matchAll(/^\| (\d+) \|(.*)\|$/gm),
    ].map(([, code, cells = '']) => [Number(code), cells.split('|').map((cell) => cell.trim())]),
  );

test('docs/exit-codes.md has every exit code with the meaning that the help states', () => {
  const meanings = Object.entries(EXIT).map(([name, code]) => [
    code,
    [EXIT_MEANINGS[name as keyof typeof EXIT].replaceAll('--max-rejected', '`--max-rejected`')],
  ]);
  expect([...rowsBelow('# Exit codes')]).toEqual(meanings);
});

test('docs/exit-codes.md says of every exit code what happened, what is left and what to do', () => {
  const rows = rowsBelow('## What to do');
  expect([...rows.keys()]).toEqual(Object.values(EXIT));
  for (const cells of rows.values()) {
    expect(cells).toHaveLength(3);
    for (const cell of cells) expect(cell).toMatch(/\w{3,}/);
  }
});

test('the rules for Kubernetes and systemd cover every exit code once', () => {
  const restarted = [EXIT.unavailable, EXIT.interrupted];
  // The job fails with every other code, those of killed runs included.
  const inPolicy = [...page.matchAll(/operator: NotIn, values: \[([\d, ]+)\]/g)].map(([, list = '']) => list);
  expect(inPolicy).toEqual([restarted.join(', ')]);
  // The rest is SIGKILL and the like, and 0 and 5: of an export that succeeded before what follows it failed.
  const codesOf = (list: string): number[] =>
    list
      .split(' ')
      .filter((word) => /^\d+$/.test(word))
      .map(Number);
  const [success = ''] = page.match(/(?<=^SuccessExitStatus=).*/m) ?? [];
  const [prevented = ''] = page.match(/(?<=^RestartPreventExitStatus=).*/m) ?? [];
  expect([...codesOf(prevented), ...restarted].toSorted((a, b) => a - b)).toEqual(Object.values(EXIT));
  expect(success).toBe(String(EXIT.partial));
});
