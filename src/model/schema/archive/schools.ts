import { z } from 'zod';
import { code, id, name, recordFields, text, timestamp } from '../fields.js';
import { personName } from './person.js';
import { county, locationIreland } from './places.js';
import { schoolsTopic } from './reference-lists.js';

/** An age as written down: plain, qualified, or a range (wire-format 3, schoolsPerson). */
const age = z.object({
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
  occupations: z.array(name),
  /** Of an informant to the collector: `GRPAR`, `PAR`, `REL`, `UNK`, `UNREL`. */
  collectorRelationship: code.optional(),
});

export type SchoolsPerson = z.infer<typeof schoolsPerson>;

/**
 * An item of the schools collection (wire-format 3, item (cbes)). Its places are those of the story, apart
 * from the school's and the informant's own.
 */
export const schoolsItem = z.object({
  ...recordFields,
  editorsPick: z.array(timestamp),
  sensitive: z.boolean().optional(),
  listingOrder: code.optional(),
  title: name.optional(),
  extract: text.optional(),
  pages: z.array(id),
  firstPageID: id.optional(),
  lastPageID: id.optional(),
  topics: z.array(schoolsTopic),
  languages: z.array(code),
  counties: z.array(county),
  locationsIreland: z.array(locationIreland),
  collectors: z.array(schoolsPerson),
  informants: z.array(schoolsPerson),
});

export type SchoolsItem = z.infer<typeof schoolsItem>;

/** A school as recorded in one part; it has no identifier of its own. */
export const school = z.object({
  name: name.optional(),
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

/** A volunteer's transcript of one item's text on one page (wire-format 3, transcript). */
export const transcript = z.object({
  ...recordFields,
  itemID: id,
  approved: z.boolean().optional(),
  moderated: z.boolean().optional(),
  /** Absent before the first write. */
  text: text.optional(),
  transcribers: z.array(z.object({ id, name: name.optional() })),
});

export type Transcript = z.infer<typeof transcript>;
export type Transcriber = Transcript['transcribers'][number];
