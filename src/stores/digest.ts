import { createHash } from 'node:crypto';
import type { Challenge } from './challenge.js';

/** What a server asks for by Digest, as far as we can answer it (RFC 7616, section 3.3). */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** As the server spells it; undefined when it does not say, which means MD5. */
  readonly algorithm: string | undefined;
}

/** One request that is to be answered for. */
export interface DigestRequest {
  readonly method: string;
  /** The target as it stands in the request line: path and query. */
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  /** How often this nonce has been used, this time included. */
  readonly count: number;
  /** Never the same twice. */
  readonly cnonce: string;
}

const HASHES: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256' };
const hashOf = (algorithm: string | undefined): string | undefined =>
  HASHES[(algorithm ?? 'MD5').toUpperCase()];

/**
 * The best of the challenges that can be answered: SHA-256 before MD5, with `qop=auth`.
 *
 * @returns undefined when there is none
 */
export function digestOf(challenges: readonly Challenge[]): DigestChallenge | undefined {
  const usable = challenges.flatMap(({ scheme, parameters }) => {
    const [nonce, algorithm] = [parameters.get('nonce'), parameters.get('algorithm')];
    const qop = (parameters.get('qop') ?? '').split(',').map((one) => one.trim().toLowerCase());
    if (scheme !== 'digest' || nonce === undefined || !qop.includes('auth')) return [];
    if (hashOf(algorithm) === undefined) return [];
    return [{ realm: parameters.get('realm') ?? '', nonce, opaque: parameters.get('opaque'), algorithm }];
  });
  return usable.find(({ algorithm }) => hashOf(algorithm) === 'sha256') ?? usable[0];
}

/** The header Authorization that answers a challenge (RFC 7616, section 3.4, with `qop=auth`). */
export function digestHeader(challenge: DigestChallenge, request: DigestRequest): string {
  const { realm, nonce, opaque, algorithm } = challenge;
  const { method, uri, user, password, count, cnonce } = request;
  const hash = (text: string): string =>
    createHash(hashOf(algorithm) ?? 'md5')
      .update(text, 'utf8')
      .digest('hex');
  const nc = count.toString(16).padStart(8, '0');
  const secret = hash(`${user}:${realm}:${password}`);
  const response = hash(`${secret}:${nonce}:${nc}:${cnonce}:auth:${hash(`${method}:${uri}`)}`);
  const parts = [
    `username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${response}"`,
    ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
    `cnonce=${quoted(cnonce)}`,
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    'qop=auth',
    `nc=${nc}`,
  ];
  return `Digest ${parts.join(', ')}`;
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
