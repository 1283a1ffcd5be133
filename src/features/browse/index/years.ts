/** A period, with its first and its last year; one of them may be open. */
export interface Years {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A decade in either language: `1930s`, `1930idí`. Years from and to: `1936-1938`, `1937–39`, `1937..39`. */
const DECADE = /^(\d{3})0(?:'?s|id[ií])$/iu;
const PERIOD = /^(\d{4})(?:-|–|\.\.)(\d{4}|\d{2})$/u;

/** The year of four digits in an address or a field; undefined for any other text. */
export const yearOf = (text: string | null | undefined): number | undefined =>
  /^\d{4}$/.test(text?.trim() ?? '') ? Number(text) : undefined;

function periodOf(word: string): Years | undefined {
  const [, decade] = DECADE.exec(word) ?? [];
  if (decade !== undefined) return { from: Number(`${decade}0`), to: Number(`${decade}9`) };
  const [, first = '', last = ''] = PERIOD.exec(word) ?? [];
  const [from, to] = [Number(first), Number(first.slice(0, 4 - last.length) + last)];
  return first === '' || to < from ? undefined : { from, to };
}

/** The periods in a query that are to be dates of works, as one, and the other words. */
export function periodIn(query: string): { readonly words: string; readonly years: Years | undefined } {
  let years: Years | undefined;
  const words = query.split(/\s+/).filter((word) => {
    const period = periodOf(word);
    if (period !== undefined) years = narrowed(years, period);
    return period === undefined;
  });
  return { words: years === undefined ? query : words.join(' '), years };
}

/** What two periods have in common. */
export const narrowed = (one: Years | undefined, other: Years | undefined): Years | undefined =>
  one === undefined || other === undefined
    ? (one ?? other)
    : {
        from: Math.max(one.from ?? 0, other.from ?? 0) || undefined,
        to: Math.min(one.to ?? 9999, other.to ?? 9999),
      };

/** A period in words: `1936–1938`, `1936–`, `–1938`. */
export const yearsInWords = ({ from, to }: Years): string => `${from ?? ''}–${to ?? ''}`;
