import type { StoredHarvest } from '../../../src/harvest/store/stored-harvest.js';

/** The answers of a harvest by their requests; those of the place-names service begin with `places `. */
export type Bodies = Readonly<Record<string, unknown>>;

/**
 * A store of these answers, in memory.
 *
 * @param at when the run began that requested an answer, in milliseconds since 1970
 */
export function storeOf(bodies: Bodies, at: (request: string) => number = () => 0): StoredHarvest {
  const of = (service: string): string[] =>
    Object.keys(bodies).filter((request) => request.startsWith('places ') === (service === 'placenames'));
  const kept = new Map<string, Buffer>();
  const store: Pick<StoredHarvest, 'requests' | 'read' | 'entryOf' | 'facts' | 'saveFacts'> = {
    entryOf: (service, request) => ({ service, request, bytes: 0, sha256: 'of the body', at: at(request) }),
    facts: ({ request }) => kept.get(request),
    saveFacts: async (_, __, texts) => {
      for (const [{ request }, text] of texts) kept.set(request, Buffer.from(text));
    },
    requests: (service) => of(service).map((request) => request.replace(/^places /, '')),
    read: async (service, request) => bodies[service === 'placenames' ? `places ${request}` : request],
  };
  return store as StoredHarvest;
}
