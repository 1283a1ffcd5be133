import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOrder, buildRelease, contentOf, FORMATS } from './building.js';
import { ratio, seconds, whole } from './figures.js';
import { measure, measureScript, type Ran } from './processes.js';
import type { Room, SpeedBench, Table } from './results.js';
import { inTurn, median, ROUNDS } from './rounds.js';
import type { Limit, Mapped } from './stage.js';
import type { Row } from './table.js';
import type { Harvested, Serving, Worlds } from './worlds.js';

const SCALES = ['0.01', '0.04'];
/** Records whose triples are joined by hand: the rate does not depend on how many. */
const LIMIT_RECORDS = '15000';

const STAGES = {
  map: 'decode and map, nothing else',
  build: 'build in one thread: Turtle, JSON-LD, N-Quads',
  two: 'the same in two threads',
  parts: 'the same in two parts (`--shard`) at the same time, and the merge',
  full: 'export: harvest and build, Turtle, N-Triples, JSON-LD, gzip',
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
  /** Triples a second joined by hand. */
  readonly limit: number;
  /** Those that were run. */
  readonly stages: ReadonlyMap<Stage, Cost>;
}

/**
 * `npm run bench -- build [scale …]`: every way from a store or a service to a release, and the commands that read releases,
 * at several sizes: whether time grows with the triples, and memory does not.
 */
export const benchBuild: SpeedBench = async (room, ...scales) => {
  const all: AtScale[] = [];
  for (const scale of scales.length === 0 ? SCALES : scales) all.push(await atScale(room, scale));
  return all.length > 1 ? [timesOf(all), growthOf(all)] : [timesOf(all)];
};

async function atScale({ worlds, log }: Room, scale: string): Promise<AtScale> {
  const report = (what: string) => log(`scale ${scale}: ${what}`);
  report('harvesting');
  const warm = await worlds.harvested(scale);
  const serving = await worlds.serve(scale);
  const scene = new Scene(worlds, warm, serving);
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
      full: () => scene.export(),
      verify: () => measure(['verify', scene.exported]),
      validate: () => measure(['validate', scene.exported]),
    },
    ROUNDS,
    report,
  );
  await worlds.stop(serving);
  const costs = Object.entries(results).map(([stage, runs]) => {
    const cost = {
      seconds: median(runs.map((run) => run.seconds)),
      peakMiB: median(runs.map((run) => run.peakMiB)),
    };
    return [stage as Stage, cost] as const;
  });
  return { scale, ...scene.content, limit: median(limits), stages: new Map(costs) };
}

/** What happens at one scale, round by round. */
class Scene {
  readonly #worlds: Worlds;
  readonly #warm: Harvested;
  readonly #serving: Serving;
  /** The folder of the release that was exported in this round. */
  exported = '';
  #content = { records: 0, triples: 0 };

  constructor(worlds: Worlds, warm: Harvested, serving: Serving) {
    this.#worlds = worlds;
    this.#warm = warm;
    this.#serving = serving;
  }

  /** What is in a release that was built. */
  get content(): { readonly records: number; readonly triples: number } {
    return this.#content;
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
          ['build', '--config', config, ...spool, '--shard', part, '--workers', '1', ...as],
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

  /** Exports everything into an empty store. */
  async export(): Promise<Ran> {
    if (this.exported !== '') await rm(this.exported, { recursive: true });
    const out = this.#worlds.path('out');
    this.exported = join(out, 'full');
    const { config, environment } = await this.#worlds.configure(this.#serving);
    return measure(
      ['export', '--config', config, '--out', out, '--release', 'full', '--log-format', 'json'],
      environment,
    );
  }
}

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
          'peak MiB': whole(peakMiB),
        },
      ];
    }),
  );
  return {
    mark: 'build',
    caption:
      'Each run in processes of its own, their start included; memory is that of all its processes together. Triples are ' +
      'those of the release. The limit is N-Triples joined by hand from quads in memory, by one process, in the same ' +
      `rounds: ${all.map(({ limit }) => whole(limit)).join(', ')} triples/s. Medians of ${ROUNDS} rounds in turn.`,
    rows,
  };
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
    caption:
      `The same runs, scale ${largest.scale} (${whole(largest.records)} records) beside scale ${smallest.scale} ` +
      `(${whole(smallest.records)} records). Below 1, time a triple falls, because starting is spread over more of them.`,
    rows,
  };
}
