import { arriving, type Happening } from './happening.js';
import { befallingPieces, type Collection, editVolume, found, pagesIn } from './pieces.js';
import { blankPages } from './renewed.js';
import { pagesUsed, type Volume } from './volume.js';
import { isSensitive } from './volume-items.js';

/** What happens to pages of volumes. */
export function pageHappenings<V extends Volume>(collection: Collection<V>): readonly Happening[] {
  const all = pagesIn(collection);
  return [
    arriving(all.kind, 'arrives, blank', found(all), ({ id, volume }, month, random) => {
      const made = blankPages(collection, volume, 1, month, random);
      editVolume(collection, month, volume.id, (one) => ({ ...one, pages: [...one.pages, ...made] }));
      return made[0]?.id ?? id;
    }),
    befallingPieces(
      all,
      'gained',
      'is no longer sensitive',
      (page) => ({ ...page, sensitive: false }),
      isSensitive,
    ),
    befallingPieces(
      all,
      'unpublished',
      'is sensitive',
      (page) => ({ ...page, sensitive: true }),
      (one) => !isSensitive(one),
    ),
    befallingPieces(all, 'changed', 'has another number, and does not say since when', (page) => ({
      ...page,
      pageNumber: `${page.pageNumber}a`,
    })),
    befallingPieces(all, 'changed', 'has another scan', (page, month, random) => ({
      ...page,
      imageFileName: `scan_${random.below(1_000_000)}.jpg`,
      dateModified: month.at,
    })),
    befallingPieces(
      all,
      'lost',
      'is lost, and nothing was on it',
      () => undefined,
      (page, volume) => !pagesUsed(volume).has(page.id),
    ),
  ];
}
