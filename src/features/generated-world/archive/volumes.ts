import { Random } from '../../../base/random.js';
import type { Page } from '../../../model/schema/archive/volume.js';
import { zeroPadded } from '../calendar.js';
import { type DefectInjector, withMarkup } from '../defects.js';
import { type EditDates, firstDayOf, makeHistory, timestampsOf } from '../record-fields.js';

/** A volume as planned: its position and the size of its content. */
export interface VolumePlan {
  /** Among all volumes of its collection. */
  readonly number: number;
  readonly id: number;
  readonly volumeNumber: string;
  readonly type: string | undefined;
  readonly status: number;
  readonly history: EditDates;
  /** The sizes of its parts, in order. */
  readonly parts: readonly PartSize[];
  /** The numbers, among all volumes', of its first part, page and item. */
  readonly firstPart: number;
  readonly firstPage: number;
  readonly firstItem: number;
  readonly pages: number;
  readonly items: number;
}

interface PartSize {
  readonly pages: number;
  readonly items: number;
}

/** The names of the two collections; streams of random numbers are named by them. */
type CollectionKind = 'manuscript' | 'schools';

/** The layout of the volumes of a collection. */
export interface CollectionLayout {
  readonly kind: CollectionKind;
  readonly firstID: number;
  /** The year in which the first of its records were made. */
  readonly year: number;
  readonly published: number;
  readonly unpublished: number;
  /** The number of parts of the published volume of a rank, or of an unpublished one. */
  readonly partsOf: (rank: number | undefined, random: Random) => number;
  readonly sizeOf: (random: Random) => PartSize;
  readonly numbered: (
    number: number,
    random: Random,
  ) => { readonly volumeNumber: string; readonly type?: string | undefined };
}

/** The status of published records (wire-format 3). */
export const PUBLISHED = 4;

/** Plans the volumes of a collection; unpublished ones are among the others. */
export function planVolumes(seed: number, plan: CollectionLayout): VolumePlan[] {
  const total = plan.published + plan.unpublished;
  const isPublished = (number: number) =>
    Math.floor(((number + 1) * plan.unpublished) / total) === Math.floor((number * plan.unpublished) / total);
  const volumes: VolumePlan[] = [];
  const next = { rank: 0, part: 0, page: 0, item: 0 };
  for (let number = 0; number < total; number++) {
    const random = new Random(seed, `${plan.kind} volume`, number);
    const published = isPublished(number);
    const count = plan.partsOf(published ? next.rank++ : undefined, random);
    const firstPart = next.part;
    const parts = Array.from({ length: count }, (_, index) =>
      plan.sizeOf(new Random(seed, `${plan.kind} part`, firstPart + index)),
    );
    const [pages, items] = [sum(parts, 'pages'), sum(parts, 'items')];
    volumes.push({
      number,
      id: plan.firstID + number,
      type: undefined,
      ...plan.numbered(number, random),
      status: published ? PUBLISHED : random.below(PUBLISHED),
      history: makeHistory(firstDayOf(plan.year), 400, 0.6, random),
      parts,
      firstPart,
      firstPage: next.page,
      firstItem: next.item,
      pages,
      items,
    });
    next.part += count;
    next.page += pages;
    next.item += items;
  }
  return volumes;
}

const sum = (parts: readonly PartSize[], of: keyof PartSize): number =>
  parts.reduce((total, part) => total + part[of], 0);

const FIRST_PART_ID = 4_600_001;
const FIRST_PAGE_ID = 5_000_001;
const FIRST_ITEM_ID = 6_500_001;
/** Some volumes have much higher numbers: ids above 2^31 occur (wire-format 1). */
const HIGH_ID = 4_400_000_000;
const HIGH_EVERY = 64;

const raise = (volume: VolumePlan): number => (volume.number % HIGH_EVERY === 1 ? HIGH_ID : 0);

/** Both collections use the same ids for different records. */
export const partID = (number: number): number => FIRST_PART_ID + number;
export const itemID = (volume: VolumePlan, number: number): number => FIRST_ITEM_ID + number + raise(volume);

/** The id of the page at a place in the volume. */
export const pageID = (volume: VolumePlan, place: number): number =>
  FIRST_PAGE_ID + volume.firstPage + place + raise(volume);

/** The pages of an item, by their places in the volume: from the first to the last, both included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Distributes the pages of a part over its items, in order. The first page is the title page; an item may
 * begin on the page where the one before it ends, and a page between two may be left blank.
 */
function distributePages(start: number, pages: number, items: number, random: Random): PageRange[] {
  const room = pages - 1;
  const begin = (item: number) => 1 + Math.floor((item * room) / items);
  return Array.from({ length: items }, (_, item) => {
    const first = begin(item);
    const next = Math.min(begin(item + 1), pages);
    const shares = random.chance(0.35) ? 1 : next - first > 2 && random.chance(0.3) ? -1 : 0;
    const last = Math.max(first, Math.min(pages - 1, next - 1 + shares));
    return { first: start + first, last: start + last };
  });
}

/**
 * The order of each item on the page that it begins on, from 1: an item that only ends there counts too.
 *
 * @param items their pages, in the order of reading
 */
export function ordersOnFirstPages(items: readonly { readonly pages: PageRange }[]): number[] {
  return items.map(
    ({ pages: { first } }, item) =>
      1 + items.slice(0, item).filter(({ pages }) => pages.last >= first).length,
  );
}

