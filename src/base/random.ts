const WORD = 4_294_967_296;

/** One step of a hash of 32-bit words (the finisher of MurmurHash3). */
function mix(hash: number, word: number): number {
  let mixed = Math.imul(hash ^ word, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function hashOf(salt: number, seed: number, kind: string, number: number): number {
  let hash = mix(salt, seed | 0);
  hash = mix(hash, Math.floor(seed / WORD) | 0);
  for (let index = 0; index < kind.length; index++) hash = mix(hash, kind.charCodeAt(index));
  hash = mix(hash, number | 0);
  return mix(hash, Math.floor(number / WORD) | 0);
}

/** Values with weights. */
interface Weighted<T> {
  readonly total: number;
  readonly entries: readonly WeightedEntry<T>[];
}

type WeightedEntry<T> = readonly [weight: number, value: T];

/** Makes a weighted choice; weights come first. */
export function weighted<const T>(...entries: readonly WeightedEntry<T>[]): Weighted<T> {
  return { total: entries.reduce((sum, [weight]) => sum + weight, 0), entries };
}

/**
 * The random numbers of one record: a stream that depends on the seed of the world, the kind of record and its
 * number, and on nothing else, so that records can be made in any order. Whole-number arithmetic throughout
 * (xoroshiro64**): the same on every machine.
 */
export class Random {
  #low: number;
  #high: number;

  constructor(seed: number, kind: string, number: number) {
    this.#low = hashOf(0x9e3779b9, seed, kind, number);
    this.#high = hashOf(0x7f4a7c15, seed, kind, number) | 1;
  }

  /** From 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Math.floor((this.#next() * limit) / WORD);
  }

  /** From `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.#next() < probability * WORD;
  }

  /** One entry of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** A value with this probability, else undefined. */
  maybe<T>(probability: number, make: () => T): T | undefined {
    return this.chance(probability) ? make() : undefined;
  }

  /** `least` to `most` different entries of a list, fewer where the list has fewer. */
  sample<T>(list: readonly T[], least: number, most: number): T[] {
    const chosen = new Set<T>();
    const wanted = Math.min(this.between(least, most), list.length);
    for (let tries = 0; chosen.size < wanted && tries < 4 * wanted; tries++) chosen.add(this.pick(list));
    return [...chosen];
  }

  /** One of the values, by weight. */
  pickWeighted<T>({ total, entries }: Weighted<T>): T {
    let left = this.below(total);
    for (const [weight, value] of entries) {
      left -= weight;
      if (left < 0) return value;
    }
    return this.pick(entries)[1];
  }

  #next(): number {
    const low = this.#low;
    const product = Math.imul(low, 0x9e3779bb);
    const result = Math.imul((product << 5) | (product >>> 27), 5) >>> 0;
    const high = this.#high ^ low;
    this.#low = ((low << 26) | (low >>> 6)) ^ high ^ (high << 9);
    this.#high = (high << 13) | (high >>> 19);
    return result;
  }
}
