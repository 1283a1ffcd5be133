/** A number that has been cut in two: `whole + millionths / 1,000,000`, as far as millionths tell. */
export interface SplitNumber {
  /** The largest whole number that is not above it (XPath: `fn:floor`). */
  readonly whole: bigint;
  /** What is left, from 0 to 1,000,000, rounded to the nearest, halves up (XPath: `fn:round`). */
  readonly millionths: bigint;
}

const MILLION = 1_000_000;
const NOTHING: SplitNumber = { whole: 0n, millionths: 0n };

/** Cuts a number in two, exactly where it has no exponent; what is no number, or has no end, is 0. */
export function splitNumber(text: string): SplitNumber {
  const [, sign, whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (sign !== undefined && whole + fraction !== '') return splitDecimal(sign, whole, fraction);
  const number = text === '' ? NaN : Number(text);
  if (!Number.isFinite(number)) return NOTHING;
  const floor = Math.floor(number);
  return { whole: BigInt(floor), millionths: BigInt(Math.round((number - floor) * MILLION)) };
}

function splitDecimal(sign: string, whole: string, fraction: string): SplitNumber {
  const scale = 10n ** BigInt(fraction.length);
  const number = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n);
  const floor = number / scale - (number < 0n && number % scale !== 0n ? 1n : 0n);
  const rest = number - floor * scale;
  return { whole: floor, millionths: (2n * rest * BigInt(MILLION) + scale) / (2n * scale) };
}
