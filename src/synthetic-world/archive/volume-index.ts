import type { VolumeSummary } from '../../schema/archive/volume.js';
import type { NumberSet, VolumeIndex } from '../../server/records.js';
import { isoDayOfNumber } from '../calendar.js';
import type { RecordHistory } from '../record-fields.js';
import { itemID, pageID, partID, type VolumePlan } from './volume-plans.js';

/** Which volumes hold something that a filter may match: rows of a catalogue, by filter and value. */
export class FilterIndex {
  readonly #filters = new Map<string, Map<unknown, number[]>>();

  /** @param filters the filters it knows; what is asked by another may be in any volume */
  constructor(filters: readonly string[]) {
    for (const filter of filters) this.#filters.set(filter, new Map());
  }

  /** Notes that a volume holds a value; volumes come in ascending order. */
  add(filter: string, value: unknown, row: number): void {
    const values = this.#filters.get(filter);
    const rows = values?.get(value);
    if (rows === undefined) values?.set(value, [row]);
    else if (rows.at(-1) !== row) rows.push(row);
  }

  /** The rows that may match, ascending; undefined where the register cannot tell. */
  rows(filter: string, value: unknown): readonly number[] | undefined {
    const values = this.#filters.get(filter);
    return values === undefined ? undefined : (values.get(value) ?? []);
  }
}

/** Ids in a row: every volume has its own of pages, parts and items. */
export interface IdRange {
  readonly first: number;
  readonly count: number;
}

/** The first and the last of some days, by number. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** What is kept of a volume that is not made. */
export interface VolumeEntry {
  /** Without its counts. */
  readonly header: VolumeSummary;
  readonly pages: IdRange;
  readonly parts: IdRange;
  readonly items: IdRange;
  readonly hidden: { readonly pages: number; readonly items: number };
  /** When its items were made, and when they, or their transcripts, were changed. */
  readonly created: DayRange;
  readonly modified: DayRange;
}

const PUBLISHED = 4;

const isInRange = ({ first, count }: IdRange, id: unknown): boolean =>
  typeof id === 'number' && id >= first && id < first + count;
const since = (days: DayRange, day: unknown): boolean => isoDayOfNumber(days.last) >= String(day);
const before = (days: DayRange, day: unknown): boolean => isoDayOfNumber(days.first) < String(day);

/** Whether something in a volume may match a filter, as far as its row tells. */
const TESTS: Readonly<Record<string, (row: VolumeEntry, value: unknown) => boolean>> = {
  VolumeID: ({ header }, id) => header.id === id,
  VolumeNumber: ({ header }, number) => header.volumeNumber === number,
  Status: ({ header }, status) => header.status === status,
  PageID: ({ pages }, id) => isInRange(pages, id),
  PartID: ({ parts }, id) => isInRange(parts, id),
  ItemID: ({ items }, id) => isInRange(items, id),
  CreatedSince: ({ created }, day) => since(created, day),
  CreatedBefore: ({ created }, day) => before(created, day),
  ModifiedSince: ({ modified }, day) => since(modified, day),
  ModifiedBefore: ({ modified }, day) => before(modified, day),
};

/** Other names of a filter in the register: whoever has a role is found under all of them. */
const REGISTERED_AS: Readonly<Record<string, string>> = {
  CollectorID: 'PersonID',
  InformantID: 'PersonID',
  RelevantPersonID: 'PersonID',
};

/** A catalogue of planned volumes. */
export class PlannedVolumeIndex implements VolumeIndex {
  readonly ids: readonly number[];
  readonly hidden: VolumeIndex['hidden'];
  readonly #rows: readonly VolumeEntry[];
  /** Of the rows, those that are in this catalogue. */
  readonly #listed: ReadonlySet<number>;
  readonly #register: FilterIndex;
  readonly #everything: boolean;

