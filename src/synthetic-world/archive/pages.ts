import type { Page } from '../../schema/archive/volume.js';
import { zeroPadded } from '../calendar.js';
import { type Defects, withMarkup } from '../defects.js';
import type { Random } from '../random.js';

/** The name of a page's picture; some old ones were written with a backslash. */
export function imageFileName(collection: string, volumeNumber: string, place: number, dice: Random): string {
  const volume = `${collection}_${volumeNumber}`;
  return `${volume}${dice.chance(0.01) ? '\\' : '/'}${volume}_${zeroPadded(place + 1, 3)}.jpg`;
}

/** The pages of an item, by their places in the volume: from the first to the last, both included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Shares out the pages of a part among its items, in order. The first page is the title page; an item may
 * begin on the page where the one before it ends, and a page between two may be left blank.
 */
export function distributePages(start: number, pages: number, items: number, dice: Random): PageRange[] {
  const room = pages - 1;
  const begin = (item: number) => 1 + Math.floor((item * room) / items);
  return Array.from({ length: items }, (_, item) => {
    const first = begin(item);
    const next = Math.min(begin(item + 1), pages);
    const shares = dice.chance(0.35) ? 1 : next - first > 2 && dice.chance(0.3) ? -1 : 0;
    const last = Math.max(first, Math.min(pages - 1, next - 1 + shares));
    return { first: start + first, last: start + last };
  });
}

/**
 * The order of each item on the page that it begins on, from 1: an item that only ends there counts too.
 *
 * @param items their pages, in the order of reading
 */
export function ordersOnFirstPages(items: readonly PageRange[]): number[] {
  return items.map(({ first }, item) => 1 + items.slice(0, item).filter(({ last }) => last >= first).length);
}

/** The number written on each page of a volume: Roman at first, now and then a leaf put in between. */
export function makePageNumbers(pages: number, dice: Random): string[] {
  const numbers: string[] = [];
  let written = 0;
  for (let page = 0; page < pages; page++) {
    if (page < ROMAN.length) numbers.push(ROMAN[page] as string);
    else if (written > 0 && dice.chance(0.006)) numbers.push(`${written}a`);
    else numbers.push(String(++written));
  }
  return numbers;
}

const ROMAN = ['i', 'ii', 'iii', 'iv'];

/** How pages are dirty. */
export const pageDefects = <P extends Page>(): Defects<P> => ({
  'number marked up': (page) => ({ ...page, pageNumber: withMarkup(page.pageNumber) }),
  'order in letters': (page) => ({ ...page, listingOrder: 'b' }),
  'image above its folder': (page) => ({ ...page, imageFileName: '..\\..\\0001.jpg' }),
});
