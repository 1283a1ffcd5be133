import { describe, expect, it } from 'vitest';
import { makeSyntheticWorld } from '../../../src/services/generated-world/world.js';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { recordsSent } from './stored.js';
import { NAMES, schemaOf, seen, TEXTS, twinsOf } from './twins.js';

const WORLDS = {
  'the sample world': () => loadWorld(SAMPLE_WORLD),
  'a generated world with dirt': async () => makeSyntheticWorld({ scale: 0.002, seed: 1, dirt: 0.2 }),
};

describe.each(Object.entries(WORLDS))('of %s', (_, world) => {
  describe.each(['v0.6', 'v1.1'])('in the dialect %s', (dialect) => {
    it('every record reads as the plain reader reads it, and only what it cannot read is in doubt', async () => {
      const sent = await recordsSent(await world(), dialect);
      for (const name of NAMES) {
        expect(sent[name]?.length, name).toBeGreaterThan(0);
        for (const texts of TEXTS) {
          const { schema, pieces } = schemaOf(name);
          const { fast, plain, isSure } = twinsOf(schema, pieces, texts);
          for (const raw of sent[name] ?? []) {
            const expected = plain(raw);
            if (seen(fast(raw)) !== seen(expected)) expect(seen(fast(raw)), name).toBe(seen(expected));
            expect(isSure(raw), name).toBe(expected.ok);
          }
        }
      }
    });
  });
});
