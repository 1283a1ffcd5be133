import {
  type LaterOptions,
  laterWorld as makeLaterWorld,
} from '../../src/features/generated-world/later/later-world.js';
import type { World } from '../../src/services/server/world.js';
import { type Happened, happenedBetween } from './later/happened.js';

export { PATCHES } from '../../src/features/generated-world/later/patches.js';
export type { Happened } from './later/happened.js';
export { worldOfSize } from './later/world-of-size.js';

/** The world a month later, with what a public key can notice of the month. */
export function laterWorld(
  world: World,
  seed: number,
  options?: LaterOptions,
): { world: World; happened: Happened } {
  const later = makeLaterWorld(world, seed, options);
  return { world: later, happened: happenedBetween(world, later) };
}
