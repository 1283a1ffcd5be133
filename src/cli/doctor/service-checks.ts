import { EXIT, FolkloreError } from '../../base/errors.js';
import { silent } from '../../base/events.js';
import type { Answer } from '../../http/attempt.js';
import { type Client, type ClientSettings, createClient } from '../../http/client.js';
import { listField, listOf, recordOf } from '../../http/envelope.js';
import { keyRedactor } from '../../http/redact.js';
import { userAgentOf } from '../version.js';
import {
  type CheckedSystem,
  type CheckResult,
  type DoctorContext,
  failed,
  failedBy,
  ok,
  SERVICE_NAMES,
  type Service,
  type ServiceKey,
  toPlainLine,
  warning,
} from './check.js';

/** For what a service is asked without a key. */
export const NO_KEY: ServiceKey = { key: '', keyName: 'no key' };

/** What a service said, and when; or why it said nothing. */
export type ServiceReply =
  | { readonly answer: Answer; readonly at: number }
  | { readonly answer?: undefined; readonly error: FolkloreError };

/** A client that asks once, as soon as it is told to: whoever waits for the doctor does not want patience. */
export function clientSettings(
  { config }: CheckedSystem,
  service: Service,
  key: ServiceKey,
  { timeoutMs, now, signal }: DoctorContext,
): ClientSettings {
  const { url, path } = config.services[service];
  return {
    ...key,
    service,
    url,
    path,
    userAgent: userAgentOf(config.contact),
    concurrency: 1,
    attempts: 1,
    timeoutMs,
    maxAnswerBytes: config.harvest.maxAnswerMiB * 2 ** 20,
    report: silent,
    // Between attempts, of which there is one.
    random: () => 0,
    sleep: async () => {},
    monotonic: () => 0,
    now,
    signal,
  };
}

/**
 * Asks a service one thing, with a client of its own: what one answer means for later requests of a run does
 * not keep the doctor from asking on.
 *
 * @throws FolkloreError `INTERRUPTED`
 */
export async function requestOnce(
  settings: ClientSettings,
  question: (client: Client) => Promise<Answer>,
): Promise<ServiceReply> {
  const client = createClient(settings);
  try {
    return { answer: await question(client), at: settings.now() };
  } catch (thrown) {
    if (!(thrown instanceof FolkloreError) || thrown.code === 'INTERRUPTED') throw thrown;
    return { error: thrown };
  } finally {
    await client.close();
  }
}

/**
 * More than a slow answer, less than what does harm: a run shortly after midnight would be named for, and ask
 * for, another day.
 */
const MOST_APART_MS = 5 * 60 * 1000;

/** What a service's clock said, and ours when that arrived; milliseconds since 1970. */
export interface ClockReading {
  readonly service: Service;
  readonly servedAt: number;
  readonly at: number;
}

/** The times at which a service sent its answers: at most one reading of each clock, the last. */
export function clockReadingsOf(
  service: Service,
  said: readonly (ServiceReply | undefined)[],
): readonly ClockReading[] {
  return said
    .flatMap((one) => {
      const servedAt = one?.answer?.status === 200 ? one.answer.servedAt : undefined;
      return one?.answer === undefined || servedAt === undefined ? [] : [{ service, servedAt, at: one.at }];
    })
    .slice(-1);
}

/** Whether this machine's clock goes with those of the services. */
export function checkClock(readings: readonly ClockReading[]): CheckResult {
  if (readings.length === 0) {
    return warning(
      'clock',
      'the clock could not be compared: no service told the time',
      'Run the doctor again when the services answer.',
    );
  }
  const apart = readings.filter(({ servedAt, at }) => Math.abs(at - servedAt) > MOST_APART_MS);
  if (apart.length === 0) return ok('clock', "this machine's clock goes with the services'");
  const differences = apart.map(
    ({ service, servedAt, at }) =>
      `${spanOf(at - servedAt)} ${at > servedAt ? 'ahead of' : 'behind'} ${SERVICE_NAMES[service]}`,
  );
  return warning(
    'clock',
    `this machine's clock is ${differences.join(' and ')}`,
    apart.length === readings.length
      ? 'Set it, and keep it right with a time service (NTP).'
      : 'One of the services agrees with it: tell the other one that its clock is wrong.',
  );
}

const MINUTE_MS = 60_000;
/** From here on hours say more than minutes. */
const MANY_MINUTES = 180;

