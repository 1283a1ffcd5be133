import type { Random } from '../../base/random.js';
import { dayNumber, timestampOn } from './calendar.js';

/** An empty, frozen list that all records share. */
export const EMPTY_LIST = Object.freeze([]) as unknown as never[];

/** An invented web address: every host is below `example.org` (RFC 2606). */
export const inventedAddress = (host: string, ...path: readonly (string | number)[]): string =>
  ['https:', '', `${host}.example.org`, ...path.map((step) => encodeURIComponent(step))].join('/');

/** The days on which a record was created and last changed. */
export interface EditDates {
  readonly created: number;
  readonly modified?: number | undefined;
}

/** The newest day of a generated world. */
const PRESENT = dayNumber({ year: 2025, month: 12, day: 31 });

/** The longest time between creation and change, in days. */
const LONGEST = 3_000;

/** The first day of a year. */
export const firstDayOf = (year: number): number => dayNumber({ year, month: 1, day: 1 });

/** A history that begins within some days after the first; a share of records is changed later. */
export function makeHistory(first: number, days: number, changed: number, random: Random): EditDates {
  const created = first + random.below(days);
  const modified = random.maybe(
    changed,
    () => created + random.between(0, Math.min(LONGEST, PRESENT - created)),
  );
  return { created, modified };
}

/** The timestamps of a history; that of a change is never before that of creation. */
export function timestampsOf({ created, modified }: EditDates, random: Random) {
  const dateCreated = timestampOn(created, random);
  const moment = modified === undefined ? undefined : timestampOn(modified, random);
  return {
    dateCreated,
    dateModified:
      moment !== undefined && modified === created ? `${dateCreated.slice(0, 11)}23:59:59.9999999Z` : moment,
  };
}

/** Days on which a record was featured: mostly none. */
export function featuredDays(often: number, random: Random): string[] {
  if (!random.chance(often)) return EMPTY_LIST;
  const days = Array.from({ length: random.between(1, 2) }, () => firstDayOf(2018) + random.below(2_500));
  return days.sort((a, b) => a - b).map((day) => timestampOn(day, random));
}
