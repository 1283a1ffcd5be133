import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Dice } from '../../src/server/generated/dice.js';
import { type Ended, ending, start } from '../support/cli.js';
import { makeFolder, removeFolder } from '../support/files.js';
import { loadInto } from './loading.js';
import { type OxigraphServer, quadsOf, type Seen, startOxigraph } from './oxigraph-server.js';
import { twoReleases } from './releases.js';

/** The loader ends without warning while the store does, or has just done, what it was asked. */

/** A stream of chances of its own. */
const DICE = new Dice(9, 'loader killed', 0);
const POINTS = 2;

let folder: string;
let before: string;
let after: string;
let fresh: string[];

beforeAll(async () => {
  folder = await makeFolder();
  ({ before, after } = await twoReleases(join(folder, 'releases')));
  const server = await startOxigraph();
  await loadInto(server.url, after);
  fresh = quadsOf(server.store);
  await server.stop();
});
afterAll(() => removeFolder(folder));

async function holding(release: string): Promise<OxigraphServer> {
  const server = await startOxigraph();
  onTestFinished(() => server.stop());
  await loadInto(server.url, release);
  return server;
}

const MODES = [
  ['the whole release, by graph-store', ['--protocol', 'graph-store', '--portion', '64K']],
  ['the whole release, by update', ['--protocol', 'update', '--portion', '64K']],
  ['the delta', ['--delta', '--portion', '8K']],
] as const;

/** Loads with the command line, which is killed at a write of its own. */
async function loadKilled(
  server: OxigraphServer,
  args: readonly string[],
  at: number,
  when: 'lost before' | 'lost after',
): Promise<Ended> {
  const first = server.seen.length;
  const child = start(['load', after, '--store', server.url, '--attempts', '1', ...args]);
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

describe.each(MODES)('a loader of %s', (_, args) => {
  let writes = 0;
  let portions = 0;

  beforeAll(async () => {
    const server = await startOxigraph();
    await loadInto(server.url, before);
    const first = server.seen.length;
    const ended = await loadKilled(server, args, Number.MAX_SAFE_INTEGER, 'lost after');
    expect(ended.code, ended.stderr).toBe(0);
    expect(quadsOf(server.store)).toEqual(fresh);
    writes = server.seen.length - first;
    portions = server.seen.slice(first).filter(isData).length;
    await server.stop();
  });

  test.each(['lost before', 'lost after'] as const)(
    'that is killed, its request %s it was done, goes on to what a fresh load makes',
    async (when) => {
      for (let point = 0; point < POINTS; point += 1) {
        const at = DICE.between(1, writes);
        const server = await holding(before);
        const killed = await loadKilled(server, args, at, when);
        expect(killed.code, `at write ${at} of ${writes}`).toBeNull();
        const ended = await loadKilled(server, args, Number.MAX_SAFE_INTEGER, when);
        expect(ended.code, `${ended.stderr} (at write ${at} of ${writes})`).toBe(0);
        expect(quadsOf(server.store), `at write ${at} of ${writes}`).toEqual(fresh);
      }
    },
  );

  test('that is killed again and again does not begin anew', async () => {
    const server = await holding(before);
    const first = server.seen.length;
    const step = Math.ceil(writes / 4) + 1;
    let kills = 0;
    while ((await loadKilled(server, args, step, 'lost after')).code === null) {
      kills += 1;
      expect(kills).toBeLessThan(10);
    }
    expect(quadsOf(server.store)).toEqual(fresh);
    expect(kills).toBeGreaterThan(1);
    // What was on its way when it was killed is sent twice, and nothing else is.
    expect(server.seen.slice(first).filter(isData).length).toBeLessThanOrEqual(portions + kills);
  });
});
