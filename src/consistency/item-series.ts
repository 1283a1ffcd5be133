import type { Origin } from '../base/origin.js';
import {
  type CheckedRecord,
  type ConsistencyCheck,
  type CrossRecordFinding,
  type IriNaming,
  Requests,
} from './check.js';
import { NumberIndex, NumberTable } from './number-table.js';
import { ruleFinding } from './rules.js';

const LINK = { item: 0, to: 1, way: 2, part: 3, page: 4, request: 5 } as const;
const HOME = { item: 0, part: 1, first: 2 } as const;
const ON = { item: 0, page: 1 } as const;

/** Which way a link goes: on, back, or neither. */
const WAYS: Readonly<Record<string, 1 | -1>> = { NEXT: 1, PREV: -1 };
const TERMS: ReadonlyMap<number, string> = new Map([
  [1, 'nextItem'],
  [-1, 'previousItem'],
  [0, 'relatedItem'],
]);

interface SeriesSeen {
  readonly origins: readonly Origin[];
  readonly links: Float64Array;
  readonly homes: Float64Array;
  readonly on: Float64Array;
}

/** Continued stories: what follows an item must say that it does, and links name part and page rightly (X4). */
export class ItemSeries implements ConsistencyCheck<SeriesSeen> {
  readonly #naming: IriNaming;
  readonly #requests = new Requests();
  #links = new NumberTable(6);
  #homes = new NumberTable(3);
  #on = new NumberTable(2);

  constructor(naming: IriNaming) {
    this.#naming = naming;
  }

  add({ one }: CheckedRecord): void {
    if (one.kind !== 'cbe.item') return;
    const { id, partID, linkedItems, pages, firstPageID } = one.record;
    this.#homes.add(id, partID, firstPageID ?? Number.NaN);
    for (const page of pages) this.#on.add(id, page);
    for (const link of linkedItems) {
      const way = WAYS[link.sequence?.toUpperCase() ?? ''] ?? 0;
      const [part, page] = [link.partID ?? Number.NaN, link.pageID ?? Number.NaN];
      this.#links.add(id, link.itemID, way, part, page, this.#requests.numberOf(one.origin));
    }
  }

  takeState(): SeriesSeen {
    const seen = {
      origins: this.#requests.handOver(),
      links: this.#links.cells(),
      homes: this.#homes.cells(),
      on: this.#on.cells(),
    };
    [this.#links, this.#homes, this.#on] = [new NumberTable(6), new NumberTable(3), new NumberTable(2)];
    return seen;
  }

  mergeState({ origins, links, homes, on }: SeriesSeen): void {
    const numberOf = this.#requests.takeOver(origins);
    this.#links.addAll(links, LINK.request, numberOf);
    this.#homes.addAll(homes);
    this.#on.addAll(on);
  }

  *findings(): Iterable<CrossRecordFinding> {
    const links = new NumberIndex(this.#links, LINK.item);
    const homes = new NumberIndex(this.#homes, HOME.item);
    const on = new NumberIndex(this.#on, ON.item);
    for (const row of this.#links.sortedBy(LINK.item)) {
      const link = (column: keyof typeof LINK): number => this.#links.at(row, LINK[column]);
      const home = homes.row(link('to'));
      // What it links to is not in the release: that is another rule's matter.
      if (home === undefined) continue;
      const isAnswered = links
        .rows(link('to'))
        .some(
          (at) =>
            this.#links.at(at, LINK.to) === link('item') && this.#links.at(at, LINK.way) === -link('way'),
        );
      const [part, first] = [this.#homes.at(home, HOME.part), this.#homes.at(home, HOME.first)];
      const pages = on.rows(link('to')).map((at) => this.#on.at(at, ON.page));
      // The page of a link is the first of the item linked to (wire-format 3); where that is not known, one of them.
      const isItsPage = Number.isNaN(first)
        ? pages.length === 0 || pages.includes(link('page'))
        : link('page') === first;
      const isPlaced =
        (Number.isNaN(link('part')) || link('part') === part) && (Number.isNaN(link('page')) || isItsPage);
      // A link without direction need not be answered.
      if ((link('way') === 0 || isAnswered) && isPlaced) continue;
      yield this.#remark(row);
    }
  }

  #remark(row: number): CrossRecordFinding {
    const { word, iri } = this.#naming;
    const record = { kind: 'cbe.item', id: this.#links.at(row, LINK.item) } as const;
    const path = word(TERMS.get(this.#links.at(row, LINK.way)) ?? 'relatedItem');
    const value = iri({ kind: 'cbe.item', id: this.#links.at(row, LINK.to) });
    return {
      record: { ...record, ...this.#requests.originOf(this.#links.at(row, LINK.request)) },
      finding: ruleFinding('X4', { focus: iri(record), path, value }),
    };
  }
}
