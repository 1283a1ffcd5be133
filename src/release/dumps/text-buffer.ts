/** Bytes that a text buffer begins with. */
const INITIAL_LENGTH = 1 << 16;

/** UTF-8 text that grows. Each text is encoded when it is added, so that only its bytes are held. */
export class TextBuffer {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** Bytes added since the last `take`. */
  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    // A UTF-16 code unit takes three bytes at most.
    const needed = this.#length + 3 * text.length;
    if (needed > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(INITIAL_LENGTH, needed, 2 * this.#bytes.length));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  /** The text added since the last call. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    return taken;
  }
}
