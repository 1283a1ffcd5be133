import { dirname, isAbsolute, resolve } from 'node:path';
import { dayOf } from '../base/calendar.js';
import { FolkloreError } from '../base/errors.js';
import type { Outcome } from '../base/exit-codes.js';
import type { Service } from '../base/origin.js';
import { TRIAL_LIMITS } from '../harvest/crawl/crawler.js';
import type { HarvestPlan } from '../harvest/crawl/run.js';
import { RELEASE_PATHS } from '../model/endpoints/service.js';
import { FORMAT_NAMES } from '../model/rdf/formats/format.js';
import { SAMPLE_LINKS } from '../model/rdf/iris.js';
import { GROUPS, type Group } from '../model/records/datasets.js';
import type { BuildPlan } from '../pipeline/plan/build-plan.js';
import { dayIn, nextLabel } from '../release/description/label.js';
import { type Config, readConfig } from './config/config.js';
import { readKeys } from './config/secrets.js';
import { overridesOf } from './config/setting-options.js';
import { CONFIG_SCHEMA, type ConfigSchema, SAMPLE_STORE, SETTING_OPTIONS } from './config/settings.js';
import type { CommandContext, GivenSettings } from './feature.js';
import { newestOfToday, previousRelease } from './previous-release.js';
import type { RunCall, RunOptions } from './run-options.js';
import { PROGRAM_VERSION, runtimeVersions } from './version.js';

/** Configuration of the built-in services; their ports and keys are known when they run. */
const BUILT_IN = {
  'services.archive.url': 'http://127.0.0.1',
  'services.archive.key': { env: 'NONE' },
  'services.archive.path': RELEASE_PATHS.archive[0],
  'services.placenames.url': 'http://127.0.0.1',
  'services.placenames.path': RELEASE_PATHS.placenames[0],
  'services.placenames.key': { env: 'NONE' },
  links: SAMPLE_LINKS,
} as const;

/** Where a service is, and the key to use. */
interface ServiceAccess {
  readonly url: string;
  /** Absent: found by the client. */
  readonly path?: string | undefined;
  readonly key: string;
  readonly keyName: string;
}

/** A harvest: what to fetch, from where, how fast, and into which store. */
export interface HarvestRun {
  readonly archive: ServiceAccess;
  readonly placenames: ServiceAccess;
  readonly plan: Omit<HarvestPlan, 'source'>;
  readonly store: string;
  readonly contact?: string | undefined;
  readonly pace: { readonly concurrency: number; readonly perSecond?: number };
  /** Limits of requests: seconds of patience, seconds for each attempt, mebibytes of a response, seconds for the whole run. */
  readonly limits: Pick<Config['harvest'], 'patience' | 'timeout' | 'maxAnswerMiB' | 'maxDuration'>;
}

/**
 * The configuration of a call: the file with the options, or that of the sample.
 *
 * @throws FolkloreError CONFIG_INVALID
 */
export function configOf(call: RunCall): Config {
  const config = CONFIGS.get(call) ?? configOfCall(call);
  CONFIGS.set(call, config);
  return config;
}

/**
 * Where the relative paths of a configuration lead that is in another folder than the working one: they are taken from the
 * working folder, as those of options and variables are (docs/configuration.md). Undefined where there is nothing to say.
 *
 * @throws FolkloreError CONFIG_INVALID
 */
export function noteOnPaths(call: RunCall): string | undefined {
  const { config: file } = call.options;
  if (file === undefined || dirname(resolve(file)) === process.cwd()) return undefined;
  const config = configOf(call);
  const relative = pathSettings(call.schema).flatMap((setting) => {
    const path = call.settings[setting] === undefined ? Reflect.get(config, setting) : undefined;
    return typeof path !== 'string' || isAbsolute(path) ? [] : [`${setting} is ${resolve(path)}`];
  });
  return relative.length === 0
    ? undefined
    : `Relative paths of ${file} are taken from the working folder: ${relative.join(', ')}.`;
}

/** The settings that are paths, but for those of files with secrets. */
const pathSettings = ({ shape }: ConfigSchema = CONFIG_SCHEMA): string[] =>
  Object.entries(shape).flatMap(([key, schema]) =>
    SETTING_OPTIONS.get(schema)?.isPath === true ? [key] : [],
  );

/** A configuration is read once: it may be a pipe. */
const CONFIGS = new WeakMap<RunCall, Config>();

function configOfCall({ options, settings, schema }: RunCall): Config {
  if (options.sample === true) {
    // Files of the sample are opened in an editor.
    const overrides = {
      compress: 'none',
      ...overridesOf(settings),
      store: sampleStore(settings),
      ...BUILT_IN,
    };
    return readConfig(undefined, overrides, schema);
  }
  if (options.config === undefined && settings['services.archive.url'] === undefined) {
    throw new FolkloreError('CONFIG_INVALID', 'No configuration is given.', {
      hint: 'Give --config folklore-ld.config.yaml, which `folklore-ld init` writes, or --sample to try the built-in services.',
    });
  }
  const config = readConfig(options.config, overridesOf(settings), schema);
  return options.trial === true
    ? { ...config, store: trialFolder(config.store), out: trialFolder(config.out) }
    : config;
}

/** The folder of a trial, beside the configured one. */
const trialFolder = (folder: string): string => `${folder.replace(/(?<=[^/])\/+$/, '')}-trial`;

/** The store of the sample. A variable names the store of real harvests, so only the option moves the sample. */
function sampleStore({ store }: GivenSettings): string {
  return store?.source === 'option' ? String(store.value) : SAMPLE_STORE;
}

/**
 * The build that a call asks for.
 *
 * @throws FolkloreError CONFIG_INVALID
 */
