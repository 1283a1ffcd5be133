/** What a process does to the disk. */
type Step = 'open' | 'rename';

/**
 * A module for `node --import`: ends the process without warning after so many steps of a kind on the disk. From
 * outside nobody could aim so well.
 *
 * @param about part of the first path of a step that counts
 */
export const dieAfter = (times: number, step: Step, about = ''): string =>
  `data:text/javascript,${encodeURIComponent(`
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const original = files.${step};
let left = ${times};
files.${step} = async (...args) => {
  const result = await original(...args);
  if (String(args[0]).includes(${JSON.stringify(about)})) left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  return result;
};
syncBuiltinESMExports();
`)}`;
