import fc from 'fast-check';
import type { Values } from './walk.js';

/** Values as the services send them: lawful, and of every sort that is known to occur (wire-format 1 and 3). */

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

const CODES = [
  ...[
    'SEAN',
    'CÍN-LAE',
    'CEIST',
    'LÁMH',
    'CLÓ',
    'Latg',
    'Latn',
    'ga',
    'en',
    'gd',
    'PREV',
    'NEXT',
    'PUB',
    'b',
    'f',
  ],
  ...[
    'APPROX',
    'OVER',
    'INFER',
    'QUESTION',
    'CBE',
    'OTH',
    'UNK',
    'GRPAR',
    'UNREL',
    'CON',
    'BF',
    'B005',
    'IASC',
  ],
  ...['bound-volume', 'all', 'part', 'grid', 'osi (data.gov.ie)', 'jpg', 'Geonames', 'WikipediaGa', 'Osi'],
  ...['0109', '0002C', '12', '007', 'ZZZ', '1937', '1937-02', '1938-03-01', '15.05.06', 'B005.01.00001'],
  ...['image/jpeg', 'CBÉ_0109_001.jpg', 'old\\file.tif', 'a/b c.jpg', 'IE', 'GB-NIR'],
  ...[
    'https://www.logainm.ie/ga/1',
    'https://ga.wikipedia.org/wiki/Béal_an_Átha?x=[1]#y',
    '2964574',
    'https://e.org/a b',
  ],
];
const code = fc.oneof(
  { arbitrary: fc.constantFrom(...CODES), weight: 5 },
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

/** The parts of dates about their ends, the impossible ones with them. */
const WHOLES: readonly (readonly [RegExp, fc.Arbitrary<number>])[] = [
  [/year$/i, fc.oneof(fc.integer({ min: 1900, max: 2026 }), fc.integer({ min: -2, max: 10_001 }))],
  [/month$/i, fc.integer({ min: 0, max: 13 })],
  [/day$/i, fc.integer({ min: 0, max: 32 })],
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

export const LAWFUL: Values = { text, code: () => code, timestamp, whole, degrees, flag: fc.boolean() };
