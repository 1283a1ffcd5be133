import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { ratio, seconds, whole } from './figures.js';
import { askFor, type Round } from './load.js';
import { peakMemory, start, stop } from './processes.js';
import type { Room, SpeedBench, Table } from './results.js';
import { inTurn, middle, ROUNDS } from './rounds.js';
import type { Row } from './table.js';
import type { Serving } from './worlds.js';

const BARE = fileURLToPath(new URL('./bare.js', import.meta.url));

/** How long each round asks. */
const SECONDS = 1;
/** Targets of each kind: enough that no two in a row are the same, few enough to stay warm. */
const TARGETS = 20;
const SCALE = '0.05';

/**
 * `npm run bench -- serve [scale] [scale of the whole archive]`: requests and MB a second of `serve`, beside a bare server that
 * sends the same from memory.
 */
export const benchServe: SpeedBench = async (room, scale = SCALE, large = '1') => [
  await rates(room, scale),
  await wholeArchive(room, large),
];

async function rates({ worlds, log }: Room, scale: string): Promise<Table> {
  const served = await worlds.serve(scale, '--seed', '1');
  const { archive, key } = served;
  const rows: Row[] = [];
  for (const [kind, targets] of Object.entries(await targetsOf(served))) {
    const bare = await start(BARE, archive, key, ...targets);
    for (const coding of ['identity', 'gzip']) {
      const headers = { 'x-api-key': key, 'accept-encoding': coding };
      await askFor(SECONDS, archive, targets, headers);
      const results = await inTurn(
        {
          serve: () => askFor(SECONDS, archive, targets, headers),
          bare: () => askFor(SECONDS, String(bare.ready.url), targets, headers),
        },
        ROUNDS,
        (what) => log(`${kind}, ${coding}: ${what}`),
      );
      const rate = (which: string): Round => middle(results[which] ?? [], (one) => one.requestsPerSecond);
      const [ours, limit] = [rate('serve'), rate('bare')];
      rows.push({
        answers: kind,
        coding,
        'serve: requests/s': whole(ours.requestsPerSecond),
        'MB/s': whole(ours.megabytesPerSecond),
        'bare: requests/s': whole(limit.requestsPerSecond),
        'of the limit': ratio(ours.requestsPerSecond, limit.requestsPerSecond),
      });
    }
    await stop(bare);
  }
  const peak = peakMemory(served.process.child);
  await worlds.stop(served);
  return {
    mark: 'serve',
    caption:
      `A generated world of scale ${scale} beside a bare server that sends the same bytes from memory, both on this machine, ` +
      `four connections; ready in ${seconds(served.process.startMs / 1000)} s, peak memory ${whole(peak)} MiB. Medians of ` +
      `${ROUNDS} rounds of ${SECONDS} s in turn.`,
    rows,
  };
}

async function targetsOf({
  archive,
  placenames,
  key,
}: Serving): Promise<Readonly<Record<string, readonly string[]>>> {
  const list = async (url: string): Promise<readonly number[]> => {
    const { body } = await request(url, { headers: { 'x-api-key': key } });
    return ((await body.json()) as { id: number }[]).slice(0, TARGETS).map(({ id }) => id);
  };
  const volumes = await list(`${archive}/api/v0.6/cbes/volumes`);
  const people = await list(`${archive}/api/v0.6/cbed?Gender=b`);
  const counties = await list(`${placenames}/api/v0.9/counties`);
  return {
    'whole volumes': volumes.map((id) => `/api/v0.6/cbes?VolumeID=${id}`),
    'filtered lists': counties.map((id) => `/api/v0.6/cbeg?CountyID=${id}`),
    'single records': people.map((id) => `/api/v0.6/cbed/${id}`),
  };
}

/** What it takes to serve as much as the real archive holds. */
async function wholeArchive({ worlds, log }: Room, scale: string): Promise<Table> {
  const results = await inTurn(
    {
      whole: async () => {
        const served = await worlds.serve(scale, '--seed', '1');
        const begin = performance.now();
        const { body } = await request(`${served.archive}/api/v0.6/cbes?SchoolCountyID=100013`, {
          headers: { 'x-api-key': served.key, 'accept-encoding': 'gzip' },
        });
        const bytes = (await body.arrayBuffer()).byteLength;
        const took = (performance.now() - begin) / 1000;
        const peakMiB = peakMemory(served.process.child);
        await worlds.stop(served);
        return { ready: served.process.startMs / 1000, took, bytes, peakMiB };
      },
    },
    ROUNDS,
    log,
  );
  const { ready, took, bytes, peakMiB } = middle(results.whole ?? [], (one) => one.took);
  return {
    mark: 'serve-whole',
    caption: `A generated world of the size of the real archive, and one request for all schools of one county. The median of ${ROUNDS} runs.`,
    rows: [
      {
        'ready, s': seconds(ready),
        'answered, s': seconds(took),
        'MB, gzip': (bytes / 1e6).toFixed(1),
        'peak MiB': whole(peakMiB),
      },
    ],
  };
}
