import type { Random } from '../../../src/services/generated-world/random.js';
import type { Month } from './month.js';
import type { Collection } from './pieces.js';
import {
  type ItemOf,
  type PageOf,
  type PartOf,
  type Volume,
  withItems,
  withoutLinks,
  withPages,
  withParts,
} from './volume.js';

/** A copy of a volume in which everything has an id of its own and was made this month. */
export function renewed<V extends Volume>(
  { kind }: Collection<V>,
  volume: V,
  month: Month,
  random: Random,
): V {
  const fresh = (piece: 'part' | 'item' | 'page') => {
    const ids = new Map<number, number>();
    return (old: number): number => {
      const id = ids.get(old) ?? month.freshID(`${kind}.${piece}`, random);
      ids.set(old, id);
      return id;
    };
  };
  const [part, item, page] = [fresh('part'), fresh('item'), fresh('page')];
  const made = { dateCreated: month.at, dateModified: undefined };
  const end = (id: number | undefined) => (id === undefined ? undefined : page(id));
  const whole: V = { ...volume, ...made, id: month.freshID(`${kind}.volume`, random) };
  const withNewParts = withParts(whole, (one: PartOf<V>) => ({
    ...one,
    ...made,
    id: part(one.id),
    titlePages: one.titlePages.map(page),
  }));
  const withNewItems = withItems(withNewParts, (one: ItemOf<V>) => ({
    ...one,
    ...made,
    id: item(one.id),
    pages: one.pages.map(page),
    firstPageID: end(one.firstPageID),
    lastPageID: end(one.lastPageID),
  }));
  const withNewPages = withPages(withNewItems, (one: PageOf<V>) => ({
    ...one,
    ...made,
    id: page(one.id),
    ...('transcripts' in one
      ? {
          transcripts: one.transcripts.map((transcript) => ({
            ...transcript,
            ...made,
            id: month.freshID('cbes.transcript', random),
            itemID: item(transcript.itemID),
          })),
        }
      : {}),
  }));
  return withoutLinks(withNewPages, () => true);
}

/** New pages for a volume, with nothing on them. */
export function blankPages<V extends Volume>(
  { kind }: Collection<V>,
  { pages }: V,
  count: number,
  month: Month,
  random: Random,
): PageOf<V>[] {
  const pattern: PageOf<V> | undefined = pages.at(-1);
  if (pattern === undefined) return [];
  return Array.from({ length: count }, (_, place) => {
    const id = month.freshID(`${kind}.page`, random);
    return {
      ...pattern,
      id,
      dateCreated: month.at,
      dateModified: undefined,
      pageNumber: `${pages.length + place + 1}`,
      listingOrder: `${pages.length + place + 1}`,
      titlePage: undefined,
      imageFileName: `page_${id}.jpg`,
      sensitive: false,
      ...('transcripts' in pattern ? { transcripts: [] } : {}),
    };
  });
}
