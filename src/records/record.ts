import type { Origin } from '../base/origin.js';
import type { ManuscriptItemInPart, ManuscriptPartInVolume } from '../mapping/archive/manuscripts.js';
import type { TopicInTree } from '../mapping/archive/reference-lists.js';
import type { SchoolsItemInPart, SchoolsPartInVolume } from '../mapping/archive/schools.js';
import type { Observation } from '../mapping/archive/schools-person.js';
import type { TranscriptOnPage } from '../mapping/archive/transcript.js';
import type { InVolume, VolumeHead } from '../mapping/archive/volume.js';
import type { Omission } from '../mapping/omission.js';
import type { OrganisationName } from '../mapping/organisation.js';
import type { SchemeWithTop } from '../mapping/scheme.js';
import type { Collection } from '../rdf/iris.js';
import type { Person } from '../schema/archive/person.js';
import type { Photograph } from '../schema/archive/photograph.js';
import type { Country, County, LocationAbroad, LocationIreland } from '../schema/archive/places.js';
import type { HandbookTopic, Occupation } from '../schema/archive/reference-lists.js';
import type { Transcriber } from '../schema/archive/schools.js';
import type { Page } from '../schema/archive/volume.js';
import type {
  Acceptability,
  Cluster,
  Place,
  PlaceSummary,
  Resource,
  Supplier,
} from '../schema/placenames/place.js';
import type { Category, Glossary } from '../schema/placenames/reference-lists.js';
import type { Published } from '../schema/privileged.js';

/** What a record of each kind is, as the mappers take it before privileged fields are gone. */
export interface RecordOf {
  organisation: { readonly organisation: OrganisationName };
  collection: { readonly collection: Collection };
  scheme: SchemeWithTop;
  lexicon: { readonly words: readonly number[] };
  'cbe.volume': VolumeHead;
  'cbe.part': ManuscriptPartInVolume;
  'cbe.item': ManuscriptItemInPart;
  'cbe.page': Page & InVolume;
  'cbes.volume': VolumeHead;
  'cbes.part': SchoolsPartInVolume;
  'cbes.item': SchoolsItemInPart;
  'cbes.page': Page & InVolume;
  'cbes.transcript': TranscriptOnPage;
  'cbes.topic': TopicInTree;
  'cbes.person': Observation;
  'cbes.transcriber': Transcriber;
  'cbeg.photograph': Photograph;
  'cbeg.topic': HandbookTopic;
  'cbed.person': Person;
  'cbed.occupation': Occupation;
  county: County;
  country: Country;
  'location-ireland': LocationIreland;
  'location-abroad': LocationAbroad;
  place: Place;
  'place-summary': PlaceSummary;
  category: Category;
  glossary: Glossary;
  acceptability: Acceptability;
  cluster: Cluster;
  resource: Resource;
  supplier: Supplier;
  omission: Omission;
}

export type Kind = keyof RecordOf;

/** A record on its way from the store to the mapper. */
export interface SourceRecordOf<K extends Kind> {
  readonly kind: K;
  readonly id: number | string;
  readonly record: RecordOf[K];
  readonly origin: Origin;
  /** The units it stands or falls with: the volume of a page, the item of a transcript. */
  readonly within: readonly RecordRef[];
  /** The record as it came says that it must not leave, in a field that its kind is not known to have. */
  readonly heldBack?: boolean;
}

export type SourceRecord = { [K in Kind]: SourceRecordOf<K> }[Kind];

/** The same after the publication filter. */
export interface PublishableRecordOf<K extends Kind> extends Omit<SourceRecordOf<K>, 'record'> {
  readonly record: Published<RecordOf[K]>;
}

export type PublishableRecord = { [K in Kind]: PublishableRecordOf<K> }[Kind];

/** What a unit is known by across the run: ids are unique within their kind only. */
export interface RecordRef {
  readonly kind: Kind;
  readonly id: number | string;
}

/** An order of names that depends on nothing else: kinds by the alphabet, ids that are numbers by their size. */
export function compareRefs(a: RecordRef, b: RecordRef): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  const difference = Number(a.id) - Number(b.id);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return String(a.id) < String(b.id) ? -1 : String(a.id) > String(b.id) ? 1 : 0;
}

/** A set of units, at the price of their ids. */
export class RecordSet {
  readonly #ids = new Map<Kind, Set<number | string>>();

  /** @returns whether the unit is new to the set */
  add({ kind, id }: RecordRef): boolean {
    const ids = this.#ids.get(kind) ?? new Set();
    this.#ids.set(kind, ids);
    return ids.size < ids.add(id).size;
  }

  has({ kind, id }: RecordRef): boolean {
    return this.#ids.get(kind)?.has(id) === true;
  }

  /** Every unit, kind by kind, as they came. */
  *all(): Iterable<RecordRef> {
    for (const [kind, ids] of this.#ids) for (const id of ids) yield { kind, id };
  }

  /** The ids of one kind. */
  of(kind: Kind): ReadonlySet<number | string> {
    return this.#ids.get(kind) ?? new Set();
  }
}

/** Makes a unit; the compiler holds kind and record together. */
export function sourceRecord<K extends Kind>(
  kind: K,
  id: number | string,
  record: RecordOf[K],
  origin: Origin,
  ...within: readonly RecordRef[]
): SourceRecord {
  return { kind, id, record, origin, within } as SourceRecord;
}
