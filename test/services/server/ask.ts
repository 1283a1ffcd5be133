import { afterAll, beforeAll } from 'vitest';
import { SAMPLE_KEYS } from '../../../src/services/server/keys.js';
import {
  type RunningServices,
  type ServeOptions,
  startServices,
} from '../../../src/services/server/serve.js';
import type { World } from '../../../src/services/server/world.js';
import { smallWorld } from './small-world.js';

type Kind = 'public' | 'archive' | 'internal';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Real services over HTTP for the tests of one file, and functions that send requests. */
export function serving(
  world: World | (() => Promise<World>) = smallWorld,
  options: Omit<ServeOptions, 'world'> = {},
) {
  let running: RunningServices;
  beforeAll(async () => {
    running = await startServices({ ...options, world: typeof world === 'function' ? await world() : world });
  });
  afterAll(() => running.close());

  async function get(base: string, path: string, kind: Kind): Promise<Reply> {
    const response = await fetch(base + path, { headers: { 'X-Api-Key': SAMPLE_KEYS[kind] } });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  return {
    archive: (path: string, kind: Kind = 'public') => get(running.archive, path, kind),
    places: (path: string, kind: Kind = 'public') => get(running.placenames, path, kind),
    url: () => ({ archive: running.archive, placenames: running.placenames }),
  };
}

const idsOf = (records: readonly { readonly id: number }[]) => records.map((record) => record.id);

/** The ids of a list, in its order. */
export const ids = (reply: Reply): number[] => idsOf(reply.body as { id: number }[]);

/** The ids of the places in the answer of the place list. */
export const placeIDs = (reply: Reply): number[] =>
  idsOf((reply.body as { places: { id: number }[] }).places);

/** The messages of a problem, in their order. */
export const messages = (reply: Reply): string[] =>
  (reply.body as { errors: { message: string }[] }).errors.map((error) => error.message);
