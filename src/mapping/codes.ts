import type { MappingContext } from './context.js';

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
export function coded(
  codes: Codes,
  { hasCode: knows }: MappingContext,
  alsoUnmapped: readonly string[] = [],
): Coded {
  const said: Record<string, string | readonly string[]> = {};
  const unmapped = [...alsoUnmapped];
  const wordFor = (term: string, code: string): string | undefined => {
    const word = wordOf(term, code);
    if (knows(term, word)) return word;
    unmapped.push(`${term.charAt(0).toUpperCase()}${term.slice(1)}=${code}`);
    return undefined;
  };
  for (const term of Object.keys(codes)) {
    const given = codes[term];
    if (given === undefined) continue;
    if (typeof given !== 'string') said[term] = given.flatMap((code) => wordFor(term, code) ?? []);
    else {
      const word = wordFor(term, given);
      if (word !== undefined) said[term] = word;
    }
  }
  said.unmappedCode = unmapped;
  return said;
}

/** Whatever records say, memory has an end: so many codes, no longer than that. */
const [MOST_REMEMBERED, LONGEST_REMEMBERED] = [10_000, 100];

const REMEMBERED = new Map(WORDS);

/** Codes are few and come again with every record. */
function wordOf(term: string, code: string): string {
  const key = `${term} ${code}`;
  const before = REMEMBERED.get(key);
  if (before !== undefined) return before;
  const word = spelt(term, code);
  const isUsual = REMEMBERED.size < MOST_REMEMBERED && key.length <= LONGEST_REMEMBERED;
  if (isUsual) REMEMBERED.set(key, word);
  return word;
}

/** ASCII, lower case, hyphens: `CÍN-LAE` → `cin-lae`; scripts keep ISO 15924's title case: `Latg`. */
function spelt(term: string, code: string): string {
  const word = code
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return term === 'script' ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
