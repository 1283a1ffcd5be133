import { EXIT } from '../../base/errors.js';
import { listField, listOf, recordOf } from '../../client/envelope.js';
import { keyHider } from '../../client/redact.js';
import { ask, clientSettings, NO_KEY, type Said } from './asking.js';
import { type Reading, readingsOf } from './clock.js';
import { type Finding, failed, failedBy, ok, plain, warning } from './finding.js';
import { CALLED, type KnownKey, type Service, type Subject, type Surroundings } from './subject.js';

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
export interface Examined {
  readonly findings: readonly Finding[];
  readonly readings: readonly Reading[];
}

/**
 * Whether a service is there, whether it speaks the configured version, and whether it takes the key.
 *
 * @param key undefined when there is none: then it is asked only for what needs none
 */
export async function checkService(
  subject: Subject,
  service: Service,
  key: KnownKey | undefined,
  surroundings: Surroundings,
): Promise<Examined> {
  const settings = (with_: KnownKey) => clientSettings(subject, service, with_, surroundings);
  const about: About = {
    service,
    ...subject.config.services[service],
    shown: shownWithout(key ?? NO_KEY),
  };
  const described = await ask(settings(NO_KEY), (client) => client.describe());
  const listed =
    key === undefined
      ? undefined
      : await ask(settings(key), (client) => client.get(CHEAPEST, { body: 'list' }));
  return {
    findings: [descriptionOf(about, described), ...versionOf(about, described), answerOf(about, key, listed)],
    readings: readingsOf(service, [described, listed]),
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

function descriptionOf({ service, url, shown }: About, said: Said): Finding {
  const check = `${service}.service`;
  const remedy = `See whether services.${service}.url is right: ${url}`;
  if (said.answer === undefined && said.error.exitCode === EXIT.unavailable) {
    return failedBy(check, said.error, `Is the service running? ${remedy}`);
  }
  if (said.answer?.status !== 200) {
    return warning(check, `${CALLED[service]} at ${url} does not say at /api what it is`, remedy);
  }
  const { name, version } = fieldsOf(said);
  return ok(check, `${CALLED[service]} answers at ${url}: ${shown(name)} ${shown(version)}`.trimEnd());
}

/** Whether the configured path is one of a version that the service has; nothing when it does not describe itself. */
function versionOf({ service, path, shown }: About, said: Said): Finding[] {
  if (said.answer?.status !== 200) return [];
  const check = `${service}.version`;
  const setting = `services.${service}.path`;
  const { version, versions } = fieldsOf(said);
  const known = [...new Set([version, versions].flat().map(shown))].filter((word) => word !== '');
  if (known.length === 0) {
    const message = `${CALLED[service]} does not say which versions it speaks`;
    return [warning(check, message, `See in its documentation whether ${setting} is ${path}.`)];
  }
  const asked = path.split('/').at(-1) ?? '';
  if (known.some((one) => numberOf(one) === numberOf(asked))) {
    return [ok(check, `${CALLED[service]} has the version that ${setting} asks for: ${asked}`)];
  }
  return [
    warning(
      check,
      `${setting} is ${path}, but ${CALLED[service]} speaks ${known.join(', ')}`,
      `Set ${setting}: ${pathOf(path, asked, known[0] ?? '')}`,
    ),
  ];
}

/** `v0.6` and `0.6` are the same. */
const numberOf = (version: string): string => version.replace(/^v/i, '');

/** A path with another version at its end. */
const pathOf = (path: string, asked: string, version: string): string =>
  `${/^v?\d/i.test(asked) ? path.slice(0, -asked.length - 1) : path}/v${numberOf(version)}`;

function answerOf({ service, path }: About, key: KnownKey | undefined, said: Said | undefined): Finding {
  const check = `${service}.answer`;
  const request = `GET ${path}${CHEAPEST}`;
  if (key === undefined || said === undefined) {
    return warning(
      check,
      `${CALLED[service]} was not asked for ${request}: there is no key to ask with`,
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
      `${CALLED[service]} has nothing at ${request}`,
      `Set services.${service}.path to what every path of the service begins with.`,
    );
  }
  const { json } = said.answer;
  const { records, totalCount = records.length } = listOf(json);
  const version = path.split('/').at(-1);
  return ok(
    check,
    `${CALLED[service]} accepts the key and speaks ${version}: ${formOf(json)} (${totalCount} counties)`,
  );
}

function formOf(json: unknown): string {
  if (Array.isArray(json)) return 'bare lists';
  return FORMS.get(listField(json) ?? '') ?? 'a list of one as a bare record';
}

function fieldsOf(said: Said): Record<string, unknown> {
  return said.answer?.status === 200 ? { ...recordOf(said.answer.json) } : {};
}

/** What a service says of itself may be anything, the key included: it is shown short, on one line, without it. */
function shownWithout({ key }: KnownKey): (word: unknown) => string {
  const hide = keyHider(key);
  return (word) =>
    typeof word === 'string' || typeof word === 'number'
      ? plain(hide(String(word))).slice(0, LONGEST_SHOWN)
      : '';
}
