import { z } from 'zod';
import { code, id, recordFields, text } from '../fields.js';
import { locationIreland } from './location-ireland.js';
import { schoolsItem } from './schools-item.js';
import { schoolsPerson } from './schools-person.js';

/** A school as recorded in one part; it has no identifier of its own. */
export const school = z.object({
  name: text,
  rollNumber: code.optional(),
  locations: z.array(locationIreland),
});

export type School = z.infer<typeof school>;

/** A school's section of a volume; one school may have several parts (wire-format 3, part (cbes)). */
export const schoolsPart = z.object({
  ...recordFields,
  listingOrder: code.optional(),
  titlePages: z.array(id),
  school: school.optional(),
  teachers: z.array(schoolsPerson),
  items: z.array(schoolsItem),
});

export type SchoolsPart = z.infer<typeof schoolsPart>;
