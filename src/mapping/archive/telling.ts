import type { SchoolsPerson } from '../../dictionary/archive/schools-person.js';
import { coded } from '../codes.js';
import type { Setting } from '../setting.js';

/** What a person of the schools collection was when it was told: ages belong to the telling (model 5.2). */
export const telling = (
  { age }: SchoolsPerson,
  setting: Setting,
  also: { collectorRelationship?: string | undefined } = {},
) => ({
  age: age?.age,
  ageMax: age?.rangeMax,
  ...coded({ ageQualifier: age?.qualifier, ...also }, setting),
});

/** The same of an informant, and what they were to the collector of this item. */
export const informantsTelling = (person: SchoolsPerson, setting: Setting) =>
  telling(person, setting, { collectorRelationship: person.collectorRelationship });
