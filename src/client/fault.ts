/**
 * An attempt that brought no answer and may bring one next time: the connection failed, the service was
 * busy, or what came is not what was promised. It becomes a FolkloreError when the last attempt is used up.
 */
export class Fault extends Error {
  /** Milliseconds the service asked to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'Fault';
    this.retryAfterMs = retryAfterMs;
  }
}

/** Statuses that may be another one next time, besides those from 500 up (RFC 9110, 15.5.9; 8470; 6585). */
export const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);
