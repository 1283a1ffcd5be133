import { type Language, MONTHS } from './interface-words.js';

/** What a language makes of the days of a date. */
interface Phrases {
  about(date: string): string;
  inferred(date: string): string;
  questionable(date: string): string;
  since(date: string): string;
  until(date: string): string;
  period(first: string, last: string): string;
}

const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    about: (date) => `about ${date}`,
    inferred: (date) => `${date}, inferred`,
    questionable: (date) => `${date}, questionable`,
    since: (date) => `from ${date}`,
    until: (date) => `until ${date}`,
    period: (first, last) => `${first} to ${last}`,
  },
  ga: {
    about: (date) => `thart ar ${date}`,
    inferred: (date) => `${date}, de réir tátail`,
    questionable: (date) => `${date}, faoi amhras`,
    since: (date) => `ó ${date}`,
    until: (date) => `go dtí ${date}`,
    period: (first, last) => `${first} go ${last}`,
  },
};

/** How sure the archive is of a date (model 4). */
export type DateQualifier = 'approximate' | 'inferred' | 'questionable';

/**
 * A date in words: `about 1933`, `1936, inferred`, `9 February 1899`, `from 1937`.
 *
 * @param edtf a date of EDTF level 1: a year, month or day, or a period of them, with `~` or `?`
 */
export function dateInWords(edtf: string, qualifier: DateQualifier | undefined, language: Language): string {
  const [first, last] = edtf.split('/').map((day) => (day === '..' ? '' : dayInWords(day, language)));
  const text = periodInWords(first ?? '', last, PHRASES[language]);
  const stated = edtf.includes('?') ? 'questionable' : undefined;
  return qualified(text, [qualifier ?? stated, edtf.includes('~') ? 'approximate' : undefined], language);
}

/** A text with how sure the archive is of it. */
function qualified(
  text: string,
  qualifiers: readonly (DateQualifier | undefined)[],
  language: Language,
): string {
  const phrases = PHRASES[language];
  const about = qualifiers.includes('approximate') ? phrases.about(text) : text;
  if (qualifiers.includes('inferred')) return phrases.inferred(about);
  return qualifiers.includes('questionable') ? phrases.questionable(about) : about;
}

/**
 * A date that is no EDTF in words, from what the service sent (`lore:sourceDate`): its text, a day or a month without a year, or
 * its fields with their names.
 */
export function sentDateInWords(
  json: string,
  qualifier: DateQualifier | undefined,
  language: Language,
): string {
  const { Accuracy: _, ...fields } = JSON.parse(json) as Readonly<Record<string, string | number>>;
  const { IsoDate: text, Month: month, Day: day } = fields;
  const name = MONTHS[language][Number(month) - 1];
  const names = Object.keys(fields);
  if (text !== undefined && names.length === 1) return qualified(String(text), [qualifier], language);
  if (name !== undefined && names.every((one) => one === 'Month' || one === 'Day'))
    return qualified(day === undefined ? name : `${day} ${name}`, [qualifier], language);
  return names.map((one) => `${one} ${fields[one]}`).join(', ');
}

/** One date, or a period of which one end may be unknown. */
function periodInWords(first: string, last: string | undefined, phrases: Phrases): string {
  if (last === undefined) return first;
  if (first === '') return phrases.until(last);
  return last === '' ? phrases.since(first) : phrases.period(first, last);
}

function dayInWords(text: string, language: Language): string {
  const [year = '', month, day] = text.replace(/[~?%]/g, '').split('-');
  const name = month === undefined ? undefined : MONTHS[language][Number(month) - 1];
  if (name === undefined) return year;
  return day === undefined ? `${name} ${year}` : `${Number(day)} ${name} ${year}`;
}
