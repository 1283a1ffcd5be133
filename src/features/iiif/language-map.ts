import type { Quad } from '@rdfjs/types';
import type { ResourceSummary } from '../browse/index/release-index.js';
import { LANGUAGES, type Language, type Word, wordsIn } from '../browse/interface-words.js';
import { labelOf } from '../browse/layout.js';
import type { RecordStatements } from '../browse/record/record-statements.js';
import { valueInWords } from '../browse/record/record-values.js';

/** Texts by their language; `none` is the key of those without one (IIIF Presentation API 3.0, section 4.4). */
export type LanguageMap = Readonly<Record<string, readonly string[]>>;

/** The statements of a record as each language of the interface reads them. */
export type BothRecords = Readonly<Record<Language, RecordStatements>>;

/** A tag of a language as a key: a text of an unknown language has none. */
const keyOf = (tag: string): string => (/^(?!und$)[a-z]+(?:-[a-z]+)*$/i.test(tag) ? tag : 'none');

/** A text that clients do not take for HTML, which begins with `<` and ends with `>` (section 4.5). */
const plain = (text: string): string => (/^<.*>$/s.test(text) ? `${text} ` : text);

/** Texts in both languages; once, where they are the same. Undefined where there is none. */
export function inBoth(textsIn: (language: Language) => readonly string[]): LanguageMap | undefined {
  const texts = LANGUAGES.map(
    (language) =>
      [
        language,
        textsIn(language)
          .filter((text) => text.trim() !== '')
          .map(plain),
      ] as const,
  );
  const [[, first]] = texts as [(typeof texts)[number], ...typeof texts];
  if (texts.every(([, some]) => some.length === 0)) return undefined;
  const isSame = texts.every(([, some]) => JSON.stringify(some) === JSON.stringify(first));
  return isSame ? { none: first } : Object.fromEntries(texts.filter(([, some]) => some.length > 0));
}

/** A text of the interface, in both languages. */
export const wordInBoth = (word: Word): LanguageMap =>
  Object.fromEntries(LANGUAGES.map((language) => [language, [wordsIn(language)(word)]]));

/** What a record is called in lists. */
export const labelInBoth = (record: ResourceSummary): LanguageMap =>
  inBoth((language) => [labelOf(record, language)]) ?? { none: [record.path] };

/** Literals by their own languages. Undefined where there is none. */
export function byLanguage(values: readonly Quad['object'][]): LanguageMap | undefined {
  const texts = new Map<string, string[]>();
  for (const value of values) {
    if (value.termType !== 'Literal' || value.value.trim() === '') continue;
    const key = keyOf(value.language);
    texts.set(key, [...(texts.get(key) ?? []), plain(value.value)]);
  }
  return texts.size === 0 ? undefined : Object.fromEntries(texts);
}

/**
 * The values of a property in words. Clients show the texts of one language: a text of one of the two is in the other, too, unless
 * there is one of that language.
 */
export function valuesInBoth(
  records: BothRecords,
  values: readonly Quad['object'][],
): LanguageMap | undefined {
  const tagOf = (value: Quad['object']): string | undefined =>
    value.termType === 'Literal' ? value.language : undefined;
  const [tag] = values.map(tagOf);
  if (tag !== undefined && tag !== '' && values.every((value) => tagOf(value) === tag))
    return byLanguage(values);
  const isForeign = (value: Quad['object'], language: Language): boolean =>
    LANGUAGES.some((one) => one === tagOf(value) && one !== language);
  return inBoth((language) => {
    const hasOwn = values.some((value) => tagOf(value) === language);
    return values
      .filter((value) => !hasOwn || !isForeign(value, language))
      .map((value) => valueInWords(records[language], value));
  });
}
