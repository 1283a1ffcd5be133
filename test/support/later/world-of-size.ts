import { LOCATIONS_ABROAD } from '../../../src/features/generated-world/archive/reference-lists.js';
import { cloned, type Draft, draftOf, worldOf } from '../../../src/features/generated-world/later/month.js';
import {
  type Item,
  itemsOf,
  pagesUsed,
  tidy,
  type Volume,
} from '../../../src/features/generated-world/later/volumes.js';
import { makeSyntheticWorld } from '../../../src/features/generated-world/world.js';
import type { World } from '../../../src/services/server/world.js';

/** Whether something is to be hidden: of so many one, the middle one first. */
const oneOf =
  (many: number) =>
  (_: unknown, place: number): boolean =>
    place % many === many >> 1;

/**
 * A small world of every kind, the same for the same seed: the smallest that is generated, its few large volumes cut
 * into many small ones, some records left out, and some of every kind hidden that can be hidden.
 */
export function worldOfSize(seed: number): World {
  const draft = draftOf(makeSyntheticWorld({ scale: 0.0005, seed, dirt: 0 }));
  draft.cbe = smallVolumes(draft.cbe, [2], 4);
  draft.cbes = smallVolumes(draft.cbes, [1, 2], 6);
  draft.cbeg = draft.cbeg.filter((_, place) => place % 4 !== 1);
  for (const [place, photograph] of draft.cbeg.filter(oneOf(5)).entries())
    photograph.locationsAbroad = LOCATIONS_ABROAD.slice(place, place + 1);
  addClusters(draft);
  return worldOf(draft);
}

/** Makes some neighbouring places of one parish a cluster. */
function addClusters({ places }: Draft): void {
  const free = places.filter(
    (one) => one.cluster === undefined && one.replacementID === undefined && one.includedIn.length > 1,
  );
  for (let place = 0; place < 40; place += 10) {
    const pair = free.slice(place, place + 2);
    if (pair[0]?.includedIn[0]?.id !== pair[1]?.includedIn[0]?.id) continue;
    const members = pair.map(({ id, categories }) => ({ placeID: id, category: categories[0] }));
    for (const one of pair) one.cluster = { focusID: pair[0]?.id ?? one.id, members };
  }
}

/** Volumes of so many parts, in turn, with so many items in each part. */
function smallVolumes<V extends Volume>(volumes: V[], lengths: readonly number[], items: number): V[] {
  const small = volumes.flatMap((volume) => cut(volume, lengths, items));
  const there = new Set(small.flatMap(itemsOf).map(({ id }) => id));
  for (const item of small.flatMap(itemsOf))
    item.linkedItems &&= item.linkedItems.filter(({ itemID }) => there.has(itemID));
  for (const [place, volume] of small.entries()) volume.status = oneOf(4)(volume, place) ? place % 4 : 4;
  for (const item of small.flatMap(itemsOf).filter(oneOf(9))) item.sensitive = true;
  for (const page of small.flatMap(({ pages }) => pages).filter(oneOf(13))) page.sensitive = true;
  const transcripts = small.flatMap(({ pages }) => pages.flatMap((page) => page.transcripts ?? []));
  for (const transcript of transcripts.filter(oneOf(5))) transcript.approved = false;
  return small;
}

/** Small volumes out of a large one; the first keeps its id and number. */
function cut<V extends Volume>(volume: V, lengths: readonly number[], items: number): V[] {
  const transcribed = new Set(
    volume.pages.flatMap(({ transcripts = [] }) => transcripts.map(({ itemID }) => itemID)),
  );
  const pieces: V[] = [];
  for (let from = 0; from < volume.parts.length; ) {
    const length = lengths[pieces.length % lengths.length] ?? 1;
    const parts = cloned(volume.parts.slice(from, from + length));
    const own = pagesUsed({ ...volume, parts });
    // The first item, which others are linked to, and then those with transcripts.
    const rank = (item: Item) => (transcribed.has(item.id) ? 0 : 1);
    for (const part of parts) {
      const [first, ...others] = part.items;
      part.items = [first ?? [], others.sort((a, b) => rank(a) - rank(b))].flat(2).slice(0, items);
    }
    const suffix = pieces.length === 0 ? '' : String.fromCharCode(65 + pieces.length);
    const pages = cloned(volume.pages.filter(({ id }) => own.has(id)));
    const piece = { ...volume, id: volume.id + 10 * pieces.length, parts, pages };
    piece.volumeNumber = `${volume.volumeNumber}${suffix}`;
    tidy(piece);
    pieces.push(piece);
    from += length;
  }
  return pieces;
}
