import { z } from 'zod';
import { code, id, text } from '../fields.js';

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

/** A common word in Irish place-names (wire-format 4, glossary). */
export const glossary = z.object({
  id,
  headword: text,
  translation: text.optional(),
  forms: z.array(text),
  count: z.int().optional(),
});

export type Glossary = z.infer<typeof glossary>;
