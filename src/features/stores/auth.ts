import { createHash, randomBytes } from 'node:crypto';

/** Credentials for a store, from the environment or a file, never from the command line. */
export type Credentials =
  | { readonly kind: 'none' }
  /** Digest (RFC 7616) where the store offers it, else Basic (RFC 7617). */
  | { readonly kind: 'password'; readonly user: string; readonly password: string }
  /** RFC 6750. */
  | { readonly kind: 'token'; readonly token: string };

/** For stores without access control. */
export const NO_CREDENTIALS: Credentials = { kind: 'none' };

/** All secret texts of credentials, in every form in which they are sent. */
export function secretsOf(credentials: Credentials): readonly string[] {
  switch (credentials.kind) {
    case 'none':
      return [];
    case 'token':
      return [credentials.token];
    case 'password':
      return [credentials.password, basicCredentials(credentials.user, credentials.password)];
  }
}

/** User and password in the form of Basic (RFC 7617, section 2). */
const basicCredentials = (user: string, password: string): string =>
  Buffer.from(`${user}:${password}`, 'utf8').toString('base64');

/** One challenge (RFC 9110, section 11.6.1). */
interface Challenge {
  /** In lower case: `digest`, `basic`. */
  readonly scheme: string;
  /** By name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** A scheme, or a parameter with its value as a token or between quotation marks. */
const PART = new RegExp(
  `(${TOKEN})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))|(${TOKEN})(?=[ \\t]+|[ \\t]*(?:,|$))`,
  'gy',
);
const BETWEEN = /[ \t,]*/y;

/**
 * Parses WWW-Authenticate: a comma separates both challenges and parameters. Parsing stops at a syntax error.
 */
export function parseChallenges(header: string | readonly string[] | undefined): Challenge[] {
  const lines = header === undefined ? [] : [header].flat();
  return lines.flatMap(challengesIn);
}

function challengesIn(line: string): Challenge[] {
  const found: { scheme: string; parameters: Map<string, string> }[] = [];
  for (let at = 0; at < line.length; ) {
    BETWEEN.lastIndex = at;
    BETWEEN.exec(line);
    PART.lastIndex = BETWEEN.lastIndex;
    const [, name, quoted, plain, scheme] = PART.exec(line) ?? [];
    if (scheme !== undefined) found.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    else if (name === undefined) break;
    else found.at(-1)?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
    at = PART.lastIndex;
  }
  return found;
}

/** A Digest challenge that the client supports (RFC 7616, section 3.3). */
interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** As the server spells it; undefined means MD5. */
  readonly algorithm: string | undefined;
}

/** A request to authorise. */
interface DigestRequest {
  readonly method: string;
  /** Path and query. */
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  /** Uses of this nonce, this one included. */
  readonly count: number;
  /** Unique for each request. */
  readonly cnonce: string;
}

const HASHES: Readonly<Record<string, string>> = { MD5: 'md5', 'SHA-256': 'sha256' };
const hashOf = (algorithm: string | undefined): string | undefined =>
  HASHES[(algorithm ?? 'MD5').toUpperCase()];

/**
 * The best supported challenge: SHA-256 before MD5, with `qop=auth`; undefined when there is none.
 */
export function bestDigestChallenge(challenges: readonly Challenge[]): DigestChallenge | undefined {
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

const CNONCE_BYTES = 16;

/** The scheme of an endpoint. */
type Scheme = { readonly basic: true } | { readonly digest: DigestChallenge; count: number };

/**
 * Authorises requests by the scheme of each endpoint. A password is sent only after a challenge, by Digest where that is
 * offered. A token is sent at once.
 */
export class Authorisation {
  readonly #credentials: Credentials;
  readonly #schemes = new Map<string, Scheme>();

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /** Whether the scheme of the endpoint is known, if there is a password. */
  canAuthorise(endpoint: string): boolean {
    return this.#credentials.kind !== 'password' || this.#schemes.has(endpoint);
  }

  /**
   * The header Authorization of a request.
   *
   * @param endpoint URL without its query
   * @param uri path and query
   */
  headerFor(endpoint: string, method: string, uri: string): string | undefined {
    const credentials = this.#credentials;
    if (credentials.kind === 'token') return `Bearer ${credentials.token}`;
    const scheme = this.#schemes.get(endpoint);
    if (credentials.kind === 'none' || scheme === undefined) return undefined;
    const { user, password } = credentials;
    if ('basic' in scheme) return `Basic ${basicCredentials(user, password)}`;
    scheme.count += 1;
    const cnonce = randomBytes(CNONCE_BYTES).toString('base64url');
    return digestHeader(scheme.digest, { method, uri, user, password, count: scheme.count, cnonce });
  }

  /**
   * Learns the scheme from a 401.
   *
   * @param sent the header that was refused
   * @returns whether to send the request again: not when the password itself was refused
   */
  learn(endpoint: string, header: string | readonly string[] | undefined, sent: string | undefined): boolean {
    if (this.#credentials.kind !== 'password') return false;
    const challenges = parseChallenges(header);
    const digest = bestDigestChallenge(challenges);
    if (digest !== undefined) {
      const before = this.#schemes.get(endpoint);
      this.#schemes.set(endpoint, { digest, count: 0 });
      // An expired nonce is not a refusal; servers without `stale` send another nonce.
      const isStale =
        isStaleIn(challenges) || (before !== undefined && 'digest' in before && !isSame(before, digest));
      return sent === undefined || isStale;
    }
    if (sent !== undefined || !challenges.some(({ scheme }) => scheme === 'basic')) return false;
    this.#schemes.set(endpoint, { basic: true });
    return true;
  }
}

const isSame = (before: { readonly digest: DigestChallenge }, now: DigestChallenge): boolean =>
  before.digest.nonce === now.nonce;

const isStaleIn = (challenges: readonly Challenge[]): boolean =>
  challenges.some(({ parameters }) => parameters.get('stale')?.toLowerCase() === 'true');
