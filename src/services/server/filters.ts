import {
  foldCode,
  type Given,
  type Parameters,
  type Scalar,
  type ValueOf,
} from '../../model/endpoints/parameter.js';
import { MAXIMUM_PER_PAGE } from '../../model/endpoints/placenames.js';

/** Whether a record is in the answer. */
export type RecordTest<R> = (record: R) => boolean;

/**
 * The meaning of each parameter of an endpoint: a row makes a test of a record from the value and the other parameters. The
 * compiler checks that no row is missing.
 */
export type FilterTable<P extends Parameters, R> = {
  readonly [Name in keyof P]: (value: ValueOf<P[Name]>, given: Given<P>) => RecordTest<R>;
};

/** The test for all the given filters together: filters are ANDed (wire-format 2). */
export function matchesAll<P extends Parameters, R>(rows: FilterTable<P, R>, given: Given<P>): RecordTest<R> {
  const tests = Object.keys(rows).flatMap((name) => {
    const value = given[name];
    if (value === undefined) return [];
    // Row and value have the same name; the compiler cannot follow that.
    const row = rows[name] as unknown as (value: Scalar, given: Given<P>) => RecordTest<R>;
    return [row(value as Scalar, given)];
  });
  return (record) => tests.every((test) => test(record));
}

/** The records with a code, in any letter case, among those that `of` returns (wire-format 2). */
export function coded<R>(given: string, of: (record: R) => readonly (string | undefined)[]): RecordTest<R> {
  const folded = foldCode(given);
  return (record) => of(record).some((code) => code !== undefined && foldCode(code) === folded);
}

/** The page of a list, and its length. */
interface Paging {
  readonly Page?: number | undefined;
  readonly PerPage?: number | undefined;
}

/** One page of a list: the first, of a thousand records, unless given (wire-format 4). */
export function paginate<R>(records: readonly R[], { Page, PerPage }: Paging) {
  const currentPage = Page ?? 1;
  const countPerPage = PerPage ?? MAXIMUM_PER_PAGE;
  const start = (currentPage - 1) * countPerPage;
  return {
    totalPages: Math.ceil(records.length / countPerPage),
    currentPage,
    countPerPage,
    records: records.slice(start, start + countPerPage),
  };
}

/** The timestamps of a record. */
interface Timestamped {
  readonly dateCreated?: string | undefined;
  readonly dateModified?: string | undefined;
}

/**
 * The day of a timestamp. Timestamps are UTC and filters take days from 00:00 UTC, so that comparing days as strings is
 * enough.
 */
export function dayOf(timestamp: string | undefined): string | undefined {
  return timestamp?.slice(0, 10);
}

/** The day of a record's last change: never modified counts as modified when created (wire-format 2). */
export function modifiedDayOf(record: Timestamped | undefined): string | undefined {
  return dayOf(record?.dateModified ?? record?.dateCreated);
}

/** The filters of CreatedSince, ModifiedSince (at or after the day), CreatedBefore, ModifiedBefore (before it; wire-format 2). */
export function changeDateFilters<R>(created: (record: R) => string | undefined, modified: typeof created) {
  const before = (of: typeof created, limit: string): RecordTest<R> => {
    return (record) => (of(record) ?? limit) < limit;
  };
  const since = (of: typeof created, limit: string): RecordTest<R> => {
    return (record) => (of(record) ?? '') >= limit;
  };
  return {
    CreatedBefore: (limit: string) => before(created, limit),
    CreatedSince: (limit: string) => since(created, limit),
    ModifiedBefore: (limit: string) => before(modified, limit),
    ModifiedSince: (limit: string) => since(modified, limit),
  };
}
