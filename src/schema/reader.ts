import type { z } from 'zod';
import { compileReader } from './compiled/compiler.js';
import type { Reading } from './reading.js';
import type { TextMode } from './scalars.js';
import { validatingReader } from './validating-reader.js';

export type { Reading, ReadingFault as Fault, RejectedPiece as Reject } from './reading.js';

/**
 * Makes a reader for one kind of record: everything that wire-format.md 1 says a client accepts is brought
 * to one form first (spelling of keys, absent values, digits as strings, one object for a list and the
 * reverse, clock values without a zone), then the schema judges. Nearly all records are surely good and read in one
 * walk by the {@link compileReader}; of the others {@link validatingReader} says what is the matter.
 *
 * @param schema what the dictionary says about the record
 * @param pieces lists of records within the record, by the path of keys to them (`parts.items`): a bad one is
 *   left out, not the whole
 * @param texts whether texts are cleaned: here, and nowhere else
 * @returns a function from a parsed JSON value to a {@link Reading}; it never throws
 */
export function reader<S extends z.ZodType>(
  schema: S,
  pieces: readonly string[] = [],
  texts: TextMode = 'as sent',
): (raw: unknown) => Reading<z.infer<S>> {
  const plain = validatingReader(schema, pieces, texts);
  const first = compileReader(schema, pieces, texts);
  return first === undefined ? plain : (raw) => first(raw) ?? plain(raw);
}

/** The two readers of one kind of record, and what they are made of. */
export interface Readers<R> {
  readonly schema: z.ZodType<R>;
  readonly pieces: readonly string[];
  /** Reads a record as it was sent. */
  readonly read: (raw: unknown) => Reading<R>;
  /** Reads a record with its texts as the plain text that they stand for. */
  readonly readPlain: (raw: unknown) => Reading<R>;
}

/** Makes both readers for one kind of record: see {@link reader}. */
export const readers = <S extends z.ZodType>(
  schema: S,
  pieces: readonly string[] = [],
): Readers<z.infer<S>> => ({
  schema: schema as z.ZodType<z.infer<S>>,
  pieces,
  read: reader(schema, pieces),
  readPlain: reader(schema, pieces, 'plain'),
});
