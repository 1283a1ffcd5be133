import { InvalidArgumentError, type Option } from 'commander';
import { DATASETS } from '../model/records/datasets.js';
import type { Workers } from '../pipeline/plan/workers.js';
import type { ShardPart } from '../pipeline/shards/map-part.js';
import { dayIn } from '../release/description/label.js';
import { configOption, option, wholeNumber } from './command.js';
import type { CommandCall } from './feature.js';
import { grouped } from './help.js';

/** Options of a harvest or a build that are not settings of the configuration. */
export interface RunOptions {
  readonly config?: string;
  readonly sample?: boolean;
  readonly trial?: boolean;
  readonly since?: 'last' | 'never';
  readonly release?: string;
  readonly previous?: string;
  readonly replace?: boolean;
  readonly acceptChange?: readonly string[];
  readonly workers?: Workers;
  readonly profile?: boolean;
  readonly spool?: string;
  readonly shard?: ShardPart;
  readonly merge?: boolean;
}

/** A call of a command that reads the configuration of a run. */
export type RunCall = Pick<CommandCall<RunOptions>, 'options' | 'settings' | 'schema'>;

/** Where the configuration comes from. */
export const sourceOptions = (): Option[] =>
  grouped(
    'source',
    configOption(),
    option(
      '--sample',
      'use both built-in services and their sample world: no network, key or configuration',
    ).conflicts('config'),
    option(
      '--trial',
      'a few volumes with their people, places and photographs, in minutes; store and releases in the folders of ' +
        'these names with -trial after them',
    ).conflicts(['sample', 'release', 'previous', 'replace', 'acceptChange']),
  );

export const harvestOptions = (): Option[] =>
  grouped(
    'harvest',
    option(
      '--since <when>',
      'what to request: with the entity tags of the last harvest (last), or everything without them (never) ' +
        '(default: last)',
    ).choices(['last', 'never']),
  );

export const workersOption = (): Option =>
  option(
    '--workers <number>',
    'threads, or auto: all cores if there is enough data (default: auto)',
    (text) => (text === 'auto' ? text : wholeNumber(1, 64, ['auto'])(text)),
  ).env('FOLKLORE_LD_WORKERS');

export const buildOptions = (): Option[] => [
  ...grouped(
    'release',
    option(
      '--release <label>',
      "folder of the release below --out (default: today's date; for a second release of the day with .2 after it)",
      readLabel,
    ),
    option(
      '--previous <release>',
      'folder of an earlier release to compare with (default: the target of `latest` in --out)',
    ),
    option(
      '--replace',
      'replace an earlier release with the same label; without --release the newest of today',
    ),
    option(
      '--accept-change <list>',
      'settings, separated by commas, whose change may rename or remove what the last release has published',
      (text) => text.split(',').map((name) => name.trim()),
    ),
  ),
  ...grouped(
    'build',
    workersOption(),
    option('--profile', 'print the time of each stage and the slowest records'),
  ),
];

/** Options of a build in parts. */
export const partOptions = (): Option[] =>
  grouped(
    'parts',
    option('--spool <folder>', 'folder that all parts of a build share; removed at the end'),
    option(
      '--shard <i/n>',
      'map one of n parts of the records into the spool, such as 2/8; no release is made',
      readPart,
    ).conflicts('merge'),
    option('--merge', 'make the release from the parts in the spool; what is missing is mapped here'),
  );

function readPart(text: string): ShardPart {
  const [part, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).slice(1).map(Number);
  if (part !== undefined && of !== undefined && part >= 1 && part <= of) return { part, of };
  throw new InvalidArgumentError('Expected a part and the number of parts, such as 2/8.');
}

function readLabel(label: string): string {
  const { day } = dayIn(label) ?? {};
  if (day !== undefined && !isDay(day)) {
    throw new InvalidArgumentError(
      `${day} is not a date, and a label of this form must be the date of the release.`,
    );
  }
  const isReserved = label === 'latest' || label.endsWith('.failed') || Object.hasOwn(DATASETS, label);
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(label) && !isReserved) return label;
  throw new InvalidArgumentError(
    'A label has letters, digits, dots, hyphens and underscores only. It is not "latest", not the name of a dataset, ' +
      'and does not end in ".failed".',
  );
}

/** Whether the calendar has that day; `Date` itself reads 30 February as a day in March. */
function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time.valueOf()) && time.toISOString().startsWith(text)
  );
}
