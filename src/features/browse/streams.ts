import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { VARY } from './page.js';

/** Exports that are sent at a time. */
const MOST_EXPORTS = 4;

/** Answers that are made while they are sent. */
export class Streams {
  readonly #onError: (error: unknown) => void;
  #exports = 0;

  /** @param onError called with errors after the head of an answer was sent */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Sends an export in pieces; 503 when too many are being sent. */
  sendExport(c: Context, pieces: AsyncGenerator<string>, mediaType: string): Response {
    if (this.#exports >= MOST_EXPORTS)
      return c.text('Too many results are being sent. Try again later.\n', 503, { 'Retry-After': '10' });
    return c.body(this.body(c, this.#counted(pieces)), 200, { 'Content-Type': mediaType, Vary: VARY });
  }

  async *#counted(pieces: AsyncGenerator<string>): AsyncGenerator<string> {
    this.#exports += 1;
    try {
      yield* pieces;
    } finally {
      this.#exports -= 1;
    }
  }

  /**
   * A body of pieces that are made when they are read. The generator ends when the client goes. An error ends the connection:
   * the client sees that something is missing, and not what.
   */
  body(c: Context, pieces: AsyncGenerator<string | Uint8Array>): ReadableStream {
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    const onError = this.#onError;
    const encoder = new TextEncoder();
    let isRead = true;
    return new ReadableStream(
      {
        async pull(controller) {
          try {
            const { value, done } = await pieces.next();
            if (done === true) controller.close();
            else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
          } catch (thrown) {
            if (!isRead) return;
            onError(thrown);
            if (outgoing === undefined) throw thrown;
            outgoing.destroy();
            controller.close();
          }
        },
        async cancel() {
          isRead = false;
          await pieces.return(undefined);
        },
      },
      { highWaterMark: 0 },
    );
  }
}
