import { z } from 'zod';
import { code, text } from '../fields.js';

/** An administrative unit or a geographical feature (wire-format 4, category). */
export const category = z.object({
  id: code,
  nameEN: text.optional(),
  nameGA: text.optional(),
  namePluralEN: text.optional(),
  namePluralGA: text.optional(),
  count: z.int().optional(),
});

export type Category = z.infer<typeof category>;
