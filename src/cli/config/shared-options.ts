import { type Command, InvalidArgumentError, Option } from 'commander';
import { nearest } from '../../base/text.js';
import { COMPRESSIONS, FORMAT_NAMES } from '../../rdf/formats/format.js';
import { DATA_BASE } from '../../rdf/iris.js';
import { DATASETS, GROUPS } from '../../records/datasets.js';
import { parseMaxRejected } from '../../records/violation-policy.js';
import type { Workers } from '../../records/workers.js';
import type { ConfigOverrides } from './config.js';
import { MAX_DURATION_S, parseDuration } from './duration.js';

/** What the options that override the configuration come to. */
export interface SharedOptions {
  readonly config?: string;
  readonly sample?: boolean;
  readonly kinds?: readonly string[];
  readonly base?: string;
  readonly out?: string;
  readonly store?: string;
  /** --store as a flag: the only way to have the sample in another place than its own. */
  readonly sampleStore?: string;
  readonly release?: string;
  readonly formats?: readonly string[];
  readonly compress?: string;
  readonly archiveUrl?: string;
  readonly placenamesUrl?: string;
  readonly gender?: string;
  readonly onViolation?: string;
  readonly maxRejected?: string;
  readonly previous?: string;
  readonly replace?: boolean;
  readonly workers?: Workers;
  readonly profile?: boolean;
  readonly attempts?: number;
  readonly since?: string;
  readonly maxDuration?: number;
  readonly maxWithdrawn?: number;
  readonly walkGaps?: boolean;
  readonly logFormat: 'auto' | 'pretty' | 'json';
}

const option = (flags: string, description: string, variable?: string): Option =>
  variable === undefined ? new Option(flags, description) : new Option(flags, description).env(variable);

const OPTIONS = {
  config: option('-c, --config <file>', 'configuration file (YAML)', 'FOLKLORE_LD_CONFIG'),
  sample: option(
    '--sample',
    'use both built-in services and their sample world: no network, key or configuration',
  ).conflicts('config'),
  kinds: option(
    '--kinds <list>',
    `what to export, separated by commas (default: all): ${GROUPS.join(', ')}`,
    'FOLKLORE_LD_KINDS',
  ).argParser((list: string) => readNames(list, 'kind', GROUPS)),
  archiveUrl: option('--archive-url <url>', 'where the archive service is', 'FOLKLORE_LD_ARCHIVE_URL'),
  placenamesUrl: option(
    '--placenames-url <url>',
    'where the place-names service is',
    'FOLKLORE_LD_PLACENAMES_URL',
  ),
  gender: option(
    '--gender <scheme>',
    "the archive service's gender codes: irish (b, f) or english (f, m)",
    'FOLKLORE_LD_GENDER',
  ),
  base: option(
    '--base <iri>',
    `data base IRI: https, ending in / (default: ${DATA_BASE})`,
    'FOLKLORE_LD_BASE',
  ),
  out: option('-o, --out <folder>', 'where releases are written (default: output)', 'FOLKLORE_LD_OUT'),
  store: option(
    '--store <folder>',
    'where fetched answers are kept (default: .folklore-ld)',
    'FOLKLORE_LD_STORE',
  ),
  release: option('--release <label>', "the release's folder below --out (default: today's date)").argParser(
    readLabel,
  ),
  formats: option(
    '--formats <list>',
    `what to write, separated by commas: ${FORMAT_NAMES.join(', ')} (default: ttl, nt, jsonld)`,
  ).argParser((list: string) => readNames(list, 'format', FORMAT_NAMES)),
  compress: option(
    '--compress <how>',
    'how the files of the datasets are compressed: gzip or none (default: gzip, with --sample none)',
  ).choices(Object.keys(COMPRESSIONS)),
  onViolation: option(
    '--on-violation <policy>',
    'what a record does that breaks its shapes: skip (to quarantine), keep (published, and reported) or halt ' +
      '(the run) (default: skip)',
  ),
  maxRejected: option(
    '--max-rejected <number>',
    'fail when more records than this, or a share such as 2%, are in quarantine (default: any number passes)',
  ).argParser(readMost),
  replace: option('--replace', 'put the release in the place of an earlier one of the same label'),
  previous: option(
    '--previous <release>',
    'the folder of an earlier release to compare with (default: the one that `latest` in --out leads to)',
  ),
  workers: option(
    '--workers <number>',
    'threads that describe and check records, or auto: all cores, where there is enough to do (default: auto)',
    'FOLKLORE_LD_WORKERS',
  ).argParser(readWorkers),
  profile: option('--profile', 'say where the time went: stage by stage, and the slowest records'),
  attempts: option(
    '--attempts <number>',
    'how often a request is tried before the service counts as unavailable (default: 6)',
  ).argParser(readAttempts),
  since: option(
    '--since <when>',
    'what to ask for: what has changed since the last harvest (last), everything (never), or, of services ' +
      'without entity tags, what has changed since a day (YYYY-MM-DD) (default: last)',
  ).argParser(readSince),
  maxDuration: option(
    '--max-duration <time>',
    'end the harvest after so long (90s, 50m, 2h); what it has gained is kept (default: no limit)',
  ).argParser(readDuration),
  maxWithdrawn: option(
    '--max-withdrawn <share>',
    "the share of a kind's records, 0 to 1, that may be gone at once (default: 0.1)",
  ).argParser(readShare),
  walkGaps: option(
    '--walk-gaps',
    'ask for photographs by the ids between known ones too (in gaps of up to 1,000)',
  ),
  logFormat: option('--log-format <format>', 'narration on standard error: pretty, json, or auto by terminal')
    .choices(['auto', 'pretty', 'json'])
    .default('auto'),
} as const;

