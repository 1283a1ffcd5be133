import type { Country } from '../dictionary/archive/country.js';
import type { County } from '../dictionary/archive/county.js';
import type { HandbookTopic } from '../dictionary/archive/handbook-topic.js';
import type { Occupation } from '../dictionary/archive/occupation.js';
import type { Person } from '../dictionary/archive/person.js';
import type { Photograph } from '../dictionary/archive/photograph.js';
import type { SchoolsTopic } from '../dictionary/archive/schools-topic.js';
import type { ManuscriptVolume, SchoolsVolume, VolumeSummary } from '../dictionary/archive/volume.js';
import type { Category } from '../dictionary/placenames/category.js';
import type { Glossary } from '../dictionary/placenames/glossary.js';
import type { Place } from '../dictionary/placenames/place.js';

/** Records by their identifier, in ascending order of it. */
export type ById<R> = ReadonlyMap<number, R>;

/** What is known of volumes without having them at hand, where they are made when asked for. */
export interface Catalogue {
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
  readonly hidden: { readonly pages: Has; readonly items: Has };
  /** What a public key may know: published volumes only, the hidden not counted. */
  published(): Catalogue;
}

/** Whether a number belongs to a set, whatever the set is. */
export type Has = Pick<ReadonlySet<number>, 'has'>;

/** Volumes by their identifier; without a catalogue, all of them are at hand. */
export interface Volumes<V> extends ById<V> {
  readonly catalogue?: Catalogue;
}

/** Everything the archive service can answer with. */
export interface ArchiveRecords {
  readonly counties: readonly County[];
  readonly countries: readonly Country[];
  readonly occupations: readonly Occupation[];
  readonly handbookTopics: readonly HandbookTopic[];
  readonly schoolsTopics: readonly SchoolsTopic[];
  readonly cbe: Volumes<ManuscriptVolume>;
  readonly cbes: Volumes<SchoolsVolume>;
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
export function inOrder<R, K extends string | number>(records: readonly R[], key: (record: R) => K): R[] {
  return [...records].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
