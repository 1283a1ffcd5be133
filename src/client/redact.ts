/** What stands where a key stood. */
const HIDDEN = '[key]';

/**
 * Makes the function that takes a key out of a text, as it is and percent-encoded. Services like to repeat
 * the key they refuse, so whatever they say passes through here before it is shown.
 */
export function keyHider(key: string): (text: string) => string {
  if (key === '') return (text) => text;
  const encoded = encodeURIComponent(key);
  return (text) => text.replaceAll(key, HIDDEN).replaceAll(encoded, HIDDEN);
}
