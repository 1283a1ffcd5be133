import type { Given } from '../../../model/endpoints/parameter.js';
import type { volumeIdentifiers } from '../../../model/endpoints/shared-parameters.js';
import type { ManuscriptVolume, SchoolsVolume, VolumeSummary } from '../../../model/schema/archive/volume.js';
import { coded, type FilterTable, matchesAll, type RecordTest } from '../filters.js';
import type { VolumeMap } from '../records.js';

type Volume = ManuscriptVolume | SchoolsVolume;
type PartOf<V extends Volume> = V['parts'][number];

/**
 * What the filters of manuscripts and schools test: an item in its part; a part alone, for its title pages and where it has no
 * items; a page alone, which may be in no part.
 */
export interface Content<V extends Volume> {
  readonly volume: V;
  readonly part?: PartOf<V>;
  readonly item?: PartOf<V>['items'][number];
  /** The pages of the item; without an item, the title pages of the part; without a part, the page. */
  readonly pages: readonly number[];
}

type Identifiers = typeof volumeIdentifiers;

/** The filters that name a volume. Alone, they return the whole volume. */
const volumeRows: FilterTable<Pick<Identifiers, 'VolumeID' | 'VolumeNumber'>, Volume> = {
  VolumeID: (id) => (volume) => volume.id === id,
  VolumeNumber: (number) => coded(number, (volume) => [volume.volumeNumber]),
};

/** The filters that name a part of a volume. */
export const contentRows: FilterTable<Pick<Identifiers, 'PageID' | 'PartID' | 'ItemID'>, Content<Volume>> = {
  PageID: (id) => (one) => one.pages.includes(id),
  PartID: (id) => (one) => one.part?.id === id,
  ItemID: (id) => (one) => one.item?.id === id,
};

/**
 * The volumes that match filters: whole ones, blank pages included, by VolumeID or VolumeNumber alone; with any other
 * filter only what matches (wire-format 3, filtered lists).
 */
export function selectVolumes<V extends Volume>(
  volumes: VolumeMap<V>,
  given: Given<Identifiers>,
  keep: RecordTest<Content<V>>,
): V[] {
  const isNamed = matchesAll(volumeRows, given);
  const alone = Object.keys(given).every((name) => name in volumeRows);
  const found: V[] = [];
  // One after another: volumes that are made on demand need not be in memory at once.
  for (const volume of candidates(volumes, given)) {
    if (isNamed(volume)) found.push(...(alone ? [volume] : prune(volume, given.PageID, keep)));
  }
  return found;
}

/** The volumes that may match: all of them, unless there is an index. */
export function* candidates<V>(volumes: VolumeMap<V>, given: Readonly<Record<string, unknown>>): Iterable<V> {
  if (volumes.index === undefined) yield* volumes.values();
  for (const id of volumes.index?.candidates(given) ?? []) {
    const volume = volumes.get(id);
    if (volume !== undefined) yield volume;
  }
}

/**
 * A volume reduced to the matching items, their parts and the parts that match alone, and the pages of these items, the title
 * pages of these parts and the page asked for. Empty without a match.
 */
function prune<V extends Volume>(volume: V, asked: number | undefined, keep: RecordTest<Content<V>>): V[] {
  const parts = volume.parts.flatMap((part: PartOf<V>) => {
    const items = part.items.filter((item) => keep({ volume, part, item, pages: item.pages }));
    return items.length > 0 || keep({ volume, part, pages: part.titlePages }) ? [{ ...part, items }] : [];
  });
  const used = new Set(
    parts.flatMap((part) => [...part.titlePages, ...part.items.flatMap((item) => item.pages)]),
  );
  if (asked !== undefined && keep({ volume, pages: [asked] })) used.add(asked);
  const pages = volume.pages.filter((page) => used.has(page.id));
  return pages.length + parts.length === 0 ? [] : [{ ...volume, pages, parts }];
}

/** The answer of `/volumes`. */
export function listVolumes(volumes: VolumeMap<Volume>): VolumeSummary[] {
  return volumes.index?.summaries() ?? [...volumes.values()].map(summarise);
}

/** A row of `/volumes`: the volume without pages and parts, and how many it has (wire-format 3). */
function summarise(volume: Volume): VolumeSummary {
  const { pages, parts, ...summary } = volume;
  return {
    ...summary,
    pageCount: pages.length,
    partCount: parts.length,
    itemCount: parts.reduce((sum, part) => sum + part.items.length, 0),
  };
}
