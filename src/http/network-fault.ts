import { messageOf } from '../base/errors.js';

/**
 * An attempt that brought no answer and may bring one next time: the connection failed, the service was
 * busy, or what came is not what was promised. It becomes a FolkloreError when the last attempt is used up.
 */
export class TransientFault extends Error {
  /** Milliseconds the service asked to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'Fault';
    this.retryAfterMs = retryAfterMs;
  }
}

/** Statuses that may be another one next time, besides those from 500 up (RFC 9110, 15.5.9; 8470; 6585). */
export const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** What failed connections are called. */
const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection lost',
  EPIPE: 'connection lost',
  UND_ERR_SOCKET: 'connection lost',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'no name service',
  EHOSTUNREACH: 'host out of reach',
  ENETUNREACH: 'network out of reach',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the body is not as long as announced',
};

const TIMEOUTS = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/** A failure below HTTP, in words: only its message is kept, because the original may hold what was sent. */
export function networkFault(thrown: unknown, timeoutMs: number): TransientFault {
  const code = codeOf(thrown);
  const timedOut = thrown instanceof Error && thrown.name === 'TimeoutError';
  if (timedOut || TIMEOUTS.has(code)) return new TransientFault(`no whole answer within ${timeoutMs} ms`);
  return new TransientFault(NETWORK[code] ?? (messageOf(thrown) || code));
}

/** What the system or undici calls a failure; empty when it has no code. */
export function codeOf(thrown: unknown): string {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : '';
  return typeof code === 'string' ? code : '';
}
