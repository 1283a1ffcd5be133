import { expect, it } from 'vitest';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import { RULES } from '../../../src/pipeline/consistency/rules.js';
import { harvestOf, releaseOf, reportIn } from '../../pipeline/consistency/sample-world.js';
import { removeFolder } from '../../support/files.js';

it('a release of a generated world without dirt has no violation and no broken reference', async () => {
  const harvest = await harvestOf(makeSyntheticWorld({ scale: 0.0005, seed: 21, dirt: 0 }), 'internal');
  const report = await reportIn(await releaseOf(harvest));
  await removeFolder(harvest.folder);
  const isBroken = ({ severity, shape }: (typeof report)[number]): boolean =>
    severity === 'violation' || (shape in RULES && severity === 'warning');
  expect(report.filter(isBroken)).toEqual([]);
});
