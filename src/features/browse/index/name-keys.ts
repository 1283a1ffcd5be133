import { withoutAccents } from './inflection.js';
import { withoutMutation } from './search-words.js';
import { surnameWords } from './surname-order.js';

/** The kinds of records that are found by their names alone, with the columns of their tables that hold names. */
export const NAME_COLUMNS = {
  person: ['name', 'other_names'],
  'schools-person': ['name', 'other_names'],
  place: ['name_en', 'name_ga', 'other_names', 'genitives_ga'],
  topic: ['label_en', 'label_ga', 'label_other'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type NamedKind = keyof typeof NAME_COLUMNS;
export const NAMED_KINDS = Object.keys(NAME_COLUMNS) as readonly NamedKind[];

const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** A name in one spelling: no accents, capitals and signs; of a person the surname without prefix. `Surname, Name` is turned. */
export function plainName(name: string, kind: NamedKind): string {
  const isPerson = kind === 'person' || kind === 'schools-person';
  const [surname, given, ...more] = name.split(',');
  const turned =
    isPerson && given !== undefined && more.length === 0 ? `${given.trim()} ${surname?.trim()}` : name;
  const words = isPerson ? surnameWords(turned) : turned;
  return (withoutAccents(words).toLowerCase().match(WORDS) ?? []).join(' ');
}

/** Letters that stand for one sound in some spellings of a name, each with one of them. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/bh|mh/g, 'v'],
  [/ph/g, 'f'],
  [/[ckq]h?/g, 'k'],
  [/[gd]h/g, ''],
  [/[xz]/g, 's'],
  [/[th]h?/g, 't'],
  [/[aeiouyhw]/g, ''],
  [/(.)\1+/g, '$1'],
];

/**
 * What spellings of one name have in common: its consonants, without those that Irish and English spelling add or leave out.
 * `Rathkeel` and `Rathkeale` have one key, and so have `Ballyatinny` and `Bally Attiny`.
 */
export function nameKey(name: string, kind: NamedKind): string {
  const words = plainName(name, kind).split(' ').map(withoutMutation);
  const letters = words.map((word) => SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), word));
  // The order of the words of a person's name differs from register to register.
  return (kind === 'place' ? letters : letters.toSorted()).join('');
}
