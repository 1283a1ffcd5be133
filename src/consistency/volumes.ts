import type { Origin } from '../base/origin.js';
import type { VolumeCollection } from '../rdf/iris.js';
import type { Kind, PublishableRecord } from '../records/record.js';
import {
  type CheckedRecord,
  type ConsistencyCheck,
  type CrossRecordFinding,
  type IriNaming,
  Requests,
} from './check.js';
import { NumberIndex, NumberTable } from './number-table.js';
import { ruleFinding } from './rules.js';

const PAGE = { id: 0, volume: 1, position: 2 } as const;
const ITEM = { id: 0, part: 1, first: 2, last: 3, request: 4 } as const;
const ON = { item: 0, page: 1 } as const;

type Item = Extract<PublishableRecord, { kind: 'cbe.item' | 'cbes.item' }>['record'];

interface VolumesSeen {
  readonly origins: readonly Origin[];
  readonly volumeOfPart: ReadonlyMap<number, number>;
  readonly pages: Float64Array;
  readonly items: Float64Array;
  readonly on: Float64Array;
}

/** Items and pages of one collection: an item's pages are of the volume of its part (X2), in their order (X3). */
export class Volumes implements ConsistencyCheck<VolumesSeen> {
  readonly #collection: VolumeCollection;
  readonly #kinds: { readonly part: Kind; readonly page: Kind; readonly item: Kind };
  readonly #naming: IriNaming;
  readonly #requests = new Requests();
  #volumeOfPart = new Map<number, number>();
  #pages = new NumberTable(3);
  #items = new NumberTable(5);
  #on = new NumberTable(2);

  constructor(collection: VolumeCollection, naming: IriNaming) {
    this.#collection = collection;
    this.#kinds = { part: `${collection}.part`, page: `${collection}.page`, item: `${collection}.item` };
    this.#naming = naming;
  }

  add({ one }: CheckedRecord): void {
    switch (one.kind) {
      case this.#kinds.part:
        this.#volumeOfPart.set((one.record as { id: number }).id, volumeOf(one.record));
        break;
      case this.#kinds.page: {
        const { id, listingOrder } = one.record as { id: number; listingOrder?: string };
        this.#pages.add(id, volumeOf(one.record), Number(listingOrder ?? Number.NaN));
        break;
      }
      case this.#kinds.item: {
        const { id, partID, firstPageID, lastPageID, pages } = one.record as Item;
        const [first, last] = [firstPageID ?? Number.NaN, lastPageID ?? Number.NaN];
        this.#items.add(id, partID, first, last, this.#requests.numberOf(one.origin));
        for (const page of pages) this.#on.add(id, page);
        break;
      }
    }
  }

  takeState(): VolumesSeen {
    const seen = {
      origins: this.#requests.handOver(),
      volumeOfPart: this.#volumeOfPart,
      pages: this.#pages.cells(),
      items: this.#items.cells(),
      on: this.#on.cells(),
    };
    this.#volumeOfPart = new Map();
    [this.#pages, this.#items, this.#on] = [new NumberTable(3), new NumberTable(5), new NumberTable(2)];
    return seen;
  }

  mergeState({ origins, volumeOfPart, pages, items, on }: VolumesSeen): void {
    const numberOf = this.#requests.takeOver(origins);
    for (const [part, volume] of volumeOfPart) this.#volumeOfPart.set(part, volume);
    this.#pages.addAll(pages);
    this.#items.addAll(items, ITEM.request, numberOf);
    this.#on.addAll(on);
  }

  *findings(): Iterable<CrossRecordFinding> {
    const pages = new NumberIndex(this.#pages, PAGE.id);
    const on = new NumberIndex(this.#on, ON.item);
    for (const row of this.#items.sortedBy(ITEM.id)) {
      const item = (column: keyof typeof ITEM): number => this.#items.at(row, ITEM[column]);
      const pageIDs = on.rows(item('id')).map((at) => this.#on.at(at, ON.page));
      const home = this.#volumeOfPart.get(item('part'));
      for (const page of pageIDs) {
        const at = pages.row(page);
        const isAstray = at !== undefined && home !== undefined && this.#pages.at(at, PAGE.volume) !== home;
        if (isAstray) yield this.#remark('X2', row, 'onPage', page);
      }
      const positionOf = (page: number): number => {
        const at = pages.row(page);
        return at === undefined ? Number.NaN : this.#pages.at(at, PAGE.position);
      };
      for (const [end, term] of [
        [item('first'), 'firstPage'],
        [item('last'), 'lastPage'],
      ] as const) {
        if (!Number.isNaN(end) && !pageIDs.includes(end)) yield this.#remark('X3', row, term, end);
      }
      // A first page that is none of the item's has been told.
      const isFirst = pageIDs.includes(item('first'));
      if (isFirst && positionOf(item('first')) > positionOf(item('last'))) {
        yield this.#remark('X3', row, 'firstPage', item('first'));
      }
    }
  }

  #remark(rule: 'X2' | 'X3', row: number, term: string, page: number): CrossRecordFinding {
    const { word, iri } = this.#naming;
    const item = { kind: this.#kinds.item, id: this.#items.at(row, ITEM.id) };
    const value = iri({ kind: `${this.#collection}.page`, id: page });
    return {
      record: { ...item, ...this.#requests.originOf(this.#items.at(row, ITEM.request)) },
      finding: ruleFinding(rule, { focus: iri(item), path: word(term), value }),
    };
  }
}

const volumeOf = (record: object): number => (record as { readonly volumeID: number }).volumeID;
