import { messageOf } from '../base/errors.js';
import { Fault } from './fault.js';

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
export function networkFault(thrown: unknown, timeoutMs: number): Fault {
  const code = codeOf(thrown);
  const timedOut = thrown instanceof Error && thrown.name === 'TimeoutError';
  if (timedOut || TIMEOUTS.has(code)) return new Fault(`no whole answer within ${timeoutMs} ms`);
  return new Fault(NETWORK[code] ?? (messageOf(thrown) || code));
}

/** What the system or undici calls a failure; empty when it has no code. */
export function codeOf(thrown: unknown): string {
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : '';
  return typeof code === 'string' ? code : '';
}
