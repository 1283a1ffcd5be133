import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Config } from '../../../src/cli/config/settings.js';
import { monitoring } from '../../../src/features/monitoring/feature.js';
import { scratch } from '../../support/files.js';

/** Metrics and a notification that would not arrive are warnings of `doctor`. */

const outcome = (check: 'metrics' | 'notify', settings: object, environment: NodeJS.ProcessEnv = {}) =>
  monitoring.checks?.[check]?.(settings as Config, environment);

test('metrics that can be written are well, and nothing is left of the try', async () => {
  const folder = await scratch();
  const metrics = join(folder, 'folklore-ld.prom');
  expect(await outcome('metrics', { metrics })).toBe(`the metrics can be written to ${metrics}`);
  expect(await readdir(folder)).toEqual([]);
});

test('metrics in a folder that is not there, or with a name that the collector does not read, are a warning', async () => {
  const folder = await scratch();
  expect(await outcome('metrics', { metrics: join(folder, 'none', 'x.prom') })).toMatchObject({
    message: expect.stringContaining('none'),
  });
  expect(await outcome('metrics', { metrics: join(folder, 'metrics.txt') })).toMatchObject({
    message: expect.stringContaining('.prom'),
  });
});

test('a notification names the host alone; an address that is not set is a warning', async () => {
  expect(await outcome('notify', { notify: 'https://hooks.example.org/s3cret' })).toBe(
    'a notification goes to hooks.example.org',
  );
  expect(await outcome('notify', { notify: { env: 'WEBHOOK' } })).toMatchObject({
    message: expect.stringContaining('WEBHOOK is not set'),
  });
});

test('without these settings there is nothing to look at', async () => {
  expect([await outcome('metrics', {}), await outcome('notify', {})]).toEqual([undefined, undefined]);
});
