import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FolkloreError } from '../../../src/base/errors.js';
import { problemResponse } from '../../../src/services/server/problems.js';
import { Ground, type Harvested, nameOf } from '../../support/faults/ground.js';
import { rehearse, type Spoil, soundFor } from '../../support/faults/watched.js';
import { filesBelow } from '../../support/files.js';
import { answersIn, requestsIn } from '../../support/stored.js';

/** Harvests that cannot continue end with one clear error, and lose nothing. */

let ground: Ground;
beforeAll(async () => {
  ground = await Ground.make();
});
afterAll(() => ground.close());

/** Connections of each client in these tests. */
const CONCURRENCY = 4;
/** Requests that a harvest gives to one client at once (src/harvest/crawl/crawl-session.ts). */
const LANES = 8;

function failure({ result }: Harvested): FolkloreError {
  if ('thrown' in result && result.thrown instanceof FolkloreError) return result.thrown;
  throw new Error('the harvest ended otherwise');
}

/** The answers of a harvest that has not come to its end. */
const gained = (name: string): string[] => requestsIn(ground.directory(name), 'unfinished');

const answered = ({ seen }: Harvested): string[] =>
  seen.filter(({ status }) => status === 200 || status === 404).map(nameOf);

describe('a key that is refused', () => {
  const refused: Spoil = () => {
    const detail = `the key ${ground.services.keys.public} is not known here`;
    return () => problemResponse({ status: 401, detail }, []);
  };

  test.each([
    ['from the 31st request on, and repeated to us', soundFor(30, refused)],
    ['by one service only', rehearse('status=401;path=/api/v0.9')],
  ])('%s ends the harvest at once: 2, and it is nowhere to be read', async (name, spoil) => {
    const harvested = await ground.harvest(name, spoil, { concurrency: CONCURRENCY });
    const error = failure(harvested);
    expect(error).toMatchObject({ code: 'KEY_REFUSED', exitCode: 2 });
    expect(harvested.slept).toEqual([]);
    const first = harvested.seen.findIndex(({ status }) => status === 401);
    const later = harvested.seen.slice(first + 1);
    const refusing = harvested.seen[first]?.service;
    expect(later.filter(({ service }) => service === refusing).length).toBeLessThan(CONCURRENCY);
    expect(later.filter(({ service }) => service !== refusing).length).toBeLessThanOrEqual(LANES);
    expect(gained(name).sort()).toEqual(answered(harvested).sort());

    const { public: key } = ground.services.keys;
    const { message, hint, stack, cause } = error;
    expect([message, hint, stack, String(cause), JSON.stringify(error)].join('\n')).not.toContain(key);
    for (const [file, content] of await filesBelow(ground.directory(name)))
      expect(`${file}\n${content.toString('latin1')}`).not.toContain(key);
    expect(JSON.stringify(answersIn(ground.directory(name), 'unfinished'))).not.toContain(key);
  });
});

describe('a service that stays down', () => {
  test.each([
    ['both, without a word, from the 41st on', soundFor(40, rehearse('refuse'))],
    ['the place-names', rehearse('refuse;path=/api/v0.9')],
  ])(
    '(%s) ends the harvest: 3; answers are kept, and the next run requests only the rest',
    async (name, spoil) => {
      const broken = await ground.harvest(name, spoil, { patienceMs: 0 });
      expect(failure(broken)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', exitCode: 3 });
      expect(failure(broken).hint).toContain('again to continue');
      const kept = gained(name);
      expect(kept.sort()).toEqual(answered(broken).sort());

      const next = await ground.harvest(name);
      const missing = [...ground.sound.keys()].filter((request) => !kept.includes(request));
      expect(next.seen.map(nameOf).sort()).toEqual(missing.sort());
      expect(next.files).toEqual(ground.store);
    },
  );
});
