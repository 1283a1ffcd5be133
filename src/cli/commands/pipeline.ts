import { EXIT, type ExitCode, FolkloreError } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { FORMAT_NAMES } from '../../rdf/formats/format.js';
import { SAMPLE_LINKS } from '../../rdf/iris.js';
import type { BuildPlan } from '../../records/build-plan.js';
import { GROUPS, type Group } from '../../records/datasets.js';
import { type Config, readConfig } from '../config/config.js';
import { SAMPLE_STORE } from '../config/defaults.js';
import { linkTemplatesOf, organisationsOf, publicationSettingsOf } from '../config/publication.js';
import { readKey } from '../config/secrets.js';
import { overridesOf, type SharedOptions } from '../config/shared-options.js';
import { PROGRAM_VERSION } from '../version.js';
import type { HarvestOptions } from './harvest.js';
import { previousRelease } from './previous-release.js';

const SAMPLE_LABEL = 'sample';

/** The built-in services stand where a configuration would name others; their ports and keys come when they run. */
const BUILT_IN = {
  'services.archive.url': 'http://127.0.0.1',
  'services.archive.key': { env: 'NONE' },
  'services.archive.gender': 'irish',
  'services.placenames.url': 'http://127.0.0.1',
  'services.placenames.key': { env: 'NONE' },
  links: SAMPLE_LINKS,
} as const;

/** What a command is given besides its options. */
export interface CommandContext {
  readonly report: Report;
  readonly signal: AbortSignal;
  readonly startedAt: Date;
}

export type CommandHandler = (options: SharedOptions, circumstances: CommandContext) => Promise<ExitCode>;

/** `export`: harvest and build. */
export const exportCommand: CommandHandler = async (options, at) => {
  const config = configOf(options);
  const plan = buildPlanOf(config, options, at);
  // All of it is imported before the harvest: that takes hours, in which somebody may install another version.
  const [{ runHarvest }, { runBuild }, { checkWritable }, { checkPrevious }] = await Promise.all([
    import('./harvest.js'),
    import('./build.js'),
    import('../../pipeline/release-writer.js'),
    import('../../pipeline/previous-release.js'),
  ]);
  await checkWritable(plan);
  await checkPrevious(plan);
  return withServices(config, options, at, async (order) => {
    // What is odd about the records the build tells.
    const harvested = await runHarvest(order, at, 'coverage');
    const built = await runBuild(plan, { startedAt: at.startedAt, services: urlsOf(options, config) }, at);
    return built === EXIT.clean ? harvested : built;
  });
};

/** `harvest`: fetch into the store. */
export const harvestCommand: CommandHandler = async (options, at) => {
  const config = configOf(options);
  const { runHarvest } = await import('./harvest.js');
  return withServices(config, options, at, (order) => runHarvest(order, at, 'everything'));
};

/** `plan`: what a harvest would ask, and how long that takes, without a request. */
export const planCommand = async (
  options: SharedOptions & { readonly list?: boolean },
  at: CommandContext,
): Promise<ExitCode> => {
  const config = configOf(options);
  const { runPlan } = await import('./plan.js');
  return runPlan({
    plan: harvestPlanOf(config, options, at),
    store: config.store,
    // Nobody waits for the built-in services.
    pace: options.sample === true ? undefined : config.pace,
    list: options.list === true,
  });
};

/** `build`: make a release from the store, without a request. */
export const buildCommand: CommandHandler = async (options, at) => {
  const config = configOf(options);
  const plan = buildPlanOf(config, options, at);
  const [{ runBuild }, { checkWritable }, { checkPrevious }] = await Promise.all([
    import('./build.js'),
    import('../../pipeline/release-writer.js'),
    import('../../pipeline/previous-release.js'),
  ]);
  await checkWritable(plan);
  await checkPrevious(plan);
  return runBuild(plan, { startedAt: at.startedAt, services: urlsOf(options, config) }, at);
};

function configOf(options: SharedOptions): Config {
  if (options.sample === true) {
    return readConfig(undefined, {
      // People open the files of the sample with an editor.
      compress: 'none',
      ...definedOnly(overridesOf(options)),
      store: options.sampleStore ?? SAMPLE_STORE,
      ...BUILT_IN,
    });
  }
  if (options.config === undefined && options.archiveUrl === undefined) {
    throw new FolkloreError('CONFIG_INVALID', 'There is nothing to export from: no configuration is given.', {
      hint: 'Give --config folklore-ld.config.yaml, or --sample to try it with the built-in world.',
      exitCode: EXIT.misuse,
    });
  }
  return readConfig(options.config, overridesOf(options));
}

