import { z } from 'zod';
import { coordinates } from '../coordinates.js';
import { id, text } from '../fields.js';

/** An Irish county, identified by the place-names database (wire-format 3, common objects). */
export const county = z.object({
  logainmID: id,
  nameEN: text.optional(),
  nameGA: text.optional(),
  qualifiedNameEN: text.optional(),
  qualifiedNameGA: text.optional(),
  coordinates: coordinates.optional(),
});

export type County = z.infer<typeof county>;
