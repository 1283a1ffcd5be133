import type { VolumeCollection } from '../../model/rdf/iris.js';
import type { Kind, PublishableRecord } from '../../model/records/record.js';
import { type ConsistencyCheck, type CrossRecordFinding, type IriNaming, tablesCheck } from './check.js';
import { NumberIndex } from './number-table.js';
import { ruleFinding } from './rules.js';

type Item = Extract<PublishableRecord, { kind: 'cbe.item' | 'cbes.item' }>['record'];

const PART = { id: 0, volume: 1 } as const;
const PAGE = { id: 0, volume: 1, position: 2 } as const;
const ITEM = { id: 0, part: 1, first: 2, last: 3, request: 4 } as const;
const ON = { item: 0, page: 1 } as const;

/** Items and pages of one collection: an item's pages are of the volume of its part (X2), in their order (X3). */
export function volumes(collection: VolumeCollection, { word, iri }: IriNaming): ConsistencyCheck {
  const part: Kind = `${collection}.part`;
  const page: Kind = `${collection}.page`;
  const item: Kind = `${collection}.item`;
  return tablesCheck(
    { parts: PART, pages: PAGE, items: ITEM, on: ON },
    (one, tables) => {
      switch (one.kind) {
        case part:
          tables.get('parts').add((one.record as { id: number }).id, volumeOf(one.record));
          break;
        case page: {
          const { id, listingOrder } = one.record as { id: number; listingOrder?: string };
          tables.get('pages').add(id, volumeOf(one.record), Number(listingOrder ?? Number.NaN));
          break;
        }
        case item: {
          const { id, partID, firstPageID, lastPageID, pages } = one.record as Item;
          const [first, last] = [firstPageID ?? Number.NaN, lastPageID ?? Number.NaN];
          tables.get('items').add(id, partID, first, last, tables.numberOf(one.origin));
          for (const pageID of pages) tables.get('on').add(id, pageID);
          break;
        }
      }
    },
    function* (tables) {
      const [items, pages] = [tables.get('items'), tables.get('pages')];
      const findingAt = (rule: 'X2' | 'X3', row: number, term: string, id: number): CrossRecordFinding => {
        const record = { kind: item, id: items.at(row, ITEM.id) };
        const at = { focus: iri(record), path: word(term), value: iri({ kind: page, id }) };
        return {
          record: { ...record, ...tables.originOf(items.at(row, ITEM.request)) },
          finding: ruleFinding(rule, at),
        };
      };
      const [on, parts] = [tables.get('on'), tables.get('parts')];
      const [pageRows, onRows] = [new NumberIndex(pages, PAGE.id), new NumberIndex(on, ON.item)];
      const partRows = new NumberIndex(parts, PART.id);
      const pageCell = (id: number, column: keyof typeof PAGE): number =>
        pages.at(pageRows.row(id) ?? -1, PAGE[column]);
      for (const row of items.sortedBy(ITEM.id)) {
        const cell = (column: keyof typeof ITEM): number => items.at(row, ITEM[column]);
        const pageIDs = onRows.rows(cell('id')).map((at) => on.at(at, ON.page));
        const home = parts.at(partRows.row(cell('part')) ?? -1, PART.volume);
        for (const id of pageIDs) {
          const volume = pageCell(id, 'volume');
          if (!Number.isNaN(volume) && !Number.isNaN(home) && volume !== home)
            yield findingAt('X2', row, 'onPage', id);
        }
        for (const [end, term] of [
          [cell('first'), 'firstPage'],
          [cell('last'), 'lastPage'],
        ] as const) {
          if (!Number.isNaN(end) && !pageIDs.includes(end)) yield findingAt('X3', row, term, end);
        }
        // A first page that is not a page of the item has been reported.
        if (!pageIDs.includes(cell('first'))) continue;
        if (pageCell(cell('first'), 'position') > pageCell(cell('last'), 'position'))
          yield findingAt('X3', row, 'firstPage', cell('first'));
      }
    },
  );
}

const volumeOf = (record: object): number => (record as { readonly volumeID: number }).volumeID;

const LINK = { item: 0, to: 1, way: 2, part: 3, page: 4, request: 5 } as const;
const HOME = { item: 0, part: 1, first: 2 } as const;

/** The way of a link: on, back, or neither. */
const WAYS: Readonly<Record<string, 1 | -1>> = { NEXT: 1, PREV: -1 };
const TERMS: ReadonlyMap<number, string> = new Map([
  [1, 'nextItem'],
  [-1, 'previousItem'],
]);

/** Continued stories: both items of a link name it, with the right part and page (X4). */
export function itemSeries({ word, iri }: IriNaming): ConsistencyCheck {
  return tablesCheck(
    { links: LINK, homes: HOME, on: ON },
    (one, tables) => {
      if (one.kind !== 'cbe.item') return;
      const { id, partID, linkedItems, pages, firstPageID } = one.record;
      tables.get('homes').add(id, partID, firstPageID ?? Number.NaN);
      for (const page of pages) tables.get('on').add(id, page);
      for (const link of linkedItems) {
        const way = WAYS[link.sequence?.toUpperCase() ?? ''] ?? 0;
        const [part, page] = [link.partID ?? Number.NaN, link.pageID ?? Number.NaN];
        tables.get('links').add(id, link.itemID, way, part, page, tables.numberOf(one.origin));
      }
    },
    function* (tables) {
      const [links, homes, on] = [tables.get('links'), tables.get('homes'), tables.get('on')];
      const [linkRows, homeRows] = [new NumberIndex(links, LINK.item), new NumberIndex(homes, HOME.item)];
      const onRows = new NumberIndex(on, ON.item);
      for (const row of links.sortedBy(LINK.item)) {
        const link = (column: keyof typeof LINK): number => links.at(row, LINK[column]);
        const home = homeRows.row(link('to'));
        // A link to an item that is not in the release is a matter of X8.
        if (home === undefined) continue;
        const isAnswered = linkRows
          .rows(link('to'))
          .some((at) => links.at(at, LINK.to) === link('item') && links.at(at, LINK.way) === -link('way'));
        const [part, first] = [homes.at(home, HOME.part), homes.at(home, HOME.first)];
        const pages = onRows.rows(link('to')).map((at) => on.at(at, ON.page));
        // The page of a link is the first of the item linked to (wire-format 3); where that is not known, one of them.
        const isItsPage = Number.isNaN(first)
          ? pages.length === 0 || pages.includes(link('page'))
          : link('page') === first;
        const isPlaced =
          (Number.isNaN(link('part')) || link('part') === part) && (Number.isNaN(link('page')) || isItsPage);
        // A link without direction need not be answered.
        if ((link('way') === 0 || isAnswered) && isPlaced) continue;
        const record = { kind: 'cbe.item', id: link('item') } as const;
        const path = word(TERMS.get(link('way')) ?? 'relatedItem');
        const value = iri({ kind: 'cbe.item', id: link('to') });
        yield {
          record: { ...record, ...tables.originOf(link('request')) },
          finding: ruleFinding('X4', { focus: iri(record), path, value }),
        };
      }
    },
  );
}
