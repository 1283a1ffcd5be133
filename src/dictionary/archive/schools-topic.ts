import { z } from 'zod';
import { id, text } from '../fields.js';

/**
 * A heading of the schools collection's table of contents. On an item the chain runs from the broadest topic
 * down; `/cbes/topics` is the whole tree (wire-format 3, schoolsTopic).
 */
export const schoolsTopic = z.object({
  id,
  titleEN: text.optional(),
  titleGA: text.optional(),
  get subTopics() {
    return z.array(schoolsTopic);
  },
});

export type SchoolsTopic = z.infer<typeof schoolsTopic>;
