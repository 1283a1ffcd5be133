import { statSync } from 'node:fs';
import { FolkloreError } from '../../base/errors.js';
import { silent } from '../../base/events.js';
import { EXIT } from '../../base/exit-codes.js';
import type { Service } from '../../base/origin.js';
import { serviceOfCounties } from '../../harvest/answers/service-of-counties.js';
import type { Answer } from '../../harvest/client/attempt.js';
import { Client, SMALL_LIST } from '../../harvest/client/client.js';
import { otherService } from '../../harvest/client/client-errors.js';
import { listField, listOf, singleObject } from '../../harvest/client/envelope.js';
import { TransientFault } from '../../harvest/client/network-fault.js';
import { keyRedactor } from '../../harvest/client/redact.js';
import { RELEASE_PATHS, versionOf } from '../../model/endpoints/service.js';
import {
  areOfBothSchemes,
  type GenderScheme,
  type GenderSetting,
  lettersOf,
  SCHEME_NAMES,
  schemeOf,
} from '../../model/mapping/gender.js';
import { readKey } from '../config/secrets.js';
import type { CheckOutcome } from '../feature.js';
import { userAgentOf } from '../version.js';
import {
  type CheckedSystem,
  type CheckResult,
  type DoctorContext,
  failure,
  type RequestContext,
  resultOf,
  SERVICE_NAMES,
  type ServiceKey,
  toPlainLine,
  withRemedy,
} from './check.js';

const NO_KEY: ServiceKey = { key: '', keyName: 'no key' };

/** Two decades of people, to see their gender codes. */
const SOME_PEOPLE = '/cbed?BirthDateFrom=1860&BirthDateTo=1879';

/** A response with its time of arrival and the time that it took, or the error in its place. */
type Reply = { readonly at: number; readonly tookMs: number } & (
  | { readonly answer: Answer; readonly error?: undefined }
  | { readonly answer?: undefined; readonly error: FolkloreError }
);

/** A service, and its replies to a request without a key and to one with it. */
interface Probe {
  readonly service: Service;
  readonly url: string;
  /** The prefix of its lists: configured, or found. Undefined where neither. */
  readonly path: string | undefined;
  readonly isPathFound: boolean;
  /** Shortens text of the service to one line without the key in it. */
  readonly show: (text: unknown) => string;
  readonly description: Reply;
  /** The fields of the description; undefined if the service has none. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  /** Undefined without a key. */
  readonly list: Reply | undefined;
}

/** The results for one service, and at most one reading of its clock. */
interface ServiceResults {
  /** Where its lists are; undefined where that is not known. */
  readonly lists: string | undefined;
  readonly isKeyRefused: boolean;
  readonly results: readonly CheckResult[];
  readonly clocks: readonly ClockReading[];
}

/** Checks the key of a service, then the service itself, with a few requests. */
export async function checkService(
  system: CheckedSystem,
  service: Service,
  context: RequestContext,
): Promise<ServiceResults> {
  let key: ServiceKey | undefined;
  const keyResult = await resultOf(`${service}.key`, async () => {
    const source = system.config.services[service].key;
    const found = system.builtIn ?? readKey(`services.${service}.key`, source, context.environment);
    // A client rejects keys that no header can carry.
    await clientOf(system, service, found, context).close();
    key = found;
    return keyOutcome(service, found, system.builtIn === undefined ? source : undefined);
  });
  const keyless = clientOf(system, service, NO_KEY, context);
  const description = await replyOf(keyless, (client) => client.describe(), context);
  const { answer } = description;
  const { url, path: configured } = system.config.services[service];
  let path = configured;
  const listReply = async (as: ServiceKey, request: string): Promise<Reply> => {
    const client = clientOf(system, service, as, context);
    const reply = await replyOf(client, () => client.get(request, { body: 'list' }), context);
    path = await client.prefix().catch(() => path);
    return reply;
  };
  const list = key && (await listReply(key, SMALL_LIST));
  const probe: Probe = {
    service,
    url,
    path,
    isPathFound: configured === undefined,
    show: redactorOf(key ?? NO_KEY),
    description,
    fields: answer?.status === 200 ? { ...singleObject(answer.json) } : undefined,
    list,
  };
  const results = [
    keyResult,
    await resultOf(`${service}.service`, () => descriptionOutcome(probe)),
    ...(probe.path === undefined || (probe.fields === undefined && !probe.isPathFound)
      ? []
      : [await resultOf(`${service}.version`, () => versionOutcome(probe))]),
    await resultOf(`${service}.answer`, () => listOutcome(probe)),
    ...(probe.description.answer === undefined && probe.list?.answer === undefined
      ? []
      : [await resultOf(`${service}.time`, () => timeOutcome(probe, system.config.harvest.timeout))]),
  ];
  if (service === 'archive' && key !== undefined && list?.answer?.status === 200) {
    const people = await listReply(key, SOME_PEOPLE);
    results.push(
      await resultOf('archive.gender', () => genderOutcome(system.config.services.archive.gender, people)),
    );
  }
  return {
    results,
    clocks: clockReadings(probe),
    lists: path === undefined ? undefined : `${url}${path}`,
    isKeyRefused: list?.error?.code === 'KEY_REFUSED',
  };
}

