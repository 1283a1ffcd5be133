import { z } from 'zod';
import { code, id, text } from '../fields.js';
import { locationIreland } from './location-ireland.js';
import { personName } from './person.js';

/** An age as written down: plain, qualified, or a range (wire-format 3, schoolsPerson). */
export const age = z.object({
  age: z.int(),
  /** `APPROX` or `OVER`. */
  qualifier: code.optional(),
  rangeMax: z.int().optional(),
});

export type Age = z.infer<typeof age>;

/**
 * A person as written in a school's copybooks. One individual may occur under many ids; the ids are a space
 * of their own, never merged with the people database (wire-format 3, schoolsPerson).
 */
export const schoolsPerson = z.object({
  id,
  names: z.array(personName).min(1),
  gender: code.optional(),
  age: age.optional(),
  addressesIreland: z.array(locationIreland),
  /** As written, in either language. */
  occupations: z.array(text),
  /** Of an informant to the collector: `GRPAR`, `PAR`, `REL`, `UNK`, `UNREL`. */
  collectorRelationship: code.optional(),
});

export type SchoolsPerson = z.infer<typeof schoolsPerson>;
