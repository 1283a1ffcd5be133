/** What a process does to the disk. */
type Step = 'open' | 'rename';

/**
 * A module for `node --import`: ends the process without warning after so many steps of a kind on the disk. A signal
 * from outside could not be aimed so well.
 *
 * @param about part of the first path of a step that counts, or what that path matches
 */
export const dieAfter = (times: number, step: Step, about: string | RegExp = ''): string =>
  after(times, step, about, `process.kill(process.pid, 'SIGKILL')`);

/** The same, but the process only waits there, until a file is made. */
export const waitAfter = (times: number, step: Step, about: string | RegExp, file: string): string =>
  after(times, step, about, `while (!existsSync(${JSON.stringify(file)})) Atomics.wait(cell, 0, 0, 20)`);

const after = (times: number, step: Step, about: string | RegExp, act: string): string =>
  `data:text/javascript,${encodeURIComponent(`
import { existsSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const cell = new Int32Array(new SharedArrayBuffer(4));
const original = files.${step};
let left = ${times};
files.${step} = async (...args) => {
  const result = await original(...args);
  const path = String(args[0]);
  if (${about instanceof RegExp ? `${about}.test(path)` : `path.includes(${JSON.stringify(about)})`}) left -= 1;
  if (left === 0) ${act};
  return result;
};
syncBuiltinESMExports();
`)}`;
