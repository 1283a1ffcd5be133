import { readFileSync } from 'node:fs';
import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { dayOf } from '../../base/calendar.js';
import { errorCode, FolkloreError, messageOf } from '../../base/errors.js';
import { holderOf } from '../../base/lock.js';
import { SERVICES } from '../../base/origin.js';
import { counted, isUrl } from '../../base/text.js';
import { isLoopback, nameOf, type Proxies, proxyFor, readProxies } from '../../harvest/client/proxies.js';
import { checkOurs } from '../../harvest/store/harvest-store.js';
import { storePathsOf } from '../../harvest/store/paths.js';
import { onDisk, storeUnusable } from '../../harvest/store/store-errors.js';
import { harvestsIn, openForBuild } from '../../harvest/store/stored-harvest.js';
import { DATA_BASE } from '../../model/rdf/iris.js';
import { changesSinceLatest, publishedSettings, refusalOf, remedyOf } from '../changed-settings.js';
import { optionSettings } from '../config/setting-options.js';
import { CONFIG_SCHEMA, type Config } from '../config/settings.js';
import type { CheckOutcome, Feature } from '../feature.js';
import { NODE_RANGE, PROGRAM_VERSION } from '../version.js';
import {
  type CheckedSystem,
  type CheckResult,
  type DoctorContext,
  failure,
  type RequestContext,
  resultOf,
  SERVICE_NAMES,
  withRemedy,
} from './check.js';
import { checkService, clockOutcome } from './service-checks.js';

/**
 * Runs every check, whatever the others find.
 *
 * @param readSystem reads the configuration
 * @throws FolkloreError INTERRUPTED
 */
export async function* runChecks(
  readSystem: () => CheckedSystem,
  context: DoctorContext,
): AsyncGenerator<CheckResult, void> {
  yield resultOf('program', () => programOutcome(context));
  let system: CheckedSystem | undefined;
  yield await resultOf('configuration', () => {
    system = readSystem();
    return `the configuration can be read: ${system.source}`;
  });
  const checked = system;
  if (checked === undefined) {
    yield resultOf('others', () => ({
      message: 'keys, services, clock and folders were not checked: they depend on the configuration',
      remedy: 'Fix the configuration first, then run the doctor again.',
    }));
    return;
  }
  const { store, out } = checked.config;
  yield resultOf('contact', () => contactOutcome(checked));
  yield resultOf('base', () => baseOutcome(checked));
  let proxies: Proxies | undefined;
  yield await resultOf('proxy', () => {
    proxies = readProxies(context.environment);
    return proxyOutcome(checked, proxies);
  });
  const authorities = context.environment.NODE_EXTRA_CA_CERTS;
  if (authorities) yield resultOf('certificates', () => authoritiesOutcome(authorities));
  if (proxies === undefined) yield resultOf('services', () => UNCHECKED);
  else yield* checkServices(checked, { ...context, proxies });
  yield* checkFolder('store', store, context);
  yield resultOf('store.harvest', () => harvestOutcome(store));
  yield resultOf('store.lock', () => lockOutcome(store));
  yield* checkFolder('out', out, context);
  yield resultOf('out.settings', () => settingsOutcome(checked, context));
  for (const feature of context.features) yield* checksOf(feature, checked.config, context.environment);
}

const UNCHECKED: CheckOutcome = {
  message: 'the services and the clock were not checked: the address of the proxy cannot be used',
  remedy: 'Mend the variable first, then run the doctor again.',
};

/** Both services at the same time, to wait for a timeout only once. */
export async function* checkServices(
  checked: CheckedSystem,
  context: RequestContext,
): AsyncGenerator<CheckResult, void> {
  const services = await Promise.all(SERVICES.map((service) => checkService(checked, service, context)));
  for (const { results } of services) yield* results;
  const [lists, ...others] = services.map((one) => one.lists);
  if (lists !== undefined && others.includes(lists))
    yield resultOf('services', () => {
      throw failure(
        `both services have their lists at ${lists}`,
        'Set services.archive.url and services.placenames.url to the addresses of two services.',
      );
    });
  if (services.every(({ isKeyRefused }) => isKeyRefused))
    yield resultOf('keys', () => ({
      message: 'both services refuse their keys',
      remedy: 'Check services.archive.key and services.placenames.key: are the two keys swapped?',
    }));
  yield resultOf('clock', () => clockOutcome(services.flatMap(({ clocks }) => clocks)));
}

/** The way of requests to each service. */
function proxyOutcome({ config: { services } }: CheckedSystem, proxies: Proxies): CheckOutcome {
  if (proxies.http === undefined && proxies.https === undefined)
    return 'requests are sent without a proxy: HTTP_PROXY and HTTPS_PROXY are not set';
  const ways = SERVICES.filter((service) => isUrl(services[service].url)).map((service) => {
    const { origin } = new URL(services[service].url);
    const proxy = proxyFor(origin, proxies);
    const why = isLoopback(origin) ? 'it is on this machine' : 'NO_PROXY, or no proxy for its scheme';
    return `${SERVICE_NAMES[service]} ${proxy === undefined ? `without a proxy (${why})` : `through ${nameOf(proxy)}`}`;
  });
  return `requests are sent to ${ways.join(', and to ')}`;
}

