import { dayNumber, timestampOn } from './calendar.js';
import type { Random } from './random.js';

/**
 * The empty list of whatever: places have ten of them each, so all places share one. Nobody can put anything
 * into it.
 */
export const EMPTY_LIST = Object.freeze([]) as unknown as never[];

/** An invented web address: every host is under `example.org`, which nobody has. */
export const inventedAddress = (host: string, ...path: readonly (string | number)[]): string =>
  ['https:', '', `${host}.example.org`, ...path.map((step) => encodeURIComponent(step))].join('/');

/** When a record was made and last changed, as numbers of days. */
export interface RecordHistory {
  readonly created: number;
  readonly modified?: number | undefined;
}

/** Nothing in a generated world is newer. */
const PRESENT = dayNumber({ year: 2025, month: 12, day: 31 });

/** The longest time, in days, after which anybody comes back to a record. */
const LONGEST = 3_000;

/** The first day of a year. */
export const firstDayOf = (year: number): number => dayNumber({ year, month: 1, day: 1 });

/** A history that begins within some days of one; a share of records is changed later. */
export function makeHistory(first: number, days: number, changed: number, random: Random): RecordHistory {
  const created = first + random.below(days);
  const modified = random.maybe(
    changed,
    () => created + random.between(0, Math.min(LONGEST, PRESENT - created)),
  );
  return { created, modified };
}

/** The timestamps of a history; that of a change is never before that of creation. */
export function timestampsOf({ created, modified }: RecordHistory, random: Random) {
  const dateCreated = timestampOn(created, random);
  const moment = modified === undefined ? undefined : timestampOn(modified, random);
  return {
    dateCreated,
    dateModified:
      moment !== undefined && modified === created ? `${dateCreated.slice(0, 11)}23:59:59.9999999Z` : moment,
  };
}

/** Days on which something was shown on the front page: mostly none. */
export function featuredDays(often: number, random: Random): string[] {
  if (!random.chance(often)) return EMPTY_LIST;
  const days = Array.from({ length: random.between(1, 2) }, () => firstDayOf(2018) + random.below(2_500));
  return days.sort((a, b) => a - b).map((day) => timestampOn(day, random));
}
