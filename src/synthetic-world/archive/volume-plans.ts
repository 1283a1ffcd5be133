import { Random } from '../random.js';
import { firstDayOf, makeHistory, type RecordHistory } from '../record-fields.js';

/** A volume as planned from the first: its place among the others, and how much is in it. */
export interface VolumePlan {
  /** Among all volumes of its collection. */
  readonly number: number;
  readonly id: number;
  readonly volumeNumber: string;
  readonly type: string | undefined;
  readonly status: number;
  readonly history: RecordHistory;
  /** The sizes of its parts, in order. */
  readonly parts: readonly PartSize[];
  /** The numbers, among all volumes', of its first part, page and item. */
  readonly firstPart: number;
  readonly firstPage: number;
  readonly firstItem: number;
  readonly pages: number;
  readonly items: number;
}

export interface PartSize {
  readonly pages: number;
  readonly items: number;
}

/** What the volumes of a collection are like. */
export interface CollectionLayout {
  /** Names its streams of choices. */
  readonly kind: string;
  readonly firstID: number;
  /** The year in which the first of its records were made. */
  readonly year: number;
  readonly published: number;
  readonly unpublished: number;
  /** How many parts the published volume of a rank has, or one that is not published. */
  readonly partsOf: (rank: number | undefined, dice: Random) => number;
  readonly sizeOf: (dice: Random) => PartSize;
  readonly numbered: (
    number: number,
    dice: Random,
  ) => { readonly volumeNumber: string; readonly type?: string | undefined };
}

/** The status of what is published (wire-format 3). */
export const PUBLISHED = 4;

/** Plans the volumes of a collection; unpublished ones stand among the others. */
export function planVolumes(seed: number, plan: CollectionLayout): VolumePlan[] {
  const total = plan.published + plan.unpublished;
  const isPublished = (number: number) =>
    Math.floor(((number + 1) * plan.unpublished) / total) === Math.floor((number * plan.unpublished) / total);
  const frames: VolumePlan[] = [];
  const next = { rank: 0, part: 0, page: 0, item: 0 };
  for (let number = 0; number < total; number++) {
    const dice = new Random(seed, `${plan.kind} volume`, number);
    const published = isPublished(number);
    const count = plan.partsOf(published ? next.rank++ : undefined, dice);
    const firstPart = next.part;
    const parts = Array.from({ length: count }, (_, index) =>
      plan.sizeOf(new Random(seed, `${plan.kind} part`, firstPart + index)),
    );
    const [pages, items] = [sum(parts, 'pages'), sum(parts, 'items')];
    frames.push({
      number,
      id: plan.firstID + number,
      type: undefined,
      ...plan.numbered(number, dice),
      status: published ? PUBLISHED : dice.below(PUBLISHED),
      history: makeHistory(firstDayOf(plan.year), 400, 0.6, dice),
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
  return frames;
}

const sum = (parts: readonly PartSize[], of: keyof PartSize): number =>
  parts.reduce((total, part) => total + part[of], 0);

const FIRST_PART_ID = 4_600_001;
const FIRST_PAGE_ID = 5_000_001;
const FIRST_ITEM_ID = 6_500_001;
/** Some volumes were numbered far above the others: ids above 2^31 occur (wire-format 1). */
const HIGH_ID = 4_400_000_000;
const HIGH_EVERY = 64;

const raise = (frame: VolumePlan): number => (frame.number % HIGH_EVERY === 1 ? HIGH_ID : 0);

/** Ids are the same in both collections, as the same number may be a different thing in each. */
export const partID = (number: number): number => FIRST_PART_ID + number;
export const itemID = (frame: VolumePlan, number: number): number => FIRST_ITEM_ID + number + raise(frame);

/** The id of the page at a place in the volume. */
export const pageID = (frame: VolumePlan, place: number): number =>
  FIRST_PAGE_ID + frame.firstPage + place + raise(frame);
