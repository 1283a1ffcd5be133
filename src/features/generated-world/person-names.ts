import { type Random, weighted } from '../../base/random.js';
import type { PersonName } from '../../model/schema/archive/person.js';
import { decomposeAccents, inGaelicScript } from './texts.js';
import { BYNAMES, cell, FEMALE_NAMES, MALE_NAMES, SURNAME_HEADS, SURNAME_TAILS } from './words.js';

/** Irish documents' codes: `b` woman, `f` man (wire-format 1, gender codes). */
export type Gender = 'b' | 'f';

/** The first consonant lenited, as after Ní and Nic. */
export function lenited(name: string): string {
  return /^[BCDFGMPT]|^S(?![cfmpt])/.test(name) && name.charAt(1) !== 'h'
    ? `${name.charAt(0)}h${name.slice(1)}`
    : name;
}

const full = (firstNames: string, surname: string): PersonName => ({
  firstNames,
  surname,
  fullName: `${firstNames} ${surname}`,
});

/** One person's name in both languages. */
interface Both {
  readonly irish: PersonName;
  readonly english: PersonName;
}

const byname = (random: Random, language: 0 | 1): string => cell(random.pick(BYNAMES), language);
const changeSpelling = (name: PersonName, spell: (text: string) => string): PersonName =>
  full(spell(name.firstNames ?? ''), spell(name.surname ?? ''));

/** The names in the record: the preferred one first, often followed by the other language's. */
const RECORDED = weighted<(both: Both, random: Random) => PersonName[]>(
  [26, ({ irish, english }) => [irish, english]],
  [14, ({ irish, english }) => [english, irish]],
  [26, ({ english }) => [english]],
  [22, ({ irish }) => [irish]],
  [3, ({ irish }, random) => [irish, { fullName: `${irish.firstNames} ${byname(random, 0)}` }]],
  [
    3,
    ({ irish, english }, random) => [
      english,
      irish,
      { fullName: `${english.firstNames} ${byname(random, 1)}` },
    ],
  ],
  [2, ({ irish }) => [changeSpelling(irish, inGaelicScript), irish]],
  [2, ({ irish }) => [changeSpelling(irish, decomposeAccents)]],
  [1, ({ english }) => [{ surname: english.surname, fullName: `Mrs ${english.surname}` }]],
  [
    1,
    ({ irish }, random) => [
      { firstNames: irish.firstNames, fullName: `${irish.firstNames} ${byname(random, 0)}` },
    ],
  ],
);

/** Prefixes of English surnames, for Ó and for Mac. */
const PREFIXES = {
  old: weighted([5, ''], [4, 'O’'], [1, 'O ']),
  son: weighted([5, ''], [4, 'Mc'], [1, 'Mc ']),
};

/** The names of a person's record (wire-format 3, person). */
export function makePersonNames(gender: Gender, random: Random): PersonName[] {
  const given = random.pick(gender === 'f' ? MALE_NAMES : FEMALE_NAMES);
  const head = random.pick(SURNAME_HEADS);
  const tail = random.pick(SURNAME_TAILS);
  const root = cell(head, 0) + cell(tail, 0);
  const old = random.chance(0.7);
  const before = gender === 'f' ? (old ? 'Ó' : 'Mac') : random.chance(0.3) ? 'Uí' : old ? 'Ní' : 'Nic';
  const prefix = random.pickWeighted(old ? PREFIXES.old : PREFIXES.son);
  const irish = full(cell(given, 0), `${before} ${gender === 'f' ? root : lenited(root)}`);
  const english = full(cell(given, 1), prefix + cell(head, 1) + cell(tail, 1));
  return random.pickWeighted(RECORDED)({ irish, english }, random);
}
