import { z } from 'zod';
import { code, id, recordFields, text, timestamp } from '../fields.js';
import { county } from './county.js';
import { locationIreland } from './location-ireland.js';
import { schoolsPerson } from './schools-person.js';
import { schoolsTopic } from './schools-topic.js';

/**
 * An item of the schools collection (wire-format 3, item (cbes)). Its places are those of the story, apart
 * from the school's and the informant's own.
 */
export const schoolsItem = z.object({
  ...recordFields,
  editorsPick: z.array(timestamp),
  sensitive: z.boolean().optional(),
  listingOrder: code.optional(),
  title: text.optional(),
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