/** Access rights of everyone but the owner (chmod(2)). */
const RIGHTS_OF_OTHERS = 0o077;

function keyOutcome(
  service: Service,
  { keyName }: ServiceKey,
  source: { readonly env: string } | { readonly file: string } | undefined,
): CheckOutcome {
  const message = `the key of ${SERVICE_NAMES[service]} is available`;
  if (source === undefined) return `${message}: ${keyName}`;
  if ('env' in source) return `${message}: from the variable ${source.env}`;
  // Windows has access rights of another kind.
  if (process.platform === 'win32' || (statSync(source.file).mode & RIGHTS_OF_OTHERS) === 0)
    return `${message}: from the file ${source.file}`;
  return {
    message: `${message}, but other users have access rights to the file ${source.file}`,
    remedy: `Remove them: chmod 600 ${source.file}`,
  };
}

/** A client that sends each request once, without a pause. */
function clientOf(
  { config }: CheckedSystem,
  service: Service,
  key: ServiceKey,
  { timeoutMs, now, signal, proxies }: RequestContext,
): Client {
  const { url, path } = config.services[service];
  return new Client({
    ...key,
    service,
    url,
    path,
    userAgent: userAgentOf(config.contact),
    proxies,
    concurrency: 1,
    patienceMs: 0,
    timeoutMs,
    maxAnswerBytes: config.harvest.maxAnswerMiB * 2 ** 20,
    report: silent,
    // Used between attempts only.
    random: () => 0,
    sleep: async () => {},
    monotonic: () => 0,
    now,
    signal,
  });
}

/** @throws FolkloreError INTERRUPTED */
async function replyOf(
  client: Client,
  request: (client: Client) => Promise<Answer>,
  { now, monotonic }: DoctorContext,
): Promise<Reply> {
  const sentAt = monotonic();
  try {
    const answer = await request(client);
    return { answer, at: now(), tookMs: monotonic() - sentAt };
  } catch (thrown) {
    if (!(thrown instanceof FolkloreError) || thrown.code === 'INTERRUPTED') throw thrown;
    return { error: thrown, at: now(), tookMs: monotonic() - sentAt };
  } finally {
    await client.close();
  }
}

/** Words in the names of services. */
const NAME_WORDS: Readonly<Record<Service, RegExp>> = {
  archive: /folklore|archive|collection|béaloid|dúchas/i,
  placenames: /place\W?names?|logainm|gazetteer/i,
};

/** Whether a service describes itself as the other one: by its name, or by the first release of the other. */
function isOfOther(
  service: Service,
  { name, version, versions }: Readonly<Record<string, unknown>>,
): boolean {
  const other = service === 'archive' ? 'placenames' : 'archive';
  const isNamed = (as: Service): boolean => NAME_WORDS[as].test(String(name ?? ''));
  const releases = [version, versions].flat().map(String).map(numberOf);
  const has = (as: Service): boolean => releases.includes(numberOf(versionOf(RELEASE_PATHS[as][0])));
  return (isNamed(other) && !isNamed(service)) || (has(other) && !has(service));
}

