import { z } from 'zod';
import { code, id, text } from '../fields.js';

/** The research and approval status of a name. */
export const acceptability = z.object({ id, textEN: text.optional(), textGA: text.optional() });

export type Acceptability = z.infer<typeof acceptability>;

/** One name of one place (wire-format 4, placename). */
export const placename = z.object({
  id,
  /** ISO 639-1; absent when nobody knows. */
  language: code.optional(),
  wording: text,
  genitive: text.optional(),
  main: z.boolean(),
  acceptability: acceptability.optional(),
  audio: z.object({ fileName: code.optional(), uri: code.optional() }).optional(),
  subNames: z.array(z.object({ text, disambiguates: z.boolean().optional() })),
});

export type Placename = z.infer<typeof placename>;
export type SubName = Placename['subNames'][number];
