import type { SourceDate } from '../../dictionary/date.js';
import type { Test } from '../filter.js';

/** The years that a date covers; an interval that lacks an end is open there. */
interface Years {
  readonly from: number;
  readonly to: number;
}

function yearOf(iso: string | undefined): number | undefined {
  const digits = /^\d{4}/.exec(iso ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * The years of a date, if it has any. Numbers win over ISO strings (wire-format 3, date), and an interval over
 * a single date that stands beside it by accident.
 */
export function yearsOf(date: SourceDate | undefined): Years | undefined {
  const start = date?.periodStartYear ?? yearOf(date?.isoStartDate);
  const end = date?.periodEndYear ?? yearOf(date?.isoEndDate);
  if (start !== undefined || end !== undefined) {
    return { from: start ?? Number.NEGATIVE_INFINITY, to: end ?? Number.POSITIVE_INFINITY };
  }
  const year = date?.year ?? yearOf(date?.isoDate);
  return year === undefined ? undefined : { from: year, to: year };
}

/**
 * Whether the years of a record's date overlap the range asked for. A record with no year never matches, nor
 * does anything match a range that ends before it begins (wire-format 2).
 */
export function datedWithin<R>(
  dateOf: (record: R) => SourceDate | undefined,
  from: number | undefined,
  to: number | undefined,
): Test<R> {
  const first = from ?? Number.NEGATIVE_INFINITY;
  const last = to ?? Number.POSITIVE_INFINITY;
  return (record) => {
    const years = yearsOf(dateOf(record));
    return years !== undefined && Math.max(years.from, first) <= Math.min(years.to, last);
  };
}