function descriptionOutcome({ service, url, show, description: { error }, fields }: Probe): CheckOutcome {
  const remedy = `Check services.${service}.url: ${url}`;
  if (error?.exitCode === EXIT.unavailable) throw withRemedy(error, `Is the service running? ${remedy}`);
  if (fields === undefined)
    return { message: `${SERVICE_NAMES[service]} at ${url} does not describe itself at /api`, remedy };
  const own = `${show(fields.name)} ${show(fields.version)}`.trim();
  if (isOfOther(service, fields))
    return {
      message: `what answers at ${url}, the address of ${SERVICE_NAMES[service]}, calls itself ${own}`,
      remedy: `${remedy}. Are the addresses of the two services swapped, or the same?`,
    };
  return `${SERVICE_NAMES[service]} answers at ${url}: ${own}`;
}

/** Whether the configured path is that of a version of the service. */
function versionOutcome({
  service,
  path = '',
  isPathFound,
  show,
  fields: { version, versions } = {},
}: Probe): CheckOutcome {
  const setting = `services.${service}.path`;
  if (isPathFound)
    return `${SERVICE_NAMES[service]} has its lists at ${path}, which was found (${setting} is not set)`;
  const known = [...new Set([version, versions].flat().map(show))].filter((name) => name !== '');
  if (known.length === 0) {
    return {
      message: `${SERVICE_NAMES[service]} does not list its versions`,
      remedy: `Check in its documentation that ${setting} is ${path}.`,
    };
  }
  const configured = versionOf(path);
  if (known.some((name) => numberOf(name) === numberOf(configured)))
    return `${SERVICE_NAMES[service]} has the version of ${setting}: ${configured}`;
  const parent = /^v?\d/i.test(configured) ? path.slice(0, -configured.length - 1) : path;
  return {
    message: `${setting} is ${path}, but ${SERVICE_NAMES[service]} has ${known.join(', ')}`,
    remedy: `Set ${setting}: ${parent}/v${numberOf(known[0] ?? '')}`,
  };
}

/** `v0.6` and `0.6` are the same version. */
const numberOf = (version: string): string => version.replace(/^v/i, '');

/** Forms of lists (wire-format 1 and 4), by the field with the records. */
const LIST_FORMS: ReadonlyMap<string, string> = new Map([
  ['results', 'lists within { results }, in pages'],
  ['places', 'lists within { places }'],
]);

function listOutcome({ service, path = '', list }: Probe): CheckOutcome {
  const request = `GET ${path}${SMALL_LIST}`;
  if (list === undefined) {
    return {
      message: `${request} was not sent to ${SERVICE_NAMES[service]}: there is no key`,
      remedy: 'Provide the key, then run the doctor again.',
    };
  }
  if (list.answer === undefined) {
    const { cause, exitCode } = list.error;
    const isForeign = cause instanceof TransientFault && cause.isForeign;
    const later = 'run the doctor again later. If this persists, contact the operator of the service.';
    throw withRemedy(
      list.error,
      isForeign
        ? `Check services.${service}.url and services.${service}.path: this is no answer of the service. If the address is right, ${later}`
        : exitCode === EXIT.unavailable
          ? `R${later.slice(1)}`
          : undefined,
    );
  }
  if (list.answer.status !== 200) {
    throw failure(
      `${SERVICE_NAMES[service]} has nothing at ${request}`,
      `Set services.${service}.path to the first part of every path of the service.`,
    );
  }
  const { json } = list.answer;
  const { records, totalCount = records.length } = listOf(json);
  const owner = serviceOfCounties(records);
  if (owner !== undefined && owner !== service) throw otherService(service);
  const form = Array.isArray(json)
    ? 'bare lists'
    : (LIST_FORMS.get(listField(json) ?? '') ?? 'a bare record as a list of one');
  return `${SERVICE_NAMES[service]} accepts the key and speaks ${versionOf(path)}: ${form} (${totalCount} counties)`;
}

/**
 * Whether the gender codes of the people agree with the setting, or show a scheme where none is set (model 3.3, gender rule).
 */
