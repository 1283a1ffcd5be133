import { z } from 'zod';
import { date } from '../date.js';
import { code, id, recordFields, text, timestamp } from '../fields.js';
import { country } from './country.js';
import { county } from './county.js';
import { locationAbroad } from './location-abroad.js';
import { locationIreland } from './location-ireland.js';
import { personSummary } from './person.js';

/** A link from an item to one that precedes or follows it (wire-format 3, manuscriptItemLink). */
export const manuscriptItemLink = z.object({
  partID: id.optional(),
  pageID: id.optional(),
  itemID: id,
  /** `PREV` or `NEXT`; absent: directly related, order not stated. */
  sequence: code.optional(),
});

export type ManuscriptItemLink = z.infer<typeof manuscriptItemLink>;

/** A story, diary entry, letter or questionnaire of the main manuscript collection (wire-format 3, item). */
export const manuscriptItem = z.object({
  ...recordFields,
  editorsPick: z.array(timestamp),
  sensitive: z.boolean().optional(),
  listingOrder: code.optional(),
  /** When it was collected. */
  date: date.optional(),
  title: text.optional(),
  extract: text.optional(),
  pages: z.array(id),
  firstPageID: id.optional(),
  lastPageID: id.optional(),
  contentType: code.optional(),
  contentModes: z.array(code),
  contentScripts: z.array(code),
  languages: z.array(code),
  counties: z.array(county),
  locationsIreland: z.array(locationIreland),
  countries: z.array(country),
  locationsAbroad: z.array(locationAbroad),
  collectors: z.array(personSummary),
  informants: z.array(personSummary),
  relevantPersons: z.array(personSummary),
  linkedItems: z.array(manuscriptItemLink),
  extraInfoStatus: code.optional(),
  extraInfoEN: text.optional(),
  extraInfoGA: text.optional(),
});

export type ManuscriptItem = z.infer<typeof manuscriptItem>;
