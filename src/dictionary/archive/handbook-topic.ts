import { z } from 'zod';
import { code, text } from '../fields.js';

/** A classification heading of the folklore handbook (wire-format 3, photograph). */
export const handbookTopic = z.object({
  id: code,
  topicEN: text.optional(),
  topicGA: text.optional(),
  subTopicEN: text.optional(),
  subTopicGA: text.optional(),
});

export type HandbookTopic = z.infer<typeof handbookTopic>;
