import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOrder, buildRelease, changesIn, contentOf, FORMATS } from './building.js';
import { ratio, seconds, whole } from './figures.js';
import { measure, measureScript, peakMemory, type Ran } from './processes.js';
import { type Redis, startRedis, startWorkers, stopped } from './queue.js';
import type { Room, SpeedBench, Table } from './results.js';
import { inTurn, median, ROUNDS } from './rounds.js';
import type { Limit, Mapped } from './stage.js';
import type { Row } from './table.js';
import type { Harvested, Serving, Worlds } from './worlds.js';

const LATER = fileURLToPath(new URL('./later.js', import.meta.url));
const SCALES = ['0.01', '0.02', '0.04'];
/** The share of the records that changes from one release to the next. */
const CHANGED = '0.01';
/** Records whose triples are joined by hand: the rate does not depend on how many. */
const LIMIT_RECORDS = '15000';

const STAGES = {
  map: 'decode and map, nothing else',
  build: 'build in one thread: Turtle, JSON-LD, N-Quads',
  two: 'the same in two threads',
  parts: 'the same in two parts (`--shard`) at the same time, and the merge',
  queue: 'the same by two workers of a queue',
  cached: 'the same again, nothing changed: from the cache',
  full: 'export: harvest and build, Turtle, N-Triples, JSON-LD, gzip',
  incremental: 'export again, 1 % changed, with the cache and a delta',
  delta: 'diff of the two releases',
  verify: 'verify the release',
  validate: 'validate the release',
} as const;
type Stage = keyof typeof STAGES;

/** What a stage costs. */
type Cost = Pick<Ran, 'seconds' | 'peakMiB'>;

/** What the stages of one scale came to. */
interface AtScale {
  readonly scale: string;
  readonly records: number;
  readonly triples: number;
  /** Records that differ between the two releases, as the delta lists them. */
  readonly changed: number;
  /** Triples a second joined by hand. */
  readonly limit: number;
  /** Those that were run. */
  readonly stages: ReadonlyMap<Stage, Cost>;
}

/**
 * `npm run bench -- build [scale …]`: every way from a store or a service to a release, and what is done with releases,
 * at several sizes: whether time grows with the triples, and memory does not.
 */
export const benchBuild: SpeedBench = async (room, ...scales) => {
  const all: AtScale[] = [];
  for (const scale of scales.length === 0 ? SCALES : scales) all.push(await atScale(room, scale));
  return all.length > 1 ? [timesOf(all), growthOf(all)] : [timesOf(all)];
};

async function atScale({ worlds, say }: Room, scale: string): Promise<AtScale> {
  const told = (what: string) => say(`scale ${scale}: ${what}`);
  told('harvesting');
  const warm = await worlds.harvested(scale);
  const services = {
    full: await worlds.serve(scale),
    incremental: await worlds.serveWith(LATER, scale, CHANGED),
  };
  const scene = new Scene(worlds, warm, services);
  const redis = await startRedis().catch(() => undefined);
  if (redis === undefined) told('redis-server is not installed: no queue');
  told('filling the cache');
  await scene.build({ workers: 1, cache: true });
  const limits: number[] = [];
  const results = await inTurn<Cost>(
    {
      limit: async () => {
        const args = ['limit', warm.store, LIMIT_RECORDS, worlds.path('limit.nt')];
        const ran = await measureScript<Limit>('stage', args);
        limits.push(ran.result.triplesPerSecond);
        return ran;
      },
      map: () => measureScript<Mapped>('stage', ['map', warm.store]),
      build: () => scene.build({ workers: 1 }),
      two: () => scene.build({ workers: 2 }),
      parts: () => scene.buildInParts(),
      ...(redis === undefined ? {} : { queue: () => scene.buildByQueue(redis) }),
      cached: () => scene.build({ workers: 1, cache: true }),
      full: () => scene.export('full'),
      incremental: () => scene.export('incremental'),
      delta: () => measure(['diff', scene.release('full'), scene.release('incremental')]),
      verify: () => measure(['verify', scene.release('incremental')]),
      validate: () => measure(['validate', scene.release('incremental')]),
    },
    ROUNDS,
    told,
  );
  const changed = await changesIn(scene.release('incremental'));
  await Promise.all([redis?.stop(), ...Object.values(services).map((one) => worlds.stop(one))]);
  const costs = Object.entries(results).map(([stage, runs]) => {
    const cost = {
      seconds: median(runs.map((run) => run.seconds)),
      peakMiB: median(runs.map((run) => run.peakMiB)),
    };
    return [stage as Stage, cost] as const;
  });
  return { scale, ...scene.content, changed, limit: median(limits), stages: new Map(costs) };
}

/** What happens at one scale, round by round. */
class Scene {
  readonly #worlds: Worlds;
  readonly #warm: Harvested;
  readonly #services: Readonly<Record<Release, Serving>>;
  #exported: Harvested | undefined;
  #out = '';
  #content = { records: 0, triples: 0 };

  constructor(worlds: Worlds, warm: Harvested, services: Readonly<Record<Release, Serving>>) {
    this.#worlds = worlds;
    this.#warm = warm;
    this.#services = services;
  }

  /** What is in a release that was built. */
  get content(): { readonly records: number; readonly triples: number } {
    return this.#content;
  }

