import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFileNow } from '../../src/base/durable.js';
import { scratch } from '../support/files.js';

/** More than the greatest id of a process (proc(5), pid_max). */
const NO_PROCESS = 2 ** 22 + 1;

test('a file that is put in its place at once takes with it what a killed process has left, and nothing of one that runs', async () => {
  const folder = await scratch();
  const left = ['a.json', 'b.json'].map((name) => `${name}.${NO_PROCESS}.partial`);
  const running = `a.json.${process.ppid}.partial`;
  for (const name of [...left, running]) await writeFile(join(folder, name), 'half');
  replaceFileNow(join(folder, 'a.json'), 'whole', process.pid);
  expect((await readdir(folder)).sort()).toEqual(['a.json', running, left[1]].sort());
  expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('whole');
});
