import { beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../src/services/generated-world/random.js';
import { type Ended, ending, start } from '../support/cli.js';
import { deltaInto, loadInto } from './loading.js';
import { type OxigraphServer, quadsOf, type Seen } from './oxigraph-server.js';
import { sharedReleases } from './releases.js';
import { holding, startHolding } from './store-content.js';

/** The loader is killed during or just after a request. */

/** Random numbers. */
const DICE = new Random(9, 'loader killed', 0);
const POINTS = 1;

const { after, held, fresh } = await sharedReleases();

const KB = 1024;

/** Modes of the command, and the same in this process. */
const MODES = [
  [
    'the whole release, by graph-store',
    ['--protocol', 'graph-store', '--portion', '64K'],
    (url: string) => loadInto(url, after, { protocol: 'graph-store', limits: { bytes: 64 * KB } }),
  ],
  [
    'the whole release, by update',
    ['--protocol', 'update', '--portion', '64K'],
    (url: string) => loadInto(url, after, { protocol: 'update', limits: { bytes: 64 * KB } }),
  ],
  [
    'the delta',
    ['--delta', '--portion', '8K'],
    (url: string) => deltaInto(url, after, { limits: { bytes: 8 * KB } }),
  ],
] as const;

/** Loads by the command line, which is killed at a given write. */
async function loadKilled(
  server: OxigraphServer,
  args: readonly string[],
  at: number,
  when: 'lost before' | 'lost after',
): Promise<Ended> {
  const first = server.seen.length;
  const child = start(['load', after, '--endpoint', server.url, '--attempts', '1', ...args]);
  server.behave({
    fate: (_, number) => {
      if (number !== first + at) return 'answered';
      child.kill('SIGKILL');
      return when;
    },
  });
  return ending(child);
}

const isData = ({ path, body }: Seen): boolean =>
  path === '/store' || (body.includes('GRAPH <') && /\/next> \{\n</.test(body));

describe.each(MODES)('a loader of %s', (_, args, load) => {
  let writes = 0;
  let portions = 0;

  beforeAll(async () => {
    const server = await startHolding(held);
    const ended = await loadKilled(server, args, Number.MAX_SAFE_INTEGER, 'lost after');
    expect(ended.code, ended.stderr).toBe(0);
    expect(quadsOf(server.store)).toEqual(fresh);
    writes = server.seen.length;
    portions = server.seen.filter(isData).length;
    await server.stop();
  });

  test.each(['lost before', 'lost after'] as const)(
    'that is killed, its request %s execution, continues to the result of a fresh load',
    async (when) => {
      for (let point = 0; point < POINTS; point += 1) {
        const at = DICE.between(1, writes);
        const server = await holding(held);
        const killed = await loadKilled(server, args, at, when);
        expect(killed.code, `at write ${at} of ${writes}`).toBeNull();
        server.behave({});
        await load(server.url);
        expect(quadsOf(server.store), `at write ${at} of ${writes}`).toEqual(fresh);
      }
    },
  );

  test('that is killed repeatedly continues', async () => {
    const server = await holding(held);
    const step = Math.ceil(writes / 3) + 1;
    let kills = 0;
    while ((await loadKilled(server, args, step, 'lost after')).code === null) {
      kills += 1;
      expect(kills).toBeLessThan(10);
    }
    expect(quadsOf(server.store)).toEqual(fresh);
    expect(kills).toBeGreaterThan(1);
    // What was on its way when it was killed is sent twice, and nothing else is.
    expect(server.seen.filter(isData).length).toBeLessThanOrEqual(portions + kills);
  });
});
