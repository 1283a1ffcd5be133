import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { seconds, whole } from './figures.js';
import { begin, startRedis, startWorkers, stopped } from './queue.js';
import type { SpeedBench } from './results.js';
import type { Row } from './table.js';
import type { Harvested, Worlds } from './worlds.js';

/** Numbers of workers that are measured, and those that are only computed. */
const MEASURED = [1, 2, 4];
const COMPUTED = [8, 16, 64];
/** The size of the real archive, in worlds of scale 1, and how many of them a fleet may map again. */
const LARGE = { scale: 1, harvests: 10 };
/** As in the planner: jobs in the queue, and the time between two looks at them, in seconds. */
const WINDOW = 256;
const POLL = 0.2;

/** Seconds of the stages of a build. */
interface Times {
  readonly mapping: number;
  readonly rest: number;
}

/** What a model of a fleet needs, in seconds. */
interface Model {
  /** From the first job to the first output: workers start their threads. */
  readonly start: number;
  /** Mapping of all shards by one worker. */
  readonly work: number;
  /** What the planner does with one output. */
  readonly merge: number;
}

/**
 * `npm run bench -- fleet [scale]`: a build with 1, 2 and 4 workers of a queue on this machine; a formula of time by number
 * of workers, fitted to it; and a simulation that does not know the formula. Needs redis-server.
 */
export const benchFleet: SpeedBench = async ({ worlds, log }, scale = '0.04') => {
  const harvested = await worlds.harvested(scale);
  const redis = await startRedis();
  try {
    const build = (name: string, ...more: readonly string[]): Promise<Times> =>
      built(harvested, worlds.path(`out-${name}`), more);
    const ways: Row[] = [];
    const note = (way: string, { mapping, rest }: Times): void => {
      ways.push({ way, 'mapping, s': seconds(mapping), 'whole build, s': seconds(mapping + rest) });
    };
    for (const threads of MEASURED) {
      log(`${threads} threads`);
      const name = threads === 1 ? 'one thread' : `${threads} threads`;
      note(name, await build(`threads-${threads}`, '--workers', String(threads)));
    }
    for (const parts of MEASURED.slice(1)) {
      log(`${parts} parts`);
      note(`${parts} parts at the same time, then the merge`, await inParts(harvested, worlds, parts));
    }
    const spool = worlds.path('spool');
    await run(
      ['build', '--config', harvested.config, '--spool', spool, '--shard', '1/1', '--workers', '1'],
      harvested,
    );
    const durations = await durationsIn(spool);
    const merged = await build('merge', '--spool', spool, '--merge', '--workers', '1');
    const merge = merged.mapping / durations.length;
    const measured = new Map<number, Times>();
    for (const workers of [...MEASURED, ...MEASURED]) {
      log(`${workers} workers`);
      const where = ['--queue', redis.address(workers), '--spool', worlds.path(`spool-${workers}`)];
      const fleet = await startWorkers(workers, where, harvested);
      const times = await build(String(workers), '--workers', '1', ...where);
      const before = measured.get(workers);
      if (before === undefined || times.mapping < before.mapping) measured.set(workers, times);
      for (const worker of fleet) await stopped(worker);
    }
    for (const [workers, times] of measured) note(`queue, ${workers} workers`, times);
    const model = modelOf(measured, merge);
    const scaled = durations.map((duration) => (duration * model.work) / sum(durations));
    const rest = median([...measured.values()].map((times) => times.rest));
    const rows = [...MEASURED, ...COMPUTED].map((workers) => ({
      workers,
      'mapping, s': measuredText(measured.get(workers)?.mapping),
      'formula, s': seconds(formula(model, durations.length, workers)),
      'simulation, s': seconds(simulate(model, scaled, workers)),
      'whole build, s': measuredText(wholeOf(measured.get(workers))),
      'whole build by the formula, s': seconds(formula(model, durations.length, workers) + rest),
    }));
    const factor = Math.round(LARGE.scale / Number(scale));
    const many = Array.from({ length: factor }, () => scaled).flat();
    const large = { ...model, work: model.work * factor };
    const minutes = (one: number): string => seconds((LARGE.harvests * one) / 60);
    const largeRows = [1, ...COMPUTED].map((workers) => ({
      workers,
      'mapping by the formula, minutes': minutes(formula(large, many.length, workers)),
      'by the simulation, minutes': minutes(simulate(large, many, workers)),
      'whole builds by the formula, minutes': minutes(formula(large, many.length, workers) + rest * factor),
    }));
    return [
      {
        mark: 'fleet-ways',
        caption: `Ways to build a world of scale ${scale} on one machine, which has other work: the queue is the better of two runs, the others are one run.`,
        rows: ways,
      },
      {
        mark: 'fleet',
        caption: `A build of a world of scale ${scale} (${whole(durations.length)} shards), planner, Redis and workers on one machine, beside other work; the better of two runs. Formula: mapping takes max(${seconds(model.start)} + ${seconds(model.work)} / workers, shards × ${(model.merge * 1000).toFixed(1)} ms), the rest ${seconds(rest)} s.`,
        rows,
      },
      {
        mark: 'fleet-large',
        caption: `Computed: ${LARGE.harvests} harvests of the size of the real archive (${whole(many.length)} shards each), built one after the other.`,
        rows: largeRows,
      },
    ];
  } finally {
    await redis.stop();
  }
};

