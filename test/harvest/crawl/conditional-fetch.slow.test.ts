import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftOf, worldOf } from '../../../src/features/generated-world/later/month.js';
import type { Clients } from '../../../src/harvest/crawl/conditional-fetch.js';
import type { HarvestResult } from '../../../src/harvest/crawl/run.js';
import { type RunningServices, startServices } from '../../../src/services/server/serve.js';
import type { World } from '../../../src/services/server/world.js';
import { makeFolder, removeFolder, scratch } from '../../support/files.js';
import { clientsOf, closeAll, harvestInto, type PLAN, through, withoutTags } from '../../support/harvests.js';
import { laterWorld, PATCHES, worldOfSize } from '../../support/later-world.js';
import { answersIn, requestsIn, spoilBody, storedFiles } from '../../support/stored.js';

/**
 * Incremental and fresh harvests of the same world end in identical stores. `RUNS=20 npx vitest run
 * test/harvest/crawl/conditional-fetch` tries more worlds.
 */
const RUNS = Number(process.env.RUNS ?? 1);

type Settings = Partial<typeof PLAN>;

/** Serves a world during a function. */
async function served<T>(world: World, act: (clients: Clients) => Promise<T>): Promise<T> {
  const services: RunningServices = await startServices({ world });
  const clients = clientsOf(services);
  try {
    return await act(clients);
  } finally {
    await closeAll(clients);
    await services.close();
  }
}

/** The content of a store as text, without its history. */
const answersOf = (directory: string): Record<string, string> =>
  Object.fromEntries([...storedFiles(directory)].filter(([name]) => name !== 'history.json'));

const namesOf = (records: readonly { readonly kind: string; readonly id: number | string }[]): string[] =>
  [...new Set(records.map(({ kind, id }) => `${kind} ${id}`))].sort();

const SEEDS = Array.from({ length: RUNS }, (_, seed) => seed + 1);

describe.each(SEEDS)(
  'a world that gains, changes, merges, unpublishes and loses records (seed %i)',
  (seed) => {
    test('is the same after an incremental and a new harvest; withdrawn records are listed', async () => {
      const folder = await scratch();
      const [ours, fresh] = [join(folder, 'ours'), join(folder, 'fresh')];
      const before = worldOfSize(seed);
      const { world: after, happened } = laterWorld(before, seed);
      await served(before, (clients) => harvestInto(ours, clients));
      const again = await served(after, (clients) => harvestInto(ours, clients, { today: '2026-12-21' }));
      await served(after, (clients) => harvestInto(fresh, clients));
      expect(answersOf(ours)).toEqual(answersOf(fresh));
      expect(again.counts.unchanged).toBeGreaterThan(0);
      const gone = [...happened.unpublished, ...happened.lost];
      expect(namesOf(again.withdrawn)).toEqual(namesOf(gone));
    });
  },
);

describe('a second harvest', () => {
  const before = worldOfSize(1);
  let folder: string;

  beforeAll(async () => {
    folder = await makeFolder();
    await served(before, (clients) => harvestInto(join(folder, 'harvested'), clients));
  });
  afterAll(() => removeFolder(folder));

  /** A copy of the first harvest. */
  async function harvested(): Promise<string> {
    const store = join(await scratch(), 'store');
    await cp(join(folder, 'harvested'), store, { recursive: true });
    return store;
  }

  test('of an unchanged world gives a store with the same bytes', async () => {
    const store = await harvested();
    await served(before, async (clients) => {
      const answers = answersOf(store);
      const { counts, revisit, withdrawn, drift } = await harvestInto(store, clients);
      expect(counts.bodies).toBe(0);
      expect(revisit).toBe('changes');
      expect([...withdrawn, ...drift]).toEqual([]);
      expect(answersOf(store)).toEqual(answers);
    });
  });

  test.each([
    ['a damaged body', (store: string) => spoilBody(store, '/cbed'), 1],
    [
      'zeros at its beginning',
      (store: string) => writeFile(join(store, 'store.sqlite'), Buffer.alloc(4096)),
      'all',
    ],
  ] as const)('of an unchanged world mends a store with %s', async (_, damage, requested) => {
    const store = await harvested();
    const answers = answersOf(store);
    const bodies = answersIn(store).filter(({ status }) => status === 200).length;
    await served(before, async (clients) => {
      await damage(store);
      const { counts } = await harvestInto(store, clients);
      expect(counts.bodies).toBe(requested === 'all' ? bodies : requested);
      expect(answersOf(store)).toEqual(answers);
    });
  });

  test.each([
    ['of other services, or with another key', { source: 'others' }, 'anew'],
    ['with `since: never`', { since: 'never' }, 'anew'],
  ] as const)('%s requests everything', async (_, settings, revisit) => {
    const store = await harvested();
    const again = await served(before, (clients) => harvestInto(store, clients, settings));
    expect([again.revisit, again.counts.unchanged]).toEqual([revisit, 0]);
  });

  test('lists withdrawn records until they come back', async () => {
    const store = await harvested();
    const { world: after } = laterWorld(before, 2, {
      patches: PATCHES.filter(({ as }) => as === 'unpublished' || as === 'lost'),
    });
    const { withdrawn } = await served(after, (clients) => harvestInto(store, clients));
    expect(withdrawn.length).toBeGreaterThan(0);
    expect((await served(after, (clients) => harvestInto(store, clients))).withdrawn).toEqual([]);
    const history = JSON.parse(storedFiles(store).get('history.json') ?? '');
    expect(namesOf(history.withdrawn)).toEqual(namesOf(withdrawn));
    await served(before, (clients) => harvestInto(store, clients));
    expect(JSON.parse(storedFiles(store).get('history.json') ?? '').withdrawn).toEqual([]);
  });

  test('does not replace the store when too many records have disappeared', async () => {
    const store = await harvested();
    const ill = { ...before, archive: { ...before.archive, cbeg: new Map() as typeof before.archive.cbeg } };
    const whole = storedFiles(store);
    await served(ill, (clients) =>
      expect(harvestInto(store, clients, { maxWithdrawn: 0.1 })).rejects.toMatchObject({
        code: 'GATE_FAILED',
        exitCode: 4,
      }),
    );
    expect(storedFiles(store)).toEqual(whole);
    // Later harvests do not use its answers either.
    const { resumed, withdrawn } = await served(before, (clients) => harvestInto(store, clients));
    expect([resumed, withdrawn.length]).toEqual([0, 0]);
  });
});

