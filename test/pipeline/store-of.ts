import type { Documents } from '../../src/harvest/store/entry.js';
import { openForHarvest } from '../../src/harvest/store/harvest-store.js';

/** The answers of a harvest by their requests. Those of the place-names service begin with `places `. */
export type Bodies = Readonly<Record<string, unknown>>;

/**
 * Makes a store with the answers of a harvest that a sound service may never give.
 *
 * @returns its folder
 */
export async function storeOf(store: string, bodies: Bodies, documents: Documents = {}): Promise<string> {
  const harvest = await openForHarvest(store, { pid: process.pid });
  for (const [request, body] of Object.entries(bodies)) {
    const service = request.startsWith('places ') ? 'placenames' : 'archive';
    await harvest.put(
      service,
      request.replace(/^places /, ''),
      Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    );
  }
  await harvest.finish(documents);
  return store;
}
