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
