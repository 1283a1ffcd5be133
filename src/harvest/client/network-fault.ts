import { errorCode, messageOf } from '../../base/errors.js';

/**
 * The error of an attempt that may succeed when it is repeated: the connection failed, the service was busy, or the answer
 * was damaged. When the patience is over it becomes a FolkloreError.
 */
export class TransientFault extends Error {
  /** Milliseconds to wait before the next attempt, by Retry-After. */
  readonly retryAfterMs: number | undefined;
  /** Whether the answer is none of the service, such as a page for people: the service may be at another path. */
  readonly isForeign: boolean;
  /** Whether there was no complete answer in time. */
  readonly isTimeout: boolean;

  constructor(
    message: string,
    {
      retryAfterMs,
      isForeign = false,
      isTimeout = false,
    }: {
      readonly retryAfterMs?: number | undefined;
      readonly isForeign?: boolean;
      readonly isTimeout?: boolean;
    } = {},
  ) {
    super(message);
    this.name = 'TransientFault';
    this.retryAfterMs = retryAfterMs;
    this.isForeign = isForeign;
    this.isTimeout = isTimeout;
  }
}

/** The fault of an answer that is none of the service. */
export const foreignAnswer = (message: string): TransientFault =>
  new TransientFault(message, { isForeign: true });

/**
 * A whole answer that cannot be read, such as a list in an unknown envelope: another attempt would have the same result. The service
 * may be at another path.
 */
export class UnreadableBody extends Error {}

/** Transient statuses below 500 (RFC 9110, 15.5.9; RFC 8470; RFC 6585). Those from 500 up are transient, too. */
export const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

const UNKNOWN_AUTHORITY =
  'its certificate is of an authority that is not known here; NODE_EXTRA_CA_CERTS names a file with the certificates of others';

/** Messages for codes of failed connections. */
const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection lost',
  EPIPE: 'connection lost',
  UND_ERR_SOCKET: 'connection lost',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'name resolution failed',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  // The messages of OpenSSL name no remedy.
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the body is not as long as announced',
};

const TIMEOUTS = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);

/** An error below HTTP. Only its message is kept, because the original may contain the request. */
export function networkFault(thrown: unknown, timeoutMs: number): TransientFault {
  const code = errorCode(thrown);
  const timedOut = thrown instanceof Error && thrown.name === 'TimeoutError';
  if (timedOut || TIMEOUTS.has(code))
    return new TransientFault(`no complete answer within ${timeoutMs} ms`, { isTimeout: true });
  return new TransientFault(NETWORK[code] ?? (messageOf(thrown) || code));
}
