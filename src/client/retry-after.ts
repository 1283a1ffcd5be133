/**
 * How long the service asks to wait: the header Retry-After in either of its forms (RFC 9110, 10.2.3), whole
 * seconds or an HTTP date in any of the three spellings a recipient must accept (5.6.7).
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, never negative; undefined when the header is absent or says nothing lawful
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  if (!HTTP_DATE.test(value)) return undefined;
  // The asctime form names no zone; all three mean UTC.
  const date = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const HTTP_DATE =
  /^[A-Z][a-z]+(?:, \d\d[ -][A-Z][a-z]{2}[ -](?:\d{4}|\d\d) \d\d:\d\d:\d\d GMT| [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;
