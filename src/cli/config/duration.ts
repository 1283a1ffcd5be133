/** What the system's timers can hold (2^31 milliseconds), rounded down. */
export const MAX_DURATION_S = 500 * 3600;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** The seconds of a span of time such as `50m`; NaN when it is none. */
export function parseDuration(text: string): number {
  const [, amount, unit = 's'] = /^\s*(\d+(?:\.\d+)?)\s*([smh]?)\s*$/.exec(text) ?? [];
  // Timers know whole milliseconds only.
  return Math.round(Number(amount) * (SECONDS[unit || 's'] ?? Number.NaN) * 1000) / 1000;
}
