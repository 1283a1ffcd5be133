import { lenited } from '../person-names.js';
import type { Random } from '../random.js';
import { ADJECTIVES, GENERICS, QUALIFIERS } from '../words/names.js';
import { FEATURE_ROWS, STREET_ROWS } from '../words/reference-lists.js';
import { cell, type WordRow } from '../words/table.js';

/** What a place is called, and the words its name is made of, by their place in the glossary. */
export interface ComposedName {
  readonly ga: string;
  readonly en: string;
  readonly genitive?: string | undefined;
  readonly words: readonly number[];
}

const raised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The article before a noun, with what it does to the noun. */
function withArticle(noun: string, gender: string): string {
  if (gender === 'm') return /^[AEIOUÁÉÍÓÚ]/.test(noun) ? `An t${noun}` : `An ${noun}`;
  return /^S[aeiouáéíóúlnr]/.test(noun)
    ? `An t${noun}`
    : /^[DT]/.test(noun)
      ? `An ${noun}`
      : `An ${lenited(noun)}`;
}

/** A generic word followed by an adjective or by a noun in the genitive. */
function composeName(generic: WordRow, place: number, random: Random): ComposedName {
  const noun = raised(cell(generic, 0));
  const [gender, english] = [cell(generic, 3), cell(generic, 4)];
  if (random.chance(0.3)) {
    const at = random.below(ADJECTIVES.length);
    const row = ADJECTIVES[at] as WordRow;
    const adjective = raised(cell(row, gender === 'f' ? 1 : 0));
    return {
      ga: `${random.chance(0.4) ? withArticle(noun, gender) : noun} ${adjective}`,
      en: english + cell(row, 3),
      words: [place, GENERICS.length + at],
    };
  }
  const at = random.below(QUALIFIERS.length);
  const row = QUALIFIERS[at] as WordRow;
  return {
    ga: `${noun} ${cell(row, 2)}`,
    en: english + cell(row, 3),
    genitive: `${lenited(noun)} ${cell(row, 2)}`,
    words: [place, GENERICS.length + ADJECTIVES.length + at],
  };
}

const BALLY = GENERICS.findIndex((row) => cell(row, 0) === 'baile');
const CHURCHES = ['cill', 'teampall'].map((word) => GENERICS.findIndex((row) => cell(row, 0) === word));

/** The name of a barony, town, village or townland; a parish is mostly called after its church. */
export function landName(category: string, random: Random): ComposedName {
  const church = category === 'PAR' && random.chance(0.6);
  const at = church ? random.pick(CHURCHES) : random.chance(0.15) ? BALLY : random.below(GENERICS.length);
  return composeName(GENERICS[at] as WordRow, at, random);
}

/** The name of a natural or built feature: begins with what it is. */
export function featureName(category: string, random: Random): ComposedName {
  const [, ga = '', en = ''] = FEATURE_ROWS.find((row) => row[0] === category) ?? [];
  const at = random.below(QUALIFIERS.length);
  const row = QUALIFIERS[at] as WordRow;
  return {
    ga: `${ga} ${cell(row, 2)}`,
    en: en + cell(row, 3),
    genitive: `${lenited(ga)} ${cell(row, 2)}`,
    words: [GENERICS.length + ADJECTIVES.length + at],
  };
}

/** The name of a street. */
export function streetName(random: Random): ComposedName {
  const [ga = '', en = ''] = random.pick(STREET_ROWS);
  return { ga, en, words: [] };
}
