import { inspect } from 'node:util';
import type { z } from 'zod';
import { type ResponseSource, SOURCES } from '../../../src/model/records/sources.js';
import { compileReader } from '../../../src/model/schema/compiled-reader/compiler.js';
import { reader } from '../../../src/model/schema/reader.js';
import { type Reading, validatingReader } from '../../../src/model/schema/validating-reader.js';

/** The sources of a stored harvest, by name. */
export const BY_NAME: ReadonlyMap<string, ResponseSource> = new Map(
  SOURCES.map((source) => [source.list ?? source.kind, source]),
);

export const NAMES = [...BY_NAME.keys()];

/** The schema of a source's records, and the lists in them that are read record by record. */
export function schemaOf(name: string): { readonly schema: z.ZodType; readonly pieces: readonly string[] } {
  const { schema, pieces } = sourceNamed(name);
  return { schema, pieces: Object.keys(pieces) };
}

export function sourceNamed(name: string): ResponseSource {
  const source = BY_NAME.get(name);
  if (source === undefined) throw new Error(`no source ${name}`);
  return source;
}

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
