import type { Database } from 'libsql';
import { entry, increase } from '../../../base/map-entry.js';
import { RowInserter } from '../../../release/tables/row-inserter.js';
import { rowsOf, tableName } from '../../../release/tables/sql-tables.js';
import type { IndexedKind } from './index-words.js';
import { withoutAccents } from './inflection.js';
import { NAME_SOURCES } from './name-keys.js';
import { type ReleaseIndex, type ResourceSummary, SUMMARY } from './release-index.js';
import { withoutMutation, wordsOf } from './search-words.js';
import { isFunctionWord } from './sought-words.js';

/*
 * Names that begin as a text does. A name has a key from each of its words on, so that a beginning of any word is a beginning of a
 * key. The keys of a kind are in tiers, those of the names with most records in the first: a look-up stops at the tier that has
 * enough, and reads few keys that it does not need.
 */

/** What is suggested, with the kinds of records, in the order of suggestions. */
export const SUGGESTED = {
  topic: ['topic'],
  place: ['place', 'place-abroad', 'country'],
  person: ['person', 'schools-person'],
  title: ['item', 'photograph', 'part'],
} as const satisfies Readonly<Record<string, readonly IndexedKind[]>>;

export type SuggestedKind = keyof typeof SUGGESTED;
const KINDS = Object.keys(SUGGESTED) as readonly SuggestedKind[];

export const SUGGESTION_TABLES = `
CREATE TABLE suggestion (
  id INTEGER PRIMARY KEY,    -- those to which most records refer, or that most records are called, first
  kind INTEGER NOT NULL,
  resource INTEGER NOT NULL, -- of several records of one name the one to which most records refer
  records INTEGER NOT NULL
) STRICT;
CREATE TABLE suggestion_key (
  tier INTEGER NOT NULL,
  key TEXT NOT NULL,
  suggestion INTEGER NOT NULL,
  PRIMARY KEY (tier, key, suggestion)
) STRICT, WITHOUT ROWID;
`;

/** Characters of a key. */
const LONGEST_KEY = 18;
/** A tier has so many times the names of the one before. */
const GROWTH = 8;
/** Tiers of a kind: of the names as they are, and as many of those without initial mutation. */
const TIERS = 9;
/** The number of the first tier of a kind. */
const firstTier = (kind: SuggestedKind): number => KINDS.indexOf(kind) * 2 * TIERS;
/** Keys of a tier that a look-up reads: a bound for releases in which rare names begin as no frequent one does. */
const MOST_KEYS = 2000;

/** A word without accents and capitals, and the same without initial mutation. `the` is no `te`. */
function plainAndBare(word: string): readonly [plain: string, bare: string] {
  const plain = withoutAccents(word).toLowerCase();
  return [plain, isFunctionWord(plain) ? plain : withoutAccents(withoutMutation(word))];
}

/** The words of a text as they are and without initial mutation; once where that is the same. */
function spellingsOf(text: string, wordOf = plainAndBare): readonly (readonly string[])[] {
  const words = wordsOf(text).map(wordOf);
  const isBare = words.every(([plain, bare]) => plain === bare);
  return (isBare ? ([0] as const) : ([0, 1] as const)).map((at) => words.map((word) => word[at]));
}

/** The keys of a name with their tiers: the words of a person's name go on with those before, for `Surname, Name`. */
const keysOf = (
  name: string,
  kind: SuggestedKind,
  tier: number,
  wordOf: typeof plainAndBare,
): (readonly [key: string, tier: number])[] =>
  spellingsOf(name, wordOf).flatMap((words, spelling) =>
    words.flatMap((word, at) => {
      // `Ó` begins a surname.
      if (at > 0 && kind !== 'person' && isFunctionWord(word)) return [];
      const before = kind === 'person' ? words.slice(0, at) : [];
      const key = [...words.slice(at), ...before].join(' ').slice(0, LONGEST_KEY);
      return [[key, tier + spelling * TIERS] as const];
    }),
  );

