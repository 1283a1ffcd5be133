import { expect, test } from 'vitest';
import { mayInject } from '../../bench/syscall-kill/calls.js';
import { runBench } from './compiled.js';

/** One kill for each command in each run; `KILL_POINTS=500 SEED=random` tries more, and others. */

const { KILL_POINTS = '12', SEED = '1' } = process.env;
const seed = SEED === 'random' ? String(Math.floor(Math.random() * 2 ** 31)) : SEED;

test.skipIf(!mayInject())(
  `commands that are killed before system calls end, at the next run, as without a kill (seed ${seed})`,
  {
    timeout: 24 * 60 * 60_000,
  },
  async () => {
    const { stdout } = await runBench(['syscall-kill', KILL_POINTS, seed]);
    // At a moment of a thread that another run does not reach, nothing is killed.
    const [, same, killed] = /all of them.*?(\d+) of (\d+) \|\n/s.exec(`${stdout}\n`) ?? [];
    expect(same).toBe(killed);
    expect(Number(killed)).toBeGreaterThan(Number(KILL_POINTS) / 2);
  },
);
