import type { z } from 'zod';
import { compileReader } from './compiled-reader/compiler.js';
import type { TextMode } from './scalars.js';
import { type Reading, validatingReader } from './validating-reader.js';

export type { Reading, ReadingFault as Fault, RejectedPiece as Reject } from './validating-reader.js';

/**
 * Makes a reader for one kind of record. It first brings everything that wire-format.md 1 lets a client accept to one form
 * (spelling of keys, absent values, digits as strings, one object for a list and the reverse, clock values without a zone);
 * then the schema validates it. A compiled reader does both at once; it leaves doubtful records to {@link validatingReader}.
 *
 * @param pieces lists of records in the record, by the path of keys to them (`parts.items`): an unreadable one is left out, not
 *   the whole record
 * @param texts whether texts are cleaned: only here
 * @returns a function from a parsed JSON value to a {@link Reading}; it never throws
 */
export function reader<S extends z.ZodType>(
  schema: S,
  pieces: readonly string[] = [],
  texts: TextMode = 'as sent',
): (raw: unknown) => Reading<z.infer<S>> {
  const validating = validatingReader(schema, pieces, texts);
  const compiled = compileReader(schema, pieces, texts);
  return compiled === undefined ? validating : (raw) => compiled(raw) ?? validating(raw);
}
