import type { RunStatus } from '../../cli/run-status/run-watch.js';

/** A line of a metric: its labels and its value. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** A metric: its name without prefix, its help, and its samples. All are gauges, as each run sets them anew. */
type Metric = readonly [name: string, help: string, samples: readonly Sample[]];

const PREFIX = 'folklore_ld_';
const LAST_SUCCESS = `${PREFIX}last_success_timestamp_seconds`;

/** Facts of the metrics that the status of a run does not have. */
interface MetricsFacts {
  /** The day of the harvest in the store, `YYYY-MM-DD`. */
  readonly harvested?: string | undefined;
  /** The metrics that are replaced: they have the time of the last success. */
  readonly replaced?: string | undefined;
}

/** The metrics of an ended run in the text format of Prometheus, version 0.0.4. */
export function metricsText(status: RunStatus, { harvested, replaced }: MetricsFacts): string {
  const { command, program, started, updated, exitCode, seconds, receivedBytes, harvest, release } = status;
  const success = exitCode === 0 || exitCode === 5 ? timestamp(updated) : lastSuccessIn(replaced);
  const metrics: readonly Metric[] = [
    ['run_info', 'The last run: command and version.', [[{ command, program }, 1]]],
    ['exit_code', 'Exit code of the last run.', one(exitCode ?? undefined)],
    ['run_start_timestamp_seconds', 'Start of the last run.', one(timestamp(started))],
    ['run_end_timestamp_seconds', 'End of the last run.', one(timestamp(updated))],
    ['last_success_timestamp_seconds', 'End of the last run with exit code 0 or 5.', one(success)],
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
  return metrics.map(textOf).join('');
}

const timestamp = (time: string): number => Date.parse(time) / 1000;

const one = (value: number | undefined): Sample[] => (value === undefined ? [] : [[{}, value]]);

const labelled = (label: string, values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([name, value]) => [{ [label]: name }, value]);

function textOf([name, help, samples]: Metric): string {
  if (samples.length === 0) return '';
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${PREFIX}${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
  });
  return `# HELP ${PREFIX}${name} ${help}\n# TYPE ${PREFIX}${name} gauge\n${lines.join('')}`;
}

const escaped = (text: string): string =>
  text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));

function lastSuccessIn(metrics: string | undefined): number | undefined {
  const [, value] = new RegExp(`^${LAST_SUCCESS} (\\d+(?:\\.\\d+)?)$`, 'm').exec(metrics ?? '') ?? [];
  return value === undefined ? undefined : Number(value);
}
