import { IdSet } from '../../base/id-set.js';
import { entry } from '../../base/map-entry.js';
import type { Origin } from '../../base/origin.js';
import type { ManuscriptItemInPart, ManuscriptPartInVolume } from '../mapping/archive/manuscripts.js';
import type { TopicInTree } from '../mapping/archive/reference-lists.js';
import type { SchoolsItemInPart, SchoolsPartInVolume } from '../mapping/archive/schools.js';
import type { Observation } from '../mapping/archive/schools-person.js';
import type { TranscriptOnPage } from '../mapping/archive/transcript.js';
import type { InVolume, VolumeHead } from '../mapping/archive/volume.js';
import type { OrganisationName } from '../mapping/organisation.js';
import type { Effective, Omission, SchemeWithTop } from '../mapping/own-records.js';
import type { ClassifiedRecord, Subject, SubjectSchemeWithTop } from '../mapping/subjects.js';
import type { Collection } from '../rdf/iris.js';
import type { ManuscriptItem, ManuscriptPart } from '../schema/archive/manuscripts.js';
import type { Person } from '../schema/archive/person.js';
import type { Photograph } from '../schema/archive/photograph.js';
import type * as locations from '../schema/archive/places.js';
import type * as lists from '../schema/archive/reference-lists.js';
import type { SchoolsItem, SchoolsPart, Transcriber, Transcript } from '../schema/archive/schools.js';
import type * as volumes from '../schema/archive/volume.js';
import type * as placenames from '../schema/placenames/place.js';
import type { Category, Glossary } from '../schema/placenames/reference-lists.js';
import type { Published } from '../schema/privileged.js';
import type { UnreadField } from '../schema/reader.js';

/** A record of each kind as it is mapped, before privileged fields are removed. Each kind is a row of the table of kinds, too. */
export interface RecordOf {
  readonly organisation: { readonly organisation: OrganisationName };
  readonly collection: { readonly collection: Collection };
  readonly 'cbe.volume': VolumeHead;
  readonly 'cbe.part': ManuscriptPartInVolume;
  readonly 'cbe.item': ManuscriptItemInPart;
  readonly 'cbe.page': volumes.Page & InVolume;
  readonly 'cbes.volume': VolumeHead;
  readonly 'cbes.part': SchoolsPartInVolume;
  readonly 'cbes.item': SchoolsItemInPart;
  readonly 'cbes.page': volumes.Page & InVolume;
  readonly 'cbes.topic': TopicInTree;
  readonly 'cbes.person': Observation;
  readonly 'cbes.transcript': TranscriptOnPage;
  readonly 'cbes.transcriber': Transcriber;
  readonly 'cbeg.photograph': Photograph;
  readonly 'cbeg.topic': lists.HandbookTopic;
  readonly 'cbed.person': Person;
  readonly 'cbed.occupation': lists.Occupation;
  readonly county: locations.County;
  readonly 'location-ireland': locations.LocationIreland;
  readonly country: locations.Country;
  readonly 'location-abroad': locations.LocationAbroad;
  readonly place: placenames.Place;
  readonly 'place-summary': placenames.PlaceSummary;
  readonly category: Category;
  readonly glossary: Glossary;
  readonly acceptability: placenames.Acceptability;
  readonly cluster: placenames.Cluster;
  readonly resource: placenames.Resource;
  readonly supplier: placenames.Supplier;
  readonly scheme: SchemeWithTop;
  readonly lexicon: { readonly words: readonly number[] };
  readonly effective: Effective;
  readonly classification: ClassifiedRecord;
  readonly subject: Subject;
  readonly 'subject-scheme': SubjectSchemeWithTop;
  readonly omission: Omission;
}

/** The name of a kind. */
export type Kind = keyof RecordOf;

/** Records that a service sends with the records that they contain, or in the records that contain them. */
interface Nested {
  readonly 'cbe.volume': volumes.ManuscriptVolume;
  readonly 'cbe.part': ManuscriptPart;
  readonly 'cbe.item': ManuscriptItem;
  readonly 'cbe.page': volumes.Page;
  readonly 'cbes.volume': volumes.SchoolsVolume;
  readonly 'cbes.part': SchoolsPart;
  readonly 'cbes.item': SchoolsItem;
  readonly 'cbes.page': volumes.Page;
  readonly 'cbes.topic': lists.SchoolsTopic;
  readonly 'cbes.transcript': Transcript;
}

/** A record as a service sends it. */
export type SentOf<K extends Kind> = K extends keyof Nested ? Nested[K] : RecordOf[K];

/** A record as read from the store. */
interface SourceRecordOf<K extends Kind> {
  readonly kind: K;
  readonly id: number | string;
  readonly record: RecordOf[K];
  readonly origin: Origin;
  /** It is withheld with any of these: the volume of a page, the item of a transcript. */
  readonly within: readonly RecordRef[];
  /** Whether the record as sent has a withholding access field that its kind does not have. */
  readonly heldBack?: boolean;
  /** Its fields that were left out because their values cannot be read. */
  readonly unread?: readonly UnreadField[];
}

export type SourceRecord = { [K in Kind]: SourceRecordOf<K> }[Kind];

/** The same after access control. */
interface PublishableRecordOf<K extends Kind> extends Omit<SourceRecordOf<K>, 'record'> {
  readonly record: Published<RecordOf[K]>;
}

export type PublishableRecord = { [K in Kind]: PublishableRecordOf<K> }[Kind];

/** The key of a record: ids are unique within their kind. */
export interface RecordRef {
  readonly kind: Kind;
  readonly id: number | string;
}

/** Orders references by kind, and by id: numeric ids by value. */
export function compareRefs(a: RecordRef, b: RecordRef): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  const difference = Number(a.id) - Number(b.id);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return String(a.id) < String(b.id) ? -1 : String(a.id) > String(b.id) ? 1 : 0;
}

/** Ids that are not changed. */
export type Ids = Pick<IdSet, 'has' | 'size'> & Iterable<number | string>;

/** A set of record references. */
export class RecordSet {
  readonly #ids = new Map<Kind, IdSet>();

  /** @returns whether the reference is new */
  add({ kind, id }: RecordRef): boolean {
    return entry(this.#ids, kind, () => new IdSet()).add(id);
  }

  has({ kind, id }: RecordRef): boolean {
    return this.#ids.get(kind)?.has(id) === true;
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  /** All references, by kind. */
  *all(): Iterable<RecordRef> {
    for (const [kind, ids] of this.#ids) for (const id of ids) yield { kind, id };
  }

  /** The ids of one kind. */
  of(kind: Kind): Ids {
    return this.#ids.get(kind) ?? new IdSet();
  }
}

/** A set of these references. */
export function recordSetOf(refs: Iterable<RecordRef>): RecordSet {
  const records = new RecordSet();
  for (const ref of refs) records.add(ref);
  return records;
}

/** Makes a source record; the compiler checks that the record is of the kind. */
export function sourceRecord<K extends Kind>(
  kind: K,
  id: number | string,
  record: RecordOf[K],
  origin: Origin,
  ...within: readonly RecordRef[]
): SourceRecord {
  return { kind, id, record, origin, within } as SourceRecord;
}
