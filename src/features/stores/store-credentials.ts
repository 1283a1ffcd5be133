import { FolkloreError } from '../../base/errors.js';
import type { SecretSource } from '../../cli/config/settings.js';
import { type Credentials, NO_CREDENTIALS } from './auth.js';
import type { TriplestoreSettings } from './settings.js';

/** Variables for a store that is named by its URL. */
const USER = 'FOLKLORE_LD_ENDPOINT_USER';
const PASSWORD = 'FOLKLORE_LD_ENDPOINT_PASSWORD';
const TOKEN = 'FOLKLORE_LD_ENDPOINT_TOKEN';

const WHERE_FROM = `${USER} and ${PASSWORD} (Basic or Digest, as the store asks), or ${TOKEN} (Bearer)`;

/**
 * The credentials for a store: from the sources of its entry in the configuration, otherwise from the environment.
 *
 * @param read reads one source
 * @throws FolkloreError CONFIG_INVALID for a user without a password or the reverse, and for a password with a token
 */
export function readCredentials(
  store: Pick<TriplestoreSettings, 'user' | 'password' | 'token'>,
  environment: NodeJS.ProcessEnv,
  read: (field: string, source: SecretSource) => string,
): Credentials {
  const isNamed = [store.user, store.password, store.token].some((source) => source !== undefined);
  const of = (field: 'user' | 'password' | 'token', variable: string): string | undefined => {
    const source = store[field];
    if (!isNamed) return environment[variable] || undefined;
    return source === undefined ? undefined : read(field, source);
  };
  const [user, password, token] = [of('user', USER), of('password', PASSWORD), of('token', TOKEN)];
  if (token !== undefined && (user !== undefined || password !== undefined))
    throw contradictory('there are both a password and a token');
  if (token !== undefined) {
    if (!/^[\x21-\x7e]+$/.test(token))
      throw contradictory('the token has characters that no header can carry');
    return { kind: 'token', token };
  }
  if (user === undefined && password === undefined) return NO_CREDENTIALS;
  if (user === undefined) throw contradictory('there is a password, and no user');
  if (password === undefined) throw contradictory('there is a user, and no password');
  // RFC 7617, section 2: everything after the first colon is the password.
  if (user.includes(':') || /\p{Cc}/u.test(user + password))
    throw contradictory('the user has a colon, or one of them a control character');
  return { kind: 'password', user, password };
}

const contradictory = (why: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', `The credentials of the store are not valid: ${why}.`, {
    hint: `Set ${WHERE_FROM}.`,
  });
