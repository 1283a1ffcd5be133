/** What stands where a key stood. */
const HIDDEN = '[key]';

/**
 * Makes the function that takes a key out of a text, as it is and percent-encoded. Services like to repeat
 * the key they refuse, so whatever they say passes through here before it is shown.
 */
export function keyHider(key: string): (text: string) => string {
  if (key === '') return (text) => text;
  const forms = formsOf(key);
  return (text) => forms.reduce((shown, form) => shown.replaceAll(form, HIDDEN), text);
}

/** A key as it is and percent-encoded, each form once; hexadecimal digits in either letter case are the same (RFC 3986, 2.1). */
function formsOf(key: string): string[] {
  const encoded = encodeURIComponent(key);
  return [...new Set([key, encoded, encoded.replace(/%../g, (sign) => sign.toLowerCase())])];
}

/** A key shorter than this may be a word like any other. */
const UNMISTAKABLE = 12;

/** Whether the key stands in an answer, as it is or percent-encoded: what is kept and published must not hold it. */
export function holdsKey(body: Buffer, key: string): boolean {
  return key.length >= UNMISTAKABLE && formsOf(key).some((form) => body.includes(form));
}