export async function buildPlanOf(
  config: Config,
  options: RunOptions,
  { startedAt, features }: CommandContext,
): Promise<BuildPlan> {
  const additions: Record<string, unknown> = {};
  for (const { name, plan } of features) {
    const addition = await plan?.(config);
    if (addition !== undefined) additions[name] = addition;
  }
  const isTrial = options.trial === true;
  // Neither is published: each is made again and again, and is not compared with other releases.
  const isPractice = options.sample === true || isTrial;
  const practiceLabel = isTrial ? 'trial' : 'sample';
  const label =
    options.release ?? (isPractice ? practiceLabel : labelOfToday(config.out, options, startedAt));
  const previous =
    isPractice && options.previous === undefined
      ? undefined
      : previousRelease(config.out, label, options.previous);
  if (config.context === 'link' && config.formats.every((format) => format === 'jsonld')) {
    throw new FolkloreError('CONFIG_INVALID', 'With the context linked, JSON-LD cannot be the only format.', {
      hint: 'A store cannot read JSON-LD alone whose context is in another file. Add ttl or nt to the formats, or set context: inline.',
    });
  }
  const { downloads, frequency, availability, contact, doi } = config.release;
  return {
    kinds: inGroupOrder(config.kinds),
    store: config.store,
    out: config.out,
    label,
    formats: FORMAT_NAMES.filter((format) => config.formats.includes(format)),
    context: config.context,
    compression: config.compress,
    base: config.base,
    vocabularyBase: config.vocabularyBase,
    gender: config.services.archive.gender,
    profile: config.services.archive.profile,
    personsProfile: config.personsProfile,
    placeholders: config.placeholders,
    links: config.links,
    additions,
    organisations: config.organisations,
    announcement: {
      downloads: downloads?.replaceAll('{label}', () => encodeURIComponent(label)),
      frequency,
      availability,
      contact,
      doi,
    },
    // A label that is a day is the day of the release.
    issued: dayIn(label)?.day ?? dayOf(startedAt),
    program: PROGRAM_VERSION,
    onViolation: config.onViolation,
    ...(config.maxRejected === undefined ? {} : { maxRejected: config.maxRejected }),
    maxChange: config.maxChange,
    maxWithdrawn: config.harvest.maxWithdrawn,
    ...(previous === undefined ? {} : { previous }),
    replace: options.replace === true || isPractice,
    isLatest: !isPractice,
    ...(isTrial && { isTrial }),
    pid: process.pid,
    latestYear: startedAt.getUTCFullYear(),
    workers: options.workers ?? 'auto',
    isProfiled: options.profile === true,
    runtime: runtimeVersions(),
    ...(options.spool === undefined ? {} : { spool: options.spool }),
  };
}

/** What a harvest fetches. */
export const harvestPlanOf = (
  config: Config,
  options: RunOptions,
  { startedAt }: CommandContext,
): HarvestRun['plan'] => {
  const { sweepEvery, sweepDays, emptyLists, planHours, maxWithdrawn, walkGaps } = config.harvest;
  return {
    groups: inGroupOrder(config.kinds),
    since: options.since ?? 'last',
    sweepEvery,
    sweepDays,
    emptyLists,
    renewBefore: startedAt.getTime() - planHours * 3_600_000,
    maxWithdrawn,
    walkGaps: walkGaps && options.trial !== true,
    ...(options.trial === true && { limits: TRIAL_LIMITS }),
    gazetteerFilter: config.services.archive.names === 'documents' ? 'GazetteerID' : 'GeoNameID',
    gender: config.services.archive.gender,
    today: dayOf(startedAt),
  };
};

/** The day; if it has a release already, the label of the next one, or of the newest with `--replace`. */
function labelOfToday(out: string, { replace }: RunOptions, startedAt: Date): string {
  const day = dayOf(startedAt);
  const newest = newestOfToday(out, day);
  return replace === true && newest !== undefined ? newest : nextLabel(newest, day);
}

const inGroupOrder = (kinds: readonly Group[]): Group[] => GROUPS.filter((group) => kinds.includes(group));

/** Runs a harvest from the configured services, or from the built-in ones, which run only as long as it does. */
export async function withServices(
  config: Config,
  options: RunOptions,
  context: CommandContext,
  action: (run: HarvestRun) => Promise<Outcome>,
): Promise<Outcome> {
  const { services, store, contact, harvest: limits } = config;
  const common = { plan: harvestPlanOf(config, options, context), store, contact, limits };
  const access = (service: Service, known: Omit<ServiceAccess, 'path'>): ServiceAccess => ({
    path: services[service].path,
    ...known,
  });
  if (options.sample !== true) {
    const keys = readKeys(services, process.env);
    const configured = (service: Service) =>
      access(service, { url: services[service].url, ...keys[service] });
    return action({
      ...common,
      pace: config.pace,
      archive: configured('archive'),
      placenames: configured('placenames'),
    });
  }
  const { startSampleServices } = await import('../services/server/serve.js');
  const running = await startSampleServices();
  const key = { key: running.keys.public, keyName: 'the sample key' };
  try {
    return await action({
      ...common,
      // The built-in services need no pauses.
      pace: { concurrency: 8 },
      archive: access('archive', { url: running.archive, ...key }),
      placenames: access('placenames', { url: running.placenames, ...key }),
    });
  } finally {
    await running.close();
  }
}

/** Where the records came from, for run.json. */
export const serviceUrls = (config: Config, { sample }: RunOptions): Record<string, string> =>
  Object.fromEntries(
    (['archive', 'placenames'] as const).map((service) => {
      const { url, path } = config.services[service];
      return [service, sample === true ? 'the built-in sample world' : url + (path ?? '')];
    }),
  );
