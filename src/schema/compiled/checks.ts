import { z } from 'zod';

/** Whether zod surely accepts a value, and leaves it as it is. */
export type ValueTest = (value: unknown) => boolean;

/** What a schema or a check says of itself, word by word. */
type Words = Readonly<Record<string, unknown>>;

/** Makes a judge; nothing when what it would have to mean is not known. */
type MakeJudge = (words: Words) => ValueTest | undefined;

/** The kinds of value, by the class of their schema and the words that it may use. */
const KINDS: ReadonlyMap<unknown, readonly [make: MakeJudge, words: readonly string[]]> = new Map<
  unknown,
  [MakeJudge, string[]]
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

/** What is asked beside the kind, by zod's word for it. */
const CHECKS: ReadonlyMap<unknown, MakeJudge> = new Map<unknown, MakeJudge>([
  ['min_length', ({ minimum }) => (typeof minimum === 'number' ? hasLength(minimum) : undefined)],
  [
    'greater_than',
    ({ value, inclusive }) => (typeof value === 'number' ? isAbove(value, inclusive) : undefined),
  ],
  // Other formats ask for more than their pattern says.
  ['string_format', (words) => (words.format === 'regex' ? matches(words) : undefined)],
]);

/**
 * Makes the judge of a text, a number, yes or no, or of how long a list is. A schema that is of another class, uses
 * a word that is not in the tables, or is checked in a way that is not, has none.
 */
export function valueTestOf(schema: z.core.$ZodType): ValueTest | undefined {
  const [make, known = []] = KINDS.get(schema.constructor) ?? [];
  const { checks = [], ...words } = schema._zod.def;
  if (make === undefined || !hasOnlyKeys(words, known)) return undefined;
  const judges = [make({ ...words })];
  for (const { _zod } of checks) judges.push(CHECKS.get(_zod.def.check)?.({ ..._zod.def }));
  return judges.reduce(both);
}

/** Whether a schema uses no word but these. */
export const hasOnlyKeys = (words: object, known: readonly string[]): boolean =>
  Object.entries(words).every(
    ([word, said]) => said === undefined || word === 'type' || known.includes(word),
  );

function both(first: ValueTest | undefined, second: ValueTest | undefined): ValueTest | undefined {
  if (first === undefined || second === undefined) return undefined;
  return (value) => first(value) && second(value);
}

/** A pattern that remembers where it was answers differently each time. */
function matches({ pattern }: Words): ValueTest | undefined {
  if (!(pattern instanceof RegExp) || pattern.global || pattern.sticky) return undefined;
  return (value) => typeof value === 'string' && pattern.test(value);
}

/** Zod counts the characters of a text, so that two units may be one; more than twice as many surely are enough. */
function hasLength(minimum: number): ValueTest {
  const surely = minimum <= 1 ? minimum : minimum * 2;
  return (value) => (Array.isArray(value) ? value.length >= minimum : String(value).length >= surely);
}

function isAbove(bound: number, inclusive: unknown): ValueTest {
  return (value) => typeof value === 'number' && (value > bound || (inclusive === true && value === bound));
}