function spanOf(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  return minutes < MANY_MINUTES ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** The cheapest list that both services have, and that needs a key. */
const CHEAPEST = '/counties';

/** The forms that lists come in (wire-format 1 and 4), by the field that holds the records. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ['results', 'lists within { results }, in pages'],
  ['places', 'lists within { places }'],
]);

/** More than any name or version of a service needs; the rest would push the finding off the screen. */
const LONGEST_SHOWN = 80;

/** What a service was found to be like, and what its clock said. */
export interface ServiceChecks {
  readonly findings: readonly CheckResult[];
  readonly readings: readonly ClockReading[];
}

/**
 * Whether a service is there, whether it speaks the configured version, and whether it takes the key.
 *
 * @param key undefined when there is none: then it is asked only for what needs none
 */
export async function checkService(
  subject: CheckedSystem,
  service: Service,
  key: ServiceKey | undefined,
  surroundings: DoctorContext,
): Promise<ServiceChecks> {
  const settings = (with_: ServiceKey) => clientSettings(subject, service, with_, surroundings);
  const about: About = {
    service,
    ...subject.config.services[service],
    shown: shownWithout(key ?? NO_KEY),
  };
  const described = await requestOnce(settings(NO_KEY), (client) => client.describe());
  const listed =
    key === undefined
      ? undefined
      : await requestOnce(settings(key), (client) => client.get(CHEAPEST, { body: 'list' }));
  return {
    findings: [descriptionOf(about, described), ...versionOf(about, described), answerOf(about, key, listed)],
    readings: clockReadingsOf(service, [described, listed]),
  };
}

/** The service a finding is about. */
interface About {
  readonly service: Service;
  readonly url: string;
  readonly path: string;
  /** A word of the service as it may be shown. */
  readonly shown: (word: unknown) => string;
}

function descriptionOf({ service, url, shown }: About, said: ServiceReply): CheckResult {
  const check = `${service}.service`;
  const remedy = `See whether services.${service}.url is right: ${url}`;
  if (said.answer === undefined && said.error.exitCode === EXIT.unavailable) {
    return failedBy(check, said.error, `Is the service running? ${remedy}`);
  }
  if (said.answer?.status !== 200) {
    return warning(check, `${SERVICE_NAMES[service]} at ${url} does not say at /api what it is`, remedy);
  }
  const { name, version } = fieldsOf(said);
  return ok(check, `${SERVICE_NAMES[service]} answers at ${url}: ${shown(name)} ${shown(version)}`.trimEnd());
}

/** Whether the configured path is one of a version that the service has; nothing when it does not describe itself. */
function versionOf({ service, path, shown }: About, said: ServiceReply): CheckResult[] {
  if (said.answer?.status !== 200) return [];
  const check = `${service}.version`;
  const setting = `services.${service}.path`;
  const { version, versions } = fieldsOf(said);
  const known = [...new Set([version, versions].flat().map(shown))].filter((word) => word !== '');
  if (known.length === 0) {
    const message = `${SERVICE_NAMES[service]} does not say which versions it speaks`;
    return [warning(check, message, `See in its documentation whether ${setting} is ${path}.`)];
  }
  const asked = path.split('/').at(-1) ?? '';
  if (known.some((one) => numberOf(one) === numberOf(asked))) {
    return [ok(check, `${SERVICE_NAMES[service]} has the version that ${setting} asks for: ${asked}`)];
  }
  return [
    warning(
      check,
      `${setting} is ${path}, but ${SERVICE_NAMES[service]} speaks ${known.join(', ')}`,
      `Set ${setting}: ${pathOf(path, asked, known[0] ?? '')}`,
    ),
  ];
}

/** `v0.6` and `0.6` are the same. */
const numberOf = (version: string): string => version.replace(/^v/i, '');

/** A path with another version at its end. */
const pathOf = (path: string, asked: string, version: string): string =>
  `${/^v?\d/i.test(asked) ? path.slice(0, -asked.length - 1) : path}/v${numberOf(version)}`;

function answerOf(
  { service, path }: About,
  key: ServiceKey | undefined,
  said: ServiceReply | undefined,
): CheckResult {
  const check = `${service}.answer`;
  const request = `GET ${path}${CHEAPEST}`;
  if (key === undefined || said === undefined) {
    return warning(
      check,
      `${SERVICE_NAMES[service]} was not asked for ${request}: there is no key to ask with`,
      'Put the key in its place first, then run the doctor again.',
    );
  }
  if (said.answer === undefined) {
    const isDown = said.error.exitCode === EXIT.unavailable;
    return failedBy(
      check,
      said.error,
      isDown ? 'Run the doctor again later; if this stays, ask who runs the service.' : undefined,
    );
  }
  if (said.answer.status !== 200) {
    return failed(
      check,
      `${SERVICE_NAMES[service]} has nothing at ${request}`,
      `Set services.${service}.path to what every path of the service begins with.`,
    );
  }
  const { json } = said.answer;
  const { records, totalCount = records.length } = listOf(json);
  const version = path.split('/').at(-1);
  return ok(
    check,
    `${SERVICE_NAMES[service]} accepts the key and speaks ${version}: ${formOf(json)} (${totalCount} counties)`,
  );
}

function formOf(json: unknown): string {
  if (Array.isArray(json)) return 'bare lists';
  return FORMS.get(listField(json) ?? '') ?? 'a list of one as a bare record';
}

function fieldsOf(said: ServiceReply): Record<string, unknown> {
  return said.answer?.status === 200 ? { ...recordOf(said.answer.json) } : {};
}

/** What a service says of itself may be anything, the key included: it is shown short, on one line, without it. */
function shownWithout({ key }: ServiceKey): (word: unknown) => string {
  const hide = keyRedactor(key);
  return (word) =>
    typeof word === 'string' || typeof word === 'number'
      ? toPlainLine(hide(String(word))).slice(0, LONGEST_SHOWN)
      : '';
}
