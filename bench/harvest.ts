import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { Pool } from 'undici';
import { ratio, seconds, whole } from './figures.js';
import { measure, type Ran } from './processes.js';
import type { Room, SpeedBench } from './results.js';
import { inTurn, median, middle, ROUNDS, timed } from './rounds.js';
import type { Row } from './table.js';
import type { Harvested, Serving } from './worlds.js';

const CONCURRENCY = 8;
const SCALES = ['0.01', '0.04'];

/**
 * `npm run bench -- harvest [scale …]`: a first harvest of a generated world over loopback, and one after it in
 * which nothing has changed, beside the bare fetching of the same URLs: same connections, gzip, nothing unpacked,
 * parsed or kept.
 */
export const benchHarvest: SpeedBench = async (room, ...scales) => {
  const rows: Row[] = [];
  for (const scale of scales.length === 0 ? SCALES : scales) rows.push(...(await atScale(room, scale)));
  return [
    {
      mark: 'harvest',
      caption:
        'Over loopback, without a pace; the server is another process on the same machine, and has made its volumes ' +
        'before. The limit is fetching the same URLs and throwing them away: 8 connections, gzip, nothing unpacked. ' +
        `Medians of ${ROUNDS} rounds in turn.`,
      rows,
    },
  ];
};

interface Request {
  readonly service: 'archive' | 'placenames';
  readonly request: string;
}

async function atScale({ worlds, log }: Room, scale: string): Promise<Row[]> {
  const serving = await worlds.serve(scale);
  const harvest = ({ config, environment }: Harvested) =>
    measure(['harvest', '--config', config], environment);
  let harvested = await worlds.configure(serving);
  let requests: readonly Request[] = [];
  // The server makes its volumes when they are first asked for.
  await harvest(harvested);
  const ways = {
    'a first harvest': async () => {
      await rm(harvested.store, { recursive: true, force: true });
      harvested = await worlds.configure(serving);
      return harvest(harvested);
    },
    'again, nothing has changed': () => harvest(harvested),
    'bare fetching (the limit)': async () => {
      requests = requestsOf(harvested);
      const bare = await timed(() => fetchBare(serving, requests));
      return { seconds: bare, peakMiB: 0 };
    },
  };
  const results = await inTurn<Pick<Ran, 'seconds' | 'peakMiB'>>(ways, ROUNDS, (what) =>
    log(`scale ${scale}: ${what}`),
  );
  await worlds.stop(serving);
  const bare = median((results['bare fetching (the limit)'] ?? []).map((run) => run.seconds));
  return Object.entries(results).map(([way, runs]) => {
    const time = middle(runs, (run) => run.seconds).seconds;
    const peak = median(runs.map((run) => run.peakMiB));
    return {
      scale,
      way,
      answers: whole(requests.length),
      s: seconds(time),
      'answers/s': whole(requests.length / time),
      'of the limit': ratio(bare, time),
      'peak MiB': peak === 0 ? '' : whole(peak),
    };
  });
}

function requestsOf({ store }: Harvested): readonly Request[] {
  const database = new Database(join(store, 'store.sqlite'));
  try {
    return database.prepare('SELECT service, request FROM answer').all() as Request[];
  } finally {
    database.close();
  }
}

/** Fetches everything and throws it away. */
async function fetchBare(serving: Serving, requests: readonly Request[]): Promise<void> {
  const prefix = { archive: '/api/v0.6', placenames: '/api/v0.9' };
  await Promise.all(
    (['archive', 'placenames'] as const).map(async (service) => {
      const pool = new Pool(serving[service], { connections: CONCURRENCY });
      const waiting = requests.filter((one) => one.service === service).values();
      const lane = async (): Promise<void> => {
        for (const { request } of waiting) {
          const { body } = await pool.request({
            method: 'GET',
            path: `${prefix[service]}${request}`,
            headers: { 'x-api-key': serving.key, 'accept-encoding': 'gzip' },
          });
          await body.arrayBuffer();
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, lane));
      await pool.close();
    }),
  );
}
