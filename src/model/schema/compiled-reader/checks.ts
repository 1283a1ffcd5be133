import { z } from 'zod';

/** Whether zod surely accepts a value unchanged. */
export type ValueTest = (value: unknown) => boolean;

/** The definition of a schema or a check. */
type Definition = Readonly<Record<string, unknown>>;

/** Makes a test; undefined when the definition is not supported. */
type MakeTest = (words: Definition) => ValueTest | undefined;

/** Tests by the class of the schema, and the keys that its definition may have. */
const KINDS: ReadonlyMap<unknown, readonly [make: MakeTest, keys: readonly string[]]> = new Map<
  unknown,
  [MakeTest, string[]]
>([
  [z.ZodString, [() => (value) => typeof value === 'string', []]],
  [z.ZodBoolean, [() => (value) => typeof value === 'boolean', []]],
  [z.ZodNumber, [() => Number.isFinite, []]],
  [
    z.ZodNumberFormat,
    [({ format }) => (format === 'safeint' ? Number.isSafeInteger : undefined), ['check', 'format', 'abort']],
  ],
  [z.ZodISODateTime, [matches, ['check', 'format', 'abort', 'offset', 'local', 'precision', 'pattern']]],
  [z.ZodArray, [() => Array.isArray, ['element']]],
]);

/** Tests of checks, by zod's name. */
const CHECKS: ReadonlyMap<unknown, MakeTest> = new Map<unknown, MakeTest>([
  ['min_length', ({ minimum }) => (typeof minimum === 'number' ? hasLength(minimum) : undefined)],
  [
    'greater_than',
    ({ value, inclusive }) => (typeof value === 'number' ? isAbove(value, inclusive) : undefined),
  ],
  // Other formats check more than their pattern.
  ['string_format', (definition) => (definition.format === 'regex' ? matches(definition) : undefined)],
]);

/** Makes the test of a scalar or of the length of a list; undefined for a class, key or check that is not in the tables. */
export function valueTestOf(schema: z.core.$ZodType): ValueTest | undefined {
  const [make, known = []] = KINDS.get(schema.constructor) ?? [];
  const { checks = [], ...definition } = schema._zod.def;
  if (make === undefined || !hasOnlyKeys(definition, known)) return undefined;
  const tests = [make({ ...definition })];
  for (const { _zod } of checks) tests.push(CHECKS.get(_zod.def.check)?.({ ..._zod.def }));
  return tests.reduce(both);
}

/** Whether a definition has only these keys. */
export const hasOnlyKeys = (definition: object, known: readonly string[]): boolean =>
  Object.entries(definition).every(
    ([key, value]) => value === undefined || key === 'type' || known.includes(key),
  );

function both(first: ValueTest | undefined, second: ValueTest | undefined): ValueTest | undefined {
  if (first === undefined || second === undefined) return undefined;
  return (value) => first(value) && second(value);
}

/** Not for global and sticky patterns, which have a state. */
function matches({ pattern }: Definition): ValueTest | undefined {
  if (!(pattern instanceof RegExp) || pattern.global || pattern.sticky) return undefined;
  return (value) => typeof value === 'string' && pattern.test(value);
}

/** Zod counts code points: a text with twice as many code units is surely long enough. */
function hasLength(minimum: number): ValueTest {
  const surely = minimum <= 1 ? minimum : minimum * 2;
  return (value) => (Array.isArray(value) ? value.length >= minimum : String(value).length >= surely);
}

function isAbove(bound: number, inclusive: unknown): ValueTest {
  return (value) => typeof value === 'number' && (value > bound || (inclusive === true && value === bound));
}
