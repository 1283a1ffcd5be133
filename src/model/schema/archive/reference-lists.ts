import { z } from 'zod';
import { code, id, text } from '../fields.js';

/** A classification heading of the folklore handbook (wire-format 3, photograph). */
export const handbookTopic = z.object({
  id: code,
  topicEN: text.optional(),
  topicGA: text.optional(),
  subTopicEN: text.optional(),
  subTopicGA: text.optional(),
});

export type HandbookTopic = z.infer<typeof handbookTopic>;

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

/** An entry of `/cbed/occupations` (wire-format 3, person). */
export const occupation = z.object({ id: code, nameEN: text.optional(), nameGA: text.optional() });

export type Occupation = z.infer<typeof occupation>;
