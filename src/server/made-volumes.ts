import type { Catalogue, Volumes } from './records.js';

/** How many volumes are kept once made: a client that asks for one mostly asks for it again, or for the next. */
const KEPT = 12;

/** Volumes that are made when asked for, the last few of them kept: a map of more than memory holds. */
export class MadeVolumes<V> implements Volumes<V> {
  readonly catalogue: Catalogue;
  readonly #ids: ReadonlySet<number>;
  readonly #make: (id: number) => V;
  readonly #kept = new Map<number, V>();

  /** @param make makes the volume with one of the catalogue's ids; the same volume every time */
  constructor(catalogue: Catalogue, make: (id: number) => V) {
    this.catalogue = catalogue;
    this.#ids = new Set(catalogue.ids);
    this.#make = make;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  get(id: number): V | undefined {
    if (!this.#ids.has(id)) return undefined;
    const volume = this.#kept.get(id) ?? this.#make(id);
    // Put in anew, so that the first of the map is the one not asked for the longest.
    this.#kept.delete(id);
    this.#kept.set(id, volume);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    return volume;
  }

  keys(): MapIterator<number> {
    return this.#ids.keys();
  }

  *values(): MapIterator<V> {
    for (const [, volume] of this) yield volume;
  }

  entries(): MapIterator<[number, V]> {
    return this[Symbol.iterator]();
  }

  *[Symbol.iterator](): MapIterator<[number, V]> {
    for (const id of this.#ids) yield [id, this.get(id) as V];
  }

  forEach(callback: (volume: V, id: number, map: ReadonlyMap<number, V>) => void): void {
    for (const [id, volume] of this) callback(volume, id, this);
  }
}
