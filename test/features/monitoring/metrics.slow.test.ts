import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, it, test } from 'vitest';
import { RunWatch } from '../../../src/cli/run-status/run-watch.js';
import { metricsText } from '../../../src/features/monitoring/metrics.js';
import { parseExposition } from './exposition.js';

const STARTED = Date.UTC(2026, 11, 1, 3);

/** The status of a run of ten seconds. */
function statusOf(exitCode: 0 | 3 | 5, isWhole = true) {
  let now = STARTED;
  const watch = new RunWatch({
    ...{ command: 'ex"po\\rt\n', runId: 'run', startedAt: new Date(STARTED), pid: 1 },
    now: () => now,
  });
  watch.see({ event: 'started', what: 'harvest', phase: 'harvest' });
  now += 4_000;
  watch.see({ event: 'fetched', service: 'archive', request: '/cbe', bytes: 120 });
  watch.see({ event: 'started', what: 'reading', phase: 'index' });
  now += 6_000;
  if (isWhole)
    watch.see({
      event: 'released',
      counts: {
        label: '2026-12-01',
        records: { place: { published: 7, rejected: 2 }, 'cbe.item': { published: 3 } },
        findings: { violation: 2, warning: 5, info: 0 },
        dumps: [
          { dataset: 'places', format: 'ttl', triples: 70, bytes: 900 },
          { dataset: 'places', format: 'nt', triples: 70, bytes: 1900 },
        ],
        shards: { mapped: 1, reused: 0 },
      },
    });
  watch.end({ exitCode });
  return watch.status;
}

/** The values of a run's own metrics, by name and labels without the command. */
const valuesIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    parseExposition(text).map(({ name, labels: { command: _, ...labels }, value }) => [
      [name.replace('folklore_ld_', ''), ...Object.values(labels)].join(' '),
      value,
    ]),
  );

const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));

test('the metrics of a run that has made a release', () => {
  expect(valuesIn(metricsText(statusOf(5), { harvested: '2026-11-30' }))).toEqual({
    [`run_info ${version}`]: 1,
    exit_code: 5,
    run_start_timestamp_seconds: STARTED / 1000,
    run_end_timestamp_seconds: STARTED / 1000 + 10,
    last_success_timestamp_seconds: STARTED / 1000 + 10,
    harvest_timestamp_seconds: Date.UTC(2026, 10, 30) / 1000,
    'stage_seconds harvest': 4,
    'stage_seconds index': 6,
    received_bytes: 120,
    'records place published': 7,
    'records place rejected': 2,
    'records cbe.item published': 3,
    'findings violation': 2,
    'findings warning': 5,
    'findings info': 0,
    'dataset_triples places': 70,
    'dump_bytes places ttl': 900,
    'dump_bytes places nt': 1900,
  });
});

test('each metric has the command of the run, so that files of two commands lie beside each other', () => {
  const command = 'ex"po\\rt\n';
  const samples = parseExposition(metricsText(statusOf(5), { harvested: '2026-11-30' }));
  expect(samples.map(({ labels }) => labels.command)).toEqual(samples.map(() => command));
});

test('a shared file keeps the time of the last success of each command', () => {
  const replaced = 'folklore_ld_last_success_timestamp_seconds{command="build"} 17.5\n';
  const samples = parseExposition(metricsText(statusOf(0), { replaced }));
  const successes = samples.filter(({ name }) => name === 'folklore_ld_last_success_timestamp_seconds');
  expect(Object.fromEntries(successes.map(({ labels, value }) => [labels.command, value]))).toEqual({
    'ex"po\\rt\n': STARTED / 1000 + 10,
    build: 17.5,
  });
});

test('a failed run keeps the time of the last success and counts nothing that it has not made', () => {
  const replaced = metricsText(statusOf(0), {});
  const values = valuesIn(metricsText(statusOf(3, false), { replaced }));
  expect(values).toMatchObject({ exit_code: 3, last_success_timestamp_seconds: STARTED / 1000 + 10 });
  expect(Object.keys(values).filter((name) => /records|findings|triples|dump/.test(name))).toEqual([]);
  expect(valuesIn(metricsText(statusOf(3, false), {}))).not.toHaveProperty('last_success_timestamp_seconds');
});

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

it.skipIf(!hasPromtool)('promtool accepts the metrics without a remark (Debian: prometheus)', () => {
  const input = metricsText(statusOf(0), { harvested: '2026-11-30' });
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