/** Node.js itself says only in a warning that it cannot read the file. */
function authoritiesOutcome(file: string): CheckOutcome {
  try {
    if (readFileSync(file, 'utf8').includes('-----BEGIN CERTIFICATE-----'))
      return `certificate authorities of your own are taken from ${file} (NODE_EXTRA_CA_CERTS)`;
    throw failure(`NODE_EXTRA_CA_CERTS names ${file}, which has no certificate`, AUTHORITIES_REMEDY);
  } catch (thrown) {
    if (thrown instanceof FolkloreError) throw thrown;
    throw failure(
      `NODE_EXTRA_CA_CERTS names ${file}, which cannot be read: ${messageOf(thrown)}`,
      AUTHORITIES_REMEDY,
    );
  }
}

const AUTHORITIES_REMEDY = 'Name a file of certificates in PEM, or unset the variable.';

/** The results of the checks of a feature that have something to look at. An error of a check names the feature. */
async function* checksOf(
  { name: feature, checks = {} }: Feature,
  config: Config,
  environment: NodeJS.ProcessEnv,
): AsyncGenerator<CheckResult> {
  for (const [name, check] of Object.entries(checks)) {
    const result = await resultOf(name, async () => {
      try {
        return (await check(config, environment)) ?? '';
      } catch (thrown) {
        if (thrown instanceof FolkloreError) throw thrown;
        throw failure(
          `the check ${name} of the feature ${feature} has failed: ${messageOf(thrown)}`,
          'Mend the feature.',
        );
      }
    });
    if (result.message !== '') yield result;
  }
}

/** The newest Node.js that the tests of this version ran on. */
const NEWEST_TESTED = 26;

/** Days after which a major version of Node.js gets no fixes, by its release schedule. */
const END_OF_LIFE: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

function programOutcome({ nodeVersion, now }: DoctorContext): CheckOutcome {
  const [major, minor] = versionNumbers(nodeVersion);
  const [oldestMajor, oldestMinor] = versionNumbers(NODE_RANGE);
  const program = `folklore-ld ${PROGRAM_VERSION} on Node.js ${nodeVersion}`;
  const remedy = `Install a Node.js from ${oldestMajor}.${oldestMinor} to ${NEWEST_TESTED}.`;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw failure(`${program}, which is too old: it needs ${NODE_RANGE}`, remedy);
  if (major > NEWEST_TESTED) return { message: `${program}, which is not tested`, remedy };
  const today = dayOf(now());
  const end = END_OF_LIFE[major];
  if (end === undefined || today <= end) return program;
  const [newer] = Object.entries(END_OF_LIFE).filter(
    ([version, day]) => Number(version) % 2 === 0 && day > today,
  );
  return {
    message: `${program}, which has had no security fixes since ${end}`,
    remedy: newer === undefined ? 'Install a newer Node.js.' : `Install Node.js ${newer[0]} or newer.`,
  };
}

function baseOutcome({ config: { base }, builtIn }: CheckedSystem): CheckOutcome {
  if (builtIn !== undefined || base !== DATA_BASE) return `the records are published below ${base}`;
  return {
    message: `base is ${base}, as in the example: the IRIs of all records would lead nowhere`,
    remedy:
      'Set `base` to an address of yours before the first release: another base renames everything that was published.',
  };
}

/** Major and minor version of `20.19.0` or `>=20.19`. */
function versionNumbers(version: string): [major: number, minor: number] {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}

function contactOutcome({ config: { contact }, builtIn }: CheckedSystem): CheckOutcome {
  if (contact !== undefined) return `the services get your contact address: ${contact}`;
  if (builtIn !== undefined) return 'the built-in services need no contact address';
  return {
    message: 'no contact address is configured, so the operators of the services cannot reach you',
    remedy: 'Add a line such as `contact: data-team@example.org` to the configuration.',
  };
}

const GIB = 2 ** 30;

/**
 * Free space that a run may need: all volumes are 420 MB of JSON, there are two stores until the new one is complete,
 * and the dumps of a release take some gigabytes.
 */
const NEEDED_BYTES = 5 * GIB;

const FOLDERS = {
  store: 'the store',
  out: 'the folder of releases',
} as const;

