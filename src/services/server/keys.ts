import { createHash, timingSafeEqual } from 'node:crypto';
import { FolkloreError } from '../../base/errors.js';
import { KEY_HEADER, KEY_PARAMETER } from '../../model/endpoints/service.js';
import type { QueryPair } from './request-target.js';
import type { RequestHeader } from './response-bodies.js';

/** One key for each kind of consumer (archive-service 1, access privileges). */
export interface ServiceKeys {
  readonly public: string;
  readonly archive: string;
  readonly internal: string;
}

/** The keys of the sample world: fixed texts, which tests search for in releases. */
export const SAMPLE_KEYS: ServiceKeys = {
  public: 'sample-key-public-hazel',
  archive: 'sample-key-archive-rowan',
  internal: 'sample-key-internal-blackthorn',
};

/** The access level of a key. Archive users and internal clients have the same (wire-format 3). */
export type AccessLevel = 'public' | 'privileged';

const RIGHTS = { public: 'public', archive: 'privileged', internal: 'privileged' } as const;

const digest = (word: string) => createHash('sha256').update(word).digest();

/**
 * Returns a function from a key to its access level; undefined for an unknown key. It compares in constant time, with all
 * keys.
 *
 * @throws FolkloreError `CONFIG_INVALID` when keys are empty or equal
 */
export function keyring(keys: ServiceKeys): (key: string) => AccessLevel | undefined {
  const words = Object.values(keys);
  if (words.some((word) => word.trim() === '') || new Set(words).size !== words.length) {
    throw new FolkloreError('CONFIG_INVALID', 'The keys of the services must be three different texts.', {
      hint: 'Give one key each to public, archive and internal consumers.',
    });
  }
  const known = (['public', 'archive', 'internal'] as const).map((kind) => ({
    rights: RIGHTS[kind],
    digest: digest(keys[kind]),
  }));
  return (key) => {
    const offered = digest(key);
    return known.reduce<AccessLevel | undefined>(
      (found, one) => (timingSafeEqual(one.digest, offered) ? one.rights : found),
      undefined,
    );
  };
}

/** The key of a request: header, query parameter, Basic user name, in this order (wire-format 2). */
export function requestKey(header: RequestHeader, pairs: readonly QueryPair[]): string | undefined {
  const parameter = pairs.find((pair) => isKeyParameter(pair.name))?.value;
  return header(KEY_HEADER) || parameter || basicUser(header('authorization'));
}

export function isKeyParameter(name: string): boolean {
  return name.toLowerCase() === KEY_PARAMETER.toLowerCase();
}

/** The user name of HTTP Basic credentials whose password is empty (RFC 7617). */
function basicUser(authorization: string | undefined): string | undefined {
  const credentials = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (credentials === undefined) return undefined;
  return /^([^:]+):$/.exec(Buffer.from(credentials, 'base64').toString('utf8'))?.[1];
}
