/** The day of a time, or of milliseconds since 1970, as `YYYY-MM-DD` in UTC. */
export const dayOf = (time: Date | number): string => new Date(time).toISOString().slice(0, 10);

/** The last day of a month of the Gregorian calendar, leap years included; month from 1 to 12. */
export function lastDayOf(year: number, month: number): number {
  const last = new Date(Date.UTC(2000, month, 0));
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}
