import { beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../../src/services/generated-world/random.js';
import { type Ended, ending, start } from '../../support/cli.js';
import { deltaInto, loadInto } from './loading.js';
import { type OxigraphServer, quadsOf, sentGraphs } from './oxigraph-server.js';
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
    (url: string) => loadInto(url, after, { protocol: 'graph-store', portion: 64 * KB }),
  ],
  [
    'the whole release, by update',
    ['--protocol', 'update', '--portion', '64K'],
    (url: string) => loadInto(url, after, { protocol: 'update', portion: 64 * KB }),
  ],
  [
    'the delta',
    ['--delta', '--portion', '64K'],
    (url: string) => deltaInto(url, after, { portion: 64 * KB }),
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

/** The graphs that two consecutive loads both sent. */
function repeated({ seen }: OxigraphServer, [from, kill, to]: readonly [number, number, number]): string[] {
  const first = sentGraphs(seen.slice(from, kill));
  return [...sentGraphs(seen.slice(kill, to))].filter((graph) => first.has(graph));
}

describe.each(MODES)('a loader of %s', (_, args, load) => {
  let writes = 0;

  beforeAll(async () => {
    const server = await startHolding(held);
    const ended = await loadKilled(server, args, Number.MAX_SAFE_INTEGER, 'lost after');
    expect(ended.code, ended.stderr).toBe(0);
    expect(quadsOf(server.store)).toEqual(fresh);
    writes = server.seen.length;
    await server.stop();
  });

  test.each(['lost before', 'lost after'] as const)(
    'that is killed, its request %s execution, has the result of a fresh load after the next, which repeats at most one graph',
    async (when) => {
      for (let point = 0; point < POINTS; point += 1) {
        const at = DICE.between(1, writes);
        const server = await holding(held);
        const killed = await loadKilled(server, args, at, when);
        expect(killed.code, `at write ${at} of ${writes}`).toBeNull();
        server.behave({});
        const kill = server.seen.length;
        await load(server.url);
        expect(repeated(server, [0, kill, server.seen.length]).length).toBeLessThanOrEqual(1);
        expect(quadsOf(server.store), `at write ${at} of ${writes}`).toEqual(fresh);
      }
    },
  );

  test('that is killed repeatedly comes to its end', async () => {
    const server = await holding(held);
    const step = Math.ceil(writes / 3) + 1;
    const ends = [0, 0];
    for (let isKilled = true; isKilled; ) {
      isKilled = (await loadKilled(server, args, step, 'lost after')).code === null;
      ends.push(server.seen.length);
      const [from = 0, kill = 0, to = 0] = ends.slice(-3);
      expect(repeated(server, [from, kill, to]).length).toBeLessThanOrEqual(1);
      expect(ends.length).toBeLessThan(12);
    }
    expect(quadsOf(server.store)).toEqual(fresh);
    // At least two loads were killed.
    expect(ends.length).toBeGreaterThan(4);
  });
});
