import { statSync } from 'node:fs';
import { createClient } from '../../client/client.js';
import { readKey } from '../read-key.js';
import { clientSettings } from './asking.js';
import { type Finding, failedBy, ok, warning } from './finding.js';
import { CALLED, type KnownKey, type Service, type Subject, type Surroundings } from './subject.js';

/** The rights of everybody but the owner (chmod(2)). */
const OTHERS = 0o077;

/**
 * Whether the key of a service is there and can be sent. Nothing of the key is told but where it comes from.
 *
 * @returns the key too, for the checks that ask the service; undefined when there is none to ask with
 */
export async function checkKey(
  subject: Subject,
  service: Service,
  surroundings: Surroundings,
): Promise<{ readonly findings: readonly Finding[]; readonly key?: KnownKey }> {
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
  { keyName }: KnownKey,
  where: { readonly env: string } | { readonly file: string },
  isBuiltIn: boolean,
): Finding {
  const found = `the key of ${CALLED[service]} is there`;
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
