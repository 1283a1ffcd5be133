import type { Person } from '../../model/schema/archive/person.js';
import type { Photograph } from '../../model/schema/archive/photograph.js';
import type { Country, County } from '../../model/schema/archive/places.js';
import type { HandbookTopic, Occupation, SchoolsTopic } from '../../model/schema/archive/reference-lists.js';
import type { ManuscriptVolume, SchoolsVolume, VolumeSummary } from '../../model/schema/archive/volume.js';
import type { Place } from '../../model/schema/placenames/place.js';
import type { Category, Glossary } from '../../model/schema/placenames/reference-lists.js';

/** Records by their identifier, in ascending order of it. */
export type ById<R> = ReadonlyMap<number, R>;

/** Facts about volumes that are made on demand, known without making them. */
export interface VolumeIndex {
  /** Ascending. */
  readonly ids: readonly number[];
  /** The rows of `/volumes`, in that order. */
  summaries(): VolumeSummary[];
  /**
   * The ids of the volumes that may hold a match of some filters, ascending. No volume with a match is left out.
   */
  candidates(given: Readonly<Record<string, unknown>>): readonly number[];
  /** Pages and items that a public key never sees. Nothing that it sees may refer to them. */
  readonly hidden: { readonly pages: NumberSet; readonly items: NumberSet };
  /** The index for public keys: published volumes, without hidden pages and items. */
  published(): VolumeIndex;
}

/** A set of numbers that can only be asked for members. */
export type NumberSet = Pick<ReadonlySet<number>, 'has'>;

/** Volumes by their identifier. Without an index all of them are in memory. */
export interface VolumeMap<V> extends ById<V> {
  readonly index?: VolumeIndex;
}

/** The records of the archive service. */
export interface ArchiveRecords {
  readonly counties: readonly County[];
  readonly countries: readonly Country[];
  readonly occupations: readonly Occupation[];
  readonly handbookTopics: readonly HandbookTopic[];
  readonly schoolsTopics: readonly SchoolsTopic[];
  readonly cbe: VolumeMap<ManuscriptVolume>;
  readonly cbes: VolumeMap<SchoolsVolume>;
  readonly cbeg: ById<Photograph>;
  readonly cbed: ById<Person>;
}

/** The records of the place-names service. */
export interface PlacenamesRecords {
  readonly administrativeUnits: readonly Category[];
  readonly features: readonly Category[];
  readonly glossary: readonly Glossary[];
  readonly places: ById<Place>;
}

/** Records by identifier, ascending: the order of every list (wire-format 3 and 4). */
export function byId<R extends { readonly id: number }>(records: Iterable<R>): ById<R> {
  return new Map([...records].sort((a, b) => a.id - b.id).map((record) => [record.id, record]));
}

/** The same for a reference list, whose identifiers may be codes. */
export function sortByKey<R, K extends string | number>(records: readonly R[], key: (record: R) => K): R[] {
  return [...records].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** Volumes that are kept after they were made. */
const KEPT = 12;

/** Volumes that are made on demand, for collections larger than memory. The last few are kept. */
export class LazyVolumes<V> implements VolumeMap<V> {
  readonly index: VolumeIndex;
  readonly #ids: ReadonlySet<number>;
  readonly #make: (id: number) => V;
  readonly #kept = new Map<number, V>();

  /** @param make makes the volume of an id in the index; the same volume every time */
  constructor(index: VolumeIndex, make: (id: number) => V) {
    this.index = index;
    this.#ids = new Set(index.ids);
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
    // Entries are in the order of their last use.
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
