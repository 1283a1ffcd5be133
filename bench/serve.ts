import { request } from 'undici';
import { askFor, median } from './load.js';
import { CLI, peakMemory, start, stop } from './processes.js';

const BARE = new URL('./bare.js', import.meta.url).pathname;

const ROUNDS = 5;
const SECONDS = 2;
/** Targets of each kind: enough that no two in a row are the same, few enough to stay warm. */
const TARGETS = 20;

const generated = (scale: string) => [
  'serve',
  '--port',
  '0',
  '--world',
  'generated',
  '--scale',
  scale,
  '--seed',
  '1',
];

/** Requests a second and MB a second of `serve`, beside a bare server that sends the same bytes from memory. */
export async function benchServe(): Promise<void> {
  const served = await start(CLI, ...generated('0.05'));
  const { archive, placenames, keys } = served.ready as {
    archive: string;
    placenames: string;
    keys: { public: string };
  };
  const key = keys.public;
  const list = async (url: string): Promise<{ id: number }[]> => {
    const { body } = await request(url, { headers: { 'x-api-key': key } });
    return (await body.json()) as { id: number }[];
  };
  const ids = (records: readonly { id: number }[]) => records.slice(0, TARGETS).map(({ id }) => id);
  const volumes = ids(await list(`${archive}/api/v0.6/cbes/volumes`));
  const people = ids(await list(`${archive}/api/v0.6/cbed?Gender=b`));
  const counties = ids(await list(`${placenames}/api/v0.9/counties`));
  const kinds = {
    'whole volumes': volumes.map((id) => `/api/v0.6/cbes?VolumeID=${id}`),
    'filtered lists': counties.map((id) => `/api/v0.6/cbeg?CountyID=${id}`),
    'single records': people.map((id) => `/api/v0.6/cbed/${id}`),
  };

  console.log(
    `serve, scale 0.05: medians of ${ROUNDS} rounds of ${SECONDS} s, taken in turn; start ${Math.round(served.startMs)} ms`,
  );
  console.log('                                 serve                  bare server            of the limit');
  for (const [kind, targets] of Object.entries(kinds)) {
    const bare = await start(BARE, archive, key, ...targets);
    for (const coding of ['identity', 'gzip']) {
      const headers = { 'x-api-key': key, 'accept-encoding': coding };
      const rounds: Record<'serve' | 'bare', Awaited<ReturnType<typeof askFor>>[]> = { serve: [], bare: [] };
      await askFor(1, archive, targets, headers);
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.serve.push(await askFor(SECONDS, archive, targets, headers));
        rounds.bare.push(await askFor(SECONDS, String(bare.ready.url), targets, headers));
      }
      const [ours, limit] = [median(rounds.serve), median(rounds.bare)];
      const rate = ({ requestsPerSecond, megabytesPerSecond }: typeof ours) =>
        `${requestsPerSecond.toFixed(0).padStart(7)}/s ${megabytesPerSecond.toFixed(1).padStart(7)} MB/s`;
      const ratio = ours.requestsPerSecond / limit.requestsPerSecond;
      console.log(
        `${kind.padEnd(16)} ${coding.padEnd(9)} ${rate(ours)}   ${rate(limit)}   ${ratio.toFixed(2)}`,
      );
    }
    await stop(bare);
  }
  console.log(`peak memory at scale 0.05: ${peakMemory(served.child)} MiB`);
  await stop(served);

  const whole = await start(CLI, ...generated('1'));
  const asked = `${String(whole.ready.archive)}/api/v0.6/cbes?SchoolCountyID=100013`;
  const begin = performance.now();
  const { body } = await request(asked, { headers: { 'x-api-key': key, 'accept-encoding': 'gzip' } });
  const bytes = (await body.arrayBuffer()).byteLength;
  const took = performance.now() - begin;
  console.log(
    `scale 1.0: ready in ${(whole.startMs / 1000).toFixed(1)} s; all schools of one county in ${(took / 1000).toFixed(1)} s ` +
      `(${(bytes / 1e6).toFixed(1)} MB gzip); peak memory ${peakMemory(whole.child)} MiB`,
  );
  await stop(whole);
}
