import { type Random, weighted } from '../../base/random.js';
import { ENGLISH, IRISH } from './words.js';

/** The dot above a lenited consonant. */
const DOT = '\u0307';

/** Irish as it was written in the old letters: dotted consonants and ⁊ for agus. */
export const inGaelicScript = (text: string): string =>
  text
    .replace(/([bcdfgmpst])h/g, (_, letter: string) => (letter + DOT).normalize())
    .replace(/ agus /g, ' ⁊ ');

/** Accents as letters of their own, as some keyboards leave them. */
export const decomposeAccents = (text: string): string =>
  text.replace(/[áéíóúÁÉÍÓÚ]/g, (letter) => letter.normalize('NFD'));

type Change = (text: string) => string;

/** Unusual characters and markup in a line of text (wire-format 1). */
const LINE_CHANGES: readonly Change[] = [
  decomposeAccents,
  inGaelicScript,
  (text) => text.replace(/ (?:and|agus) /, ' &amp; '),
  (text) => text.replace(/^(\S+ \S+)/, '<i>$1</i>'),
  (text) => text.replace(' ', '\u00a0'),
  (text) => `${text} `,
  (text) => text.replace(/(\S+)$/, '$1\ue0f1'),
  (text) => text.replace(/ (?:and|agus) /, ' ⁊ '),
];

/** The same for longer texts. */
const TEXT_CHANGES: readonly Change[] = [
  ...LINE_CHANGES,
  (text) => text.replaceAll('. ', '.\r\n'),
  (text) => text.replace('. ', '.\u2028'),
  (text) => text.replaceAll('"', '&quot;'),
  (text) => `<p>${text}</p>`,
];

/** A line that sometimes has unusual characters or markup. */
const unusualLine = (text: string, random: Random): string =>
  random.chance(0.02) ? random.pick(LINE_CHANGES)(text) : text;

/** The same for a longer text. */
const unusualText = (text: string, random: Random): string =>
  random.chance(0.03) ? random.pick(TEXT_CHANGES)(text) : text;

/** The languages that texts are composed in; any other is written as Irish. */
type TextLanguage = 'en' | 'ga';

/** The language for a record's languages. */
export const chooseLanguage = (languages: readonly string[], random: Random): TextLanguage => {
  if (languages.length === 0) return random.chance(0.5) ? 'en' : 'ga';
  return random.pick(languages) === 'en' ? 'en' : 'ga';
};

const raised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const WORDS = { en: ENGLISH, ga: IRISH } as const;
const AND = { en: ' and ', ga: ' agus ' } as const;

/** A title of a story. */
export function storyTitle(language: TextLanguage, random: Random): string {
  const { who, matters } = WORDS[language];
  const name = random.chance(0.5)
    ? random.pick(matters)
    : `${random.pick(who)}${random.chance(0.5) ? `${AND[language]}${random.pick(who)}` : ''}`;
  return unusualLine(raised(name), random);
}

/** One sentence of a story. In Irish the verb comes first. */
function sentence(language: TextLanguage, random: Random): string {
  const words = WORDS[language];
  if (random.chance(0.3)) return random.pick(words.outcomes);
  const [who, did, where, when] = [words.who, words.did, words.where, words.when].map((list) =>
    random.pick(list),
  ) as [string, string, string, string];
  return language === 'ga' ? `${did} ${who} ${where} ${when}.` : `${raised(who)} ${did} ${where} ${when}.`;
}

/** A text of so many sentences. */
export function storyText(language: TextLanguage, sentences: number, random: Random): string {
  let text = sentence(language, random);
  for (let more = 1; more < sentences; more++) text += ` ${sentence(language, random)}`;
  return unusualText(text, random);
}

/** A remark of an editor. */
export const editorRemark = (language: TextLanguage, random: Random): string =>
  unusualText(random.pick(WORDS[language].remarks), random);

/** A caption of a photograph. */
export const photographCaption = (random: Random): string =>
  unusualText(`${random.pick(ENGLISH.sights)}.`, random);

/** An occupation, as a child wrote it. */
export const occupationText = (random: Random): string =>
  random.pick(random.chance(0.6) ? ENGLISH.trades : IRISH.trades);

/** Whether a remark is ready. */
const STATUSES = weighted([70, 'PUB'], [22, 'EDIT'], [8, undefined]);

/** An editors' remark, in one language or both, some of them still being edited. */
export function extraInfoOf(
  often: number,
  random: Random,
  write: (language: TextLanguage, random: Random) => string,
) {
  if (!random.chance(often))
    return { extraInfoStatus: undefined, extraInfoEN: undefined, extraInfoGA: undefined };
  const languages = random.below(4);
  return {
    extraInfoStatus: random.pickWeighted(STATUSES),
    extraInfoEN: languages === 0 ? undefined : write('en', random),
    extraInfoGA: languages === 1 ? undefined : write('ga', random),
  };
}
