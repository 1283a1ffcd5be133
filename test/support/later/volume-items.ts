import type { Random } from '../../../src/services/generated-world/random.js';
import { storyTitle } from '../../../src/services/generated-world/texts.js';
import { arriving, befalling, type Happening } from './happening.js';
import { befallingPieces, type Collection, editVolume, found, itemsIn } from './pieces.js';
import { blankPages } from './renewed.js';
import {
  type ItemOf,
  type PartOf,
  pagesUsed,
  type Volume,
  withItems,
  withPages,
  withParts,
  withTranscripts,
} from './volume.js';

/** A title that is not the one before. */
export const otherTitle = (before: string | undefined, random: Random): string => {
  const after = storyTitle(random.chance(0.5) ? 'en' : 'ga', random);
  return after === before ? `${after} (2)` : after;
};

/** What happens to items of volumes. */
export function itemHappenings<V extends Volume>(collection: Collection<V>): readonly Happening[] {
  const all = itemsIn(collection);
  return [
    arriving(all.kind, 'arrives', found(all), ({ id, record, volume }, month, random) => {
      const blank = blankPages(collection, volume, record.pages.length === 0 ? 1 : 2, month, random);
      const pages = blank.map((page) => page.id);
      const item: ItemOf<V> = {
        ...record,
        id: month.freshID(`${collection.kind}.item`, random),
        dateCreated: month.at,
        dateModified: undefined,
        sensitive: false,
        title: otherTitle(record.title, random),
        pages,
        firstPageID: pages[0],
        lastPageID: pages.at(-1),
        ...('linkedItems' in record ? { linkedItems: [] } : {}),
      };
      editVolume(collection, month, volume.id, (one) => ({
        ...withParts(one, (part) => (holds(part, id) ? { ...part, items: [...part.items, item] } : part)),
        pages: [...one.pages, ...blank],
      }));
      return item.id;
    }),
    befallingPieces(
      all,
      'gained',
      'is no longer sensitive',
      (item) => ({ ...item, sensitive: false }),
      isSensitive,
    ),
    befallingPieces(
      all,
      'unpublished',
      'is sensitive',
      (item, month, random) => ({
        ...item,
        sensitive: true,
        ...(random.chance(0.5) ? { dateModified: month.at } : {}),
      }),
      (one) => !isSensitive(one),
    ),
    befallingPieces(all, 'changed', 'has another title', (item, month, random) => ({
      ...item,
      title: otherTitle(item.title, random),
      dateModified: month.at,
    })),
    befallingPieces(all, 'changed', 'has another title, and does not say since when', (item, _, random) => ({
      ...item,
      title: otherTitle(item.title, random),
    })),
    befallingPieces(all, 'changed', 'was looked at', (item, month) => ({ ...item, dateModified: month.at })),
    befalling(all.kind, 'changed', 'goes on for a page', found(all), ({ id, volume }, month, random) => {
      editVolume(collection, month, volume.id, (one) => {
        const page = random.pick(one.pages).id;
        return withItems(one, (item) =>
          item.id !== id || item.pages.includes(page)
            ? item
            : { ...item, pages: [...item.pages, page], lastPageID: page, dateModified: month.at },
        );
      });
    }),
    befalling(
      all.kind,
      'changed',
      'moves to another part',
      found(all, (_, { parts }) => parts.length > 1),
      ({ id, volume }, month, random) => {
        editVolume(collection, month, volume.id, (one) => {
          const from = one.parts.find((part) => holds(part, id));
          const others = one.parts.filter((part) => part !== from);
          const item = from?.items.find((other: ItemOf<V>) => other.id === id);
          if (others.length === 0 || item === undefined) return one;
          const to = random.pick(others).id;
          return withParts(
            withItems(one, (other) => (other.id === id ? undefined : other)),
            (part) => (part.id === to ? { ...part, items: [...part.items, item] } : part),
          );
        });
      },
    ),
    befalling(all.kind, 'lost', 'is lost with its pages', found(all), ({ id, record, volume }, month) => {
      editVolume(collection, month, volume.id, (one) => {
        const left = withItems(one, (item) => (item.id === id ? undefined : item));
        const used = pagesUsed(left);
        return withPages(left, (page) =>
          record.pages.includes(page.id) && !used.has(page.id)
            ? undefined
            : withTranscripts(page, ({ itemID }) => itemID !== id),
        );
      });
    }),
  ];
}

/** Whether an item or a page is not for the public. */
export const isSensitive = (one: { readonly sensitive?: boolean | undefined }): boolean =>
  one.sensitive === true;
const holds = (part: PartOf<Volume>, itemID: number): boolean =>
  part.items.some((item) => item.id === itemID);
