import type { Random } from '../../../src/services/generated-world/random.js';
import { befalling, type Happening } from './happening.js';
import type { Month } from './month.js';
import {
  type ItemOf,
  itemsOf,
  type PageOf,
  type PartOf,
  type Volume,
  withItems,
  withPages,
  withParts,
} from './volume.js';

/** A collection of volumes. */
export interface Collection<V extends Volume> {
  readonly kind: 'cbe' | 'cbes';
  readonly of: (month: Month) => Map<number, V>;
}

/** Parts, items or pages: where they are in a volume, and how one puts them back. */
export interface Pieces<V extends Volume, R extends { readonly id: number }> {
  readonly kind: string;
  readonly collection: Collection<V>;
  readonly list: (volume: V) => readonly R[];
  readonly edit: (volume: V, edit: (record: R) => R | undefined) => V;
}

export const partsIn = <V extends Volume>(collection: Collection<V>): Pieces<V, PartOf<V>> => ({
  kind: `${collection.kind}.part`,
  collection,
  list: (volume) => volume.parts,
  edit: withParts,
});

export const itemsIn = <V extends Volume>(collection: Collection<V>): Pieces<V, ItemOf<V>> => ({
  kind: `${collection.kind}.item`,
  collection,
  list: itemsOf,
  edit: withItems,
});

export const pagesIn = <V extends Volume>(collection: Collection<V>): Pieces<V, PageOf<V>> => ({
  kind: `${collection.kind}.page`,
  collection,
  list: (volume) => volume.pages,
  edit: withPages,
});

/** A piece, and the volume it was found in. */
export interface Found<V extends Volume, R> {
  readonly id: number;
  readonly record: R;
  readonly volume: V;
}

/** The pieces of the volumes to which nothing happens as a whole this month. */
export const found =
  <V extends Volume, R extends { readonly id: number }>(
    { collection, list }: Pieces<V, R>,
    when: (record: R, volume: V) => boolean = () => true,
  ) =>
  (month: Month): Found<V, R>[] => {
    const before: ReadonlyMap<number, Volume> = month.before.archive[collection.kind];
    return [...collection.of(month).values()]
      .filter((volume) => before.get(volume.id)?.status === volume.status)
      .flatMap((volume) =>
        list(volume)
          .filter((record) => when(record, volume))
          .map((record) => ({ id: record.id, record, volume })),
      );
  };

/** Something that befalls pieces; what `edit` gives nothing for is gone. */
export const befallingPieces = <V extends Volume, R extends { readonly id: number }>(
  pieces: Pieces<V, R>,
  as: Happening['as'],
  name: string,
  edit: (record: R, month: Month, random: Random) => R | undefined,
  when?: (record: R, volume: V) => boolean,
): Happening =>
  befalling(pieces.kind, as, name, found(pieces, when), ({ id, volume }, month, random) => {
    editVolume(pieces.collection, month, volume.id, (one) =>
      pieces.edit(one, (record) => (record.id === id ? edit(record, month, random) : record)),
    );
  });

/** Puts a volume back as `edit` leaves it. */
export function editVolume<V extends Volume>(
  { of }: Collection<V>,
  month: Month,
  id: number,
  edit: (volume: V) => V,
): void {
  const volume = of(month).get(id);
  if (volume !== undefined) of(month).set(id, edit(volume));
}
