import type { RunStatus } from '../../cli/run-status/run-watch.js';

/** A line of a metric: its labels and its value. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A metric: its name without prefix, its help, and its samples. All are gauges, as each run sets them anew. */
type Metric = readonly [name: string, help: string, samples: readonly Sample[]];

const PREFIX = 'folklore_ld_';

/** Facts of the metrics that the status of a run does not have. */
interface MetricsFacts {
  /** The day of the harvest in the store, `YYYY-MM-DD`. */
  readonly harvested?: string | undefined;
  /** The metrics that are replaced: they have the times of the last successes. */
  readonly replaced?: string | undefined;
}

/** The metrics of an ended run in the text format of Prometheus, version 0.0.4. */
export function metricsText(status: RunStatus, { harvested, replaced }: MetricsFacts): string {
  const { command, program, started, updated, exitCode, seconds, receivedBytes, harvest, release } = status;
  const successes = {
    ...successesIn(replaced),
    ...(exitCode === 0 || exitCode === 5 ? { [command]: timestamp(updated) } : {}),
  };
  const metrics: readonly Metric[] = [
    ['run_info', 'The last run: command and version.', [[{ program }, 1]]],
    ['exit_code', 'Exit code of the last run.', one(exitCode ?? undefined)],
    ['run_start_timestamp_seconds', 'Start of the last run.', one(timestamp(started))],
    ['run_end_timestamp_seconds', 'End of the last run.', one(timestamp(updated))],
    [
      'last_success_timestamp_seconds',
      'End of the last run with exit code 0 or 5.',
      labelled('command', successes),
    ],
    [
      'harvest_timestamp_seconds',
      'Day of the harvest in the store, at its beginning in UTC.',
      one(harvested === undefined ? undefined : timestamp(`${harvested}T00:00:00Z`)),
    ],
    ['stage_seconds', 'Duration of the stages of the last run.', labelled('stage', seconds)],
    ['received_bytes', 'Bytes of the answers of the services, unpacked.', one(receivedBytes)],
    [
      'requests',
      'Requests of the harvest, by outcome.',
      harvest === undefined
        ? []
        : labelled('outcome', {
            body: harvest.bodies,
            unchanged: harvest.unchanged,
            missing: harvest.missing,
          }),
    ],
    ['harvest_gaps', 'Places where a service sent less than it announces.', one(harvest?.gaps)],
    [
      'records',
      'Records of the release, by kind and outcome.',
      Object.entries(release?.records ?? {}).flatMap(([kind, outcomes]) =>
        Object.entries(outcomes).map(([outcome, count]): Sample => [{ kind, outcome }, count]),
      ),
    ],
    ['findings', 'Findings of the release, by severity.', labelled('severity', release?.findings ?? {})],
    [
      'dataset_triples',
      'Triples of the release, by dataset.',
      labelled(
        'dataset',
        Object.fromEntries((release?.dumps ?? []).map(({ dataset, triples }) => [dataset, triples])),
      ),
    ],
    [
      'dump_bytes',
      'Bytes of the dumps of the release, by dataset and format.',
      (release?.dumps ?? []).map(({ dataset, format, bytes }): Sample => [{ dataset, format }, bytes]),
    ],
  ];
  return metrics.map((metric) => textOf(metric, command)).join('');
}

const timestamp = (time: string): number => Date.parse(time) / 1000;

const one = (value: number | undefined): Sample[] => (value === undefined ? [] : [[{}, value]]);

const labelled = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([name, value]) => [{ [label]: name }, value]);

/** The lines of a metric. Each sample has the command, so that the files of two commands lie beside each other. */
function textOf([name, help, samples]: Metric, command: string): string {
  if (samples.length === 0) return '';
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries({ command, ...labels }).map(
      ([label, text]) => `${label}="${escaped(text)}"`,
    );
    return `${PREFIX}${name}{${pairs.join(',')}} ${value}\n`;
  });
  return `# HELP ${PREFIX}${name} ${help}\n# TYPE ${PREFIX}${name} gauge\n${lines.join('')}`;
}

const escaped = (text: string): string =>
  text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));

const LAST_SUCCESS = new RegExp(
  `^${PREFIX}last_success_timestamp_seconds\\{command="((?:[^"\\\\]|\\\\.)*)"\\} (\\d+(?:\\.\\d+)?)$`,
  'gm',
);

/** The times of the last successes in the metrics that are replaced, by command. */
const successesIn = (metrics = ''): Record<string, number> =>
  Object.fromEntries(
    [...metrics.matchAll(LAST_SUCCESS)].map(([, command = '', value]) => [
      command.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign)),
      Number(value),
    ]),
  );
