import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AnswerReader, openForBuild, type StoredHarvest } from '../../../src/harvest/store/stored-harvest.js';
import { buildGlobalIndex, type GlobalIndex } from '../../../src/pipeline/global-index/global-index.js';
import { planShards, recordsOfAnswer, type Shard } from '../../../src/pipeline/shards/shards.js';
import { makeFolder, removeFolder } from '../../support/files.js';
import { harvestSample, PLAN } from '../../support/sample-release.js';

/** The records of all shards do not depend on the size of a shard. */

let store: StoredHarvest;
let globalIndex: GlobalIndex;

let folder: string;
const reader = new AnswerReader();

beforeAll(async () => {
  folder = await makeFolder();
  await harvestSample(folder);
  store = await openForBuild(join(folder, 'store'));
  globalIndex = await buildGlobalIndex(store, PLAN.kinds, PLAN.profile, {});
});

afterAll(() => removeFolder(folder));

const shardsOf = (largest: number): Shard[] => [...planShards(store, PLAN.kinds, globalIndex, largest)];

/** The records in their order. */
async function namesIn(some: readonly Shard[]): Promise<string[]> {
  const names: string[] = [];
  for (const shard of some) {
    const add = ({ kind, id }: { kind: string; id: number | string }) => names.push(`${kind} ${id}`);
    if ('records' in shard) shard.records.forEach(add);
    else {
      for (const answer of shard.answers) {
        for (const one of recordsOfAnswer(answer, (await reader.open(answer.file))())) add(one);
      }
    }
  }
  return names;
}

const partsIn = (some: readonly Shard[]): number =>
  some
    .flatMap((shard) => ('answers' in shard ? shard.answers : []))
    .filter(({ range }) => range !== undefined).length;

test('lists in parts come to what they come to as a whole', async () => {
  const whole = shardsOf(Number.POSITIVE_INFINITY);
  expect(partsIn(whole)).toBe(0);
  const names = await namesIn(whole);
  expect(names.length).toBeGreaterThan(100);
  for (const largest of [1, 3]) {
    const parts = shardsOf(largest);
    expect(partsIn(parts)).toBeGreaterThan(2);
    expect(await namesIn(parts)).toEqual(names);
  }
});
