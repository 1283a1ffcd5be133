import { FolkloreError } from '../../base/errors.js';

/** Options of a generated world. */
export interface SyntheticWorldOptions {
  /** 1.0 is the size of the real archive (wire-format 5). */
  readonly scale: number;
  readonly seed: number;
  /** The share of records with a defect, 0 to 1. Default: that of {@link DEFAULT_WORLD_OPTIONS}. */
  readonly dirt?: number;
}

/** The defaults. */
const DEFAULT_WORLD_OPTIONS = { scale: 0.01, seed: 1, dirt: 0.01 } as const;

/** The numbers of records. */
export interface WorldSizes {
  readonly schools: { readonly published: number; readonly unpublished: number; readonly parts: number };
  readonly manuscripts: { readonly published: number; readonly unpublished: number };
  readonly photographs: number;
  readonly people: number;
  /** Includes provinces and counties. */
  readonly places: number;
}

/** Scale 1.0 (wire-format 5). */
const FULL_SIZES = {
  schools: 1_128,
  parts: 4_484,
  manuscripts: 337,
  photographs: 80_000,
  people: 30_000,
  places: 126_000,
};

/** Volumes with a status below 4, in addition to the published ones. */
const UNPUBLISHED = { schools: 6, manuscripts: 9 };

/** The smallest numbers at any scale, so that each variant occurs. */
const SMALLEST_SIZES = { photographs: 24, people: 24, places: 240 };

/** The sizes of a world. */
export function worldSizesOf(scale: number): WorldSizes {
  const times = (whole: number, least = 1) => Math.max(least, Math.round(whole * scale));
  const published = times(FULL_SIZES.schools);
  return {
    schools: {
      published,
      unpublished: times(UNPUBLISHED.schools),
      parts: Math.max(published, Math.round((published * FULL_SIZES.parts) / FULL_SIZES.schools)),
    },
    manuscripts: { published: times(FULL_SIZES.manuscripts), unpublished: times(UNPUBLISHED.manuscripts) },
    photographs: times(FULL_SIZES.photographs, SMALLEST_SIZES.photographs),
    people: times(FULL_SIZES.people, SMALLEST_SIZES.people),
    places: times(FULL_SIZES.places, SMALLEST_SIZES.places),
  };
}

/**
 * The options, complete.
 *
 * @throws FolkloreError `CONFIG_INVALID` for values out of range
 */
export function checkOptions({
  scale,
  seed,
  dirt = DEFAULT_WORLD_OPTIONS.dirt,
}: SyntheticWorldOptions): Required<SyntheticWorldOptions> {
  const wrong = [
    Number.isFinite(scale) && scale > 0 ? [] : [`scale must be above 0, not ${scale}`],
    Number.isSafeInteger(seed) && seed >= 0 ? [] : [`seed must be a whole number, not ${seed}`],
    dirt >= 0 && dirt <= 1 ? [] : [`dirt must be from 0 to 1, not ${dirt}`],
  ].flat();
  if (wrong.length === 0) return { scale, seed, dirt };
  throw new FolkloreError('CONFIG_INVALID', `There is no such world: ${wrong.join('; ')}.`, {
    hint: 'Scale 1 is the real archive, 0.01 a hundredth of it; any whole number is a seed.',
  });
}
