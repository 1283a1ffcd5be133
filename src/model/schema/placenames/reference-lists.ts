import { z } from 'zod';
import { code, id, name } from '../fields.js';

/** An administrative unit or a geographical feature (wire-format 4, category). */
export const category = z.object({
  id: code,
  nameEN: name.optional(),
  nameGA: name.optional(),
  namePluralEN: name.optional(),
  namePluralGA: name.optional(),
  count: z.int().optional(),
});

export type Category = z.infer<typeof category>;

/** A common word in Irish place-names (wire-format 4, glossary). */
export const glossary = z.object({
  id,
  headword: name,
  translation: name.optional(),
  forms: z.array(name),
  count: z.int().optional(),
});

export type Glossary = z.infer<typeof glossary>;
