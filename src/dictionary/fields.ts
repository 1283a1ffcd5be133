import { z } from 'zod';

/** Identifiers are whole numbers, kept exact; ids above 2^31 occur (wire-format 1). */
export const id = z.int().nonnegative();

/** Free text, codes and file names. Cleaning is the mapping's business: here it stays as it came. */
export const text = z.string().min(1);

/** ISO 8601 UTC with `Z`, 0 to 7 fractional digits, trailing zeros trimmed (wire-format 1). */
export const timestamp = z.iso.datetime({ precision: null }).regex(/^\d{4}-/);

/** What nearly every record says about itself. */
export const recordFields = {
  id,
  dateCreated: timestamp.optional(),
  dateModified: timestamp.optional(),
};
