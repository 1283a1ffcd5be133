import type { ManuscriptVolume, SchoolsVolume, VolumeSummary } from '../../dictionary/archive/volume.js';
import type { Given } from '../../services/parameter.js';
import type { volumeIdentifiers } from '../../services/shared-parameters.js';
import { matching, type Rows, type Test } from '../filter.js';
import type { Volumes } from '../records.js';

type Volume = ManuscriptVolume | SchoolsVolume;
type PartOf<V extends Volume> = V['parts'][number];

/** An item where it stands: what the filters of manuscripts and schools judge. */
export interface Placed<V extends Volume> {
  readonly volume: V;
  readonly part: PartOf<V>;
  readonly item: PartOf<V>['items'][number];
}

/** The filters that name a volume and, alone, bring the whole of it. */
type Naming = Pick<typeof volumeIdentifiers, 'VolumeID' | 'VolumeNumber'>;

const volumeRows: Rows<Naming, Volume> = {
  VolumeID: (id) => (volume) => volume.id === id,
  VolumeNumber: (number) => (volume) => volume.volumeNumber === number,
};

/**
 * The volumes that filters ask for: whole ones, blank pages included, by VolumeID or VolumeNumber alone; with
 * any other filter only matching items and what goes with them (wire-format 3, filtered lists).
 */
export function selectVolumes<V extends Volume>(
  volumes: Volumes<V>,
  given: Given<Naming>,
  keep: Test<Placed<V>>,
): V[] {
  const isNamed = matching(volumeRows, given);
  const alone = Object.keys(given).every((name) => name in volumeRows);
  const found: V[] = [];
  // One after the other: volumes that are made when asked for need not all be there at once.
  for (const volume of candidates(volumes, given)) {
    if (isNamed(volume)) found.push(...(alone ? [volume] : prune(volume, keep)));
  }
  return found;
}

/** The volumes worth looking at: all of them, unless a catalogue knows better. */
function* candidates<V>(volumes: Volumes<V>, given: Given<Naming>): Iterable<V> {
  if (volumes.catalogue === undefined) yield* volumes.values();
  for (const id of volumes.catalogue?.candidates(given) ?? []) {
    const volume = volumes.get(id);
    if (volume !== undefined) yield volume;
  }
}

/**
 * A volume cut down to the matching items, the parts that hold them, and those pages that are assigned to a
 * matching item or are title pages of its part; nothing of a volume without any.
 */
function prune<V extends Volume>(volume: V, keep: Test<Placed<V>>): V[] {
  const parts = volume.parts
    .map((part: PartOf<V>) => ({ ...part, items: part.items.filter((item) => keep({ volume, part, item })) }))
    .filter((part) => part.items.length > 0);
  if (parts.length === 0) return [];
  const used = new Set(
    parts.flatMap((part) => [...part.titlePages, ...part.items.flatMap((item) => item.pages)]),
  );
  return [{ ...volume, pages: volume.pages.filter((page) => used.has(page.id)), parts }];
}

/** What `/volumes` answers. */
export function volumesIndex(volumes: Volumes<Volume>): VolumeSummary[] {
  return volumes.catalogue?.summaries() ?? [...volumes.values()].map(summarise);
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
