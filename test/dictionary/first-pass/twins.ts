import { inspect } from 'node:util';
import type { z } from 'zod';
import { firstPass } from '../../../src/dictionary/compiled/first-pass.js';
import { plainReader } from '../../../src/dictionary/plain-reader.js';
import { reader } from '../../../src/dictionary/read.js';
import type { Reading } from '../../../src/dictionary/reading.js';
import { HOLDINGS } from '../../../src/export/holdings.js';

export type HoldingName = keyof typeof HOLDINGS;

/** Everything that a stored harvest holds. */
export const NAMES = Object.keys(HOLDINGS) as HoldingName[];

export const TEXTS = ['as sent', 'plain'] as const;

/** The ways to read one kind of record, which must say the same. */
export interface Twins {
  readonly fast: (raw: unknown) => Reading<unknown>;
  readonly plain: (raw: unknown) => Reading<unknown>;
  /** Whether the plain way was not needed for the whole. */
  readonly isSure: (raw: unknown) => boolean;
}

export function twinsOf(schema: z.ZodType, pieces: readonly string[], texts: (typeof TEXTS)[number]): Twins {
  const first = firstPass(schema, pieces, texts);
  if (first === undefined) throw new Error('not compiled');
  return {
    fast: reader(schema, pieces, texts),
    plain: plainReader(schema, pieces, texts),
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
