import type { SchoolsPerson } from '../schema/archive/schools.js';

/**
 * How much is published of the people of the schools collection, most of them children at the time (model 5.5): all that the
 * public service sends, or roles only.
 */
export const PERSONS_PROFILES = ['full', 'roles-only'] as const;
export type PersonsProfile = (typeof PERSONS_PROFILES)[number];

/**
 * Reduces a person to the id and the relationship: no name, age, address, gender or occupation reaches the mapping, a report
 * or the quarantine.
 */
export const withoutIdentity = ({ id, collectorRelationship }: SchoolsPerson): SchoolsPerson => ({
  id,
  collectorRelationship,
  names: [],
  addressesIreland: [],
  occupations: [],
});
