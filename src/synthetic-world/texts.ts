import { type Random, weighted } from './random.js';
import * as english from './words/english.js';
import * as irish from './words/irish.js';

const LENITED: Readonly<Record<string, string>> = {
  b: 'ḃ',
  c: 'ċ',
  d: 'ḋ',
  f: 'ḟ',
  g: 'ġ',
  m: 'ṁ',
  p: 'ṗ',
  s: 'ṡ',
  t: 'ṫ',
};
const ACCENTED: Readonly<Record<string, string>> = {
  á: 'a',
  é: 'e',
  í: 'i',
  ó: 'o',
  ú: 'u',
  Á: 'A',
  É: 'E',
  Í: 'I',
  Ó: 'O',
  Ú: 'U',
};

/** Irish as it was written in the old letters: dotted consonants and ⁊ for agus. */
export const inGaelicScript = (text: string): string =>
  text
    .replace(/([bcdfgmpst])h/g, (pair, letter: string) => LENITED[letter] ?? pair)
    .replace(/ agus /g, ' ⁊ ');

/** Accents as letters of their own, as some keyboards leave them. */
export const decomposeAccents = (text: string): string =>
  text.replace(/[áéíóúÁÉÍÓÚ]/g, (letter) => `${ACCENTED[letter] ?? letter}\u0301`);

type Change = (text: string) => string;

/** What a line of text may hold besides words (wire-format 1). */
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

/** What a longer text may hold. */
const TEXT_CHANGES: readonly Change[] = [
  ...LINE_CHANGES,
  (text) => text.replaceAll('. ', '.\r\n'),
  (text) => text.replace('. ', '.\u2028'),
  (text) => text.replaceAll('"', '&quot;'),
  (text) => `<p>${text}</p>`,
];

/** A line that once in a while holds something a client must survive. */
export const unusualLine = (text: string, dice: Random): string =>
  dice.chance(0.02) ? dice.pick(LINE_CHANGES)(text) : text;

/** The same for a longer text. */
export const unusualText = (text: string, dice: Random): string =>
  dice.chance(0.03) ? dice.pick(TEXT_CHANGES)(text) : text;

/** The languages that texts are composed in; any other is written as Irish. */
export type TextLanguage = 'en' | 'ga';

/** The tongue for a record's languages. */
export const chooseLanguage = (languages: readonly string[], dice: Random): TextLanguage => {
  if (languages.length === 0) return dice.chance(0.5) ? 'en' : 'ga';
  return dice.pick(languages) === 'en' ? 'en' : 'ga';
};

const raised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const WORDS = { en: english, ga: irish } as const;
const AND = { en: ' and ', ga: ' agus ' } as const;

/** Someone, not at the head of a sentence. */
const someone = (tongue: TextLanguage, dice: Random): string => dice.pick(WORDS[tongue].WHO);

/** What a story is called. */
export function storyTitle(tongue: TextLanguage, dice: Random): string {
  const { WHO, MATTERS } = WORDS[tongue];
  const name = dice.chance(0.5)
    ? dice.pick(MATTERS)
    : `${dice.pick(WHO)}${dice.chance(0.5) ? `${AND[tongue]}${dice.pick(WHO)}` : ''}`;
  return unusualLine(raised(name), dice);
}

/** One sentence of a story. In Irish the verb comes first. */
function sentence(tongue: TextLanguage, dice: Random): string {
  const { DID, WHERE, WHEN, OUTCOMES } = WORDS[tongue];
  if (dice.chance(0.3)) return dice.pick(OUTCOMES);
  const [who, did, where, when] = [someone(tongue, dice), dice.pick(DID), dice.pick(WHERE), dice.pick(WHEN)];
  return tongue === 'ga' ? `${did} ${who} ${where} ${when}.` : `${raised(who)} ${did} ${where} ${when}.`;
}

/** A stretch of a story. */
export function storyText(tongue: TextLanguage, sentences: number, dice: Random): string {
  let text = sentence(tongue, dice);
  for (let more = 1; more < sentences; more++) text += ` ${sentence(tongue, dice)}`;
  return unusualText(text, dice);
}

/** What an editor notes. */
export const editorRemark = (tongue: TextLanguage, dice: Random): string =>
  unusualText(dice.pick(WORDS[tongue].REMARKS), dice);

/** What a photograph shows, as the old lists put it. */
export const photographCaption = (dice: Random): string => unusualText(`${dice.pick(english.SIGHTS)}.`, dice);

/** What someone does for a living, as a child wrote it. */
export const occupationText = (dice: Random): string =>
  dice.pick(dice.chance(0.6) ? english.TRADES : irish.TRADES);

/** Whether a remark is ready. */
const STATUSES = weighted([70, 'PUB'], [22, 'EDIT'], [8, undefined]);

/** An editors' remark, in one language or both, some of them still being edited. */
export function extraInfoOf(
  often: number,
  dice: Random,
  write: (tongue: TextLanguage, dice: Random) => string,
) {
  if (!dice.chance(often))
    return { extraInfoStatus: undefined, extraInfoEN: undefined, extraInfoGA: undefined };
  const languages = dice.below(4);
  return {
    extraInfoStatus: dice.pickWeighted(STATUSES),
    extraInfoEN: languages === 0 ? undefined : write('en', dice),
    extraInfoGA: languages === 1 ? undefined : write('ga', dice),
  };
}
