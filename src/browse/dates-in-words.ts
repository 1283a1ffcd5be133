import type { Language } from './interface-words.js';

const MONTHS = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  ga: [
    'Eanáir',
    'Feabhra',
    'Márta',
    'Aibreán',
    'Bealtaine',
    'Meitheamh',
    'Iúil',
    'Lúnasa',
    'Meán Fómhair',
    'Deireadh Fómhair',
    'Samhain',
    'Nollaig',
  ],
} as const satisfies Record<Language, readonly string[]>;

const WORDS = {
  en: {
    about: 'about',
    inferred: 'inferred',
    questionable: 'questionable',
    since: 'from',
    until: 'until',
    to: 'to',
  },
  ga: {
    about: 'thart ar',
    inferred: 'infeirithe',
    questionable: 'amhrasach',
    since: 'ó',
    until: 'go dtí',
    to: 'go',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** How sure the archive is of a date (model 4). */
export type DateQualifier = 'approximate' | 'inferred' | 'questionable';

/**
 * A date in words: `about 1933`, `1936, inferred`, `9 February 1899`, `from 1937`.
 *
 * @param edtf a date of EDTF level 1: a year, month or day, or a period of them, with `~` or `?`
 */
export function dateInWords(edtf: string, qualifier: DateQualifier | undefined, language: Language): string {
  const words = WORDS[language];
  const [from = '', to] = edtf.split('/');
  const isApproximate = qualifier === 'approximate' || edtf.includes('~');
  const text =
    to === undefined
      ? dayInWords(from, language)
      : from === '' || from === '..'
        ? `${words.until} ${dayInWords(to, language)}`
        : to === '' || to === '..'
          ? `${words.since} ${dayInWords(from, language)}`
          : `${dayInWords(from, language)} ${words.to} ${dayInWords(to, language)}`;
  const about = isApproximate ? `${words.about} ${text}` : text;
  if (qualifier === 'inferred') return `${about}, ${words.inferred}`;
  return qualifier === 'questionable' || edtf.includes('?') ? `${about}, ${words.questionable}` : about;
}

function dayInWords(text: string, language: Language): string {
  const [year = '', month, day] = text.replace(/[~?%]/g, '').split('-');
  const name = month === undefined ? undefined : MONTHS[language][Number(month) - 1];
  if (name === undefined) return year;
  return day === undefined ? `${name} ${year}` : `${Number(day)} ${name} ${year}`;
}
