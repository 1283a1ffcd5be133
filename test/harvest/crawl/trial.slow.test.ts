import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HarvestPlan } from '../../../src/harvest/crawl/run.js';
import { type RunningServices, startServices } from '../../../src/services/server/serve.js';
import { loadWorld, SAMPLE_WORLD } from '../../../src/services/server/world.js';
import { scratch } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto, through } from '../../support/harvests.js';
import { storedFiles } from '../../support/stored.js';

/** A trial: so many requests of each group, and none of the others. The sample world has two volumes of each collection. */

const TRIAL: Partial<HarvestPlan> = {
  limits: {
    'schools by volume': 1,
    'manuscripts by volume': 1,
    'people by id': 2,
    'photographs by county': 1,
    'photographs by person': 3,
    'places by id': 4,
  },
};

let services: RunningServices;
beforeAll(async () => {
  services = await startServices({ world: await loadWorld(SAMPLE_WORLD) });
});
afterAll(() => services.close());

/** A harvest, and its requests. */
async function harvested(store: string, plan: Partial<HarvestPlan>) {
  const asked: string[] = [];
  const inner = clientsOf(services);
  const clients = through(inner, (service, request, wants) => {
    asked.push(`${service} ${request}`);
    return inner[service].get(request, wants);
  });
  try {
    return { asked, result: await harvestInto(store, clients, plan) };
  } finally {
    await closeAll(inner);
  }
}

const count = (asked: readonly string[], pattern: RegExp): number =>
  asked.filter((one) => pattern.test(one)).length;

test('requests each group up to its limit, and all reference lists', async () => {
  const { asked, result } = await harvested(join(await scratch(), 'store'), TRIAL);
  expect(count(asked, /\/cbes\?VolumeID=/)).toBe(1);
  expect(count(asked, /\/cbe\?VolumeID=/)).toBe(1);
  expect(count(asked, /\/cbed\/\d/)).toBe(2);
  expect(count(asked, /\/cbeg\?CountyID=/)).toBe(1);
  expect(count(asked, /\/cbeg\?PersonID=/)).toBe(3);
  expect(count(asked, /^placenames \/\d/)).toBe(4);
  expect(asked).toEqual(
    expect.arrayContaining(['archive /counties', 'archive /cbed/occupations', 'placenames /glossary']),
  );
  // Whole lists, and groups without a limit.
  expect(count(asked, /\/cbed$|\/cbeg\?(Country|GazetteerID)|\/cbeg\/\d|[?&](PlaceID|CategoryID)=/)).toBe(0);
  // What was not requested is no gap, and nothing that the service lacks.
  expect(result.coverage).toMatchObject({ gaps: [], photographIdsNotRequested: 0 });
  expect(result.neverSent).toEqual([]);
});

test('a second trial has the same records; what another one lacks has not disappeared', async () => {
  const store = join(await scratch(), 'store');
  const first = await harvested(store, TRIAL);
  const again = await harvested(store, TRIAL);
  expect(again.asked.sort()).toEqual(first.asked.sort());
  const none = { ...TRIAL, limits: {}, maxWithdrawn: 0 };
  expect((await harvested(store, none)).result.withdrawn).toEqual([]);
});

test.each([
  ['a trial does not replace a harvest of all records', {}, TRIAL, 'holds a harvest of all records'],
  ['a harvest of all records does not go on from a trial', TRIAL, {}, 'holds a trial'],
])('%s', async (_, before, after, message) => {
  const store = join(await scratch(), 'store');
  await harvested(store, before);
  const kept = storedFiles(store);
  await expect(harvested(store, after)).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
    exitCode: 2,
    message: expect.stringContaining(message),
  });
  expect(storedFiles(store)).toEqual(kept);
});
