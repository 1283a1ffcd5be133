import { z } from 'zod';
import { code } from './fields.js';

/**
 * A date as the archive keeps it: a single date, an interval, or both by accident, at the precision known,
 * with one marker for the whole (wire-format 3, common objects). Where the ISO strings and the numbers
 * disagree, the numbers win.
 */
export const date = z.object({
  isoDate: code.optional(),
  isoStartDate: code.optional(),
  isoEndDate: code.optional(),
  isoDuration: code.optional(),
  /** `APPROX`, `INFER` or `QUESTION`, the MODS date qualifiers. */
  accuracy: code.optional(),
  year: z.int().optional(),
  month: z.int().optional(),
  day: z.int().optional(),
  periodStartYear: z.int().optional(),
  periodStartMonth: z.int().optional(),
  periodStartDay: z.int().optional(),
  periodEndYear: z.int().optional(),
  periodEndMonth: z.int().optional(),
  periodEndDay: z.int().optional(),
});

export type SourceDate = z.infer<typeof date>;
