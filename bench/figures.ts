/** How figures are written in tables: what drifts from run to run is not shown. */

/** A whole number with its thousands apart. */
export const whole = (figure: number): string => Math.round(figure).toLocaleString('en');

/** So much of something else, or so many times it: two decimals below ten, three where two would say little. */
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