/** Adds options by name, so that every command explains the same option in the same words. */
export function withOptions(command: Command, ...names: readonly (keyof typeof OPTIONS)[]): Command {
  for (const name of names) command.addOption(OPTIONS[name]);
  return command;
}

/**
 * The options of a command that knows `--sample`. A store named in the environment is a real harvest's, which the
 * sample does not touch: only a flag moves the sample.
 */
export function withNamedStore(options: SharedOptions, command: Command): SharedOptions {
  return command.getOptionValueSource('store') === 'cli' && options.store !== undefined
    ? { ...options, sampleStore: options.store }
    : options;
}

/** The options as paths of the configuration file. */
export const overridesOf = (options: SharedOptions): ConfigOverrides => ({
  'services.archive.url': options.archiveUrl,
  'services.archive.gender': options.gender,
  'services.placenames.url': options.placenamesUrl,
  kinds: options.kinds,
  base: options.base,
  out: options.out,
  formats: options.formats,
  compress: options.compress,
  store: options.store,
  onViolation: options.onViolation,
  maxRejected: options.maxRejected,
  'harvest.attempts': options.attempts,
  'harvest.maxDuration': options.maxDuration,
  'harvest.maxWithdrawn': options.maxWithdrawn,
  'harvest.walkGaps': options.walkGaps,
});

function readNames(list: string, what: 'format' | 'kind', known: readonly string[]): string[] {
  const names = list.split(',').map((name) => name.trim());
  for (const name of names) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    throw new InvalidArgumentError(
      `There is no ${what} "${name}"${meant === undefined ? '' : `; did you mean "${meant}"?`} Known are ${known.join(', ')}.`,
    );
  }
  return names;
}

function readLabel(label: string): string {
  if (isDayLike(label) && !isDay(label)) {
    throw new InvalidArgumentError(
      `There is no day ${label}, and a label of this form is the day of the release.`,
    );
  }
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(label) && !isReserved(label)) return label;
  throw new InvalidArgumentError(
    'A label is letters, digits, dots, hyphens and underscores, neither "latest" nor the name of a dataset, and does ' +
      'not end in ".failed".',
  );
}

/** Names that a folder of releases, or the address of one, has a use for. */
const isReserved = (label: string): boolean =>
  label === 'latest' || label.endsWith('.failed') || Object.hasOwn(DATASETS, label);

function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

function readMost(text: string): string {
  if (parseMaxRejected(text) !== undefined) return text;
  throw new InvalidArgumentError('Expected a whole number, or a share such as 2%.');
}

function readWorkers(text: string): Workers {
  if (text === 'auto') return text;
  const workers = readCount(text);
  if (workers > 0 && workers <= 64) return workers;
  throw new InvalidArgumentError('Expected auto, or a number from 1 to 64.');
}

function readAttempts(text: string): number {
  const attempts = readCount(text);
  if (attempts > 0) return attempts;
  throw new InvalidArgumentError('Expected 1 or more.');
}

function readSince(text: string): string {
  if (text === 'last' || text === 'never' || isDay(text)) return text;
  throw new InvalidArgumentError('Expected last, never, or a day as YYYY-MM-DD.');
}

const isDayLike = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

/** Whether the calendar has that day; `Date` itself takes 30 February for a day in March. */
function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return isDayLike(text) && !Number.isNaN(time.valueOf()) && time.toISOString().startsWith(text);
}

function readDuration(text: string): number {
  const seconds = parseDuration(text);
  if (seconds > 0 && seconds <= MAX_DURATION_S) return seconds;
  throw new InvalidArgumentError('Expected a span of time such as 90s, 50m or 2h, up to 500h.');
}

function readShare(text: string): number {
  const share = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && share <= 1) return share;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
}
