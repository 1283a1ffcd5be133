/** What is used of the package `edtf`, which brings no types; for tests only. */
declare module 'edtf' {
  /** One date as it parses: year, month from 0, day, as far as they are written. */
  export interface ParsedDate {
    readonly type: 'Date';
    readonly level: number;
    readonly values: readonly number[];
    readonly approximate?: boolean;
    readonly uncertain?: boolean;
  }

  /** An end is null where nothing is written: unknown. */
  export interface ParsedInterval {
    readonly type: 'Interval';
    readonly level: number;
    readonly values: readonly [ParsedDate | null, ParsedDate | null];
  }

  /** First and last millisecond of a date, and how the package would write it. */
  export interface ExtendedDate {
    readonly min: number;
    readonly max: number;
    readonly edtf: string;
  }

  export function parse(text: string, constraints?: { readonly level?: number }): ParsedDate | ParsedInterval;
  export default function edtf(of: string | ParsedDate): ExtendedDate;
}
