import { z } from 'zod';
import type { Random } from '../../../../src/base/random.js';
import { HOSTILE_TEXTS, HOSTILE_VALUES } from '../../map-records/values.js';
import { withValue } from '../../map-records/walk.js';

/** Faults of one field: what a service, or those who type, may send in its place. */

/** The way to a field of a record: keys, and 0 for an entry of a list. */
export type FieldPath = readonly (string | 0)[];

/** A number as it is written in JSON, whatever a double makes of it. */
const RAW = '\ufdd0raw:';
/** The end of a key that stands a second time in its object. */
const AGAIN = '\ufdd0again';

/** JSON with numbers as they are written, and keys that stand twice. */
export const jsonOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replace(/"\ufdd0raw:([^"]*)"/g, '$1').replaceAll(AGAIN, '');

const raw = (number: string): string => `${RAW}${number}`;

const NUMBERS: readonly unknown[] = [
  ...[
    '1e3',
    '1E3',
    '1.0',
    '-0',
    '-0.0',
    '-1',
    '1e999',
    '-1e999',
    '1e-999',
    '9007199254740993',
    '-9007199254740993',
  ],
  ...[
    '9007199254740993.0',
    '9.007199254740993e15',
    '100000000000000000000000',
    '0.1',
    '1.00000000000000000001',
  ],
].map(raw);

const TIMES: readonly unknown[] = [
  ...['/Date(1609459200000)/', '/Date(1609459200000+0100)/', '\\/Date(-62135596800000)\\/', 'new Date(0)'],
  ...['01/02/2021', '1/2/21', '2021-13-45', '2021-02-30T00:00:00', '2021-00-00', 'Luan', '1937-11-30 25:61'],
  ...[1_609_459_200, 1_609_459_200_000, '1609459200000', '2021-01-01T00:00:00+25:00', '2021-01-01T10:00Z'],
];

const LONG = 70_000;
const deep = (levels: number, around: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = around(value);
  return value;
};

/** Values in place of the right one. An answer may be nested a hundred levels deep. */
const VALUES: readonly unknown[] = [
  ...HOSTILE_VALUES,
  ...HOSTILE_TEXTS,
  ...NUMBERS,
  ...TIMES,
  ...[
    'a'.repeat(LONG),
    '9'.repeat(LONG),
    'e\u0301'.repeat(LONG),
    '<b'.repeat(LONG),
    ' '.repeat(LONG),
    '\n'.repeat(LONG),
  ],
  deep(80, (inner) => [inner]),
  deep(80, (inner) => ({ id: inner })),
  deep(40, (inner) => ({ items: [inner] })),
  Array.from({ length: 2000 }, (_, position) => position),
  Object.fromEntries(Array.from({ length: 300 }, (_, position) => [`key${position}`, position])),
  [[], [], [[]]],
  [null, null],
  [{}, {}],
  [{ id: 1 }, { id: 1 }],
];

/** What becomes of the value that a field has. */
type Change = (value: unknown, random: Random) => unknown;

const CHANGES: readonly Change[] = [
  (value) => [value],
  (value) => [value, structuredClone(value)],
  (value) => [[value]],
  (value) => [value, null],
  (value) => [null, value],
  (value) => (Array.isArray(value) ? value[0] : value),
  (value) => (Array.isArray(value) ? Object.fromEntries(value.entries()) : value),
  (value) => ({ id: value }),
  (value) => ({ value }),
  (value) => JSON.stringify(value),
  (value) => (typeof value === 'object' ? value : String(value)),
  (value) => (Array.isArray(value) && value.length > 0 ? Array.from({ length: 40 }, () => value[0]) : value),
  () => undefined,
  // Several wrong values in one list, of one kind and of several.
  (_, random) => Array.from({ length: random.between(2, 4) }, () => random.pick(VALUES)),
  (_, random) => Array.from({ length: random.between(2, 4) }, () => random.pick(TIMES)),
  (_, random) => Array.from({ length: random.between(2, 4) }, () => random.pick(NUMBERS)),
  (_, random) => Array.from({ length: random.between(2, 4) }, () => random.pick(HOSTILE_TEXTS)),
];

/** What becomes of the object that has a field. */
type Rename = (holder: Readonly<Record<string, unknown>>, key: string, random: Random) => object;

const NAMES = [
  'id',
  'ID',
  'names',
  'pages',
  'items',
  'date',
  'text',
  '__proto__',
  'constructor',
  'a.b',
  'a/b~c',
  '',
];

const RENAMES: readonly Rename[] = [
  // The key twice: with another value, with the same, with nothing.
  (holder, key, random) => ({ ...holder, [`${key}${AGAIN}`]: random.pick(VALUES) }),
  (holder, key) => ({ ...holder, [`${key}${AGAIN}`]: holder[key] }),
  (holder, key) => ({ ...holder, [`${key}${AGAIN}`]: null }),
  (holder, key, random) => ({ ...holder, [key.toUpperCase()]: random.pick(VALUES) }),
  (holder, key, random) => ({ [key.toUpperCase()]: random.pick(VALUES), ...holder }),
  (holder, key, random) => ({ ...holder, [random.pick(NAMES)]: holder[key] }),
  ({ ...holder }, key) => ({ ...holder, [key]: undefined, [`${key} `]: holder[key] }),
  (holder, key, random) => ({ ...holder, unknown: { [key]: random.pick(VALUES) } }),
  (holder) => Object.fromEntries(Object.entries(holder).reverse()),
];

/** The number of faults of one field. */
export const FAULTS = VALUES.length + CHANGES.length + RENAMES.length;

/** A copy of a record with a fault in a field; what is missing on the way is made. */
export function withFault(record: unknown, path: FieldPath, fault: number, random: Random): unknown {
  const at = (steps: FieldPath): unknown =>
    steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], record);
  if (fault < VALUES.length) return withValue(record, path, VALUES[fault]);
  const change = CHANGES[fault - VALUES.length];
  if (change !== undefined) return withValue(record, path, change(at(path), random));
  const rename = RENAMES[fault - VALUES.length - CHANGES.length] as Rename;
  const length = path.findLastIndex((step) => step !== 0);
  const holder = path.slice(0, length);
  const key = path[length];
  if (typeof key !== 'string') return record;
  const value = at(holder);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return withValue(record, holder, rename(isObject ? (value as Record<string, unknown>) : {}, key, random));
}

/** A topic holds topics: at this depth no more. */
const DEEPEST = 6;

/** Every field of a schema, with lists, their entries and objects. */
export function fieldsOf(schema: z.core.$ZodType, path: FieldPath = []): FieldPath[] {
  if (schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap(), path);
  const here = path.length === 0 ? [] : [path];
  if (schema instanceof z.ZodArray)
    return path.length > DEEPEST ? here : [...here, ...fieldsOf(schema.element, [...path, 0])];
  if (schema instanceof z.ZodObject)
    return [
      ...here,
      ...Object.entries(schema.shape).flatMap(([name, inner]) =>
        fieldsOf(inner as z.core.$ZodType, [...path, name]),
      ),
    ];
  return here;
}
