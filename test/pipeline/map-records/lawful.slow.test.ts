import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../../src/model/records/kinds.js';
import type { Kind } from '../../../src/model/records/record.js';
import { strayLists } from '../../model/rdf/lists.js';
import { expectEqualDumps, SENT, wayOf } from './path.js';
import { LAWFUL } from './values.js';
import { recordsOf } from './walk.js';

/**
 * Architecture 7.11: random lawful records of every kind, made from the dictionaries, come out of the dumps as what
 * they say. `RUNS=10000 npx vitest run test/pipeline/map-records/lawful` is the long run.
 */
const RUNS = Number(process.env.RUNS ?? 30);
/** Records in one dump: what a dump begins with is read once for all of them. */
const IN_ONE_DUMP = 100;

async function come(kind: Kind, records: readonly unknown[]): Promise<void> {
  const said = records.flatMap((record) => {
    const outcome = wayOf(kind, record);
    if (outcome.is !== 'published')
      expect.fail(`${outcome.is}: ${JSON.stringify({ ...outcome, quads: [], record })}`);
    return outcome.said;
  });
  for (const { node } of said) expect(strayLists(node)).toEqual([]);
  await expectEqualDumps(said);
}

describe(`${RUNS} random lawful records`, () => {
  it.each(SENT)(
    'of %s come out of the dumps as what they say',
    async (kind) => {
      const records = recordsOf(KINDS[kind].schemas.described, LAWFUL);
      const made = fc.sample(records, RUNS);
      try {
        for (let from = 0; from < made.length; from += IN_ONE_DUMP)
          await come(kind, made.slice(from, from + IN_ONE_DUMP));
      } catch (thrown) {
        // Once more, one by one: that finds the smallest record that fails, and prints the seed.
        await fc.assert(
          fc.asyncProperty(records, (record) => come(kind, [record])),
          { numRuns: RUNS },
        );
        throw thrown;
      }
    },
    60_000 + RUNS * 60,
  );
});
