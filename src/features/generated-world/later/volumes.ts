/** What volumes of both collections have. */
export interface Volume {
  id: number;
  volumeNumber?: string | undefined;
  status?: number | undefined;
  dateModified?: string | undefined;
  pages: { id: number; sensitive?: boolean | undefined; transcripts?: Transcript[] }[];
  parts: { id: number; titlePages: number[]; items: Item[] }[];
}

export interface Item {
  id: number;
  pages: number[];
  sensitive?: boolean | undefined;
  linkedItems?: { itemID: number }[];
}

interface Transcript {
  itemID: number;
  approved?: boolean | undefined;
}

/** All items of a volume. */
export const itemsOf = ({ parts }: Volume): Item[] => parts.flatMap(({ items }) => items);

/** The pages that items or title pages of a volume refer to. */
export const pagesUsed = (volume: Volume): ReadonlySet<number> =>
  new Set([
    ...volume.parts.flatMap((part) => part.titlePages),
    ...itemsOf(volume).flatMap((item) => item.pages),
  ]);

/** Whether an item or the title pages of a part refer to a page. */
export const isUsed = ({ parts }: Volume, page: number): boolean =>
  parts.some(
    ({ titlePages, items }) => titlePages.includes(page) || items.some(({ pages }) => pages.includes(page)),
  );

/** Removes the pages of a volume that nothing refers to, but for one, and transcripts of items that are not there. */
export function tidy(volume: Volume): void {
  const items = new Set(itemsOf(volume).map(({ id }) => id));
  const used = pagesUsed(volume);
  const blank = volume.pages.find(({ id }) => !used.has(id));
  volume.pages = volume.pages.filter((page) => used.has(page.id) || page === blank);
  for (const page of volume.pages)
    page.transcripts &&= page.transcripts.filter(({ itemID }) => items.has(itemID));
}