/** Whether a folder can be written or made, and the free space. Nothing is left in it. */
async function* checkFolder(
  which: keyof typeof FOLDERS,
  folder: string,
  { freeBytes }: DoctorContext,
): AsyncGenerator<CheckResult, void> {
  let existing = folder;
  const result = await resultOf(`${which}.folder`, async () => {
    try {
      const wanted = which === 'store' ? await storeFolders(folder) : [resolve(folder)];
      const parents = await Promise.all(wanted.map(nearestFolder));
      for (const parent of new Set(parents)) await tryToWrite(parent);
      existing = parents.at(-1) ?? folder;
      const verb = existing === wanted.at(-1) ? 'can be written' : 'can be made and written';
      return `${FOLDERS[which]} ${folder} ${verb}`;
    } catch (thrown) {
      if (!(thrown instanceof FolkloreError)) throw thrown;
      throw withRemedy(
        thrown,
        `Give this user the right to write there, or name another folder with --${which}.`,
      );
    }
  });
  yield result;
  if (result.status !== 'failed')
    yield resultOf(`${which}.space`, () => spaceOutcome(which, existing, freeBytes));
}

/** Whether a build with these settings would keep what the last release has published. */
async function settingsOutcome(
  { config, schema, builtIn }: CheckedSystem,
  { features }: DoctorContext,
): Promise<CheckOutcome> {
  const published = await publishedSettings(features);
  const { release, changes } = await changesSinceLatest({ out: config.out }, { config, schema, published });
  if (release === undefined || builtIn !== undefined)
    return 'there is no earlier release whose settings a build would have to keep';
  if (changes.length === 0) return `the settings are those of the release ${release}`;
  const message = refusalOf(release, changes);
  const { hint } = remedyOf(changes);
  // Options that only a build has may give what the configuration does not.
  const [ofBuild, own] = ['build', 'doctor'].map(
    (command) => new Set([...optionSettings(command, schema ?? CONFIG_SCHEMA)].map(({ path }) => path)),
  ) as [Set<string>, Set<string>];
  if (changes.some(({ name, setting }) => setting.isMade !== true && (own.has(name) || !ofBuild.has(name))))
    throw failure(message, hint);
  return { message, remedy: hint };
}

/** The lock is beside the store. */
async function storeFolders(folder: string): Promise<string[]> {
  const { directory } = await storePathsOf(resolve(folder));
  return [dirname(directory), directory];
}

/** The folder itself, or its nearest parent that exists. */
async function nearestFolder(path: string): Promise<string> {
  const found = await onDisk(`look at ${path}`, () =>
    stat(path).catch((thrown: unknown) => {
      if (errorCode(thrown) !== 'ENOENT' && errorCode(thrown) !== 'ENOTDIR') throw thrown;
    }),
  );
  if (found === undefined) return nearestFolder(dirname(path));
  if (found.isDirectory()) return path;
  throw storeUnusable(`${path} is a file, not a folder.`, 'Name another folder.');
}

/** Access rights are not enough: the disk may be full or read-only. */
/** Writes a file into a folder that need not be there, and removes the file. */
export const tryToWrite = (folder: string): Promise<void> =>
  onDisk(`write into ${folder}`, async () => rmdir(await mkdtemp(join(folder, '.folklore-ld-doctor-'))));

async function spaceOutcome(
  which: keyof typeof FOLDERS,
  folder: string,
  freeBytes: DoctorContext['freeBytes'],
): Promise<CheckOutcome> {
  const needed = `${NEEDED_BYTES / GIB} GiB`;
  try {
    const free = await freeBytes(folder);
    const space = `${(free / GIB).toFixed(1)} GiB free for ${FOLDERS[which]}`;
    if (free >= NEEDED_BYTES) return space;
    return {
      message: `only ${space}`,
      remedy: `Free some space, or name a folder on another disk with --${which}: a run may need ${needed}.`,
    };
  } catch (thrown) {
    return {
      message: `the free space for ${FOLDERS[which]} cannot be read: ${messageOf(thrown)}`,
      remedy: `Check that there are ${needed}.`,
    };
  }
}

/** A run does not fail for its metrics or its notification, so these are warnings. */
/** The harvests in the store. */
async function harvestOutcome(store: string): Promise<CheckOutcome> {
  const { directory } = await storePathsOf(store);
  await checkOurs(directory);
  const { hasComplete, unfinished } = await harvestsIn(directory);
  const toContinue =
    unfinished === undefined ? '' : `; an unfinished one to continue: ${counted(unfinished, 'answer')}`;
  if (!hasComplete) return `no complete harvest in ${store} yet${toContinue}`;
  const complete = await openForBuild(directory);
  const answers = SERVICES.flatMap((service) => [
    ...complete.requests(service),
    ...complete.missing(service),
  ]);
  complete.file.close();
  return `a complete harvest in ${store}: ${counted(answers.length, 'answer')}${toContinue}`;
}

/** Whether a harvest is running. */
async function lockOutcome(store: string): Promise<CheckOutcome> {
  const { lock } = await storePathsOf(store);
  const holder = await onDisk(`read ${lock}`, () => holderOf(lock));
  if (holder === undefined) return `no harvest is running into ${store}`;
  return {
    message: `${holder} is harvesting into ${store}: another harvest would be refused`,
    remedy: 'Wait until it has ended.',
  };
}