/** Fills the tables of suggestions in an index whose records and links are there. */
export function writeSuggestions(database: Database): void {
  const cases = KINDS.map((kind, at) => `WHEN kind IN ${sqlList(SUGGESTED[kind])} THEN ${at}`).join(' ');
  const links = '(SELECT count(*) FROM link WHERE target = resource.id)';
  database.exec(
    `INSERT INTO suggestion (kind, resource, records) SELECT suggested, id, records FROM (
       SELECT suggested, id, count(*) AS records, max(links) AS links FROM (
         SELECT id, label_en, label_ga, CASE ${cases} END AS suggested,
           CASE WHEN kind IN ${sqlList(SUGGESTED.title)} THEN 0 ELSE ${links} END AS links
         FROM resource WHERE kind IN ${sqlList(Object.values(SUGGESTED).flat())} AND label_en IS NOT NULL)
       GROUP BY suggested, label_en, label_ga)
     ORDER BY links + records DESC, id`,
  );
  database.exec('CREATE TABLE scratch.suggestion_key (tier INTEGER, key TEXT, suggestion INTEGER) STRICT');
  const keys = new RowInserter(database, 'INSERT INTO scratch.suggestion_key', 3);
  const counts = new Map<SuggestedKind, number>();
  const known = new Map<string, ReturnType<typeof plainAndBare>>();
  const wordOf = (word: string) => entry(known, word, () => plainAndBare(word));
  for (const [id, kindNumber, names] of rowsOf<[number, number, string]>(
    database,
    `SELECT suggestion.id, suggestion.kind, concat_ws('|', resource.label_en, resource.label_ga, ${OTHER_NAMES.map(({ names }) => names)})
     FROM suggestion JOIN resource ON resource.id = suggestion.resource ${OTHER_NAMES.map(({ join }) => join).join(' ')}
     ORDER BY suggestion.id`,
  )) {
    const kind = KINDS[kindNumber] as SuggestedKind;
    const tier = firstTier(kind) + Math.floor(Math.log(increase(counts, kind)) / Math.log(GROWTH));
    const all = [...new Set(names.split('|'))].flatMap((one) => keysOf(one, kind, tier, wordOf));
    // The spelling as it is stands for one without mutation that is the same.
    for (const [key, at] of new Map(all.toReversed())) keys.add([at, key, id]);
  }
  keys.flush();
  database.exec(
    'INSERT INTO suggestion_key SELECT * FROM scratch.suggestion_key ORDER BY tier, key, suggestion',
  );
}

const sqlList = (values: readonly string[]): string => `(${values.map((value) => `'${value}'`).join(', ')})`;

/** Names in tables beside the labels, each table once. */
const OTHER_NAMES = [...new Set(Object.values(NAME_SOURCES).flat())].map(({ table: file, columns }) => {
  const table = tableName(file);
  return {
    names: columns.map((column) => `${table}.${column}`).join(', '),
    join: `LEFT JOIN ${table} ON ${table}.iri = resource.path`,
  };
});

/** A name that begins, or has a word that begins, as a text does. */
export interface Suggestion extends ResourceSummary {
  /** How many records have the name. */
  readonly records: number;
}

/**
 * The names of a kind with a beginning, those with most records first.
 *
 * @param most names, at most
 */
export function suggestionsOf(
  index: ReleaseIndex,
  kind: SuggestedKind,
  text: string,
  most: number,
): readonly Suggestion[] {
  const found = new Set<number>();
  const spellings = spellingsOf(text).map((words) => words.join(' '));
  for (const spelling of spellings) {
    const beginning = spelling.slice(0, LONGEST_KEY);
    for (let tier = 0; tier < 2 * TIERS && beginning !== '' && found.size < most; tier++)
      for (const id of index.numbers(
        `SELECT DISTINCT suggestion FROM (SELECT suggestion FROM suggestion_key
           WHERE tier = ? AND key >= ? AND key < ? LIMIT ${MOST_KEYS}) ORDER BY suggestion LIMIT ${most}`,
        [firstTier(kind) + tier, beginning, `${beginning}\u{10FFFF}`],
      ))
        found.add(id);
  }
  const rows = index.all<Suggestion>(
    `SELECT ${SUMMARY}, records FROM json_each(?) AS list JOIN suggestion ON suggestion.id = list.value
     JOIN resource ON resource.id = suggestion.resource ORDER BY list.key LIMIT ${most}`,
    [JSON.stringify([...found])],
  );
  // Of a longer text the keys have the beginning only.
  const isWhole = (label: string | null): boolean => {
    const names = spellingsOf(label ?? '').map((words) => words.join(' '));
    return spellings.some((one) => one.split(' ').every((word) => names.some((name) => name.includes(word))));
  };
  return rows.filter(
    ({ label_en, label_ga }) => text.length <= LONGEST_KEY || isWhole(label_en) || isWhole(label_ga),
  );
}
