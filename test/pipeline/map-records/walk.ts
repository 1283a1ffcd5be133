import fc from 'fast-check';
import { z } from 'zod';
import { address, code, marker, name, text, timestamp } from '../../../src/model/schema/fields.js';

/**
 * Records made from the dictionaries as they stand: every field of every object, by its schema. A schema that is
 * not foreseen here is an error, so that nobody adds one unnoticed.
 */

type Schema = z.core.$ZodType;

/** What may stand in a field, by the sort of the field. */
export interface Values {
  readonly text: fc.Arbitrary<unknown>;
  readonly code: (field: string) => fc.Arbitrary<unknown>;
  readonly timestamp: fc.Arbitrary<unknown>;
  readonly whole: (field: string) => fc.Arbitrary<unknown>;
  readonly degrees: (field: string) => fc.Arbitrary<unknown>;
  readonly flag: fc.Arbitrary<unknown>;
}

/** What silences the rest of a record: a merged place says nothing of its own (model 3.9). */
export const SILENCES = 'replacementID';

/** A topic holds topics: at this depth no more. */
const DEEPEST = 6;

const accepts = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success;

/** Records of a schema, with some of what is optional, in lists of none to `longest`. */
export function recordsOf(schema: Schema, values: Values, longest = 2): fc.Arbitrary<unknown> {
  const of = (one: Schema, field: string, depth: number): fc.Arbitrary<unknown> => {
    if (one instanceof z.ZodOptional) {
      const given = { arbitrary: of(one.unwrap(), field, depth), weight: field === SILENCES ? 1 : 24 };
      return fc.oneof({ arbitrary: fc.constant(undefined), weight: 12 }, given);
    }
    if (one instanceof z.ZodArray) {
      const minLength = accepts(one, []) ? 0 : 1;
      if (depth >= DEEPEST) return fc.constant([]);
      return fc.array(of(one.element, field, depth + 1), { minLength, maxLength: longest });
    }
    if (one instanceof z.ZodObject) {
      const fields = Object.entries(one.shape).map(
        ([name, inner]) => [name, of(inner as Schema, name, depth + 1)] as const,
      );
      return fc.record(Object.fromEntries(fields));
    }
    return oneOf(one, field, values);
  };
  return of(schema, '', 0);
}

function oneOf(schema: Schema, field: string, values: Values): fc.Arbitrary<unknown> {
  if (schema === text || schema === name) return values.text;
  if (schema === code || schema === marker || schema === address) return values.code(field);
  if (schema === timestamp) return values.timestamp;
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return values.flag;
  if (schema instanceof z.ZodNumber)
    return accepts(schema, 0.5) ? values.degrees(field) : values.whole(field);
  throw new Error(`${field}: no values of its schema are foreseen`);
}

/** One value of a record: the way to it, and its sort. */
export interface Leaf {
  readonly path: readonly (string | 0)[];
  readonly sort: 'text' | 'code' | 'other';
}

/** Every value that a record of the schema can hold, lists by their first entry. */
export function leavesOf(schema: Schema): Leaf[] {
  const of = (one: Schema, path: Leaf['path']): Leaf[] => {
    if (one instanceof z.ZodOptional) return of(one.unwrap(), path);
    if (one instanceof z.ZodArray) return path.length > DEEPEST ? [] : of(one.element, [...path, 0]);
    if (one instanceof z.ZodObject)
      return Object.entries(one.shape).flatMap(([name, inner]) => of(inner as Schema, [...path, name]));
    return [
      {
        path,
        sort: one === text || one === name ? 'text' : one === code || one === marker ? 'code' : 'other',
      },
    ];
  };
  return of(schema, []);
}

/** A copy of a record with a value in one place; what is missing on the way is made. */
export function withValue(record: unknown, [step, ...rest]: Leaf['path'], value: unknown): unknown {
  if (step === undefined) return value;
  if (step === 0) {
    const list = Array.isArray(record) ? record : [];
    return [withValue(list[0], rest, value), ...list.slice(1)];
  }
  const object = (record ?? {}) as Readonly<Record<string, unknown>>;
  return { ...object, [step]: withValue(object[step], rest, value) };
}
