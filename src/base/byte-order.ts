/** Half of a character beyond U+FFFF: where the order of UTF-16 and that of UTF-8 part. */
const SURROGATE = /[\uD800-\uDFFF]/;

/** Compares two texts by their UTF-8 bytes, as `LC_ALL=C sort` does: the same everywhere, in no language. */
export function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let at = 0; at < shorter; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return rankInUtf8(one) - rankInUtf8(other);
  }
  return a.length - b.length;
}

/** Sorts texts in place by their UTF-8 bytes. UTF-16 sorts alike, and faster, where there is no surrogate. */
export function sortByBytes(texts: string[]): string[] {
  return texts.some((text) => SURROGATE.test(text)) ? texts.sort(compareBytes) : texts.sort();
}

/** UTF-8 has what surrogates stand for behind everything else; in UTF-16 U+E000 to U+FFFF comes behind them. */
function rankInUtf8(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
