import { z } from 'zod';
import { coordinates } from '../coordinates.js';
import { id, text } from '../fields.js';
import { county } from './county.js';

/** A place in Ireland, identified by the place-names database (wire-format 3, common objects). */
export const locationIreland = z.object({
  logainmID: id,
  nameEN: text.optional(),
  nameGA: text.optional(),
  coordinates: coordinates.optional(),
  counties: z.array(county),
});

export type LocationIreland = z.infer<typeof locationIreland>;