/** The number on each page of a volume: Roman at first, some with a letter (`12a`). */
function makePageNumbers(pages: number, random: Random): string[] {
  const numbers: string[] = [];
  let written = 0;
  for (let page = 0; page < pages; page++) {
    if (page < ROMAN.length) numbers.push(ROMAN[page] as string);
    else if (written > 0 && random.chance(0.006)) numbers.push(`${written}a`);
    else numbers.push(String(++written));
  }
  return numbers;
}

const ROMAN = ['i', 'ii', 'iii', 'iv'];

/** The position of a part in its volume. */
export interface PartRange {
  /** Among all parts. */
  readonly number: number;
  /** The place of its first page in the volume. */
  readonly start: number;
  readonly pages: number;
  readonly firstItem: number;
  /** The pages of its items. */
  readonly items: readonly PageRange[];
}

/** The positions of all parts of a volume. */
export function partRanges(seed: number, kind: CollectionKind, volume: VolumePlan): PartRange[] {
  let [start, firstItem] = [0, volume.firstItem];
  return volume.parts.map(({ pages, items }, index) => {
    const number = volume.firstPart + index;
    const random = new Random(seed, `${kind} runs`, number);
    const range = { number, start, pages, firstItem, items: distributePages(start, pages, items, random) };
    start += pages;
    firstItem += items;
    return range;
  });
}

/** An item as planned: what both collections have. */
export interface ItemPlan {
  /** Among all items. */
  readonly number: number;
  readonly pages: PageRange;
  readonly history: EditDates;
  readonly sensitive: boolean;
  readonly languages: readonly string[];
}

/** A part as planned: what both collections have. */
export interface PartPlan<Item extends ItemPlan = ItemPlan> {
  /** Among all parts. */
  readonly number: number;
  /** The place of its first page in the volume. */
  readonly start: number;
  readonly items: readonly Item[];
}

/** The places of a volume's sensitive pages: one to three. */
export function sensitivePagesOf(seed: number, kind: CollectionKind, volume: VolumePlan): Set<number> {
  const random = new Random(seed, `${kind} pages`, volume.number);
  return new Set(Array.from({ length: random.between(1, 3) }, () => random.below(volume.pages)));
}

/** A volume without pages and parts. */
export function volumeHeader(seed: number, kind: CollectionKind, volume: VolumePlan) {
  const { id, history, volumeNumber, status, type } = volume;
  return { id, ...timestampsOf(history, new Random(seed, `${kind} header`, id)), volumeNumber, status, type };
}

/** The first fields of a part. */
export const partFields = (
  volume: VolumePlan,
  part: PartPlan,
  index: number,
  changed: number,
  random: Random,
) => ({
  id: partID(part.number),
  ...timestampsOf(makeHistory(volume.history.created, 60, changed, random), random),
  listingOrder: String(index + 1),
  titlePages: [pageID(volume, part.start)],
});

/** The page fields of an item. */
export const itemPages = (volume: VolumePlan, { pages: { first, last } }: ItemPlan) => ({
  pages: Array.from({ length: last - first + 1 }, (_, page) => pageID(volume, first + page)),
  firstPageID: pageID(volume, first),
  lastPageID: pageID(volume, last),
});

/** Most pages have no timestamps. */
const UNDATED = { dateCreated: undefined, dateModified: undefined };

/** Differences between the pages of the collections. */
interface PageOptions<P extends Page> {
  readonly kind: CollectionKind;
  /** The prefix of image files. */
  readonly images: string;
  /** The share of volumes whose listing orders have leading zeros. */
  readonly zeroPadded?: number;
  readonly complete: (page: Page, place: number) => P;
  readonly inject: DefectInjector<P>;
}

/** The pages of a volume. */
export function makePages<P extends Page>(
  seed: number,
  volume: VolumePlan,
  parts: readonly PartPlan[],
  options: PageOptions<P>,
): P[] {
  const random = new Random(seed, `${options.kind} pages text`, volume.number);
  const numbers = makePageNumbers(volume.pages, random);
  const width = options.zeroPadded !== undefined && random.chance(options.zeroPadded) ? 4 : 1;
  const sensitive = sensitivePagesOf(seed, options.kind, volume);
  const titles = new Set(parts.map((part) => part.start));
  const images = `${options.images}_${volume.volumeNumber}`;
  return numbers.map((pageNumber, place) => {
    const { created } = volume.history;
    const page = {
      id: pageID(volume, place),
      ...(random.chance(0.1) ? timestampsOf(makeHistory(created, 30, 0.2, random), random) : UNDATED),
      pageNumber,
      listingOrder: zeroPadded(place + 1, width),
      titlePage: titles.has(place) ? true : undefined,
      // Some old names have a backslash.
      imageFileName: `${images}${random.chance(0.01) ? '\\' : '/'}${images}_${zeroPadded(place + 1, 3)}.jpg`,
      sensitive: sensitive.has(place),
    };
    return options.inject(options.complete(page, place), volume.firstPage + place);
  });
}

/** Defects of pages. */
export const PAGE_DEFECTS = {
  'number marked up': <P extends Page>(page: P): P => ({
    ...page,
    pageNumber: withMarkup(page.pageNumber ?? ''),
  }),
  'order in letters': <P extends Page>(page: P): P => ({ ...page, listingOrder: 'b' }),
  'image above its folder': <P extends Page>(page: P): P => ({ ...page, imageFileName: '..\\..\\0001.jpg' }),
};
