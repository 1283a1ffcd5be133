import type { NamedKind } from '../browse/index/name-keys.js';
import { type ResourceSummary, SUMMARY } from '../browse/index/release-index.js';
import { matchOf } from '../browse/index/search-query.js';
import type { Site } from '../browse/site.js';

/** Letters of a key that a misspelt name has right. */
const KEY_BEGINNING = 3;

/** The records whose names match. */
const NAMES_MATCH = 'FROM search JOIN resource ON resource.id = search.rowid WHERE search MATCH ?';

/**
 * Records of a kind that a name may mean: those with a name of one of its keys, those with a name of its words, and where there are
 * none of these, those with some of the words, and those whose keys begin alike.
 */
export function recordsNamed(
  { index }: Site,
  name: string,
  keys: readonly string[],
  kind: NamedKind,
  most: number,
): ResourceSummary[] {
  const found = new Set<number>();
  const add = (sql: string, values: readonly string[]): void => {
    for (const id of index.numbers(`${sql} LIMIT ?`, [...values, most])) if (found.size < most) found.add(id);
  };
  const addByWords = (match: string | undefined): void => {
    if (match !== undefined)
      add(`SELECT resource.id ${NAMES_MATCH} AND kind = ? ORDER BY rank`, [`names : (${match})`, kind]);
  };
  for (const key of keys) add('SELECT resource FROM name_key WHERE key = ? AND kind = ?', [key, kind]);
  addByWords(matchOf(name));
  if (found.size === 0) {
    addByWords(matchOf(name, 'OR'));
    const beginning = keys[0]?.slice(0, KEY_BEGINNING);
    if (beginning !== undefined)
      add('SELECT resource FROM name_key WHERE key >= ? AND key < ? AND kind = ?', [
        beginning,
        `${beginning}\uffff`,
        kind,
      ]);
  }
  return index.summariesOf([...found]);
}

/** Records of some kinds with a name that begins with a text, or has a word that does. */
export function namesBeginning(
  { index }: Site,
  beginning: string,
  kinds: readonly NamedKind[],
  most: number,
  offset: number,
): ResourceSummary[] {
  const match = matchOf(beginning, 'AND', 1);
  if (match === undefined || kinds.length === 0) return [];
  return index.all<ResourceSummary>(
    `SELECT DISTINCT ${SUMMARY} ${NAMES_MATCH} AND kind IN (${kinds.map(() => '?').join(', ')}) ORDER BY rank LIMIT ? OFFSET ?`,
    [`names : (${match})`, ...kinds, most, offset],
  );
}
