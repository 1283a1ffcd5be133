import { z } from 'zod';
import { date } from '../date.js';
import { code, id, recordFields, text } from '../fields.js';
import { country } from './country.js';
import { county } from './county.js';
import { locationAbroad } from './location-abroad.js';
import { locationIreland } from './location-ireland.js';
import { manuscriptItem } from './manuscript-item.js';
import { personSummary } from './person.js';

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
