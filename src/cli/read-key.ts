import { readFileSync } from 'node:fs';
import { EXIT, FolkloreError } from '../base/errors.js';
import type { Config } from './config.js';

/**
 * The key of a service, from where the configuration says it is.
 *
 * @param path of the setting, for messages
 * @throws FolkloreError CONFIG_INVALID when there is none
 */
export function readKey(
  path: string,
  where: Config['services']['archive']['key'],
  environment: NodeJS.ProcessEnv,
): { key: string; keyName: string } {
  if ('env' in where) {
    const key = environment[where.env]?.trim();
    if (key) return { key, keyName: where.env };
    throw unusable(
      `${path}.key: the environment variable ${where.env} is not set.`,
      `Set ${where.env} to the API key of the service.`,
    );
  }
  try {
    const key = readFileSync(where.file, 'utf8').trim();
    if (key) return { key, keyName: where.file };
  } catch (thrown) {
    throw unusable(
      `${path}.key: the file ${where.file} cannot be read.`,
      'Put the API key of the service into it.',
      thrown,
    );
  }
  throw unusable(`${path}.key: the file ${where.file} is empty.`, 'Put the API key of the service into it.');
}

const unusable = (message: string, hint: string, cause?: unknown): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', message, { hint, exitCode: EXIT.misuse, cause });
