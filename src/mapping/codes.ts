import type { Setting } from './setting.js';

/** Source codes by the term that says them. */
type Codes = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What codes say: known ones under their terms, all others as they are under `unmappedCode`. */
type Coded = Readonly<Record<string, string | readonly string[]>>;

/** Terms whose words are no mere respelling of the source's codes. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['condition 0', 'poor'],
  ['condition 1', 'medium'],
  ['condition 2', 'good'],
]);

/**
 * Says source codes in the words of the context's code lists. A code outside its list never becomes a
 * concept: it is kept as `lore:unmappedCode "ContentType=XYZ"` (model 3.10). One call for each node: a second
 * one would say `unmappedCode` anew.
 *
 * @param alsoUnmapped what else of the node's record fits no list
 */
export function coded(codes: Codes, { knows }: Setting, alsoUnmapped: readonly string[] = []): Coded {
  const said: Record<string, string | readonly string[]> = {};
  const unmapped = [...alsoUnmapped];
  for (const [term, given] of Object.entries(codes)) {
    const words = [given ?? []].flat().flatMap((code) => {
      const word = WORDS.get(`${term} ${code}`) ?? wordOf(term, code);
      if (knows(term, word)) return [word];
      unmapped.push(`${term.charAt(0).toUpperCase()}${term.slice(1)}=${code}`);
      return [];
    });
    const [only] = words;
    if (Array.isArray(given)) said[term] = words;
    else if (only !== undefined) said[term] = only;
  }
  return { ...said, unmappedCode: unmapped };
}

/** ASCII, lower case, hyphens: `CÍN-LAE` → `cin-lae`; scripts keep ISO 15924's title case: `Latg`. */
function wordOf(term: string, code: string): string {
  const word = code
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return term === 'script' ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
