import { dayNumber, momentOf } from './calendar.js';
import type { Dice } from './dice.js';
import { NONE } from './none.js';

/** When a record was made and last changed, as numbers of days. */
export interface History {
  readonly created: number;
  readonly modified?: number | undefined;
}

/** Nothing in a generated world is newer. */
const PRESENT = dayNumber({ year: 2025, month: 12, day: 31 });

/** The longest time, in days, after which anybody comes back to a record. */
const LONGEST = 3_000;

/** The first day of a year. */
export const startOf = (year: number): number => dayNumber({ year, month: 1, day: 1 });

/** A history that begins within some days of one; a share of records is changed later. */
export function historyFrom(first: number, days: number, changed: number, dice: Dice): History {
  const created = first + dice.below(days);
  const modified = dice.maybe(changed, () => created + dice.between(0, Math.min(LONGEST, PRESENT - created)));
  return { created, modified };
}

/** The timestamps of a history; that of a change is never before that of creation. */
export function stamped({ created, modified }: History, dice: Dice) {
  const dateCreated = momentOf(created, dice);
  const moment = modified === undefined ? undefined : momentOf(modified, dice);
  return {
    dateCreated,
    dateModified:
      moment !== undefined && modified === created ? `${dateCreated.slice(0, 11)}23:59:59.9999999Z` : moment,
  };
}

/** Days on which something was shown on the front page: mostly none. */
export function picks(often: number, dice: Dice): string[] {
  if (!dice.chance(often)) return NONE;
  const days = Array.from({ length: dice.between(1, 2) }, () => startOf(2018) + dice.below(2_500));
  return days.sort((a, b) => a - b).map((day) => momentOf(day, dice));
}
