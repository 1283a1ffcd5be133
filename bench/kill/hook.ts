import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before the command line (`node --import`): counts the steps that the end of a run takes on the disk, from its
 * first document on, and ends the process without warning after, or in the middle of, one of them. From outside nobody
 * could aim so well. The first document is one that only the end of the run writes.
 */
const { KILL_AT_STEP = '0', KILL_WHEN = 'after' } = process.env;
const FIRST = 'coverage.json';

/** What changes the disk: each call is a step. */
const STEPS = ['mkdir', 'open', 'writeFile', 'rename', 'rm', 'link', 'symlink'] as const;

/** Long enough for a step to have begun, and shorter than a folder takes to be removed. */
const MIDDLE_MS = 1;

let steps = 0;
let ending = false;

const end = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

for (const name of STEPS) {
  const original = files[name] as (...args: readonly unknown[]) => Promise<unknown>;
  const counted = async (...args: readonly unknown[]): Promise<unknown> => {
    ending ||= String(args[0]).includes(FIRST);
    if (ending) steps += 1;
    const isIt = ending && steps === Number(KILL_AT_STEP);
    if (isIt && KILL_WHEN === 'within') setTimeout(end, MIDDLE_MS);
    const result = await original(...args);
    if (isIt && KILL_WHEN === 'after') end();
    return result;
  };
  Object.assign(files, { [name]: counted });
}
syncBuiltinESMExports();

if (KILL_AT_STEP === '0') process.once('exit', () => console.error(JSON.stringify({ steps })));
