import { z } from 'zod';
import { id, text } from '../fields.js';

/** A common word in Irish place-names (wire-format 4, glossary). */
export const glossary = z.object({
  id,
  headword: text,
  translation: text.optional(),
  forms: z.array(text),
  count: z.int().optional(),
});

export type Glossary = z.infer<typeof glossary>;