/** Maps parts in processes at the same time, then merges them. */
async function inParts(harvested: Harvested, worlds: Worlds, parts: number): Promise<Times> {
  const spool = worlds.path('spool');
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: parts }, (_, at) => {
      const part = ['--shard', `${at + 1}/${parts}`, '--workers', '1'];
      return run(['build', '--config', harvested.config, '--spool', spool, ...part], harvested);
    }),
  );
  const mapped = (performance.now() - begun) / 1000;
  const { mapping, rest } = await built(harvested, worlds.path('out'), [
    ...['--spool', spool, '--merge', '--workers', '1'],
  ]);
  return { mapping: mapped + mapping, rest };
}

const measuredText = (figure: number | undefined): string => (figure === undefined ? '' : seconds(figure));
const wholeOf = (times: Times | undefined): number | undefined =>
  times === undefined ? undefined : times.mapping + times.rest;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Least squares of `start + work / workers`. */
function modelOf(measured: ReadonlyMap<number, Times>, merge: number): Model {
  const points = [...measured].map(([workers, { mapping }]) => ({ x: 1 / workers, y: mapping }));
  const [x, y] = [
    sum(points.map((one) => one.x)) / points.length,
    sum(points.map((one) => one.y)) / points.length,
  ];
  const work =
    sum(points.map((one) => (one.x - x) * (one.y - y))) / sum(points.map((one) => (one.x - x) ** 2));
  return { start: Math.max(0, y - work * x), work, merge };
}

/** Seconds of mapping with so many workers. The planner merges while they map. */
const formula = ({ start, work, merge }: Model, shards: number, workers: number): number =>
  Math.max(start + work / workers, shards * merge);

/**
 * Seconds of mapping, event by event: each worker takes the next job when it is free, the queue holds a window of jobs, and
 * the planner looks for outputs now and then and merges them in order, one after the other.
 *
 * @param durations seconds of each shard
 */
function simulate({ start, merge }: Model, durations: readonly number[], workers: number): number {
  const free = Array.from({ length: workers }, () => start);
  const mergedAt: number[] = [];
  let planner = 0;
  for (const [at, duration] of durations.entries()) {
    const queuedAt = mergedAt[at - WINDOW] ?? 0;
    const worker = free.indexOf(Math.min(...free));
    const done = Math.max(free[worker] ?? 0, queuedAt) + duration;
    free[worker] = done;
    const seen = Math.ceil(done / POLL) * POLL;
    planner = Math.max(planner, seen) + merge;
    mergedAt.push(planner);
  }
  return planner;
}

/** The seconds that each shard took in a spool that one thread has filled, from the times of its files. */
async function durationsIn(spool: string): Promise<readonly number[]> {
  const names = (await readdir(spool)).filter((name) => /^output-[0-9a-f]{32}-\d+$/.test(name));
  const times = await Promise.all(names.map(async (name) => (await stat(join(spool, name))).mtimeMs));
  times.sort((a, b) => a - b);
  const apart = times.slice(1).map((time, at) => (time - (times[at] ?? 0)) / 1000);
  return [median(apart), ...apart];
}

/** Builds a release. @returns the times of its stages, from run.json */
async function built(harvested: Harvested, out: string, more: readonly string[]): Promise<Times> {
  const args = ['build', '--config', harvested.config, '--out', out, '--release', 'made', '--profile'];
  await run([...args, '--compress', 'none', ...more], harvested);
  const { profile } = JSON.parse(await readFile(join(out, 'made', 'run.json'), 'utf8')) as {
    readonly profile: { readonly elapsed: number; readonly stages: Readonly<Record<string, number>> };
  };
  const mapping = profile.stages.describing ?? 0;
  return { mapping: mapping / 1000, rest: (profile.elapsed - mapping) / 1000 };
}

async function run(args: readonly string[], harvested: Harvested): Promise<void> {
  const [code] = (await once(begin(args, harvested), 'close')) as [number];
  // 5: records were rejected.
  if (code !== 0 && code !== 5) throw new Error(`${args.join(' ')} ended with ${code}`);
}
