import { COUNTRIES, LANGUAGES } from './iso-codes.js';

/** The value of a parameter. */
export type Scalar = string | number | boolean;

/** The JSON Schema of a query parameter, as in the OpenAPI description. */
interface ValueSchema {
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly format?: 'date';
}

/** The syntax of a value in a query string. */
export interface ParameterType<Value extends Scalar = Scalar> {
  readonly schema: ValueSchema;
  /** Ends the sentence "expected …". */
  readonly expected: string;
  /** The value; undefined when the syntax is wrong. */
  readonly read: (raw: string) => Value | undefined;
}

/** One query parameter of an endpoint (a row of the specifications' tables of query parameters). */
export interface Parameter<Value extends Scalar = Scalar> {
  readonly type: ParameterType<Value>;
  readonly meaning: string;
  /** Other spellings of the name (wire-format 1, two spellings of the same thing). */
  readonly aliases?: readonly string[];
  /** Answered to privileged keys only. */
  readonly privileged?: true;
}

/** The parameters of an endpoint by their names. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** The type of a parameter's value. */
export type ValueOf<P> = P extends { readonly type: ParameterType<infer Value> } ? Value : never;

/** The parameters of one request. */
export type Given<P extends Parameters> = { readonly [Name in keyof P]?: ValueOf<P[Name]> };

/** The message for a wrong value: "DateFrom: expected a year as YYYY, got '193'" (wire-format 2). */
export function misread(name: string, parameter: Parameter, raw: string): string {
  const shown = raw.length > 80 ? `${raw.slice(0, 80)}…` : raw;
  return `${name}: expected ${parameter.type.expected}, got '${shown}'`;
}

/** Whole numbers: decimal digits only (wire-format 2). */
export function integer(
  range: { minimum?: number; maximum?: number; unit?: string } = {},
): ParameterType<number> {
  const { minimum = 0, maximum, unit } = range;
  const of = unit === undefined ? 'a whole number' : `a whole number of ${unit}`;
  const limits =
    maximum !== undefined ? ` from ${minimum} to ${maximum}` : minimum > 0 ? ` of at least ${minimum}` : '';
  return {
    schema: { type: 'integer', minimum, ...(maximum === undefined ? {} : { maximum }) },
    expected: `${of}${limits}`,
    read: (raw) => {
      if (!/^\d+$/.test(raw)) return undefined;
      const value = Number(raw);
      return value >= minimum && value <= (maximum ?? Number.POSITIVE_INFINITY) ? value : undefined;
    },
  };
}

/** Decimal numbers in a range. */
export function float(minimum: number, maximum: number): ParameterType<number> {
  return {
    schema: { type: 'number', minimum, maximum },
    expected: `a decimal number from ${minimum} to ${maximum}`,
    read: (raw) => {
      if (!/^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(raw)) return undefined;
      const value = Number(raw);
      return value >= minimum && value <= maximum ? value : undefined;
    },
  };
}

/** An identifier; ids above 2^31 occur (wire-format 1). */
export const identifier = integer();

/** `true` or `false`, any letter case (wire-format 2). */
export const boolean: ParameterType<boolean> = {
  schema: { type: 'boolean' },
  expected: 'true or false',
  read: (raw) => (/^true$/i.test(raw) ? true : /^false$/i.test(raw) ? false : undefined),
};

/** Any text that is not blank. */
export const text: ParameterType<string> = {
  schema: { type: 'string', pattern: '\\S' },
  expected: 'some text',
  read: (raw) => (raw.trim() === '' ? undefined : raw),
};

/** The form in which codes are compared: NFC, without differences of letter case. Accents count (wire-format 2). */
export const foldCode = (raw: string): string => raw.normalize('NFC').toUpperCase();

/** One of a few codes, any letter case; the value is the code as it is listed. */
export function code(...codes: readonly string[]): ParameterType<string> {
  return {
    schema: { type: 'string', enum: codes },
    expected: `one of ${codes.join(', ')}`,
    read: (raw) => codes.find((one) => foldCode(one) === foldCode(raw)),
  };
}

/** A year in four digits (archive-service 4, rule 1). */
export const year: ParameterType<number> = {
  schema: { type: 'string', pattern: '^\\d{4}$' },
  expected: 'a year as YYYY',
  read: (raw) => (/^\d{4}$/.test(raw) ? Number(raw) : undefined),
};

/** A day of the calendar, ISO 8601. */
export const day: ParameterType<string> = {
  schema: { type: 'string', format: 'date' },
  expected: 'a date as YYYY-MM-DD',
  read: (raw) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(raw)) return undefined;
    const instant = Date.parse(`${raw}T00:00:00Z`);
    // A date such as 2019-02-30 does not parse, or becomes another day.
    return Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(raw) ? undefined : raw;
  },
};

/** ISO 3166-1 alpha-2 and the four parts of the United Kingdom, any letter case (archive-service 4, rule 2). */
export const country: ParameterType<string> = {
  ...code(...COUNTRIES),
  expected: 'a country as ISO 3166-1 alpha-2, GB-ENG, GB-NIR, GB-SCT or GB-WLS',
};

/** ISO 639-1, any letter case. */
export const language: ParameterType<string> = { ...code(...LANGUAGES), expected: 'a language as ISO 639-1' };
