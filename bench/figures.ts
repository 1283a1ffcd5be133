/** Formats of figures in tables, without digits that differ from run to run. */

/** A whole number with its thousands apart. */
export const whole = (figure: number): string => Math.round(figure).toLocaleString('en');

/** A ratio: two decimals below ten, three below 0.1. */
export function ratio(part: number, of: number): string {
  if (!(of > 0) || !Number.isFinite(part)) return '–';
  const value = part / of;
  if (value >= 10) return whole(value);
  return value.toFixed(value < 0.1 ? 3 : 2);
}

/** Seconds to a tenth; below ten to a hundredth. */
export const seconds = (figure: number): string => figure.toFixed(figure < 10 ? 2 : 1);

/** A share as per cent. */
export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
