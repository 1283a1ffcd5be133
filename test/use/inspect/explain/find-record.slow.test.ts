import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messageOf } from '../../../../src/base/errors.js';
import { silent } from '../../../../src/base/events.js';
import { NO_LISTENER, readHarvest, readRecords } from '../../../../src/harvest/answers/read-records.js';
import { openForBuild } from '../../../../src/harvest/store/stored-harvest.js';
import { DATA_BASE } from '../../../../src/model/rdf/iris.js';
import { GROUPS } from '../../../../src/model/records/datasets.js';
import type { RecordRef } from '../../../../src/model/records/record.js';
import type { BuildPlan } from '../../../../src/pipeline/plan/build-plan.js';
import { explain } from '../../../../src/use/inspect/explain/explain.js';
import { findByIndex } from '../../../../src/use/inspect/explain/find-record.js';
import { scratch } from '../../../support/files.js';
import { harvestSample } from '../../../support/sample-release.js';
import { spoil } from '../../../support/stored.js';

/** A record is explained by the global index in the store as by a reading of the whole harvest. */

const planOf = (store: string, changes: Partial<BuildPlan> = {}): BuildPlan => ({
  ...{ kinds: GROUPS, store, out: store, label: 'a', base: DATA_BASE, gender: 'irish', profile: 'public' },
  ...{ onViolation: 'skip', latestYear: 2026, ...changes },
});

async function storeOf(key: 'public' | 'internal'): Promise<string> {
  const folder = await scratch();
  await harvestSample(folder, undefined, key);
  return join(folder, 'store');
}

/** The explanation as plain data, or the message of the error. */
const explained = async (plan: BuildPlan, { kind, id }: RecordRef): Promise<unknown> =>
  explain(plan, [kind], String(id), silent).then(
    (one) => structuredClone({ ...one, language: undefined }),
    (thrown: unknown) => messageOf(thrown),
  );

/** A record of every kind, the last that is read, and a number that no record has. */
async function recordsOf(directory: string): Promise<readonly RecordRef[]> {
  const store = await openForBuild(directory);
  const refs = new Map<string, RecordRef>([['none', { kind: 'cbe.item', id: 987_654_321 }]]);
  const reading = readHarvest(store, GROUPS, NO_LISTENER, async (source, request) =>
    readRecords(source, request, await store.read(source.service, request)),
  );
  for await (const { kind, id } of reading) refs.set(kind, { kind, id });
  return [...refs.values()];
}

test('every kind of record of a harvest with the internal key', async () => {
  const store = await storeOf('internal');
  const plan = planOf(store, { profile: 'privileged' });
  let found = 0;
  for (const ref of await recordsOf(store)) {
    spoil(store, 'DELETE FROM derived');
    const expected = await explained(plan, ref);
    expect(await explained(plan, ref), `${ref.kind} ${ref.id}`).toStrictEqual(expected);
    const byIndex = await findByIndex(
      { kinds: [ref.kind], id: String(ref.id) },
      await openForBuild(store),
      plan,
    );
    if (byIndex !== undefined) found += 1;
  }
  expect(found).toBeGreaterThan(10);
});

test('an index that is damaged, or of another plan, is not used', async () => {
  const store = await storeOf('public');
  const plan = planOf(store);
  const ref = { kind: 'cbe.item', id: 7002 } as const;
  const find = async (changes: Partial<BuildPlan> = {}) =>
    findByIndex({ kinds: [ref.kind], id: String(ref.id) }, await openForBuild(store), {
      ...plan,
      ...changes,
    });
  const expected = await explained(plan, ref);
  expect(await find()).toBeDefined();
  for (const changes of [
    { kinds: ['manuscripts'] },
    { profile: 'privileged' },
    { personsProfile: 'roles-only' },
    { placeholders: ['Aine'] },
  ] as const)
    expect(await find(changes)).toBeUndefined();
  for (const bad of ["CAST(replace(content, '1', '2') AS BLOB)", 'substr(content, 1, length(content) / 2)']) {
    spoil(store, `UPDATE derived SET content = ${bad}`);
    expect(await find()).toBeUndefined();
    expect(await explained(plan, ref)).toStrictEqual(expected);
    expect(await find()).toBeDefined();
  }
});