test('a second harvest of services without entity tags requests everything again, and is that of a first one', async () => {
  const folder = await scratch();
  const [ours, fresh] = [join(folder, 'ours'), join(folder, 'fresh')];
  const before = worldOfSize(1);
  const { world: after } = laterWorld(before, 1);
  const harvest = (store: string, world: World): Promise<HarvestResult> =>
    served(world, (clients) => harvestInto(store, withoutTags(clients)));
  await harvest(ours, before);
  const again = await harvest(ours, after);
  const first = await harvest(fresh, after);
  expect(answersOf(ours)).toEqual(answersOf(fresh));
  expect(again.counts.unchanged).toBe(0);
  // Records that have disappeared are requested by their ids.
  expect(again.counts.requests).toBeGreaterThanOrEqual(first.counts.requests);
});

test.each([
  ['so many harvests', { sweepEvery: 2 }],
  ['so many days', { sweepDays: 30 }],
] as const)(
  'everything is requested anew after %s: a sweep finds what tags do not tell',
  async (_, every) => {
    const folder = await scratch();
    const [ours, fresh] = [join(folder, 'ours'), join(folder, 'fresh')];
    const before = worldOfSize(1);
    const { world: after } = laterWorld(before, 1);
    /** Services whose tags stay as they are whatever changes. */
    const stale = (inner: Clients): Clients =>
      through(inner, async (service, request, wants) =>
        wants?.heldTag === undefined ? inner[service].get(request, wants) : { status: 304 },
      );
    const harvest = (store: string, world: World, settings: Settings = {}): Promise<HarvestResult> =>
      served(world, (clients) => harvestInto(store, stale(clients), { ...settings, ...every }));
    await harvest(ours, before, { today: '2026-01-01' });
    const kept = answersOf(ours);
    expect((await harvest(ours, after, { today: '2026-01-30' })).revisit).toBe('changes');
    expect(answersOf(ours)).toEqual(kept);
    const swept = await harvest(ours, after, { today: '2026-01-31' });
    expect([swept.revisit, swept.lastSweep]).toEqual(['sweep', '2026-01-01']);
    await harvest(fresh, after);
    expect(answersOf(ours)).toEqual(answersOf(fresh));
  },
);

test('with `emptyLists: sweep` a list without a record is requested in a sweep only, and nothing else is lost', async () => {
  const folder = await scratch();
  const [ours, fresh] = [join(folder, 'ours'), join(folder, 'fresh')];
  const draft = draftOf(worldOfSize(1));
  const before = worldOf(draft);
  const shown = draft.cbeg.flatMap(({ photographer, relevantPersons }) => [
    photographer?.id,
    ...relevantPersons.map(({ id }) => id),
  ]);
  const unseen = draft.cbed.find(({ id }) => !shown.includes(id));
  const pattern = draft.cbeg.find(
    ({ counties, status, sensitive }) => counties.length > 0 && status === 4 && !sensitive,
  );
  if (unseen === undefined || pattern === undefined)
    throw new Error('The world has no such person or photograph.');
  const { id, names } = unseen;
  const arrival = {
    ...pattern,
    photographer: undefined,
    relevantPersons: [{ id, names }],
    locationsIreland: [],
    locationsAbroad: [],
  };
  // The first one is in the list of the person alone, the second one also in that of a county.
  draft.cbeg.push({ ...arrival, id: 9_000_001, counties: [] }, { ...arrival, id: 9_000_002 });
  const after = worldOf(draft);
  const harvest = (store: string, world: World, settings: Settings): Promise<HarvestResult> =>
    served(world, (clients) => harvestInto(store, clients, { emptyLists: 'sweep', ...settings }));
  const photographs = ({ coverage }: HarvestResult) =>
    coverage.kinds.find(({ kind }) => kind === 'cbeg.photograph')?.records;

  const first = await harvest(ours, before, { today: '2026-01-01' });
  expect(first.counts.emptyLists).toBe(0);
  const second = await harvest(ours, after, { today: '2026-02-01' });
  const whole = await harvest(fresh, after, { today: '2026-02-01' });
  expect(second.counts.emptyLists).toBeGreaterThan(0);
  expect(second.counts.requests).toBe(whole.counts.requests - second.counts.emptyLists);
  // A list that was not requested is an answer of the harvest all the same.
  expect(requestsIn(ours)).toEqual(requestsIn(fresh));
  expect(photographs(second)).toBe((photographs(first) ?? 0) + 1);
  expect(second.withdrawn).toEqual([]);
  const third = await harvest(ours, after, { today: '2026-03-01' });
  expect(third.counts.emptyLists).toBe(second.counts.emptyLists);
  const sweep = await harvest(ours, after, { today: '2026-04-01' });
  expect([sweep.revisit, sweep.counts.emptyLists]).toEqual(['sweep', 0]);
  expect(answersOf(ours)).toEqual(answersOf(fresh));
});
