import { z } from 'zod';

/** Identifiers are whole numbers, kept exact; ids above 2^31 occur (wire-format 1). */
export const id = z.int().nonnegative();

/**
 * What people wrote for people: names, titles, stories, remarks. It may hold tags, character references and
 * stray characters (wire-format 1), so {@link reader} can give it as plain text. It knows such a field by this
 * very schema: `text.min(5)` would be another one.
 */
export const text = z.string().min(1);

/**
 * What programs compare or follow: codes, shelfmarks, addresses, file names, dates as typed. Nothing in it is
 * markup and nothing but white space around it is changed: what is unlawful in it the term gate stops.
 */
export const code = z.string().min(1);

/** ISO 8601 UTC with `Z`, 0 to 7 fractional digits, trailing zeros trimmed (wire-format 1). */
export const timestamp = z.iso.datetime({ precision: null }).regex(/^\d{4}-/);

/** What nearly every record says about itself. */
export const recordFields = {
  id,
  dateCreated: timestamp.optional(),
  dateModified: timestamp.optional(),
};

/** A point, WGS 84 decimal degrees (wire-format 3, common objects). */
export const coordinates = z.object({ latitude: z.number(), longitude: z.number() });

export type Coordinates = z.infer<typeof coordinates>;

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
