import { z } from 'zod';
import { coordinates } from '../coordinates.js';
import { code, id, text } from '../fields.js';

/** A country: ISO 3166-1, and the four parts of the United Kingdom (wire-format 3, common objects). */
export const country = z.object({
  isoCode: code,
  geoNameID: id.optional(),
  nameEN: text.optional(),
  nameGA: text.optional(),
  coordinates: coordinates.optional(),
});

export type Country = z.infer<typeof country>;
