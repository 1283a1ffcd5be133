import { Random } from '../../src/services/generated-world/random.js';
import type { World } from '../../src/services/server/world.js';
import { type Happened, happenedBetween } from './later/happened.js';
import type { Happening } from './later/happening.js';
import { LISTS } from './later/lists.js';
import { MANUSCRIPTS } from './later/manuscripts.js';
import { Month } from './later/month.js';
import { PEOPLE, PEOPLE_GONE } from './later/people.js';
import { PHOTOGRAPHS } from './later/photographs.js';
import { PLACES, PLACES_GONE } from './later/places.js';
import { SCHOOLS } from './later/schools.js';

export type { Happened, Ref } from './later/happened.js';
export { worldOfSize } from './later/world-of-size.js';

/** What a month may bring: who goes, goes last, so that nothing new refers to them by accident. */
export const HAPPENINGS: readonly Happening[] = [
  ...LISTS,
  ...PEOPLE,
  ...PLACES,
  ...MANUSCRIPTS,
  ...SCHOOLS,
  ...PHOTOGRAPHS,
  ...PEOPLE_GONE,
  ...PLACES_GONE,
];

export interface LaterOptions {
  /** The share of records that one thing happens to, at most; to one at least, unless it is 0. 0.05 unless given. */
  readonly share?: number;
  /** When it happens: a timestamp as the services write them; after everything in generated worlds unless given. */
  readonly at?: string;
  /** Only what the public notices as this, with what follows from it: a link that goes with its target. */
  readonly only?: readonly (keyof Happened)[];
  /** All of {@link HAPPENINGS} unless given. */
  readonly happenings?: readonly Happening[];
}

/**
 * The world a month later: the same for the same world, seed and options. Everything in {@link HAPPENINGS} happens
 * at least once where there is something for it to happen to, but for new names in reference lists, which not every
 * month brings; to one record one thing a month, besides what follows from others. It happens to what is hidden too,
 * and then nobody notices.
 *
 * No id of the world before is given anew; one that was lost in an earlier month is not known here and may come
 * back. Volumes that are made when asked for are all made. Counts, as of what lies in a place, are left as they were.
 */
export function laterWorld(
  world: World,
  seed: number,
  { share = 0.05, at = '2026-01-31T09:30:00.5Z', only, happenings = HAPPENINGS }: LaterOptions = {},
): { world: World; happened: Happened } {
  const month = new Month(world, at);
  for (const { name, as, happen } of happenings) {
    if (only === undefined || only.includes(as)) happen(month, new Random(seed, name, 0), share);
  }
  const later = month.end();
  return { world: later, happened: happenedBetween(month.before, later) };
}
