import { z } from 'zod';
import { code, date, id, name, recordFields, text, timestamp } from '../fields.js';
import { personSummary } from './person.js';
import { country, county, locationAbroad, locationIreland } from './places.js';

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
  title: name.optional(),
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

/** A section of a manuscripts volume (wire-format 3, part (cbe)). */
export const manuscriptPart = z.object({
  ...recordFields,
  listingOrder: code.optional(),
  titlePages: z.array(id),
  /** The period of compilation. */
  date: date.optional(),
  counties: z.array(county),
  locationsIreland: z.array(locationIreland),
  countries: z.array(country),
  locationsAbroad: z.array(locationAbroad),
  collectors: z.array(personSummary),
  informants: z.array(personSummary),
  relevantPersons: z.array(personSummary),
  extraInfoStatus: code.optional(),
  extraInfoEN: text.optional(),
  extraInfoGA: text.optional(),
  items: z.array(manuscriptItem),
});

export type ManuscriptPart = z.infer<typeof manuscriptPart>;
