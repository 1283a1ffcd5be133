const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** The longest delay of a system timer (2^31 milliseconds), in seconds, rounded down. */
const MAX_DURATION_S = 500 * 3600;

/** What is expected of a duration, for messages. */
export const DURATION = 'expected a duration such as 90s, 50m or 2h, up to 500h';

/**
 * Reads a duration such as `90s`, `50m` or `2h`; without a unit it is in seconds.
 *
 * @returns seconds, from 0; undefined for other texts
 */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([smh]?)\s*$/.exec(text) ?? [];
  // Timers count whole milliseconds.
  const seconds = Math.round(Number(amount) * (SECONDS[unit || 's'] ?? Number.NaN) * 1000) / 1000;
  return seconds <= MAX_DURATION_S ? seconds : undefined;
}
