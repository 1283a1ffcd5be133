/** In bytes: what is smaller is not worth keeping. */
const SMALLEST = 1 << 16;

/** Bytes that a pool holds for later, unless it is told otherwise. */
const MOST = 16 << 20;

/**
 * Memory for bytes that is used again and again. Fresh memory for every text would cost more than the texts: the system
 * clears it, and the collector of garbage is called by how much of it has been asked for, whatever there is to collect.
 */
export class BytePool {
  readonly #most: number;
  readonly #free = new Map<number, ArrayBuffer[]>();
  #held = 0;

  /** @param most bytes that are held for later; what is given back beyond it is let go */
  constructor(most: number = MOST) {
    this.#most = most;
  }

  /** Room for so many bytes at least, with whatever is in it. It is the taker's, until it is given back. */
  take(least: number): Uint8Array {
    const size = sizeOf(Math.max(SMALLEST, least));
    const free = this.#free.get(size)?.pop() ?? this.#free.get(sizeOf(size + 1))?.pop();
    if (free === undefined) return Buffer.allocUnsafeSlow(size);
    this.#held -= free.byteLength;
    return new Uint8Array(free);
  }

  /**
   * Takes more room for what has outgrown its own, which is given back.
   *
   * @param used how many of its bytes go with it
   */
  grown(bytes: Uint8Array, used: number, least: number): Uint8Array {
    const room = this.take(Math.max(least, 2 * bytes.length));
    room.set(bytes.subarray(0, used));
    this.release(bytes);
    return room;
  }

  /** @param bytes all or part of what has been taken, here or from another pool; nobody may look at it any more */
  release({ buffer }: Uint8Array): void {
    const size = buffer.byteLength;
    if (!(buffer instanceof ArrayBuffer) || size < SMALLEST || this.#held + size > this.#most) return;
    const free = this.#free.get(size);
    if (free === undefined) this.#free.set(size, [buffer]);
    else free.push(buffer);
    this.#held += size;
  }
}

/** The next of few sizes, four between one power of two and the next: then what is given back fits whoever asks next. */
function sizeOf(least: number): number {
  const step = 2 ** (Math.floor(Math.log2(least)) - 2);
  return Math.ceil(least / step) * step;
}
