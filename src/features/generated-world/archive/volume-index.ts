import { foldCode } from '../../../model/endpoints/parameter.js';
import type { VolumeSummary } from '../../../model/schema/archive/volume.js';
import { LazyVolumes, type NumberSet, type VolumeIndex } from '../../../services/server/records.js';
import { isoDayOfNumber } from '../calendar.js';
import {
  type CollectionLayout,
  itemID,
  type PartPlan,
  PUBLISHED,
  pageID,
  partID,
  sensitivePagesOf,
  type VolumePlan,
  volumeHeader,
} from './volumes.js';

/** Volumes by filter and value; a volume is its position in the list. */
export class FilterIndex {
  readonly #filters = new Map<string, Map<unknown, number[]>>();

  /** @param filters the filters indexed; values of other filters are ignored */
  constructor(filters: readonly string[]) {
    for (const filter of filters) this.#filters.set(filter, new Map());
  }

  /** Adds a value of a volume; volumes come in ascending order. */
  add(filter: string, value: unknown, volume: number): void {
    const values = this.#filters.get(filter);
    const volumes = values?.get(value);
    if (volumes === undefined) values?.set(value, [volume]);
    else if (volumes.at(-1) !== volume) volumes.push(volume);
  }

  /** The volumes that may match, ascending; undefined for a filter without an index. */
  volumes(filter: string, value: unknown): readonly number[] | undefined {
    const values = this.#filters.get(filter);
    return values === undefined ? undefined : (values.get(value) ?? []);
  }
}

/** Consecutive numbers: the ids of a volume's pages, parts or items, or days. Both ends included. */
interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** What is kept of a volume after planning. */
interface VolumeEntry {
  /** Without its counts. */
  readonly header: VolumeSummary;
  readonly pages: NumberRange;
  readonly parts: NumberRange;
  readonly items: NumberRange;
  readonly hidden: { readonly pages: number; readonly items: number };
  /** The days on which its items were created, and on which they or their transcripts were changed. */
  readonly created: NumberRange;
  readonly modified: NumberRange;
}

const isInRange = ({ first, last }: NumberRange, id: unknown): boolean =>
  typeof id === 'number' && id >= first && id <= last;
const countOf = ({ first, last }: NumberRange): number => last - first + 1;
const since = (days: NumberRange, day: unknown): boolean => isoDayOfNumber(days.last) >= String(day);
const before = (days: NumberRange, day: unknown): boolean => isoDayOfNumber(days.first) < String(day);
const isPublished = ({ header }: VolumeEntry): boolean => header.status === PUBLISHED;

/** Whether something in a volume may match a filter, judged by its entry alone. */
const TESTS: Readonly<Record<string, (entry: VolumeEntry, value: unknown) => boolean>> = {
  VolumeID: ({ header }, id) => header.id === id,
  VolumeNumber: ({ header }, number) => foldCode(header.volumeNumber ?? '') === foldCode(String(number)),
  Status: ({ header }, status) => header.status === status,
  PageID: ({ pages }, id) => isInRange(pages, id),
  PartID: ({ parts }, id) => isInRange(parts, id),
  ItemID: ({ items }, id) => isInRange(items, id),
  CreatedSince: ({ created }, day) => since(created, day),
  CreatedBefore: ({ created }, day) => before(created, day),
  ModifiedSince: ({ modified }, day) => since(modified, day),
  ModifiedBefore: ({ modified }, day) => before(modified, day),
};

/** Filters by role use the index of all people. */
const INDEXED_AS: Readonly<Record<string, string>> = {
  CollectorID: 'PersonID',
  InformantID: 'PersonID',
  RelevantPersonID: 'PersonID',
};

/** The index of planned volumes. */
class PlannedVolumeIndex implements VolumeIndex {
  readonly ids: readonly number[];
  readonly hidden: VolumeIndex['hidden'];
  readonly #entries: readonly VolumeEntry[];
  readonly #filters: FilterIndex;
  /** Whether hidden records and unpublished volumes are included. */
  readonly #everything: boolean;
  /** Positions of the entries included. */
  readonly #included: readonly number[];

  constructor(
    entries: readonly VolumeEntry[],
    filters: FilterIndex,
    hidden: VolumeIndex['hidden'],
    everything = true,
  ) {
    this.#entries = entries;
    this.#filters = filters;
    this.#everything = everything;
    this.hidden = hidden;
    this.#included = [...entries.keys()].filter((position) => everything || isPublished(this.#at(position)));
    this.ids = this.#included.map((position) => this.#at(position).header.id);
  }