function genderOutcome(setting: GenderSetting, { answer }: Reply): CheckOutcome {
  const people = answer?.status === 200 ? listOf(answer.json).records : [];
  const codes = people.flatMap(
    (person) => Object.entries({ ...Object(person) }).find(([key]) => /^gender$/i.test(key))?.[1],
  );
  const texts = codes.filter((code) => typeof code === 'string');
  const shown = schemeOf(texts);
  if (areOfBothSchemes(new Set(texts.map((code) => code.toLowerCase()))))
    return {
      message:
        'a few people of the archive service have gender codes of two schemes, b and m: no gender would be published',
      remedy: 'Ask the archive which letters mean what; services.archive.gender names one scheme.',
    };
  if (shown === undefined) {
    const message = 'the scheme of the gender codes was not seen in a few people of the archive service';
    return setting === 'auto'
      ? `${message}: a build takes the scheme that all records show, and states no gender where they show none`
      : `${message}: a build reads them by the setting, ${setting}`;
  }
  if (setting === 'auto') return `the gender codes are ${inWords(shown)}, as the records show`;
  if (setting === shown) return `the gender codes are ${inWords(shown)}, as configured`;
  return {
    message: `services.archive.gender is ${setting}, but the codes are ${inWords(shown)}: no gender would be published`,
    remedy: `Set services.archive.gender: ${shown}, or auto.`,
  };
}

const inWords = (scheme: GenderScheme): string => `${SCHEME_NAMES[scheme]} (${lettersOf(scheme).join(', ')})`;

/** A whole volume takes longer than a small list: so much of the time limit, at most, is good for a small one. */
const GOOD_SHARE = 0.1;

/** Whether a small answer leaves enough of the time limit of a run, in seconds, for a large one. */
function timeOutcome({ service, description, list }: Probe, timeout: number): CheckOutcome {
  const answered = [description, list].flatMap((reply) => (reply?.answer === undefined ? [] : reply.tookMs));
  const took = Math.max(...answered) / 1000;
  const message = `${SERVICE_NAMES[service]} took ${took.toFixed(1)} s for a small answer, and harvest.timeout is ${timeout} s`;
  if (took <= GOOD_SHARE * timeout) return message;
  const remedy = `Set harvest.timeout to ${Math.max(120, Math.ceil(took / GOOD_SHARE))}s: large answers take longer.`;
  if (took > timeout) throw failure(`${message}: no request of a run would be answered in time`, remedy);
  return { message, remedy };
}

/** Most characters of a text of a service. */
const MAX_TEXT_LENGTH = 80;

function redactorOf({ key }: ServiceKey): (text: unknown) => string {
  const redact = keyRedactor(key);
  return (text) =>
    ['string', 'number'].includes(typeof text)
      ? toPlainLine(redact(String(text))).slice(0, MAX_TEXT_LENGTH)
      : '';
}

/** How far the clock of this machine is ahead of that of a service, in milliseconds. */
interface ClockReading {
  readonly service: Service;
  readonly aheadMs: number;
}

/** By the last response that has a time. */
const clockReadings = ({ service, description, list }: Probe): readonly ClockReading[] =>
  [description, list]
    .flatMap((reply) => {
      const servedAt = reply?.answer?.status === 200 ? reply.answer.servedAt : undefined;
      return reply === undefined || servedAt === undefined ? [] : [{ service, aheadMs: reply.at - servedAt }];
    })
    .slice(-1);

/**
 * More than the time of a slow response; less than what does harm: around midnight a run would have the label and the
 * filters of another day.
 */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60 * 1000;

/** Whether the clock of this machine agrees with those of the services. */
export function clockOutcome(readings: readonly ClockReading[]): CheckOutcome {
  if (readings.length === 0) {
    return {
      message: 'the clock could not be compared: no response of a service has a time',
      remedy: 'Run the doctor again when the services answer.',
    };
  }
  const wrong = readings.filter(({ aheadMs }) => Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS);
  if (wrong.length === 0) return "this machine's clock agrees with the services'";
  const differences = wrong.map(({ service, aheadMs }) => {
    const minutes = Math.round(Math.abs(aheadMs) / 60_000);
    const span = minutes < 180 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
    return `${span} ${aheadMs > 0 ? 'ahead of' : 'behind'} ${SERVICE_NAMES[service]}`;
  });
  return {
    message: `this machine's clock is ${differences.join(' and ')}`,
    remedy:
      wrong.length === readings.length
        ? 'Set it, and keep it right with a time service (NTP).'
        : 'One of the services agrees with it: tell the operator of the other one that its clock is wrong.',
  };
}
