import type { Dice } from './dice.js';
import { line, prose } from './hazards.js';
import * as english from './words/english.js';
import * as irish from './words/irish.js';

/** The languages that texts are composed in; any other is written as Irish. */
export type Tongue = 'en' | 'ga';

/** The tongue for a record's languages. */
export const tongueOf = (languages: readonly string[], dice: Dice): Tongue => {
  if (languages.length === 0) return dice.chance(0.5) ? 'en' : 'ga';
  return dice.pick(languages) === 'en' ? 'en' : 'ga';
};

const raised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const WORDS = { en: english, ga: irish } as const;
const AND = { en: ' and ', ga: ' agus ' } as const;

/** Someone, not at the head of a sentence. */
const someone = (tongue: Tongue, dice: Dice): string => dice.pick(WORDS[tongue].WHO);

/** What a story is called. */
export function title(tongue: Tongue, dice: Dice): string {
  const { WHO, MATTERS } = WORDS[tongue];
  const name = dice.chance(0.5)
    ? dice.pick(MATTERS)
    : `${dice.pick(WHO)}${dice.chance(0.5) ? `${AND[tongue]}${dice.pick(WHO)}` : ''}`;
  return line(raised(name), dice);
}

/** One sentence of a story. In Irish the verb comes first. */
function sentence(tongue: Tongue, dice: Dice): string {
  const { DID, WHERE, WHEN, OUTCOMES } = WORDS[tongue];
  if (dice.chance(0.3)) return dice.pick(OUTCOMES);
  const [who, did, where, when] = [someone(tongue, dice), dice.pick(DID), dice.pick(WHERE), dice.pick(WHEN)];
  return tongue === 'ga' ? `${did} ${who} ${where} ${when}.` : `${raised(who)} ${did} ${where} ${when}.`;
}

/** A stretch of a story. */
export function passage(tongue: Tongue, sentences: number, dice: Dice): string {
  let text = sentence(tongue, dice);
  for (let more = 1; more < sentences; more++) text += ` ${sentence(tongue, dice)}`;
  return prose(text, dice);
}

/** What an editor notes. */
export const remark = (tongue: Tongue, dice: Dice): string => prose(dice.pick(WORDS[tongue].REMARKS), dice);

/** What a photograph shows, as the old lists put it. */
export const sight = (dice: Dice): string => prose(`${dice.pick(english.SIGHTS)}.`, dice);

/** What someone does for a living, as a child wrote it. */
export const trade = (dice: Dice): string => dice.pick(dice.chance(0.6) ? english.TRADES : irish.TRADES);
