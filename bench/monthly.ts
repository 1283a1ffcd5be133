import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { changesIn } from './building.js';
import { ratio, seconds, whole } from './figures.js';
import { measure, type Ran } from './processes.js';
import type { Room, SpeedBench, Table } from './results.js';
import { inTurn, median, ROUNDS } from './rounds.js';
import type { Row } from './table.js';
import { CHANGED, type Harvested, LATER, type Serving, type Worlds } from './worlds.js';

const SCALES = ['0.04', '0.2'];
/** Larger scales are measured once. */
const LARGEST_IN_ROUNDS = 0.1;

/** The runs that are compared. */
const RUNS = ['first', 'together', 'everywhere'] as const;
type Run = (typeof RUNS)[number];

const STEPS = {
  harvest: 'harvest',
  build: 'build in one thread; later ones with a delta',
  verify: 'verify',
} as const;
type Step = keyof typeof STEPS;

/**
 * `npm run bench -- monthly [scale …]`: a first run of everything, and the run of the next month, when one record in a
 * hundred has changed.
 */
export const benchMonthly: SpeedBench = async (room, ...scales) => {
  const rows: Row[] = [];
  const changes: string[] = [];
  for (const scale of scales.length === 0 ? SCALES : scales) {
    const measured = await atScale(room, scale);
    rows.push(...measured.rows);
    changes.push(measured.changes);
  }
  const table: Table = {
    mark: 'monthly',
    caption:
      'A first run, and the run of the next month over the same store, after one record in a hundred has changed: ' +
      'items, pages and transcripts in as few volumes as can hold them, the first people, and photographs and places either ' +
      'in as few counties as can hold them or in all counties. The services of the next month have another address, so that ' +
      'their harvests send no entity tags and fetch every answer. Formats: Turtle, N-Triples, JSON-LD, gzip. Records that the ' +
      `delta lists: ${changes.join('; ')}. ` +
      `Medians of ${ROUNDS} rounds in turn up to scale ${LARGEST_IN_ROUNDS}, one run of larger scales.`,
    rows,
  };
  return [table];
};

async function atScale(
  { worlds, log }: Room,
  scale: string,
): Promise<{ readonly rows: readonly Row[]; readonly changes: string }> {
  const report = (what: string): void => log(`scale ${scale}: ${what}`);
  const services: Readonly<Record<Run, Serving>> = {
    first: await worlds.serve(scale),
    together: await worlds.serveWith(LATER, scale, CHANGED, 'together'),
    everywhere: await worlds.serveWith(LATER, scale, CHANGED, 'everywhere'),
  };
  // A generated world makes its volumes when they are first requested.
  for (const one of [services.together, services.everywhere]) {
    const { config, environment } = await worlds.configure(one);
    await measure(['harvest', '--config', config, '--log-format', 'json'], environment);
  }
  const months = new Months(worlds, services);
  const ways = RUNS.flatMap((run) =>
    (Object.keys(STEPS) as Step[]).map((step) => [`${run} ${step}`, () => months.run(run, step)] as const),
  );
  const rounds = Number(scale) > LARGEST_IN_ROUNDS ? 1 : ROUNDS;
  const results = await inTurn<Ran>(Object.fromEntries(ways), rounds, report);
  const [together, everywhere] = [await months.changes('together'), await months.changes('everywhere')];
  await Promise.all(Object.values(services).map((one) => worlds.stop(one)));
  const cost = (run: Run, step: Step, figure: keyof Pick<Ran, 'seconds' | 'peakMiB'>): number =>
    median((results[`${run} ${step}`] ?? []).map((ran) => ran[figure]));
  const rowOf = (step: string, time: (run: Run) => number, peak?: number): Row => ({
    scale,
    step,
    'first, s': seconds(time('first')),
    'few counties, s': seconds(time('together')),
    'few counties, of the first': ratio(time('together'), time('first')),
    'all counties, s': seconds(time('everywhere')),
    'all counties, of the first': ratio(time('everywhere'), time('first')),
    'most MiB': peak === undefined ? '' : whole(peak),
  });
  const steps = Object.keys(STEPS) as Step[];
  const rows = steps.map((step) =>
    rowOf(
      STEPS[step],
      (run) => cost(run, step, 'seconds'),
      Math.max(...RUNS.map((run) => cost(run, step, 'peakMiB'))),
    ),
  );
  const total = (run: Run): number => steps.reduce((sum, step) => sum + cost(run, step, 'seconds'), 0);
  return {
    rows: [...rows, rowOf('all three', total)],
    changes: `${whole(together)} and ${whole(everywhere)} at scale ${scale}`,
  };
}

/** The runs of a round. Each later run begins with a copy of what the first one left. */
class Months {
  readonly #worlds: Worlds;
  readonly #services: Readonly<Record<Run, Serving>>;
  #out = '';
  readonly #stores = new Map<Run, Harvested>();

  constructor(worlds: Worlds, services: Readonly<Record<Run, Serving>>) {
    this.#worlds = worlds;
    this.#services = services;
  }

  /** Does one step; each run begins with its harvest. */
  async run(run: Run, step: Step): Promise<Ran> {
    if (step === 'harvest') await this.#begin(run);
    const { config, environment } = this.#stores.get(run) as Harvested;
    const previous = run === 'first' ? [] : ['--previous', this.#release('first')];
    const argumentsOf: Readonly<Record<Step, readonly string[]>> = {
      harvest: ['harvest', '--config', config],
      build: [
        'build',
        '--config',
        config,
        '--out',
        this.#out,
        '--release',
        run,
        '--workers',
        '1',
        ...previous,
      ],
      verify: ['verify', this.#release(run)],
    };
    return measure([...argumentsOf[step], '--log-format', 'json'], environment);
  }

  /** Records that the delta of a run lists. */
  changes(run: Run): Promise<number> {
    return changesIn(this.#release(run));
  }

  #release(run: Run): string {
    return join(this.#out, run);
  }

  async #begin(run: Run): Promise<void> {
    const store = this.#worlds.path('store');
    if (run === 'first') this.#out = this.#worlds.path('out');
    else {
      const { store: first } = this.#stores.get('first') as Harvested;
      await cp(first, store, { recursive: true });
    }
    this.#stores.set(run, await this.#worlds.configure(this.#services[run], store));
  }
}
