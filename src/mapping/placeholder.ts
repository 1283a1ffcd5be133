/**
 * What stands in a field of a name where nobody gave one (wire-format 1, text; model 3.8), without brackets and
 * full stops, in lower case. What holds no letter and no digit stands for nothing either: `-`, `?`, `—`.
 */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'name not given',
  'not given',
  'no name',
  'unknown',
  'name unknown',
  'anon',
  'anonymous',
  'anaithnid',
  'ainm anaithnid',
  'gan ainm',
]);

/** Private-use characters are letters of a font that we do not have. */
const WORDS = /[\p{L}\p{N}\p{Co}]/u;

/** Whether a text in the place of a name says only that there is none. */
export function isPlaceholder(name: string): boolean {
  const words = name.replace(/[()[\].]/g, '').trim();
  return !WORDS.test(words) || PLACEHOLDERS.has(words.toLowerCase());
}

/**
 * The names that are names. A person of whom none is known keeps what stands there: the model wants a name of
 * everybody (7.1), and whoever looks for such people finds them by it.
 */
export function trueNames<N extends { readonly fullName: string }>(names: readonly N[]): readonly N[] {
  const known = names.filter(({ fullName }) => !isPlaceholder(fullName));
  return known.length > 0 ? known : names;
}
