import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { scratch } from '../../support/files.js';
import { harvestSample } from '../../support/sample-release.js';

/**
 * A report is worth reading when it names faults and nothing else. `RUNS=3 npx vitest run test/release/report/clean-world` tries more
 * worlds.
 */
const SEEDS = Array.from({ length: Number(process.env.RUNS ?? 1) }, (_, at) => at + 1);

test.each(SEEDS)('a world without faults has no violation and no warning (seed %i)', async (seed) => {
  const make = await harvestSample(await scratch(), makeSyntheticWorld({ scale: 0.001, seed, dirt: 0 }));
  const { directory, validation, ledger } = await make('clean', { formats: ['nt'] });
  expect(validation.totals).toMatchObject({ violation: 0, warning: 0 });
  expect(ledger.quarantined).toBe(0);
  const rows = (await readFile(join(directory, 'report', 'editors.csv'), 'utf8')).split('\r\n').slice(1, -1);
  expect(rows.filter((row) => !row.startsWith('info,'))).toEqual([]);
});

test.each(SEEDS)(
  'of a world of which a fifth has a fault, fewer than one record in 500 is rejected (seed %i)',
  async (seed) => {
    const make = await harvestSample(await scratch(), makeSyntheticWorld({ scale: 0.002, seed, dirt: 0.2 }));
    const { ledger } = await make('dirty', { formats: ['nt'] });
    expect(ledger.total('rejected') / ledger.total('fetched')).toBeLessThan(1 / 500);
    expect(ledger.total('trimmed')).toBeGreaterThan(20);
  },
);
