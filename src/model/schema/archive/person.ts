import { z } from 'zod';
import { authorityID, code, date, id, name, recordFields } from '../fields.js';
import { country, county, locationAbroad, locationIreland } from './places.js';
import { occupation } from './reference-lists.js';

export const personName = z.object({
  firstNames: name.optional(),
  surname: name.optional(),
  fullName: name,
});

export type PersonName = z.infer<typeof personName>;

/** A person of the people database as embedded in manuscripts and photographs (wire-format 3, person). */
export const personSummary = z.object({
  id,
  /** The first is preferred; the others are variants, often the other language's form. */
  names: z.array(personName).min(1),
  ainmID: authorityID.optional(),
  viafID: authorityID.optional(),
});

export type PersonSummary = z.infer<typeof personSummary>;

/** A record of the people database (wire-format 3, person). */
export const person = z.object({
  ...recordFields,
  ...personSummary.shape,
  gender: code.optional(),
  birthDate: date.optional(),
  deathDate: date.optional(),
  birthCounty: county.optional(),
  birthPlaceIreland: locationIreland.optional(),
  birthCountry: country.optional(),
  birthPlaceAbroad: locationAbroad.optional(),
  counties: z.array(county),
  addressesIreland: z.array(locationIreland),
  countries: z.array(country),
  addressesAbroad: z.array(locationAbroad),
  occupations: z.array(occupation),
});

export type Person = z.infer<typeof person>;
