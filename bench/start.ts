import { writeFile } from 'node:fs/promises';
import { buildRelease } from './building.js';
import { whole } from './figures.js';
import { CLI, run } from './processes.js';
import type { SpeedBench } from './results.js';
import { inTurn, median } from './rounds.js';

/** Calls take a fraction of a second: more rounds than elsewhere. */
const ROUNDS = 9;

/** Calls that read nothing. */
const CALLS = ['--version', '--help', 'build --help', 'explain --help', 'completion bash'];

/** A record that each generated world has. */
const RECORD = ['cbes.item', '6500001'];

const NODE = '`node -e 0`';

/** Writes the processor time of a process at its end, in microseconds. */
const USAGE = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(2, '\\n' + (user + system) + '\\n');
});`;

/**
 * `npm run bench -- start [scale …]`: the processor time of short commands, beside the start of Node itself.
 */
export const benchStart: SpeedBench = async ({ worlds, log }, ...given) => {
  const scales = given.length === 0 ? ['0.01', '0.04'] : given;
  const usage = worlds.path('usage.cjs');
  await writeFile(usage, USAGE);
  const timed = async (...args: readonly string[]): Promise<number> => {
    const { code, stderr } = await run(process.execPath, ['-r', usage, ...args], { BENCH_KEY: '-' });
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${stderr}`);
    return Number(stderr.trimEnd().split('\n').at(-1)) / 1000;
  };
  const ways = new Map([[NODE, () => timed('-e', '0')]]);
  for (const call of CALLS) ways.set(`\`${call}\``, () => timed(CLI, ...call.split(' ')));
  for (const scale of scales) {
    const harvested = await worlds.harvested(scale);
    // It keeps the global index in the store, as each build does.
    await buildRelease(worlds, harvested);
    const explain = () => timed(CLI, 'explain', ...RECORD, '--config', harvested.config);
    ways.set(`\`explain ${RECORD.join(' ')}\`, scale ${scale}`, explain);
  }
  const took = await inTurn(Object.fromEntries(ways), ROUNDS, log);
  const bare = median(took[NODE] ?? []);
  return [
    {
      mark: 'start',
      caption: `Processor time of whole processes. Medians of ${ROUNDS} rounds in turn.`,
      rows: Object.entries(took).map(([call, all]) => ({
        call,
        ms: whole(median(all)),
        [`more than ${NODE}, ms`]: whole(median(all) - bare),
      })),
    },
  ];
};
