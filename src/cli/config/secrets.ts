import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Service } from '../../base/origin.js';
import { readText } from './read-text.js';
import type { SecretSource } from './settings.js';

/**
 * A key or another secret, from the variable or file of the configuration.
 *
 * @param path of the setting, for messages
 * @throws FolkloreError CONFIG_INVALID when there is none
 */
export function readKey(
  path: string,
  where: SecretSource,
  environment: NodeJS.ProcessEnv,
  what = 'the API key of the service',
): { key: string; keyName: string } {
  if ('env' in where) {
    const key = environment[where.env]?.trim();
    if (key) return { key, keyName: where.env };
    throw unusable(
      `${path}: the environment variable ${where.env} is not set.`,
      `Set ${where.env} to ${what}.`,
    );
  }
  try {
    const key = readText(where.file).trim();
    if (key) return { key, keyName: where.file };
  } catch (thrown) {
    throw unusable(
      `${path}: the file ${where.file} cannot be read: ${messageOf(thrown)}.`,
      `Put ${what} into it.`,
      thrown,
    );
  }
  throw unusable(`${path}: the file ${where.file} is empty.`, `Put ${what} into it.`);
}

/**
 * The keys of both services. All that are missing are named at once.
 *
 * @throws FolkloreError CONFIG_INVALID when one is missing
 */
export function readKeys(
  services: Readonly<Record<Service, { readonly key: SecretSource }>>,
  environment: NodeJS.ProcessEnv,
): Readonly<Record<Service, { key: string; keyName: string }>> {
  const errors: FolkloreError[] = [];
  const keyOf = (service: Service) => {
    try {
      return readKey(`services.${service}.key`, services[service].key, environment);
    } catch (thrown) {
      if (!(thrown instanceof FolkloreError)) throw thrown;
      errors.push(thrown);
      return { key: '', keyName: '' };
    }
  };
  const keys = { archive: keyOf('archive'), placenames: keyOf('placenames') };
  const [first, second] = errors;
  if (first === undefined) return keys;
  if (second === undefined) throw first;
  throw unusable(`${first.message} ${second.message}`, `${first.hint} ${second.hint}`, first.cause);
}

const unusable = (message: string, hint: string, cause?: unknown): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', message, { hint, cause });
