import { Random } from '../../../base/random.js';
import type { World } from '../../../services/server/world.js';
import { Month } from './month.js';
import { PATCHES, type Patch } from './patches.js';

/** How many records a patch that takes some away leaves at least. */
const LEFT = 2;
/** In what share of months a rare patch is applied. */
const RARELY = 0.4;

export interface LaterOptions {
  /** The share of records that one patch is applied to, at most; to one at least, unless it is 0. 0.05 unless given. */
  readonly share?: number;
  /** When it happens: a timestamp as the services write them; after everything in generated worlds unless given. */
  readonly at?: string;
  /** All of {@link PATCHES} unless given. */
  readonly patches?: readonly Patch[];
}

/**
 * The world a month later: the same for the same world, seed and options. Every patch is applied at least once where
 * there is a record for it, but for rare ones. One record gets one patch a month, besides what follows from others.
 * Patches are applied to hidden records, too; these changes are not public. No id of the world before is given anew.
 */
export function laterWorld(
  world: World,
  seed: number,
  { share = 0.05, at = '2026-01-31T09:30:00.5Z', patches = PATCHES }: LaterOptions = {},
): World {
  const month = new Month(world, at, new Random(seed, 'month', 0));
  if (share > 0) for (const patch of patches) apply(patch, month, new Random(seed, patch.name, 0), share);
  return month.end();
}

/** Applies a patch to a share of the records of its kind. */
function apply(patch: Patch, month: Month, random: Random, share: number): void {
  if (patch.isRare && !random.chance(RARELY)) return;
  month.random = random;
  const free = month.recordsOf(patch.kind).filter(({ record }) => !month.touched.has(record));
  const left = patch.as === 'unpublished' || patch.as === 'lost' ? LEFT : 0;
  const most = Math.min(Math.max(1, Math.floor(free.length * share)), free.length - left);
  let count = most < 1 ? 0 : random.between(1, most);
  for (const found of random.sample(free, free.length, free.length)) {
    if (count === 0) break;
    if (month.touched.has(found.record) || !patch.apply(found, month)) continue;
    // The known record that a new one is a copy of is as it was.
    if (!patch.name.endsWith(': arrives')) month.touched.add(found.record);
    count -= 1;
  }
}

/** The share of records that one patch is applied to in a month of a served world: fewer than a harvest takes for a fault. */
const SERVED_SHARE = 0.01;

/** A volume or a part that goes takes all that it contains away, in a small world so much that a harvest stops. */
const takesMuch = ({ kind, as }: Patch): boolean =>
  /\.(volume|part)$/.test(kind) && (as === 'unpublished' || as === 'lost');
const SERVED_PATCHES = PATCHES.filter((patch) => !takesMuch(patch));

/** The last moment of a month of a served world, as the services write it; the first month ends with 2025. */
const endOf = (month: number): string => new Date(Date.UTC(2026, month - 1, 0, 9, 30, 0, 500)).toISOString();

/** A generated world in a later month, counted from 1: with the changes, additions and deletions of each month until then. */
export function worldInMonth(world: World, seed: number, month: number): World {
  let later = world;
  for (let one = 2; one <= month; one += 1)
    later = laterWorld(later, seed + one, { share: SERVED_SHARE, patches: SERVED_PATCHES, at: endOf(one) });
  return later;
}