  /** @param everything whether the hidden and the unpublished are in it */
  constructor(
    rows: readonly VolumeEntry[],
    register: FilterIndex,
    hidden: VolumeIndex['hidden'],
    everything = true,
  ) {
    this.#rows = rows;
    this.#register = register;
    this.#everything = everything;
    this.hidden = hidden;
    this.#listed = new Set(rows.flatMap((row, index) => (everything || isPublished(row) ? [index] : [])));
    this.ids = rows.filter((_, index) => this.#listed.has(index)).map((row) => row.header.id);
  }

  summaries(): VolumeSummary[] {
    return this.#rows
      .filter((_, index) => this.#listed.has(index))
      .map(({ header, pages, parts, items, hidden }) => ({
        ...header,
        ...(this.#everything ? {} : { status: undefined }),
        pageCount: pages.count - (this.#everything ? 0 : hidden.pages),
        partCount: parts.count,
        itemCount: items.count - (this.#everything ? 0 : hidden.items),
      }));
  }

  candidates(given: Readonly<Record<string, unknown>>): readonly number[] {
    let left: readonly number[] = [...this.#listed];
    for (const [filter, value] of Object.entries(given)) {
      const rows = this.#register.rows(REGISTERED_AS[filter] ?? filter, value);
      const known = rows === undefined ? undefined : new Set(rows);
      const test = TESTS[filter];
      left = left.filter(
        (index) =>
          known?.has(index) !== false &&
          (test === undefined || test(this.#rows[index] as VolumeEntry, value)),
      );
    }
    return left.map((index) => (this.#rows[index] as VolumeEntry).header.id);
  }

  published(): VolumeIndex {
    return new PlannedVolumeIndex(this.#rows, this.#register, this.hidden, false);
  }
}

const isPublished = (row: VolumeEntry): boolean => row.header.status === PUBLISHED;

/** What a public key never sees: what is marked itself, and all of the unpublished volumes. */
export function hiddenContentOf(
  rows: readonly VolumeEntry[],
  sensitive: { readonly pages: ReadonlySet<number>; readonly items: ReadonlySet<number> },
): VolumeIndex['hidden'] {
  const unpublished = rows.filter((row) => !isPublished(row));
  const of = (run: 'pages' | 'items'): NumberSet => ({
    has: (id) => sensitive[run].has(id) || unpublished.some((row) => isInRange(row[run], id)),
  });
  return { pages: of('pages'), items: of('items') };
}

/** The first and the last of some days; of none, no day at all. */
export function dayRangeOf(days: readonly number[]): DayRange {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return { first, last };
}

interface ItemPlan {
  readonly number: number;
  readonly sensitive: boolean;
  readonly history: RecordHistory;
}

interface PartPlan {
  readonly items: readonly ItemPlan[];
}

/** What cataloguing asks of either collection, and what differs between the two. */
export interface VolumeIndexing<Part extends PartPlan> {
  readonly planner: {
    parts(frame: VolumePlan): readonly Part[];
    sensitivePages(frame: VolumePlan): readonly number[];
  };
  /** Knows the filters whose values are registered. */
  readonly register: FilterIndex;
  readonly header: (frame: VolumePlan) => VolumeEntry['header'];
  readonly registerPart: (part: Part, row: number) => void;
  readonly registerItem: (item: Part['items'][number], row: number) => void;
  /** The days on which an item may count as changed. */
  readonly changes: (item: Part['items'][number]) => readonly number[];
}

/** Plans every volume once, for what filters and public keys need to know of it; the plans are not kept. */
export function indexVolumes<Part extends PartPlan>(
  frames: readonly VolumePlan[],
  { planner, register, header, registerPart, registerItem, changes }: VolumeIndexing<Part>,
): PlannedVolumeIndex {
  const [pages, items] = [new Set<number>(), new Set<number>()];
  const rows = frames.map((frame, row): VolumeEntry => {
    const parts = planner.parts(frame);
    const all = parts.flatMap((part): readonly Part['items'][number][] => part.items);
    const sensitivePages = planner.sensitivePages(frame);
    const sensitiveItems = all.filter((item) => item.sensitive);
    for (const place of sensitivePages) pages.add(pageID(frame, place));
    for (const item of sensitiveItems) items.add(itemID(frame, item.number));
    for (const part of parts) registerPart(part, row);
    for (const item of all) registerItem(item, row);
    return {
      header: header(frame),
      pages: { first: pageID(frame, 0), count: frame.pages },
      parts: { first: partID(frame.firstPart), count: frame.parts.length },
      items: { first: itemID(frame, frame.firstItem), count: frame.items },
      hidden: { pages: sensitivePages.length, items: sensitiveItems.length },
      created: dayRangeOf(all.map(({ history }) => history.created)),
      modified: dayRangeOf(all.flatMap(changes)),
    };
  });
  return new PlannedVolumeIndex(rows, register, hiddenContentOf(rows, { pages, items }));
}
