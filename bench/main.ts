import { benchHarvest } from './harvest.js';
import { benchKill } from './kill.js';
import { benchReleaseKill } from './release-kill.js';
import { benchReliability } from './reliability.js';
import { benchServe } from './serve.js';
import { benchValidation } from './validation.js';

/**
 * `npm run bench -- <what>`. Figures of speed are ratios within one run, never asserted: absolute ones drift with the
 * machine. What is said of reliability has to hold: where it does not, the bench ends with 1.
 */
const BENCHES: Readonly<Record<string, (...args: readonly string[]) => Promise<void>>> = {
  serve: benchServe,
  harvest: benchHarvest,
  kill: benchKill,
  'release-kill': benchReleaseKill,
  reliability: benchReliability,
  validation: benchValidation,
};

const [what = '', ...args] = process.argv.slice(2);
const bench = BENCHES[what];
if (bench === undefined) {
  console.error(`There is no bench "${what}". Known are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
} else {
  await bench(...args);
}
