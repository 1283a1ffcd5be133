import { type LanguageMap, NO_LANGUAGE } from '../rdf/node.js';

/** BCP 47 for a text whose language is not recorded. */
export const UNDETERMINED = 'und';

/** A name in the two languages of the services. */
export function byLanguage(en: string | undefined, ga: string | undefined): LanguageMap {
  return { ga: [ga ?? []].flat(), en: [en ?? []].flat() };
}

/** A name in both languages, or else a fallback. */
export function byLanguageOr(
  fallback: LanguageMap,
  en: string | undefined,
  ga: string | undefined,
): LanguageMap {
  return en === undefined && ga === undefined ? fallback : byLanguage(en, ga);
}

/** One text in one language. */
export function inLanguage(language: string, text: string | undefined): LanguageMap {
  return { [language]: [text ?? []].flat() };
}

/** Texts of unrecorded language. */
export function asRecorded(...texts: readonly (string | undefined)[]): LanguageMap {
  return { [UNDETERMINED]: texts.filter((text) => text !== undefined) };
}

/** Texts in no language: names of people, reference numbers, codes. */
export function withoutLanguage(...texts: readonly (string | undefined)[]): LanguageMap {
  return { [NO_LANGUAGE]: texts.filter((text) => text !== undefined) };
}

/** A recorded ISO 639-1 code as a language tag, or `und`. */
export function languageTag(code: string | undefined): string {
  const tag = code?.toLowerCase() ?? UNDETERMINED;
  return /^[a-z]{2,3}$/.test(tag) ? tag : UNDETERMINED;
}

/** The language of an item's texts: the item's language if it has exactly one, else `und` (model 3, `@L`). */
export function itemLanguage(languages: readonly string[]): string {
  return languages.length === 1 ? languageTag(languages[0]) : UNDETERMINED;
}
