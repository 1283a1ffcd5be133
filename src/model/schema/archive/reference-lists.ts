import { z } from 'zod';
import { code, id, name } from '../fields.js';

/** A classification heading of the folklore handbook (wire-format 3, photograph). */
export const handbookTopic = z.object({
  id: code,
  topicEN: name.optional(),
  topicGA: name.optional(),
  subTopicEN: name.optional(),
  subTopicGA: name.optional(),
});

export type HandbookTopic = z.infer<typeof handbookTopic>;

/**
 * A heading of the schools collection's table of contents. On an item the chain runs from the broadest topic
 * down; `/cbes/topics` is the whole tree (wire-format 3, schoolsTopic).
 */
export const schoolsTopic = z.object({
  id,
  titleEN: name.optional(),
  titleGA: name.optional(),
  get subTopics() {
    return z.array(schoolsTopic);
  },
});

export type SchoolsTopic = z.infer<typeof schoolsTopic>;

/** An entry of `/cbed/occupations` (wire-format 3, person). */
export const occupation = z.object({ id: code, nameEN: name.optional(), nameGA: name.optional() });

export type Occupation = z.infer<typeof occupation>;
