import type { Country } from '../dictionary/archive/country.js';
import type { County } from '../dictionary/archive/county.js';
import type { HandbookTopic } from '../dictionary/archive/handbook-topic.js';
import type { Occupation } from '../dictionary/archive/occupation.js';
import type { Person } from '../dictionary/archive/person.js';
import type { Photograph } from '../dictionary/archive/photograph.js';
import type { SchoolsTopic } from '../dictionary/archive/schools-topic.js';
import type { ManuscriptVolume, SchoolsVolume } from '../dictionary/archive/volume.js';
import type { Category } from '../dictionary/placenames/category.js';
import type { Glossary } from '../dictionary/placenames/glossary.js';
import type { Place } from '../dictionary/placenames/place.js';

/** Records by their identifier, in ascending order of it. */
export type ById<R> = ReadonlyMap<number, R>;

/** Everything the archive service can answer with. */
export interface ArchiveRecords {
  readonly counties: readonly County[];
  readonly countries: readonly Country[];
  readonly occupations: readonly Occupation[];
  readonly handbookTopics: readonly HandbookTopic[];
  readonly schoolsTopics: readonly SchoolsTopic[];
  readonly cbe: ById<ManuscriptVolume>;
  readonly cbes: ById<SchoolsVolume>;
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
