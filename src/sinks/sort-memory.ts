import { BytePool } from '../base/byte-pool.js';

/** Bytes that records waiting to be sorted may take, all datasets of a release together. */
const LIMIT = 64 << 20;

/** Something that holds records in memory, and can put them on disk. */
export interface Holder {
  /** Puts everything it holds on disk. */
  spill(): Promise<void>;
}

/** Memory that several sorts share. When they hold too much, the one that holds the most gives up all of it. */
export class SortMemory {
  /** Where it comes from. */
  readonly pool: BytePool;
  readonly #limit: number;
  readonly #held = new Map<Holder, number>();
  #total = 0;

  constructor(limit: number = LIMIT) {
    this.#limit = limit;
    this.pool = new BytePool(limit);
  }

  /** Says that a holder holds so many bytes more; resolves when there is room for the next ones. */
  async take(holder: Holder, bytes: number): Promise<void> {
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + bytes);
    this.#total += bytes;
    if (this.#total <= this.#limit) return;
    const [largest] = [...this.#held].reduce((most, one) => (one[1] > most[1] ? one : most));
    await largest.spill();
  }

  /** Says that a holder holds nothing any more. */
  release(holder: Holder): void {
    this.#total -= this.#held.get(holder) ?? 0;
    this.#held.delete(holder);
  }
}
