import { z } from 'zod';

/**
 * Identifiers are whole numbers, kept exact; ids above 2^31 occur (wire-format 1). The reader recognises references to records by
 * this very schema object.
 */
export const id = z.int().nonnegative();

/** The id of a person or a place at an authority elsewhere, such as VIAF. */
export const authorityID = z.int().nonnegative();

/**
 * Natural language: stories, extracts, remarks. It may have tags, character references and stray characters (wire-format
 * 1), which the reader removes. The reader recognises the field by this very schema object: `text.min(5)` is another one.
 */
export const text = z.string().min(1);

/**
 * A name, a title, a label or a number as written: a text of one line. The reader recognises the field by this very schema object.
 */
export const name = z.string().min(1);

/**
 * Text for programs: codes, shelfmarks, addresses, file names, dates as typed. Only white space around it is removed; the term
 * check finds illegal characters.
 */
export const code = z.string().min(1);

/**
 * A code that qualifies another field. Several of them are kept side by side, `APPROX, QUESTION`, and anything but text as
 * JSON: a marker in an unknown form leaves the record readable. The reader recognises the field by this very schema object.
 */
export const marker = z.string().min(1);

/**
 * A clock value: ISO 8601 in UTC with `Z`, trailing zeros of the fraction trimmed (wire-format 1). What the reader cannot read as a
 * time stays as it was sent, so that the record stays readable; the term check finds it. The reader recognises the field by this
 * very schema object.
 */
export const timestamp = z.string().min(1);

/**
 * A web address. One that cannot be used is not published, and is a finding (model 7.3, X26). The rule recognises the field by
 * this very schema object.
 */
export const address = z.string().min(1);

/** The fields of nearly every record. */
export const recordFields = {
  id,
  dateCreated: timestamp.optional(),
  dateModified: timestamp.optional(),
};

/** A point, WGS 84 decimal degrees (wire-format 3, common objects). */
export const coordinates = z.object({ latitude: z.number(), longitude: z.number() });

export type Coordinates = z.infer<typeof coordinates>;

/**
 * A date: a single date, an interval, or both by mistake, at any precision, with one accuracy marker (wire-format 3, common
 * objects). Numbers take precedence over ISO strings.
 */
export const date = z.object({
  isoDate: code.optional(),
  isoStartDate: code.optional(),
  isoEndDate: code.optional(),
  isoDuration: code.optional(),
  /** `APPROX`, `INFER` or `QUESTION`, the MODS date qualifiers. */
  accuracy: marker.optional(),
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
