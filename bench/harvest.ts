import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { CLI, measure, start, stop } from './processes.js';

const CONCURRENCY = 8;

/**
 * `npm run bench -- harvest [scale …]`: a first harvest of a generated world over loopback, and one after it in
 * which nothing has changed, beside the bare fetching of the same URLs: same connections, gzip, nothing unpacked,
 * parsed or kept.
 */
export async function benchHarvest(...scales: readonly string[]): Promise<void> {
  console.log('harvest over loopback, no pace; bare: the same URLs fetched and thrown away');
  console.log(
    'scale  answers   harvest            again, unchanged    bare              of the limit  peak memory',
  );
  for (const scale of scales.length === 0 ? ['0.05', '0.1', '0.2'] : scales) await benchScale(scale);
}

async function benchScale(scale: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'folklore-ld-bench-'));
  const served = await start(CLI, 'serve', '--port', '0', '--world', 'generated', '--scale', scale);
  try {
    const { archive, placenames, keys } = served.ready as {
      archive: string;
      placenames: string;
      keys: { public: string };
    };
    const config = join(folder, 'config.yaml');
    await writeFile(
      config,
      JSON.stringify({
        services: {
          archive: { url: archive, key: { env: 'BENCH_KEY' }, gender: 'irish' },
          placenames: { url: placenames, key: { env: 'BENCH_KEY' } },
        },
        pace: { concurrency: CONCURRENCY, perSecond: 1_000_000 },
        store: join(folder, 'store'),
      }),
    );
    const environment = { BENCH_KEY: keys.public };
    const first = await measure(['harvest', '--config', config], environment);
    const { requests } = JSON.parse(await readFile(join(folder, 'store', 'store.json'), 'utf8')) as {
      requests: { service: 'archive' | 'placenames'; request: string }[];
    };
    const bare = await fetchBare({ archive, placenames }, requests, keys.public);
    const again = await measure(['harvest', '--config', config], environment);
    const rate = (seconds: number) =>
      `${seconds.toFixed(1).padStart(6)} s ${(requests.length / seconds).toFixed(0).padStart(5)}/s`;
    console.log(
      [
        scale.padEnd(5),
        String(requests.length).padStart(7),
        rate(first.seconds),
        rate(again.seconds),
        rate(bare),
        (bare / first.seconds).toFixed(2).padStart(8),
        `${first.peakMiB} MiB, again ${again.peakMiB} MiB (exit ${first.code}, ${again.code})`,
      ].join('   '),
    );
  } finally {
    await stop(served);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds it takes to fetch everything and throw it away. */
async function fetchBare(
  services: Readonly<Record<'archive' | 'placenames', string>>,
  requests: readonly { readonly service: 'archive' | 'placenames'; readonly request: string }[],
  key: string,
): Promise<number> {
  const prefix = { archive: '/api/v0.6', placenames: '/api/v0.9' };
  const begin = performance.now();
  await Promise.all(
    (['archive', 'placenames'] as const).map(async (service) => {
      const pool = new Pool(services[service], { connections: CONCURRENCY });
      const waiting = requests.filter((one) => one.service === service).values();
      const lane = async (): Promise<void> => {
        for (const { request } of waiting) {
          const { body } = await pool.request({
            method: 'GET',
            path: `${prefix[service]}${request}`,
            headers: { 'x-api-key': key, 'accept-encoding': 'gzip' },
          });
          await body.arrayBuffer();
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, lane));
      await pool.close();
    }),
  );
  return (performance.now() - begin) / 1000;
}
