import { withoutLanguage } from './language.js';

/**
 * Texts in name fields that mean "no name" (wire-format 1, text; model 3.8), unless configured. Case, punctuation and
 * the kind of white space are ignored.
 */
export const DEFAULT_PLACEHOLDERS: readonly string[] = [
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
];

/** Whether a text in a name field means that there is no name. */
export type IsPlaceholder = (name: string) => boolean;

/** Private-use characters are letters of special fonts. */
const WORDS = /[\p{L}\p{N}\p{Co}]/u;

const NOT_COMPARED = /[\p{P}\p{S}\p{Cf}]/gu;

const bare = (text: string): string =>
  text.replace(NOT_COMPARED, '').replace(/\s+/g, ' ').trim().toLowerCase();

/** Makes the test. A text without letters and digits is always a placeholder: `-`, `?`, `—`. */
export function placeholderTest(placeholders: readonly string[]): IsPlaceholder {
  const known = new Set(placeholders.map(bare));
  return (name) => !WORDS.test(name) || known.has(bare(name));
}

/**
 * Whether a text in a title field means that there is no title. The placeholders of names are no such texts: stories and tunes are
 * called "Gan ainm" and "Anonymous".
 */
export const isNoTitle: IsPlaceholder = placeholderTest([
  'no title',
  'no title given',
  'title not given',
  'title unknown',
  'without title',
  'untitled',
  'gan teideal',
  'gan aon teideal',
  'níl teideal',
  'níl teideal ann',
  'níl aon teideal',
  'níl aon teideal ann',
  'níor tugadh teideal',
  'teideal anaithnid',
]);

/** The names that are no placeholders. */
export const realNames = <N extends { readonly fullName: string }>(
  names: readonly N[],
  isPlaceholder: IsPlaceholder,
): readonly N[] => names.filter(({ fullName }) => !isPlaceholder(fullName));

/** Label and name of a person, or a label with the id where there is no name. */
export const nameOrPlaceholder = (id: number, preferred: { readonly fullName: string } | undefined) =>
  preferred === undefined
    ? { label: { ga: [`Duine ${id}`], en: [`Person ${id}`] } }
    : { label: withoutLanguage(preferred.fullName), name: withoutLanguage(preferred.fullName) };
