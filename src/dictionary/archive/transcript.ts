import { z } from 'zod';
import { id, recordFields, text } from '../fields.js';

/** A volunteer's transcript of one item's text on one page (wire-format 3, transcript). */
export const transcript = z.object({
  ...recordFields,
  itemID: id,
  approved: z.boolean().optional(),
  moderated: z.boolean().optional(),
  text,
  transcribers: z.array(z.object({ id, name: text.optional() })),
});

export type Transcript = z.infer<typeof transcript>;
export type Transcriber = Transcript['transcribers'][number];
