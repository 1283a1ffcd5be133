import type { Packed } from './represent.js';

/** Bytes of bodies kept, before they are packed: a few dozen volumes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The bodies asked for last, so that one asked for again is not made again. */
export class Bodies {
  readonly #kept = new Map<string, Packed>();
  #bytes = 0;

  /** The body kept under the key, or the one that is made now; what `make` throws is kept nowhere. */
  get(key: string, make: () => Packed): Packed {
    const before = this.#kept.get(key);
    // A map is walked in the order of its entries: put last again, it is the last to go.
    if (before !== undefined) this.#kept.delete(key);
    const body = before ?? make();
    const size = body.content.bytes.length;
    if (size > MOST_BYTES) return body;
    this.#kept.set(key, body);
    if (before === undefined) this.#bytes += size;
    for (const [oldest, { content }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= content.bytes.length;
    }
    return body;
  }
}
