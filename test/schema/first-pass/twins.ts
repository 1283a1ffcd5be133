import { inspect } from 'node:util';
import type { z } from 'zod';
import { RESPONSE_KINDS } from '../../../src/records/response-kinds.js';
import { compileReader } from '../../../src/schema/compiled/compiler.js';
import { reader } from '../../../src/schema/reader.js';
import type { Reading } from '../../../src/schema/reading.js';
import { validatingReader } from '../../../src/schema/validating-reader.js';

export type HoldingName = keyof typeof RESPONSE_KINDS;

/** Everything that a stored harvest holds. */
export const NAMES = Object.keys(RESPONSE_KINDS) as HoldingName[];

export const TEXTS = ['as sent', 'plain'] as const;

/** The ways to read one kind of record, which must say the same. */
export interface Twins {
  readonly fast: (raw: unknown) => Reading<unknown>;
  readonly plain: (raw: unknown) => Reading<unknown>;
  /** Whether the plain way was not needed for the whole. */
  readonly isSure: (raw: unknown) => boolean;
}

export function twinsOf(schema: z.ZodType, pieces: readonly string[], texts: (typeof TEXTS)[number]): Twins {
  const first = compileReader(schema, pieces, texts);
  if (first === undefined) throw new Error('not compiled');
  return {
    fast: reader(schema, pieces, texts),
    plain: validatingReader(schema, pieces, texts),
    isSure: (raw) => first(raw) !== undefined,
  };
}

/** All there is to see of a value: fields in their order, those that are undefined too, and -0. */
export const seen = (value: unknown): string =>
  inspect(value, {
    depth: Number.POSITIVE_INFINITY,
    maxArrayLength: Number.POSITIVE_INFINITY,
    maxStringLength: Number.POSITIVE_INFINITY,
  });