const definedOnly = (overrides: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));

/** What a build with these options would do: for commands that tell about it. */
export const buildPlanFor = (options: SharedOptions, at: CommandContext): BuildPlan =>
  buildPlanOf(configOf(options), options, at);

function buildPlanOf(config: Config, options: SharedOptions, { startedAt }: CommandContext): BuildPlan {
  const label = options.release ?? (options.sample === true ? SAMPLE_LABEL : dayOf(startedAt));
  // What was last made of real harvests has nothing to do with the sample.
  const isCompared = options.sample !== true || options.previous !== undefined;
  const previous = isCompared ? previousRelease(config.out, label, options.previous) : undefined;
  return {
    kinds: inGroupOrder(config.kinds),
    store: config.store,
    out: config.out,
    label,
    formats: FORMAT_NAMES.filter((format) => config.formats.includes(format)),
    compression: config.compress,
    base: config.base,
    vocabularyBase: config.vocabularyBase,
    gender: config.services.archive.gender,
    profile: config.services.archive.profile,
    personsProfile: config.personsProfile,
    placeholders: config.placeholders,
    links: linkTemplatesOf(config.links),
    organisations: organisationsOf(config.organisations),
    announcement: publicationSettingsOf(config.release, label),
    issued: issuedOf(label, startedAt),
    program: PROGRAM_VERSION,
    onViolation: config.onViolation,
    ...(config.maxRejected === undefined ? {} : { maxRejected: config.maxRejected }),
    maxChange: config.maxChange,
    ...(previous === undefined ? {} : { previous }),
    // The sample is made again and again, and is no release of anybody's.
    replace: options.replace === true || options.sample === true,
    isLatest: options.sample !== true,
    pid: process.pid,
    latestYear: startedAt.getUTCFullYear(),
    workers: options.workers ?? 'auto',
    isProfiled: options.profile === true,
  };
}

const harvestPlanOf = (
  config: Config,
  options: SharedOptions,
  { startedAt }: CommandContext,
): HarvestOptions['plan'] => {
  const { overlapDays, sweepEvery, maxWithdrawn, walkGaps } = config.harvest;
  return {
    groups: inGroupOrder(config.kinds),
    since: options.since ?? 'last',
    overlapDays,
    sweepEvery,
    maxWithdrawn,
    walkGaps,
    gazetteerFilter: config.services.archive.names === 'documents' ? 'GazetteerID' : 'GeoNameID',
    gender: config.services.archive.gender,
    today: dayOf(startedAt),
  };
};

/** A label that is a day is the day of the release. */
const issuedOf = (label: string, startedAt: Date): string =>
  /^\d{4}-\d\d-\d\d$/.test(label) ? label : dayOf(startedAt);

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const inGroupOrder = (kinds: readonly Group[]): Group[] => GROUPS.filter((group) => kinds.includes(group));

/** Runs an action against the configured services, or against the built-in ones, started for it alone. */
async function withServices(
  config: Config,
  options: SharedOptions,
  at: CommandContext,
  action: (order: HarvestOptions) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { services, store, contact } = config;
  const { attempts, timeout, maxAnswerMiB, maxDuration } = config.harvest;
  const plan = harvestPlanOf(config, options, at);
  const common = { plan, store, contact, attempts, timeout, maxAnswerMiB, maxDuration };
  if (options.sample !== true) {
    const access = (service: 'archive' | 'placenames') => ({
      ...services[service],
      ...readKey(`services.${service}`, services[service].key, process.env),
    });
    return action({
      ...common,
      pace: config.pace,
      archive: access('archive'),
      placenames: access('placenames'),
    });
  }
  const { startSampleServices: startSample } = await import('../../server/serve.js');
  const running = await startSample();
  const key = { key: running.keys.public, keyName: 'the sample key' };
  try {
    return await action({
      ...common,
      // Nobody's goodwill is at stake on loopback.
      pace: { concurrency: 8 },
      archive: { url: running.archive, path: services.archive.path, ...key },
      placenames: { url: running.placenames, path: services.placenames.path, ...key },
    });
  } finally {
    await running.close();
  }
}

/** For run.json: where the records came from. */
const urlsOf = (options: SharedOptions, { services }: Config): Record<string, string> =>
  options.sample === true
    ? { archive: 'the built-in sample world', placenames: 'the built-in sample world' }
    : {
        archive: services.archive.url + services.archive.path,
        placenames: services.placenames.url + services.placenames.path,
      };