  summaries(): VolumeSummary[] {
    return this.#included.map((position) => {
      const { header, pages, parts, items, hidden } = this.#at(position);
      return {
        ...header,
        ...(this.#everything ? {} : { status: undefined }),
        pageCount: countOf(pages) - (this.#everything ? 0 : hidden.pages),
        partCount: countOf(parts),
        itemCount: countOf(items) - (this.#everything ? 0 : hidden.items),
      };
    });
  }

  candidates(given: Readonly<Record<string, unknown>>): readonly number[] {
    let left = this.#included;
    for (const [filter, value] of Object.entries(given)) {
      const volumes = this.#filters.volumes(INDEXED_AS[filter] ?? filter, value);
      const indexed = volumes && new Set(volumes);
      const test = TESTS[filter];
      left = left.filter(
        (position) =>
          indexed?.has(position) !== false && (test === undefined || test(this.#at(position), value)),
      );
    }
    return left.map((position) => this.#at(position).header.id);
  }

  published(): VolumeIndex {
    return new PlannedVolumeIndex(this.#entries, this.#filters, this.hidden, false);
  }

  #at(position: number): VolumeEntry {
    return this.#entries[position] as VolumeEntry;
  }
}

/** The first and the last of some days; an empty range where there are none. */
function dayRangeOf(days: readonly number[]): NumberRange {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return { first, last };
}

/** A collection of volumes: how they are planned, indexed and made. */
interface Collection<Part extends PartPlan, V> {
  readonly layout: CollectionLayout;
  readonly planParts: (volume: VolumePlan) => readonly Part[];
  /** The filters whose values are indexed. */
  readonly filters: readonly string[];
  readonly indexPart: (index: FilterIndex, part: Part, volume: number) => void;
  readonly indexItem: (index: FilterIndex, item: Part['items'][number], volume: number) => void;
  /** The days on which an item may count as changed. */
  readonly changeDays: (item: Part['items'][number]) => readonly number[];
  readonly makeVolume: (volume: VolumePlan, parts: readonly Part[]) => V;
}

/** Plans every volume once for the index, without keeping the plans; a volume is planned again and made on request. */
export function makeCollection<Part extends PartPlan, V>(
  seed: number,
  volumes: readonly VolumePlan[],
  collection: Collection<Part, V>,
): LazyVolumes<V> {
  const plans = new Map(volumes.map((volume) => [volume.id, volume]));
  return new LazyVolumes(indexVolumes(seed, volumes, collection), (id) => {
    const volume = plans.get(id) as VolumePlan;
    return collection.makeVolume(volume, collection.planParts(volume));
  });
}

function indexVolumes<Part extends PartPlan, V>(
  seed: number,
  volumes: readonly VolumePlan[],
  { layout: { kind }, planParts, filters, indexPart, indexItem, changeDays }: Collection<Part, V>,
): PlannedVolumeIndex {
  const index = new FilterIndex(filters);
  const sensitive = { pages: new Set<number>(), items: new Set<number>() };
  const entries = volumes.map((volume, position): VolumeEntry => {
    const parts = planParts(volume);
    const items = parts.flatMap((part): readonly Part['items'][number][] => part.items);
    const pages = sensitivePagesOf(seed, kind, volume);
    const sensitiveItems = items.filter((item) => item.sensitive);
    for (const place of pages) sensitive.pages.add(pageID(volume, place));
    for (const item of sensitiveItems) sensitive.items.add(itemID(volume, item.number));
    for (const part of parts) indexPart(index, part, position);
    for (const item of items) indexItem(index, item, position);
    const { firstPart, firstItem } = volume;
    return {
      header: volumeHeader(seed, kind, volume),
      pages: { first: pageID(volume, 0), last: pageID(volume, volume.pages - 1) },
      parts: { first: partID(firstPart), last: partID(firstPart + volume.parts.length - 1) },
      items: { first: itemID(volume, firstItem), last: itemID(volume, firstItem + volume.items - 1) },
      hidden: { pages: pages.size, items: sensitiveItems.length },
      created: dayRangeOf(items.map(({ history }) => history.created)),
      modified: dayRangeOf(items.flatMap(changeDays)),
    };
  });
  // Hidden from public keys: sensitive records, and all pages and items of unpublished volumes.
  const unpublished = entries.filter((entry) => !isPublished(entry));
  const hidden = (of: 'pages' | 'items'): NumberSet => ({
    has: (id) => sensitive[of].has(id) || unpublished.some((entry) => isInRange(entry[of], id)),
  });
  return new PlannedVolumeIndex(entries, index, { pages: hidden('pages'), items: hidden('items') });
}
