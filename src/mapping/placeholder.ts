/**
 * What stands in a field of a name where nobody gave one (wire-format 1, text; model 3.8), unless configured. Case,
 * brackets and full stops do not matter.
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

/** Whether a text in the place of a name says only that there is none. */
export type IsPlaceholder = (name: string) => boolean;

/** Private-use characters are letters of a font that we do not have. */
const WORDS = /[\p{L}\p{N}\p{Co}]/u;

const bare = (text: string): string =>
  text
    .replace(/[()[\].]/g, '')
    .trim()
    .toLowerCase();

/** What holds no letter and no digit stands for nothing, whatever is configured: `-`, `?`, `—`. */
export function placeholderTest(placeholders: readonly string[]): IsPlaceholder {
  const known = new Set(placeholders.map(bare));
  return (name) => !WORDS.test(bare(name)) || known.has(bare(name));
}

/** The names that are names; of somebody whose name nobody gave, none. */
export const realNames = <N extends { readonly fullName: string }>(
  names: readonly N[],
  isPlaceholder: IsPlaceholder,
): readonly N[] => names.filter(({ fullName }) => !isPlaceholder(fullName));

/** What somebody is called: by the name, or, without one, by a label that claims to be none. */
export const nameOrPlaceholder = (id: number, preferred: { readonly fullName: string } | undefined) =>
  preferred === undefined
    ? { label: { ga: [`Duine ${id}`], en: [`Person ${id}`] } }
    : { plainLabel: preferred.fullName, plainName: preferred.fullName };
