import type { SchoolsPerson } from '../schema/archive/schools.js';

/**
 * What is said of the people of the schools collection, most of them children when they wrote (model 5.5): all that
 * the public service says, or only that somebody had a role.
 */
export const PERSONS_PROFILES = ['full', 'roles-only'] as const;
export type PersonsProfile = (typeof PERSONS_PROFILES)[number];

/**
 * A person of whom nothing is left but that they took part, and as what kind of relative: no name, age, address,
 * gender or occupation reaches a mapper, a report or the quarantine.
 */
export const withoutIdentity = ({ id, collectorRelationship }: SchoolsPerson): SchoolsPerson => ({
  id,
  collectorRelationship,
  names: [],
  addressesIreland: [],
  occupations: [],
});
