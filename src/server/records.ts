import type { Person } from '../schema/archive/person.js';
import type { Photograph } from '../schema/archive/photograph.js';
import type { Country, County } from '../schema/archive/places.js';
import type { HandbookTopic, Occupation, SchoolsTopic } from '../schema/archive/reference-lists.js';
import type { ManuscriptVolume, SchoolsVolume, VolumeSummary } from '../schema/archive/volume.js';
import type { Place } from '../schema/placenames/place.js';
import type { Category, Glossary } from '../schema/placenames/reference-lists.js';

/** Records by their identifier, in ascending order of it. */
export type ById<R> = ReadonlyMap<number, R>;

/** What is known of volumes without having them at hand, where they are made when asked for. */
export interface VolumeIndex {
  /** Ascending. */
  readonly ids: readonly number[];
  /** The rows of `/volumes`, in that order. */
  summaries(): VolumeSummary[];
  /**
   * The ids of the volumes in which something may match the filters of a request, in that order: one that
   * holds a match is never left out, others may be among them.
   */
  candidates(given: Readonly<Record<string, unknown>>): readonly number[];
  /** The pages and items that a public key never sees, and so nothing it sees may refer to. */
  readonly hidden: { readonly pages: NumberSet; readonly items: NumberSet };
  /** What a public key may know: published volumes only, the hidden not counted. */
  published(): VolumeIndex;
}

/** Whether a number belongs to a set, whatever the set is. */
export type NumberSet = Pick<ReadonlySet<number>, 'has'>;

/** Volumes by their identifier; without a catalogue, all of them are at hand. */
export interface VolumeMap<V> extends ById<V> {
  readonly index?: VolumeIndex;
}

/** Everything the archive service can answer with. */
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

/** Everything the place-names service can answer with. */
export interface PlacenamesRecords {
  readonly administrativeUnits: readonly Category[];
  readonly features: readonly Category[];
  readonly glossary: readonly Glossary[];
  readonly places: ById<Place>;
}

/** Puts records in the order every list is answered in: by identifier, ascending (wire-format 3 and 4). */
export function byId<R extends { readonly id: number }>(records: Iterable<R>): ById<R> {
  return new Map([...records].sort((a, b) => a.id - b.id).map((record) => [record.id, record]));
}

/** The same for a reference list, whose identifiers may be codes. */
export function sortByKey<R, K extends string | number>(records: readonly R[], key: (record: R) => K): R[] {
  return [...records].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** How many volumes are kept once made: a client that asks for one mostly asks for it again, or for the next. */
const KEPT = 12;

/** Volumes that are made when asked for, the last few of them kept: a map of more than memory holds. */
export class LazyVolumes<V> implements VolumeMap<V> {
  readonly index: VolumeIndex;
  readonly #ids: ReadonlySet<number>;
  readonly #make: (id: number) => V;
  readonly #kept = new Map<number, V>();

  /** @param make makes the volume with one of the catalogue's ids; the same volume every time */
  constructor(catalogue: VolumeIndex, make: (id: number) => V) {
    this.index = catalogue;
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
