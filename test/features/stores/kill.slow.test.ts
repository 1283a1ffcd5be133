import { expect, onTestFinished, test } from 'vitest';
import { type Ended, ending, start } from '../../support/cli.js';
import { loadInto } from './loading.js';
import { type OxigraphServer, quadsOf, sentGraphs } from './oxigraph-server.js';
import { holding, sharedReleases } from './releases.js';

/** The loader is killed during or just after a request. Real stores are killed with it in real/stores.stores.test.ts. */

const { after, held, fresh } = await sharedReleases();

const PORTION = 64 * 1024;

/** Loads by the command line, which is killed at a given write. */
async function loadKilled(
  server: OxigraphServer,
  at: number,
  when: 'lost before' | 'lost after',
): Promise<Ended> {
  const first = server.seen.length;
  const command = ['load', after, '--endpoint', server.url, '--patience', '0', '--portion', '64K'];
  const child = start(command);
  onTestFinished(() => void child.kill('SIGKILL'));
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

test('a loader that is killed repeatedly comes to its end, each load repeats at most one graph, and the result is that of a fresh load', async () => {
  const whole = await holding(held);
  await loadInto(whole.url, after, { portion: PORTION });
  const step = Math.ceil(whole.seen.length / 3) + 1;
  const server = await holding(held);
  const ends = [0, 0];
  for (let isKilled = true; isKilled; ) {
    const when = ends.length % 2 === 0 ? 'lost before' : 'lost after';
    isKilled = (await loadKilled(server, step, when)).code === null;
    ends.push(server.seen.length);
    const [from = 0, kill = 0, to = 0] = ends.slice(-3);
    expect(repeated(server, [from, kill, to]).length).toBeLessThanOrEqual(1);
    expect(ends.length).toBeLessThan(12);
  }
  expect(quadsOf(server.store)).toEqual(fresh);
  // At least two loads were killed: one before its request was executed, one after.
  expect(ends.length).toBeGreaterThan(4);
});
