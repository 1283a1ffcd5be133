import { inPlainLetters } from './plain-letters.js';
import { plainText, withoutMutation, wordsOf } from './search-words.js';
import { surnameWords } from './surname-order.js';
import { withoutPossiblePrefix } from './surname-spellings.js';

/** A table that has names of records, and its columns that hold them. */
interface NameSource {
  readonly table: string;
  readonly columns: readonly string[];
}

const PERSON = ['name', 'other_names'];
const PLACE = ['name_en', 'name_ga', 'other_names'];
/** The places that the archive refers to: the place-names database lacks some of them, and names others otherwise. */
const LOCATIONS: NameSource = { table: 'locations', columns: PLACE };

/** The kinds of records that are found by their names alone, with the tables that hold their names, the fullest first. */
export const NAME_SOURCES = {
  person: [{ table: 'people', columns: PERSON }],
  'schools-person': [{ table: 'schools-people', columns: PERSON }],
  place: [{ table: 'places', columns: [...PLACE, 'genitives_ga'] }, LOCATIONS],
  'place-abroad': [LOCATIONS],
  country: [LOCATIONS],
  topic: [{ table: 'topics', columns: ['label_en', 'label_ga', 'label_other'] }],
} as const satisfies Readonly<Record<string, readonly NameSource[]>>;

export type NamedKind = keyof typeof NAME_SOURCES;
export const NAMED_KINDS = Object.keys(NAME_SOURCES) as readonly NamedKind[];

const isOfPerson = (kind: NamedKind): boolean => kind === 'person' || kind === 'schools-person';

/** All names of a record, each once, of its rows in the tables of its kind. */
export const namesIn = (
  rows: readonly Readonly<Record<string, unknown>>[],
  kind: NamedKind,
): readonly string[] => {
  const columns = NAME_SOURCES[kind].flatMap((source: NameSource) => source.columns);
  const cells = rows.flatMap((row) => columns.map((column) => row[column] ?? null));
  return [...new Set(cells.flatMap((names) => (names === null ? [] : String(names).split('|'))))];
};

/**
 * A name in one spelling: no accents, capitals and signs; of a person the surname without prefix. `Surname, Name` is turned.
 * The other readings of a person's name follow: `Oconnell` may be `O'Connell`.
 */
export function plainNames(name: string, kind: NamedKind): readonly [string, ...string[]] {
  if (!isOfPerson(kind)) return [inWords(name)];
  const plain = inPlainLetters(name);
  const [surname, given, ...more] = plain.split(',');
  const turned = given !== undefined && more.length === 0 ? `${given.trim()} ${surname?.trim()}` : plain;
  const own = inWords(surnameWords(turned));
  const last = own.lastIndexOf(' ') + 1;
  const other = withoutPossiblePrefix(own.slice(last));
  return other === undefined ? [own] : [own, own.slice(0, last) + other];
}

/** The first of {@link plainNames}. */
export const plainName = (name: string, kind: NamedKind): string => plainNames(name, kind)[0];

const inWords = (text: string): string => wordsOf(plainText(text)).join(' ');

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
export const nameKey = (name: string, kind: NamedKind): string => keyOf(plainName(name, kind), kind);

/** The keys of a name in all its readings: {@link nameKey} first. A name without consonants has none. */
export const nameKeys = (name: string, kind: NamedKind): readonly string[] => [
  ...new Set(
    plainNames(name, kind)
      .map((plain) => keyOf(plain, kind))
      .filter((key) => key !== ''),
  ),
];

function keyOf(plain: string, kind: NamedKind): string {
  const words = plain.split(' ').map(withoutMutation);
  const letters = words.map((word) => SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), word));
  // The order of the words of a person's name differs from register to register.
  return (isOfPerson(kind) || kind === 'topic' ? letters.toSorted() : letters).join('');
}
