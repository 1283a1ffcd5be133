import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { Values } from './walk.js';

const VALUES: {
  readonly codes: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly others: readonly unknown[];
} = parse(readFileSync(new URL('values.yaml', import.meta.url), 'utf8'));

/** Texts that break something somewhere; one more is a letter under eighty marks. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...Object.values(VALUES.texts).flat(),
  `Z${'\u0335\u0321'.repeat(40)}`,
];
/** What JSON can put where a number, a boolean, a clock value or a text is expected. */
export const HOSTILE_VALUES: readonly unknown[] = ['numbers', 'dates']
  .flatMap((name): readonly unknown[] => VALUES.texts[name] ?? [])
  .concat(VALUES.others);

/** A megabyte of everything at once, and of one thing. */
export const MEGABYTES: readonly string[] = [
  HOSTILE_TEXTS.join(' ').repeat(500),
  '<b'.repeat(1 << 19),
  '&'.repeat(1 << 20),
  '"'.repeat(1 << 20),
  'e\u0301'.repeat(1 << 19),
].map((text) => text.slice(0, 1 << 20));

// Values as the services send them: lawful, and of every sort that is known to occur (wire-format 1 and 3).

const words = fc.string({ unit: fc.constantFrom(...'abcdeéíóúÁÉñßẛḃċ⁊ABZ09 .,-–’"\\\'()<>&;:/#@%\ue000') });
const strange = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const lines = fc.array(words, { maxLength: 3 }).map((texts) => texts.join('\n'));
/** Something is said in any case: what is empty is no value and no lawful record where one is required. */
const text = fc
  .oneof(words, lines, strange)
  .chain((said) => fc.constantFrom(`Ó ${said}x`, `${said} é`, `x${said}.`));

const code = fc.oneof(
  { arbitrary: fc.constantFrom(...VALUES.codes), weight: 5 },
  {
    arbitrary: fc
      .string({ unit: fc.constantFrom(...'ABÉabé09-_ '), minLength: 1, maxLength: 8 })
      .map((c) => `${c}X`),
    weight: 1,
  },
);

const pad = (value: number, width: number) => String(value).padStart(width, '0');
const timestamp = fc
  .tuple(
    fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    fc.option(fc.integer({ min: 1, max: 9_999_999 }), { nil: 0 }),
  )
  .map(([date, parts]) => {
    const fraction = parts === 0 ? '' : `.${pad(parts, 7).replace(/0+$/, '')}`;
    return `${date.toISOString().slice(0, 19)}${fraction}Z`;
  });

/** The parts of dates about their ends, and ages, the impossible ones with them. */
const WHOLES: readonly (readonly [RegExp, fc.Arbitrary<number>])[] = [
  [/year$/i, fc.oneof(fc.integer({ min: 1900, max: 2026 }), fc.integer({ min: -2, max: 10_001 }))],
  [/month$/i, fc.integer({ min: 0, max: 13 })],
  [/day$/i, fc.integer({ min: 0, max: 32 })],
  // Ages, plausible and implausible.
  [/^(?:age|rangeMax)$/, fc.oneof({ arbitrary: fc.integer({ min: 0, max: 110 }), weight: 4 }, fc.nat(2_000))],
];
const whole = (field: string): fc.Arbitrary<number> =>
  WHOLES.find(([name]) => name.test(field))?.[1] ??
  fc.oneof(fc.nat(20), fc.nat(), fc.maxSafeNat(), fc.constant(9_934_567_890));

const degrees = (field: string): fc.Arbitrary<number> => {
  const most = field === 'latitude' ? 90 : 180;
  return fc.oneof(
    fc.double({ min: -most, max: most, noNaN: true }),
    fc.integer({ min: -most, max: most }),
    fc.constantFrom(0, -0, 1e-7, -1e-10, 51.5, -8.1500000001),
  );
};

/** The status of a text has two values, and whatever else is no number keeps the text back (wire-format 3). */
const codeOf = (field: string): fc.Arbitrary<unknown> =>
  field.endsWith('Status') ? fc.constantFrom('PUB', 'EDIT', 'ZZZ') : code;

export const LAWFUL: Values = { text, code: codeOf, timestamp, whole, degrees, flag: fc.boolean() };
