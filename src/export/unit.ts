import type { Origin } from '../base/origin.js';
import type { Country } from '../dictionary/archive/country.js';
import type { County } from '../dictionary/archive/county.js';
import type { HandbookTopic } from '../dictionary/archive/handbook-topic.js';
import type { LocationAbroad } from '../dictionary/archive/location-abroad.js';
import type { LocationIreland } from '../dictionary/archive/location-ireland.js';
import type { Occupation } from '../dictionary/archive/occupation.js';
import type { Page } from '../dictionary/archive/page.js';
import type { Person } from '../dictionary/archive/person.js';
import type { Photograph } from '../dictionary/archive/photograph.js';
import type { Transcriber } from '../dictionary/archive/transcript.js';
import type { Category } from '../dictionary/placenames/category.js';
import type { Glossary } from '../dictionary/placenames/glossary.js';
import type { Cluster, Place, PlaceSummary, Resource, Supplier } from '../dictionary/placenames/place.js';
import type { Acceptability } from '../dictionary/placenames/placename.js';
import type { Published } from '../dictionary/privileged.js';
import type { ManuscriptItemInPart } from '../mapping/archive/manuscript-item.js';
import type { ManuscriptPartInVolume } from '../mapping/archive/manuscript-part.js';
import type { SchoolsItemInPart } from '../mapping/archive/schools-item.js';
import type { SchoolsPartInVolume } from '../mapping/archive/schools-part.js';
import type { Observation } from '../mapping/archive/schools-person.js';
import type { TopicInTree } from '../mapping/archive/schools-topic.js';
import type { TranscriptOnPage } from '../mapping/archive/transcript.js';
import type { InVolume, VolumeHead } from '../mapping/archive/volume.js';
import type { Omission } from '../mapping/omission.js';
import type { OrganisationName } from '../mapping/organisation.js';
import type { SchemeWithTop } from '../mapping/scheme.js';
import type { Collection } from '../rdf/iris.js';

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
export interface UnitOf<K extends Kind> {
  readonly kind: K;
  readonly id: number | string;
  readonly record: RecordOf[K];
  readonly origin: Origin;
  /** The units it stands or falls with: the volume of a page, the item of a transcript. */
  readonly within: readonly UnitRef[];
  /** The record as it came says that it must not leave, in a field that its kind is not known to have. */
  readonly heldBack?: boolean;
}

export type Unit = { [K in Kind]: UnitOf<K> }[Kind];

/** The same after the publication filter. */
export interface PublishedUnitOf<K extends Kind> extends Omit<UnitOf<K>, 'record'> {
  readonly record: Published<RecordOf[K]>;
}

export type PublishedUnit = { [K in Kind]: PublishedUnitOf<K> }[Kind];

/** What a unit is known by across the run: ids are unique within their kind only. */
export interface UnitRef {
  readonly kind: Kind;
  readonly id: number | string;
}

/** An order of names that depends on nothing else: kinds by the alphabet, ids that are numbers by their size. */
export function compareNames(a: UnitRef, b: UnitRef): number {
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
  const difference = Number(a.id) - Number(b.id);
  if (difference !== 0 && !Number.isNaN(difference)) return difference;
  return String(a.id) < String(b.id) ? -1 : String(a.id) > String(b.id) ? 1 : 0;
}

/** A set of units, at the price of their ids. */
export class UnitSet {
  readonly #ids = new Map<Kind, Set<number | string>>();

  /** @returns whether the unit is new to the set */
  add({ kind, id }: UnitRef): boolean {
    const ids = this.#ids.get(kind) ?? new Set();
    this.#ids.set(kind, ids);
    return ids.size < ids.add(id).size;
  }

  has({ kind, id }: UnitRef): boolean {
    return this.#ids.get(kind)?.has(id) === true;
  }

  /** Every unit, kind by kind, as they came. */
  *all(): Iterable<UnitRef> {
    for (const [kind, ids] of this.#ids) for (const id of ids) yield { kind, id };
  }

  /** The ids of one kind. */
  of(kind: Kind): ReadonlySet<number | string> {
    return this.#ids.get(kind) ?? new Set();
  }
}

/** Makes a unit; the compiler holds kind and record together. */
export function unit<K extends Kind>(
  kind: K,
  id: number | string,
  record: RecordOf[K],
  origin: Origin,
  ...within: readonly UnitRef[]
): Unit {
  return { kind, id, record, origin, within } as Unit;
}