  /** Where a release of this round is that was exported. */
  release(which: Release): string {
    return join(this.#out, which);
  }

  /** Makes a release of a store that is there, and removes it. */
  async build(order?: BuildOrder): Promise<Ran> {
    const made = await buildRelease(this.#worlds, this.#warm, order);
    this.#content = await contentOf(made.release);
    await rm(made.release, { recursive: true });
    return made;
  }

  /** Makes a release by two processes at the same time, each of which maps a part, and a third that merges. */
  async buildInParts(): Promise<Cost> {
    const spool = ['--spool', this.#worlds.path('spool')];
    const { config, environment } = this.#warm;
    const as = ['--formats', FORMATS, '--compress', 'none'];
    const parts = await Promise.all(
      ['1/2', '2/2'].map((part) =>
        measure(
          [
            ...['build', '--config', config, ...spool, '--shard', part, '--workers', '1', '--no-cache'],
            ...as,
          ],
          environment,
        ),
      ),
    );
    const merged = await this.build({ workers: 1, more: [...spool, '--merge'] });
    return {
      seconds: Math.max(...parts.map((part) => part.seconds)) + merged.seconds,
      peakMiB: Math.max(
        parts.reduce((sum, part) => sum + part.peakMiB, 0),
        merged.peakMiB,
      ),
    };
  }

  /** Makes a release by two workers of a queue, which wait for it. Memory is that of planner and workers. */
  async buildByQueue(redis: Redis): Promise<Cost> {
    const where = ['--queue', redis.address(0), '--spool', this.#worlds.path('spool')];
    const workers = await startWorkers(2, where, this.#warm);
    const made = await this.build({ workers: 1, more: where });
    const peaks = workers.map(peakMemory);
    await Promise.all(workers.map(stopped));
    return { seconds: made.seconds, peakMiB: peaks.reduce((sum, peak) => sum + peak, made.peakMiB) };
  }

  /** Exports everything from nothing, or a month later over the same store what has changed since. */
  async export(which: Release): Promise<Ran> {
    if (which === 'full') {
      if (this.#out !== '') await rm(this.#out, { recursive: true });
      this.#out = this.#worlds.path('out');
      this.#exported = undefined;
    }
    this.#exported = await this.#worlds.configure(this.#services[which], this.#exported?.store);
    const { config, environment } = this.#exported;
    const args = ['export', '--config', config, '--out', this.#out, '--release', which];
    const previous = which === 'full' ? [] : ['--previous', this.release('full')];
    return measure([...args, ...previous, '--log-format', 'json'], environment);
  }
}

/** Releases that are exported, one after the other. */
type Release = 'full' | 'incremental';

function timesOf(all: readonly AtScale[]): Table {
  const rows = (Object.keys(STAGES) as Stage[]).flatMap((stage) =>
    all.flatMap(({ scale, triples, limit, stages }): Row[] => {
      const cost = stages.get(stage);
      if (cost === undefined) return [];
      const { seconds: time, peakMiB } = cost;
      return [
        {
          stage: STAGES[stage],
          scale,
          triples: whole(triples),
          s: seconds(time),
          'triples/s': whole(triples / time),
          'of the limit': ratio(triples / time, limit),
          'of a full one': ofFull(stage, stages),
          'peak MiB': whole(peakMiB),
        },
      ];
    }),
  );
  const changes = all.map(
    ({ scale, changed, records }) => `${whole(changed)} of ${whole(records)} at scale ${scale}`,
  );
  return {
    mark: 'build',
    says:
      'Each run in processes of its own, their start included; memory is that of all its processes together. Triples are ' +
      'those of the release. The limit is N-Triples joined by hand from quads in memory, by one process, in the same ' +
      `rounds: ${all.map(({ limit }) => whole(limit)).join(', ')} triples/s. From one release to the next so many records ` +
      `differ, those included that changed because of others: ${changes.join(', ')}. Medians of ${ROUNDS} rounds in turn.`,
    rows,
  };
}

/** What a run that had a cache takes, of one that had none. */
function ofFull(stage: Stage, stages: ReadonlyMap<Stage, Cost>): string {
  const full = ({ cached: 'build', incremental: 'full' } as const)[stage as 'cached' | 'incremental'];
  return full === undefined ? '' : ratio(stages.get(stage)?.seconds ?? 0, stages.get(full)?.seconds ?? 0);
}

function growthOf(all: readonly AtScale[]): Table {
  const [smallest, largest] = [all[0], all.at(-1)];
  if (smallest === undefined || largest === undefined) throw new Error('no scale was measured');
  const rows = (Object.keys(STAGES) as Stage[]).flatMap((stage): Row[] => {
    const [few, many] = [smallest.stages.get(stage), largest.stages.get(stage)];
    if (few === undefined || many === undefined) return [];
    const perTriple = ({ seconds: time }: Cost, { triples }: AtScale) => time / triples;
    const more = (many.peakMiB - few.peakMiB) * 2 ** 20;
    return [
      {
        stage: STAGES[stage],
        'time a triple, largest by smallest': ratio(perTriple(many, largest), perTriple(few, smallest)),
        'peak memory, largest by smallest': ratio(many.peakMiB, few.peakMiB),
        'bytes of memory for each record more': whole(
          Math.max(0, more / Math.max(1, largest.records - smallest.records)),
        ),
      },
    ];
  });
  return {
    mark: 'growth',
    says:
      `The same runs, scale ${largest.scale} (${whole(largest.records)} records) beside scale ${smallest.scale} ` +
      `(${whole(smallest.records)} records). Below 1, time a triple falls, because starting is spread over more of them.`,
    rows,
  };
}
