import { statSync } from 'node:fs';
import { createClient } from '../../http/client.js';
import { readKey } from '../config/secrets.js';
import { NODE_RANGE, PROGRAM_VERSION } from '../version.js';
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
  warning,
} from './check.js';
import { clientSettings } from './service-checks.js';

/** The newest Node.js that the tests of this version have run on. */
const NEWEST_TESTED = 26;

/** Which folklore-ld this is, and whether it runs on this Node.js. */
export function checkProgram({ nodeVersion }: Pick<DoctorContext, 'nodeVersion'>): CheckResult {
  const [major, minor] = numbersOf(nodeVersion);
  const [oldestMajor, oldestMinor] = numbersOf(NODE_RANGE);
  const here = `folklore-ld ${PROGRAM_VERSION} on Node.js ${nodeVersion}`;
  const remedy = `Install a Node.js from ${oldestMajor}.${oldestMinor} to ${NEWEST_TESTED}.`;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    return failed('program', `${here}, which is too old: it needs ${NODE_RANGE}`, remedy);
  }
  if (major > NEWEST_TESTED) return warning('program', `${here}, on which it has not been tested`, remedy);
  return ok('program', here);
}

/** Major and minor version in `20.19.0` or `>=20.19`. */
function numbersOf(version: string): [major: number, minor: number] {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}

/** Whether the services learn whom to write to when they are troubled. */
export function checkContact({ config: { contact }, builtIn }: CheckedSystem): CheckResult {
  if (contact !== undefined) return ok('contact', `the services are told how to reach you: ${contact}`);
  if (builtIn !== undefined) return ok('contact', 'no contact is needed for the built-in services');
  return warning(
    'contact',
    'no contact is configured, so the services cannot tell who asks',
    'Add a line such as `contact: data-team@example.org` to the configuration.',
  );
}

/** The rights of everybody but the owner (chmod(2)). */
const OTHERS = 0o077;

/**
 * Whether the key of a service is there and can be sent. Nothing of the key is told but where it comes from.
 *
 * @returns the key too, for the checks that ask the service; undefined when there is none to ask with
 */
export async function checkKey(
  subject: CheckedSystem,
  service: Service,
  surroundings: DoctorContext,
): Promise<{ readonly findings: readonly CheckResult[]; readonly key?: ServiceKey }> {
  const check = `${service}.key`;
  const path = `services.${service}`;
  const where = subject.config.services[service].key;
  try {
    const key = subject.builtIn ?? readKey(path, where, surroundings.environment);
    await createClient(clientSettings(subject, service, key, surroundings)).close();
    return { findings: [foundIn(check, service, key, where, subject.builtIn !== undefined)], key };
  } catch (thrown) {
    return { findings: [failedBy(check, thrown)] };
  }
}

function foundIn(
  check: string,
  service: Service,
  { keyName }: ServiceKey,
  where: { readonly env: string } | { readonly file: string },
  isBuiltIn: boolean,
): CheckResult {
  const found = `the key of ${SERVICE_NAMES[service]} is there`;
  if (isBuiltIn) return ok(check, `${found}: ${keyName}`);
  if ('env' in where) return ok(check, `${found}: from the variable ${where.env}`);
  // Windows has rights of another kind, and shows none of them here.
  if (process.platform === 'win32' || (statSync(where.file).mode & OTHERS) === 0) {
    return ok(check, `${found}: from the file ${where.file}`);
  }
  return warning(
    check,
    `${found}, but others than its owner have rights to the file ${where.file}`,
    `Take them away: chmod 600 ${where.file}`,
  );
}
