import type { BytePool } from '../base/byte-pool.js';

const NOTHING = new Uint8Array(0);

/** UTF-8 that grows: each text is turned into bytes at once, so that nothing but the bytes is held. */
export class GrowingText {
  readonly #pool: BytePool;
  #bytes: Buffer = Buffer.from(NOTHING.buffer);
  #length = 0;

  constructor(pool: BytePool) {
    this.#pool = pool;
  }

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    // A character of a string takes three bytes at most.
    const needed = this.#length + 3 * text.length;
    if (needed > this.#bytes.length) {
      this.#bytes = Buffer.from(this.#pool.grown(this.#bytes, this.#length, needed).buffer);
    }
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  /** A part of what has been added. */
  read(start: number, end: number): string {
    return this.#bytes.toString('utf8', start, end);
  }

  /** What has been added since the last time, in memory that is the taker's now. */
  take(): Uint8Array {
    const taken = this.#length === 0 ? NOTHING : new Uint8Array(this.#bytes.buffer, 0, this.#length);
    this.#bytes = Buffer.from(NOTHING.buffer);
    this.#length = 0;
    return taken;
  }
}
