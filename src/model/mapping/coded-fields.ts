import type { MappingContext } from './mapping-context.js';

/** Words that are not the respelt code. */
const WORDS: readonly (readonly [termAndCode: string, word: string])[] = [
  ['condition 0', 'poor'],
  ['condition 1', 'medium'],
  ['condition 2', 'good'],
];

/**
 * Maps source codes to the words of the context's code lists. A code outside its list never becomes a concept: it is kept
 * as `lore:unmappedCode "ContentType=XYZ"` (model 3.10). To be called once for each node, because of `unmappedCode`.
 *
 * @param codes by term
 * @param alsoUnmapped further values of `unmappedCode`
 */
export function coded(
  codes: Readonly<Record<string, string | readonly string[] | undefined>>,
  { hasCode }: MappingContext,
  alsoUnmapped: readonly string[] = [],
): Readonly<Record<string, string | readonly string[]>> {
  const mapped: Record<string, string | readonly string[]> = {};
  const unmappedCode = [...alsoUnmapped];
  const wordOrUnmapped = (term: string, code: string): string | undefined => {
    const word = wordOf(term, code);
    if (hasCode(term, word)) return word;
    unmappedCode.push(unmapped(term, code));
    return undefined;
  };
  for (const [term, code] of Object.entries(codes)) {
    if (code === undefined) continue;
    if (typeof code !== 'string') mapped[term] = code.flatMap((each) => wordOrUnmapped(term, each) ?? []);
    else {
      const word = wordOrUnmapped(term, code);
      if (word !== undefined) mapped[term] = word;
    }
  }
  mapped.unmappedCode = unmappedCode;
  return mapped;
}

/** Media types (IANA) of the kinds of file that the place-names database codes (wire-format 4, resource). */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
  ['zip', 'application/zip'],
]);
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/;

/**
 * The media type of a file: that of its code, or as it was sent. Any other text is kept as `lore:unmappedCode "TypeID=docx"`.
 *
 * @param field of the source
 */
export function mediaType(field: string, sent: string | undefined) {
  const word = sent?.toLowerCase() ?? '';
  const encodingFormat = MEDIA_TYPES.get(word) ?? (MEDIA_TYPE.test(word) ? word : undefined);
  const isUnmapped = sent !== undefined && encodingFormat === undefined;
  return { encodingFormat, unmappedCode: isUnmapped ? [unmapped(field, sent)] : [] };
}

/** A code that is in no list, with its field. */
const unmapped = (field: string, code: string): string =>
  `${field.charAt(0).toUpperCase()}${field.slice(1)}=${code}`;

/** Limits of the cache: the number of codes, and the length of a key. */
const [MOST_CACHED, LONGEST_CACHED] = [10_000, 100];
const CACHE = new Map(WORDS);

/** The word of a code, cached because few codes occur in many records. */
function wordOf(term: string, code: string): string {
  const key = `${term} ${code}`;
  const cached = CACHE.get(key);
  if (cached !== undefined) return cached;
  const word = respelt(term, code);
  if (CACHE.size < MOST_CACHED && key.length <= LONGEST_CACHED) CACHE.set(key, word);
  return word;
}

/** ASCII, lower case, hyphens: `CÍN-LAE` → `cin-lae`; scripts in the title case of ISO 15924: `Latg`. */
function respelt(term: string, code: string): string {
  const word = code
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return term === 'script' ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
