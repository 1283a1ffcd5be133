/** UTF-8 that grows: each text is turned into bytes at once, so that nothing but the bytes is held. */
export class GrowingText {
  #bytes: Buffer = Buffer.allocUnsafeSlow(1 << 16);
  #length = 0;

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  add(text: string): void {
    // A character of a string takes three bytes at most.
    const needed = this.#length + 3 * text.length;
    if (needed > this.#bytes.length) this.#grow(needed);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
  }

  /** A part of what has been added. */
  read(start: number, end: number): string {
    return this.#bytes.toString('utf8', start, end);
  }

  /** What has been added since the last time, in memory of its own. */
  take(): Uint8Array {
    const taken = new Uint8Array(this.#length);
    taken.set(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
