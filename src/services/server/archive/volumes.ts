import type { Given } from '../../../model/endpoints/parameter.js';
import type { volumeIdentifiers } from '../../../model/endpoints/shared-parameters.js';
import type { ManuscriptVolume, SchoolsVolume, VolumeSummary } from '../../../model/schema/archive/volume.js';
import { type FilterTable, matchesAll, type RecordTest } from '../filters.js';
import type { VolumeMap } from '../records.js';

type Volume = ManuscriptVolume | SchoolsVolume;
type PartOf<V extends Volume> = V['parts'][number];

/** An item with its volume and part, for the filters of manuscripts and schools. */
export interface PlacedItem<V extends Volume> {
  readonly volume: V;
  readonly part: PartOf<V>;
  readonly item: PartOf<V>['items'][number];
}

/** The filters that name a volume. Alone, they return the whole volume. */
type Naming = Pick<typeof volumeIdentifiers, 'VolumeID' | 'VolumeNumber'>;

const volumeRows: FilterTable<Naming, Volume> = {
  VolumeID: (id) => (volume) => volume.id === id,
  VolumeNumber: (number) => (volume) => volume.volumeNumber === number,
};

/**
 * The volumes that match filters: whole ones, blank pages included, by VolumeID or VolumeNumber alone; with any other
 * filter only matching items with their parts and pages (wire-format 3, filtered lists).
 */
export function selectVolumes<V extends Volume>(
  volumes: VolumeMap<V>,
  given: Given<Naming>,
  keep: RecordTest<PlacedItem<V>>,
): V[] {
  const isNamed = matchesAll(volumeRows, given);
  const alone = Object.keys(given).every((name) => name in volumeRows);
  const found: V[] = [];
  // One after another: volumes that are made on demand need not be in memory at once.
  for (const volume of candidates(volumes, given)) {
    if (isNamed(volume)) found.push(...(alone ? [volume] : prune(volume, keep)));
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
 * A volume reduced to the matching items, their parts, and the pages of these items and title pages of these parts. Empty
 * without a match.
 */
function prune<V extends Volume>(volume: V, keep: RecordTest<PlacedItem<V>>): V[] {
  const parts = volume.parts
    .map((part: PartOf<V>) => ({ ...part, items: part.items.filter((item) => keep({ volume, part, item })) }))
    .filter((part) => part.items.length > 0);
  if (parts.length === 0) return [];
  const used = new Set(
    parts.flatMap((part) => [...part.titlePages, ...part.items.flatMap((item) => item.pages)]),
  );
  return [{ ...volume, pages: volume.pages.filter((page) => used.has(page.id)), parts }];
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
