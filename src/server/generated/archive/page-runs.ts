import type { Dice } from '../dice.js';

/** The pages of an item, by their places in the volume: from the first to the last, both included. */
export interface Pages {
  readonly first: number;
  readonly last: number;
}

/**
 * Shares out the pages of a part among its items, in order. The first page is the title page; an item may
 * begin on the page where the one before it ends, and a page between two may be left blank.
 */
export function shareOut(start: number, pages: number, items: number, dice: Dice): Pages[] {
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
export function ordersOnFirstPages(items: readonly Pages[]): number[] {
  return items.map(({ first }, item) => 1 + items.slice(0, item).filter(({ last }) => last >= first).length);
}

/** The number written on each page of a volume: Roman at first, now and then a leaf put in between. */
export function pageNumbers(pages: number, dice: Dice): string[] {
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
