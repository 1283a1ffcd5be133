import { randomBytes } from 'node:crypto';
import { type Challenge, challengesOf } from './challenge.js';
import { basicPair, type Credentials } from './credentials.js';
import { type DigestChallenge, digestHeader, digestOf } from './digest.js';

/** Enough that no two requests share one. */
const CNONCE_BYTES = 16;

/** What an endpoint has asked for. */
type Asked = { readonly basic: true } | { readonly digest: DigestChallenge; count: number };

/**
 * Says who asks, in the way that each endpoint wants it. A password is sent to nobody who has not asked for it, and by
 * Digest where that is offered. A token is sent at once: nothing else can be done with it.
 */
export class Authorisation {
  readonly #credentials: Credentials;
  readonly #asked = new Map<string, Asked>();

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /** Whether it is known how to answer the endpoint, as far as there is anything to answer with. */
  isKnownTo(endpoint: string): boolean {
    return this.#credentials.kind !== 'password' || this.#asked.has(endpoint);
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
    const asked = this.#asked.get(endpoint);
    if (credentials.kind === 'none' || asked === undefined) return undefined;
    const { user, password } = credentials;
    if ('basic' in asked) return `Basic ${basicPair(user, password)}`;
    asked.count += 1;
    const cnonce = randomBytes(CNONCE_BYTES).toString('base64url');
    return digestHeader(asked.digest, { method, uri, user, password, count: asked.count, cnonce });
  }

  /**
   * Learns from a 401.
   *
   * @param sent the header that was refused
   * @returns whether the same request may now be answered: not when the password itself was refused
   */
  learn(endpoint: string, header: string | readonly string[] | undefined, sent: string | undefined): boolean {
    if (this.#credentials.kind !== 'password') return false;
    const challenges = challengesOf(header);
    const digest = digestOf(challenges);
    if (digest !== undefined) {
      const before = this.#asked.get(endpoint);
      this.#asked.set(endpoint, { digest, count: 0 });
      // A nonce that has aged is no refusal; servers that do not say `stale` give another nonce.
      const isStale =
        isStaleIn(challenges) || (before !== undefined && 'digest' in before && !isSame(before, digest));
      return sent === undefined || isStale;
    }
    if (sent !== undefined || !challenges.some(({ scheme }) => scheme === 'basic')) return false;
    this.#asked.set(endpoint, { basic: true });
    return true;
  }
}

const isSame = (before: { readonly digest: DigestChallenge }, now: DigestChallenge): boolean =>
  before.digest.nonce === now.nonce;

const isStaleIn = (challenges: readonly Challenge[]): boolean =>
  challenges.some(({ parameters }) => parameters.get('stale')?.toLowerCase() === 'true');
