import { benchHarvest } from './harvest.js';
import { benchServe } from './serve.js';

/** `npm run bench -- <what>`: ratios within one run, never asserted; absolute figures drift with the machine. */
const BENCHES: Readonly<Record<string, (...args: readonly string[]) => Promise<void>>> = {
  serve: benchServe,
  harvest: benchHarvest,
};

const [what = '', ...args] = process.argv.slice(2);
const bench = BENCHES[what];
if (bench === undefined) {
  console.error(`There is no bench "${what}". Known are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
} else {
  await bench(...args);
}
