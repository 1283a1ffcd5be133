import type { Test } from './filter.js';

/** What a record says about its own history. */
export interface Timestamped {
  readonly dateCreated?: string | undefined;
  readonly dateModified?: string | undefined;
}

/**
 * The day of a timestamp. Timestamps are UTC and a filter's border is 00:00 UTC of a day, so days are all that
 * needs comparing, and unlike timestamps they compare well as strings.
 */
export function dayOf(timestamp: string | undefined): string | undefined {
  return timestamp?.slice(0, 10);
}

/** The day of a record's last change: never modified counts as modified when created (wire-format 2). */
export function dayModified(record: Timestamped): string | undefined {
  return dayOf(record.dateModified ?? record.dateCreated);
}

/** The four rows of Created and Modified: at or after the day, and strictly before it (wire-format 2). */
export function changeRows<R>(created: (record: R) => string | undefined, modified: typeof created) {
  const before = (of: typeof created, limit: string): Test<R> => {
    return (record) => (of(record) ?? limit) < limit;
  };
  const since = (of: typeof created, limit: string): Test<R> => {
    return (record) => (of(record) ?? '') >= limit;
  };
  return {
    CreatedBefore: (limit: string) => before(created, limit),
    CreatedSince: (limit: string) => since(created, limit),
    ModifiedBefore: (limit: string) => before(modified, limit),
    ModifiedSince: (limit: string) => since(modified, limit),
  };
}
