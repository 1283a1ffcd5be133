import { z } from 'zod';
import { coordinates } from '../coordinates.js';
import { id, text } from '../fields.js';
import { country } from './country.js';

/** A place outside Ireland, identified by the geographic gazetteer (wire-format 3, common objects). */
export const locationAbroad = z.object({
  geoNameID: id,
  nameEN: text.optional(),
  nameGA: text.optional(),
  coordinates: coordinates.optional(),
  country: country.optional(),
});

export type LocationAbroad = z.infer<typeof locationAbroad>;
