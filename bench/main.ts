import { benchServe } from './serve.js';

/** `npm run bench -- <what>`: ratios within one run, never asserted; absolute figures drift with the machine. */
const BENCHES: Readonly<Record<string, () => Promise<void>>> = { serve: benchServe };

const [what = ''] = process.argv.slice(2);
const bench = BENCHES[what];
if (bench === undefined) {
  console.error(`There is no bench "${what}". Known are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 2;
} else {
  await bench();
}
