import type { PersonsProfile } from '../mapping/people.js';
import { rowOf } from './row-of.js';
import type { Unit } from './unit.js';

/**
 * A unit with the people in it as far as the profile lets them be known. Asked for right after reading: whatever
 * follows, the mappers, the shared places, the quarantine, cannot tell what it never had (model 5.5).
 */
export function asKnown(one: Unit, profile: PersonsProfile): Unit {
  const anonymise = profile === 'full' ? undefined : rowOf(one).anonymise;
  return anonymise === undefined ? one : ({ ...one, record: anonymise(one.record) } as Unit);
}
