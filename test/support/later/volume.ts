import type { ManuscriptVolume, SchoolsVolume } from '../../../src/model/schema/archive/volume.js';

export type Volume = ManuscriptVolume | SchoolsVolume;
export type PartOf<V extends Volume> = V['parts'][number];
export type ItemOf<V extends Volume> = PartOf<V>['items'][number];
export type PageOf<V extends Volume> = V['pages'][number];

/** All items of a volume. */
export const itemsOf = <V extends Volume>(volume: V): ItemOf<V>[] =>
  volume.parts.flatMap((part: PartOf<V>): ItemOf<V>[] => part.items);

/** The volume with each part as `edit` leaves it, or without it. */
export const withParts = <V extends Volume>(
  volume: V,
  edit: (part: PartOf<V>) => PartOf<V> | undefined,
): V => ({
  ...volume,
  parts: volume.parts.flatMap((part: PartOf<V>) => edit(part) ?? []),
});

/** The volume with each item as `edit` leaves it, or without it. */
export const withItems = <V extends Volume>(volume: V, edit: (item: ItemOf<V>) => ItemOf<V> | undefined): V =>
  withParts(volume, (part) => ({
    ...part,
    items: part.items.flatMap((item: ItemOf<V>) => edit(item) ?? []),
  }));

/** The volume with each page as `edit` leaves it, or without it. */
export const withPages = <V extends Volume>(
  volume: V,
  edit: (page: PageOf<V>) => PageOf<V> | undefined,
): V => ({
  ...volume,
  pages: volume.pages.flatMap((page: PageOf<V>) => edit(page) ?? []),
});

/** An editor of the one record with an id, which leaves the others alone. */
export const only =
  <R extends { readonly id: number }>(id: number, edit: (record: R) => R | undefined) =>
  (record: R): R | undefined =>
    record.id === id ? edit(record) : record;

/** Some parts and items of a volume, with the pages and transcripts that go with them. */
export function excerpt<V extends Volume>(
  volume: V,
  keepsPart: (part: PartOf<V>, place: number) => boolean,
  keepsItem: (item: ItemOf<V>, place: number) => boolean,
): V {
  const parts = volume.parts.flatMap((part: PartOf<V>, place: number) =>
    keepsPart(part, place) ? part : [],
  );
  const cut = withParts({ ...volume, parts }, (part) => ({
    ...part,
    items: part.items.filter((item: ItemOf<V>, place: number) => keepsItem(item, place)),
  }));
  const items = new Set(itemsOf(cut).map((item) => item.id));
  const pages = pagesUsed(cut);
  return withPages(cut, (page) =>
    pages.has(page.id) ? withTranscripts(page, (one) => items.has(one.itemID)) : undefined,
  );
}

/** The pages that are assigned to an item, or are title pages. */
export const pagesUsed = (volume: Volume): ReadonlySet<number> =>
  new Set([
    ...volume.parts.flatMap((part: PartOf<Volume>) => part.titlePages),
    ...itemsOf(volume).flatMap((item) => item.pages),
  ]);

/** A page with some of its transcripts, if it is of a kind that has any. */
export const withTranscripts = <P extends PageOf<Volume>>(
  page: P,
  keeps: (one: { readonly itemID: number }) => boolean,
): P => ('transcripts' in page ? { ...page, transcripts: page.transcripts.filter(keeps) } : page);

/** A volume without the links from its items to some. */
export const withoutLinks = <V extends Volume>(volume: V, goes: (itemID: number) => boolean): V =>
  itemsOf(volume).some((item) => 'linkedItems' in item && item.linkedItems.some((link) => goes(link.itemID)))
    ? withItems(volume, (item) =>
        'linkedItems' in item
          ? { ...item, linkedItems: item.linkedItems.filter((link) => !goes(link.itemID)) }
          : item,
      )
    : volume;
