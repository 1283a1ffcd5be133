import { arriving, befalling, type Happening } from './happening.js';
import { befallingPieces, type Collection, editVolume, found, partsIn } from './pieces.js';
import { renewed } from './renewed.js';
import { excerpt, type Volume, withPages, withParts, withTranscripts } from './volume.js';

/** What happens to parts of volumes. */
export function partHappenings<V extends Volume>(collection: Collection<V>): readonly Happening[] {
  const all = partsIn(collection);
  return [
    arriving(all.kind, 'arrives', found(all), ({ id, volume }, month, random) => {
      const small = excerpt(
        volume,
        (one) => one.id === id,
        (_, place) => place < 2,
      );
      const made = renewed(collection, small, month, random);
      editVolume(collection, month, volume.id, (one) => ({
        ...one,
        pages: [...one.pages, ...made.pages],
        parts: [...one.parts, ...made.parts],
      }));
      return made.parts[0]?.id ?? id;
    }),
    befalling(
      all.kind,
      'lost',
      'is lost',
      found(all, (_, { parts }) => parts.length > 1),
      ({ id, volume }, month) => {
        editVolume(collection, month, volume.id, (one) => {
          if (one.parts.length < 2) return one;
          const items = new Set(one.parts.find((part) => part.id === id)?.items.map((item) => item.id));
          return withPages(
            withParts(one, (part) => (part.id === id ? undefined : part)),
            (page) => withTranscripts(page, ({ itemID }) => !items.has(itemID)),
          );
        });
      },
    ),
    befallingPieces(all, 'changed', 'has another place in the order', (part, month) => ({
      ...part,
      listingOrder: `${part.listingOrder ?? 0}0`,
      dateModified: month.at,
    })),
  ];
}
