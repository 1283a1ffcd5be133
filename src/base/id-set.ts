/** What an {@link IdSet} holds, as plain data for another thread. */
export interface IdSetState {
  /** Bits of whole numbers, 32 to an entry: by the numbers' quotient with 32, the bits of the remainders. */
  readonly bits: ReadonlyMap<number, number>;
  readonly others: ReadonlySet<number | string>;
}

/** A set of ids. Most ids of a kind are numbers that follow each other: of these it takes some two bytes each. */
export class IdSet {
  readonly #bits = new Map<number, number>();
  readonly #others = new Set<number | string>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get state(): IdSetState {
    return { bits: this.#bits, others: this.#others };
  }

  /** @returns whether the id is new */
  add(id: number | string): boolean {
    if (this.has(id)) return false;
    this.#size += 1;
    if (isWhole(id)) this.#flip(id);
    else this.#others.add(id);
    return true;
  }

  has(id: number | string): boolean {
    if (!isWhole(id)) return this.#others.has(id);
    const key = Math.floor(id / 32);
    return ((this.#bits.get(key) ?? 0) & (1 << (id - key * 32))) !== 0;
  }

  delete(id: number | string): void {
    if (!this.has(id)) return;
    this.#size -= 1;
    if (isWhole(id)) this.#flip(id);
    else this.#others.delete(id);
  }

  #flip(id: number): void {
    const key = Math.floor(id / 32);
    this.#bits.set(key, (this.#bits.get(key) ?? 0) ^ (1 << (id - key * 32)));
  }

  merge(state: IdSetState): void {
    for (const id of idsIn(state)) this.add(id);
  }

  /** Every id, in an order that depends on the calls alone. */
  [Symbol.iterator](): Iterator<number | string> {
    return idsIn(this.state);
  }
}

const isWhole = (id: number | string): id is number => Number.isSafeInteger(id);

function* idsIn({ bits, others }: IdSetState): Generator<number | string> {
  for (const [key, word] of bits)
    for (let bit = 0; bit < 32; bit += 1) if ((word & (1 << bit)) !== 0) yield key * 32 + bit;
  yield* others;
}
