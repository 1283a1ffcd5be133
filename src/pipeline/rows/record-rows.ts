import type { Quad } from '@rdfjs/types';
import type { Origin } from '../../base/origin.js';
import { handbookHeading } from '../../model/mapping/archive/reference-lists.js';
import { recordReferredTo } from '../../model/rdf/record-order.js';
import type { Kind, PublishableRecord, RecordRef } from '../../model/records/record.js';
import { type AddRow, RowBuffer, type ShardRows } from './row-buffer.js';

/** The directions of links between items. */
const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { NEXT: 1, PREV: -1 };

/** Collects what a build must know of the records of a shard. */
export class RecordRows {
  readonly #base: string;
  readonly #buffer = new RowBuffer();
  /** Paths of the published records of the shard. */
  #published = new Set<string>();
  /** References whose target the shard does not hold so far, by target. */
  #waiting: { readonly target: string; readonly cells: Parameters<AddRow> }[] = [];

  /** @param base the data base IRI */
  constructor(base: string) {
    this.#base = base;
  }

  get add(): AddRow {
    return this.#buffer.add;
  }

  /** Adds a published record and its references. An omission states that a record is missing, and is no record. */
  addPublished(one: PublishableRecord, iri: string, quads: readonly Quad[]): void {
    if (one.kind === 'omission') return;
    const path = iri.slice(this.#base.length);
    this.#published.add(path);
    this.#buffer.add('published', path);
    this.addReferences(one, iri, quads);
    FACTS[one.kind]?.(one as never, this.#buffer.add);
  }

  /**
   * Adds the references of a record to others. A hot path.
   *
   * @param iri of the record
   */
  addReferences(
    { kind, id, origin }: RecordRef & { readonly origin?: Origin },
    iri: string,
    quads: readonly Quad[],
  ): void {
    for (const { subject, predicate, object } of quads) {
      const other = recordReferredTo(object, this.#base);
      if (other === undefined || other === iri) continue;
      const target = other.slice(this.#base.length);
      if (this.#published.has(target)) continue;
      const { service, request, pointer } = origin ?? {};
      const cells: Parameters<AddRow> = [
        ...(['reference', target, subject.value.slice(this.#base.length), predicate.value] as const),
        ...([kind, id, service, request, pointer] as const),
      ];
      this.#waiting.push({ target, cells });
    }
  }

  /** Adds a record that is not in the release. */
  addRejected(iri: string): void {
    this.#buffer.add('rejected', iri.slice(this.#base.length));
  }

  /** The rows added since the last call. */
  take(): ShardRows {
    for (const { target, cells } of this.#waiting)
      if (!this.#published.has(target)) this.#buffer.add(...cells);
    this.#published = new Set();
    this.#waiting = [];
    return this.#buffer.take();
  }
}

type RecordOfKind<K extends Kind> = Extract<PublishableRecord, { kind: K }>;
type Collection = 'cbe' | 'cbes';

const partOf =
  (collection: Collection) =>
  ({ record: { id, volumeID } }: RecordOfKind<'cbe.part' | 'cbes.part'>, add: AddRow): void =>
    add('part', collection, id, volumeID);

const pageOf =
  (collection: Collection) =>
  (one: RecordOfKind<'cbe.page' | 'cbes.page'>, add: AddRow): void => {
    const { id, volumeID, listingOrder } = one.record;
    add('page', collection, id, volumeID, Number(listingOrder ?? Number.NaN));
  };

const itemOf =
  (collection: Collection) =>
  ({ record, origin }: RecordOfKind<'cbe.item' | 'cbes.item'>, add: AddRow): void => {
    const { id, partID, firstPageID, lastPageID, pages } = record;
    add('item', collection, id, partID, firstPageID, lastPageID, origin.request);
    for (const page of pages) add('item_page', collection, id, page);
    if (!('linkedItems' in record)) return;
    for (const { sequence, itemID, partID: part, pageID } of record.linkedItems)
      add('item_link', id, itemID, DIRECTIONS[sequence?.toUpperCase() ?? ''] ?? 0, part, pageID);
  };

function addPlace({ record, origin: { request, pointer } }: RecordOfKind<'place'>, add: AddRow): void {
  const { id, replacementID, includedIn, cluster, bornHere } = record;
  // A merged place has no statements of its own any more.
  const isMerged = replacementID !== undefined;
  add('place', id, replacementID, isMerged ? undefined : cluster?.focusID, request, pointer);
  for (const { id: biography } of bornHere) add('born_here', id, biography);
  if (isMerged) return;
  for (const parent of includedIn) add('place_within', id, parent.id);
  for (const { placeID } of cluster?.members ?? []) add('cluster_member', id, placeID);
}

function addPerson({ record, origin }: RecordOfKind<'cbed.person'>, add: AddRow): void {
  const { id, viafID, ainmID, birthPlaceIreland } = record;
  const hasAuthorityID = viafID === id ? 1 : 0;
  add('person', id, ainmID, birthPlaceIreland?.logainmID, hasAuthorityID, origin.request, origin.pointer);
}

function addTopic({ record, origin }: RecordOfKind<'cbeg.topic'>, add: AddRow): void {
  const { id, topicEN = '', topicGA = '' } = record;
  add('topic', id, handbookHeading(id), `${topicEN} / ${topicGA}`, origin.request, origin.pointer);
}

/** The rows of records that are compared with others, by kind. */
const FACTS: { readonly [K in Kind]?: (one: RecordOfKind<K>, add: AddRow) => void } = {
  'cbe.part': partOf('cbe'),
  'cbes.part': partOf('cbes'),
  'cbe.page': pageOf('cbe'),
  'cbes.page': pageOf('cbes'),
  'cbe.item': itemOf('cbe'),
  'cbes.item': itemOf('cbes'),
  'cbed.person': addPerson,
  'cbeg.topic': addTopic,
  place: addPlace,
};
