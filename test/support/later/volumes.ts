import { zeroPadded } from '../../../src/services/generated-world/calendar.js';
import type { Random } from '../../../src/services/generated-world/random.js';
import { arriving, befalling, type Happening } from './happening.js';
import type { Month } from './month.js';
import type { Collection } from './pieces.js';
import { renewed } from './renewed.js';
import { excerpt, type Volume } from './volume.js';
import { itemHappenings } from './volume-items.js';
import { pageHappenings } from './volume-pages.js';
import { partHappenings } from './volume-parts.js';

const PUBLISHED = 4;
/** So many volumes stay as they are for something to happen within them. */
const LEFT = 2;

/** What happens to volumes of either collection and to what is in them. */
export function volumeHappenings<V extends Volume>(collection: Collection<V>): readonly Happening[] {
  return [
    ...wholeVolumes(collection),
    ...partHappenings(collection),
    ...itemHappenings(collection),
    ...pageHappenings(collection),
  ];
}

function wholeVolumes<V extends Volume>(collection: Collection<V>): readonly Happening[] {
  const { kind, of } = collection;
  const whom = (when: (volume: V) => boolean) => (month: Month) => [...of(month).values()].filter(when);
  const free = (month: Month) =>
    whom((one) => one.status === PUBLISHED && !month.isClaimed(`${kind}.volume`, one.id))(month);
  /** What takes a volume away, as long as enough of them are left; the volume itself is not free any more. */
  const sparing =
    (take: (volume: V, month: Month, random: Random) => void) =>
    (volume: V, month: Month, random: Random): void => {
      if (free(month).length >= LEFT) take(volume, month, random);
    };
  const name = `${kind}.volume`;
  const becomes =
    (
      change: (
        volume: V,
        month: Month,
        random: Random,
      ) => Partial<Pick<Volume, 'status' | 'volumeNumber' | 'dateModified'>>,
    ) =>
    (volume: V, month: Month, random: Random): void => {
      of(month).set(volume.id, { ...volume, ...change(volume, month, random) });
    };
  return [
    arriving(name, 'arrives', free, (pattern, month, random) => {
      const small = excerpt(
        pattern,
        (_, place) => place === 0,
        (_, place) => place < 3,
      );
      const made = renewed(collection, { ...small, volumeNumber: nextNumber(of(month)) }, month, random);
      of(month).set(made.id, made);
      return made.id;
    }),
    befalling(
      name,
      'gained',
      'is published',
      whom((one) => one.status !== PUBLISHED),
      becomes((_, month, random) => ({
        status: PUBLISHED,
        ...(random.chance(0.5) ? { dateModified: month.at } : {}),
      })),
    ),
    befalling(
      name,
      'unpublished',
      'is taken back',
      free,
      sparing(
        becomes((_, month, random) => ({
          status: PUBLISHED - 1,
          ...(random.chance(0.5) ? { dateModified: month.at } : {}),
        })),
      ),
    ),
    befalling(
      name,
      'lost',
      'is lost',
      free,
      sparing(({ id }, month) => of(month).delete(id)),
    ),
    befalling(
      name,
      'changed',
      'has another number',
      free,
      becomes(({ volumeNumber }, month) => ({
        volumeNumber: `${volumeNumber ?? nextNumber(of(month))}X`,
        dateModified: month.at,
      })),
    ),
    befalling(
      name,
      'changed',
      'was looked at',
      free,
      becomes((_, month) => ({ dateModified: month.at })),
    ),
  ];
}

/** A volume number above all others. */
function nextNumber(volumes: ReadonlyMap<number, Volume>): string {
  const numbers = [...volumes.values()].map((one) => Number.parseInt(one.volumeNumber ?? '', 10) || 0);
  return zeroPadded(Math.max(0, ...numbers) + 1, 4);
}
