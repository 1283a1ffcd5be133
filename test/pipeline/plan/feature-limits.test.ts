import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limited, runningFeature } from '../../../src/pipeline/plan/feature-limits.js';

/** The functions of a feature from outside have limits of time, and errors that name the feature (docs/features.md). */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});

/** Each function, called as the program calls it; the seconds are those of docs/features.md. */
test.each<[string, number, object, (feature: never) => unknown]>([
  ['plan', 600, { plan: never }, ({ plan }: { plan: () => unknown }) => plan()],
  ['settings', 30, { settings: never }, ({ settings }: { settings: () => unknown }) => settings()],
  ['checks.x', 30, { checks: { x: never } }, ({ checks }: { checks: { x: () => unknown } }) => checks.x()],
  ['ended', 30, { ended: never }, ({ ended }: { ended: () => unknown }) => ended()],
  [
    'build().rowFiles.write',
    3600,
    { build: async () => ({ rowFiles: { write: never } }) },
    async ({ build }: { build: () => Promise<{ rowFiles: { write: () => unknown } }> }) =>
      (await build()).rowFiles.write(),
  ],
  [
    'adds.pages().*.answer',
    30,
    { adds: { pages: () => [{ answer: never }] } },
    ({ adds }: { adds: { pages: () => { answer: () => unknown }[] } }) => adds.pages()[0]?.answer(),
  ],
])('%s that never ends is given up after %i s', async (path, seconds, members, call) => {
  const feature = limited({ name: 'slow', ...members });
  let ended: unknown;
  Promise.resolve(call(feature as never)).catch((thrown: unknown) => {
    ended = thrown;
  });
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
  expect(ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toMatchObject({
    code: 'FEATURE_FAILED',
    message: `The feature slow has not ended ${path} in ${seconds.toLocaleString('en')} seconds.`,
  });
});

test('what ends in time is as it was, and leaves no timer', async () => {
  class Build {
    readonly settings = [];
    #rows = 3;
    async records() {
      return this.#rows;
    }
  }
  const feature = limited({ name: 'x', build: async () => new Build(), plan: async () => ({ table: [1] }) });
  expect(await feature.plan()).toEqual({ table: [1] });
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [
    'at once',
    () => {
      throw new Error('broken.');
    },
  ],
  [
    'later',
    async () => {
      throw new Error('broken.');
    },
  ],
])('an error %s names the feature', async (_, plan) => {
  const feature = limited({ name: 'x', plan: plan as () => Promise<void> });
  await expect((async () => feature.plan())()).rejects.toMatchObject({
    code: 'FEATURE_FAILED',
    message: 'The feature x has failed in plan: broken.',
  });
});

test('an error of an option of a command of the core names the feature', async () => {
  const run = async () => {
    throw new Error('broken.');
  };
  const feature = limited({ name: 'x', extensions: { doctor: async () => ({ options: [], run }) } });
  const { run: called } = await feature.extensions.doctor();
  await expect(called()).rejects.toMatchObject({
    code: 'FEATURE_FAILED',
    message: 'The feature x has failed in extensions.doctor().run: broken.',
  });
});

test('an error of a part of a build that the build calls without a name of its own names the feature', async () => {
  const act = () => {
    throw new Error('broken.');
  };
  const build = async () => ({ rowFiles: { jobs: act }, staticFiles: act, summary: act });
  const { rowFiles, staticFiles, summary } = await limited({ name: 'x', build }).build();
  expect(rowFiles.jobs).toThrow('The feature x has failed in build().rowFiles.jobs: broken.');
  expect(staticFiles).toThrow('The feature x has failed in build().staticFiles: broken.');
  expect(summary).toThrow('The feature x has failed in build().summary: broken.');
});

test('the feature whose code runs is known, and no other', async () => {
  const feature = limited({
    name: 'x',
    plan: async () => {
      await Promise.resolve();
      return runningFeature();
    },
  });
  expect([await feature.plan(), runningFeature()]).toEqual(['x', undefined]);
});
