import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KINDS } from '../../../src/model/records/kinds.js';
import { compileReader } from '../../../src/model/schema/compiled-reader/compiler.js';
import { reader } from '../../../src/model/schema/reader.js';
import { validatingReader } from '../../../src/model/schema/validating-reader.js';
import { LAWFUL } from '../../lawful/values.js';
import { recordsOf } from '../../lawful/walk.js';
import { runs } from '../../shacl/runs.js';
import { NAMES, schemaOf, seen, TEXTS, twinsOf } from './twins.js';

const isCompiled = (schema: z.ZodType, pieces: readonly string[] = []): boolean =>
  TEXTS.every((texts) => compileReader(schema, pieces, texts) !== undefined);

describe('no dictionary is silently slow', () => {
  it.each(NAMES)('%s are compiled, and no lawful record of them is in doubt', (name) => {
    const { schema, pieces } = schemaOf(name);
    for (const texts of TEXTS) {
      const { isSure, fast, plain } = twinsOf(schema, pieces, texts);
      fc.assert(
        fc.property(recordsOf(schema, LAWFUL), (raw) => {
          expect(isSure(raw)).toBe(true);
          expect(seen(fast(raw))).toBe(seen(plain(raw)));
        }),
        { numRuns: runs(50) },
      );
    }
  });

  it('but that of persons put together, whom no service sends so', () => {
    const slow = Object.entries(KINDS).filter(([, { schemas }]) => !isCompiled(schemas.alone));
    expect(slow.map(([kind]) => kind)).toEqual(['cbes.person']);
  });
});

/** Schemas that say something beyond the compiler, each with a value that it matters to. */
const BEYOND: Readonly<Record<string, readonly [schema: z.ZodType, value: unknown]>> = {
  'a closed object': [z.strictObject({ a: z.string() }), { a: 'x' }],
  'an open object': [z.looseObject({ a: z.string() }), { a: 'x', b: 1 }],
  'an object with a rule of its own': [z.object({ a: z.string() }).refine(() => false), { a: 'x' }],
  'a text that is changed': [z.object({ a: z.string().toUpperCase() }), { a: 'x' }],
  'a text that is made': [z.object({ a: z.coerce.string() }), { a: true }],
  'a text with a rule of its own': [z.object({ a: z.string().refine(() => false) }), { a: 'x' }],
  'a text that is long at most': [z.object({ a: z.string().max(1) }), { a: 'xx' }],
  'a text of a format': [z.object({ a: z.email() }), { a: 'x' }],
  'a text that is changed and checked': [z.object({ a: z.string().min(1).trim() }), { a: ' ' }],
  'a text of a format, as a check': [z.object({ a: z.string().base64() }), { a: 'abc' }],
  'a text that holds another': [z.object({ a: z.string().includes('x', { position: 1 }) }), { a: 'xa' }],
  'a text by a pattern that remembers': [z.object({ a: z.string().regex(/x/g) }), { a: 'x' }],
  'a clock value that is changed': [z.object({ a: z.iso.datetime().trim() }), { a: ' 2020-01-01T00:00:00Z' }],
  'a date': [z.object({ a: z.iso.date() }), { a: '2020-02-30' }],
  'a number at most': [z.object({ a: z.number().max(1) }), { a: 2 }],
  'a number of a step': [z.object({ a: z.int().multipleOf(2) }), { a: 3 }],
  'a small whole number': [z.object({ a: z.int32() }), { a: 2 ** 40 }],
  'a number that is made': [z.object({ a: z.coerce.number() }), { a: true }],
  'true or false that is made': [z.object({ a: z.coerce.boolean() }), { a: 1 }],
  'a list that is long at most': [z.object({ a: z.array(z.string()).max(1) }), { a: ['x', 'y'] }],
  'a list of lists': [z.object({ a: z.array(z.array(z.string())) }), { a: [['x'], []] }],
  'a list of what may be absent': [z.object({ a: z.array(z.string().optional()) }), { a: ['x'] }],
  'what may be null': [z.object({ a: z.string().nullable() }), { a: null }],
  'what is never undefined': [z.object({ a: z.exactOptional(z.string()) }), { a: '' }],
  'what is something unless given': [z.object({ a: z.string().default('x') }), {}],
  'what is something when it is wrong': [z.object({ a: z.string().catch('x') }), { a: true }],
  'what becomes something else': [z.object({ a: z.string().transform(Number) }), { a: '7' }],
  'what is frozen': [z.object({ a: z.object({}).readonly() }), { a: {} }],
  'one of some words': [z.object({ a: z.enum(['x']) }), { a: 'y' }],
  'one of some schemas': [z.object({ a: z.union([z.string(), z.boolean()]) }), { a: 'x' }],
  'a map of any keys': [z.object({ a: z.record(z.string(), z.string()) }), { a: { b: 'x' } }],
  'a field that every object has': [z.object({ toString: z.string().optional() }), {}],
};

describe('what the compiler does not know', () => {
  it.each(Object.entries(BEYOND))('%s is read the plain way', (_, [schema, value]) => {
    expect(isCompiled(schema)).toBe(false);
    for (const texts of TEXTS) {
      const expected = validatingReader(schema, [], texts)(value);
      expect(seen(reader(schema, [], texts)(value))).toBe(seen(expected));
    }
  });

  it('is found however deep it is', () => {
    const inner = z.object({ a: z.string().max(1) });
    expect(isCompiled(z.object({ list: z.array(z.object({ inner: inner.optional() })) }))).toBe(false);
    const tree = z.object({
      id: z.int(),
      get trees() {
        return z.array(tree);
      },
      inner,
    });
    expect(isCompiled(tree)).toBe(false);
    const pieces = z.object({ pages: z.array(z.object({ id: z.int() })).min(1) });
    expect(isCompiled(pieces)).toBe(true);
    // How many must be left is known when they have been read.
    expect(isCompiled(pieces, ['pages'])).toBe(false);
  });
});

/** What the dictionaries ask in one place may be asked in others. */
const CHECKED: Readonly<Record<string, readonly [schema: z.ZodType, values: readonly unknown[]]>> = {
  'how long a text is': [z.string().min(3), ['ab', 'abc', 'abcdef', '😀😀', '😀😀😀', '😀😀a', 'a', 12, 123]],
  'how long a text is, twice': [z.string().min(1).min(4), ['a', 'abc', 'abcd', 'abcdefgh']],
  'how long a list is': [z.array(z.int()).min(2), [[], [1], [1, 2], [1, null], ['1', '2', '3'], 7, null]],
  'what a number is above': [
    z.number().gt(0),
    [0, -0, 0.1, '0', '0.1', -1, Number.NaN, Number.POSITIVE_INFINITY],
  ],
  'what a number is not below': [z.int().min(5), [4, 5, 6, 5.5, '5', 2 ** 53, true]],
  'how a text is written': [z.string().regex(/^a/u), ['a', 'b', ' a', 1]],
};

describe('what the compiler knows', () => {
  it.each(Object.entries(CHECKED))('%s is judged as zod judges it', (_, [schema, values]) => {
    const whole = z.object({ a: schema });
    for (const texts of TEXTS) {
      const { fast, plain, isSure } = twinsOf(whole, [], texts);
      for (const value of values) expect(seen(fast({ a: value }))).toBe(seen(plain({ a: value })));
      expect(values.some((value) => isSure({ a: value }))).toBe(true);
      expect(values.some((value) => !isSure({ a: value }))).toBe(true);
    }
  });
});
