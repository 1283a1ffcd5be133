import { benchArchive } from './archive.js';
import { benchBrowse } from './browse.js';
import { benchBuild } from './build.js';
import { seconds } from './figures.js';
import { benchGuard } from './guard.js';
import { benchHarvest } from './harvest.js';
import { benchKill } from './kill.js';
import { benchMonthly } from './monthly.js';
import { benchPeers } from './peers.js';
import { benchQuads } from './quads.js';
import { benchReleaseBytes } from './release-bytes.js';
import { benchReliability } from './reliability.js';
import {
  fillDocument,
  machineHere,
  ROOT,
  type Room,
  type SpeedBench,
  tableText,
  writeResults,
} from './results.js';
import { benchSearch } from './search.js';
import { benchServe } from './serve.js';
import { benchStart } from './start.js';
import { benchStores } from './stores.js';
import { benchSyscallKill } from './syscall-kill.js';
import { benchThreads } from './threads.js';
import { benchValidation } from './validation.js';
import { Worlds } from './worlds.js';
import { benchWriting } from './writing.js';

/**
 * `npm run bench` runs the benches of speed, one after the other, and makes the tables of bench/results and docs/performance.md anew;
 * `npm run bench -- <name>` runs one, and with arguments leaves the page alone; `npm run bench -- smallest` runs each at its
 * smallest. Figures of speed are ratios within one run,
 * never asserted: absolute ones drift with the machine. What is said of reliability has to hold, and the guard has to find
 * nothing slower: where they do not, the bench ends with 1.
 */
const SPEED: Readonly<Record<string, SpeedBench>> = {
  writing: benchWriting,
  quads: benchQuads,
  validation: benchValidation,
  build: benchBuild,
  threads: benchThreads,
  monthly: benchMonthly,
  harvest: benchHarvest,
  serve: benchServe,
  start: benchStart,
  browse: benchBrowse,
  peers: benchPeers,
};

/** Those that need programs which are not everywhere, or much time. */
const ELSEWHERE: Readonly<Record<string, { readonly bench: SpeedBench; readonly page: string }>> = {
  archive: { bench: benchArchive, page: 'docs/performance.md' },
  stores: { bench: benchStores, page: 'docs/stores.md' },
};

/** Benches that print what they find. */
const OTHERS: Readonly<Record<string, (room: Room, ...args: readonly string[]) => Promise<void>>> = {
  guard: benchGuard,
  kill: (_, ...args) => benchKill(...args),
  'syscall-kill': (_, ...args) => benchSyscallKill(...args),
  'release-bytes': benchReleaseBytes,
  search: benchSearch,
  reliability: (_, ...args) => benchReliability(...args),
};

/** The arguments with which each bench is smallest. */
const SMALLEST: Readonly<Record<string, readonly string[]>> = {
  writing: ['0.001', '100'],
  quads: ['0.001', '100'],
  validation: ['0.001', '20', '0.1'],
  build: ['0.001'],
  threads: ['0.001'],
  monthly: ['0.001'],
  harvest: ['0.001'],
  serve: ['0.001', '0.001'],
  start: ['0.001'],
  browse: ['0.001'],
  peers: ['20'],
  archive: ['0.001'],
};

const RESULTS = new URL('bench/results/', ROOT);
const PAGE = 'docs/performance.md';

const [what, ...args] = process.argv.slice(2);
const { bench, page } = ELSEWHERE[what ?? ''] ?? { bench: SPEED[what ?? ''], page: PAGE };
if (what === undefined) await withWorlds(runAll);
else if (what === 'smallest') await withWorlds(runSmallest);
else if (bench !== undefined) await withWorlds((worlds) => runOne(worlds, what, bench, page, args));
else if (OTHERS[what] !== undefined)
  await withWorlds((worlds) => OTHERS[what]?.(roomFor(worlds, what), ...args));
else {
  const known = Object.keys({ ...SPEED, ...ELSEWHERE, ...OTHERS });
  console.error(`There is no bench "${what}". Known are: ${known.join(', ')}.`);
  process.exitCode = 2;
}

async function runAll(worlds: Worlds): Promise<void> {
  for (const [name, one] of Object.entries(SPEED)) await runOne(worlds, name, one, PAGE, []);
}

/** Whether every bench of speed runs; the figures mean nothing. */
async function runSmallest(worlds: Worlds): Promise<void> {
  for (const [name, one] of Object.entries({ ...SPEED, archive: benchArchive })) {
    const given = SMALLEST[name];
    if (given === undefined) throw new Error(`the bench ${name} has no arguments with which it is smallest`);
    await runOne(worlds, name, one, PAGE, given);
  }
}

/** Results and a page are changed only by a run without arguments. */
async function runOne(
  worlds: Worlds,
  name: string,
  one: SpeedBench,
  document: string,
  given: readonly string[],
): Promise<void> {
  const room = roomFor(worlds, name);
  const begin = performance.now();
  const tables = await one(room, ...given);
  const machine = await machineHere();
  if (given.length === 0) await writeResults(RESULTS, name, machine, tables);
  for (const table of tables) console.log(`\n${tableText(table, machine)}`);
  room.log(`done in ${seconds((performance.now() - begin) / 1000)} s`);
  if (given.length === 0) await fillDocument(new URL(document, ROOT), machine, tables);
}

function roomFor(worlds: Worlds, name: string): Room {
  return { worlds, log: (happening) => process.stderr.write(`${name}: ${happening}\n`) };
}

async function withWorlds(use: (worlds: Worlds) => unknown): Promise<void> {
  const worlds = await Worlds.open();
  try {
    await use(worlds);
  } finally {
    await worlds.close();
  }
}
