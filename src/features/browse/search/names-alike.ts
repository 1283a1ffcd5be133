import { NAMED_KINDS, nameKeys, namesIn } from '../index/name-keys.js';
import { similarityTo } from '../index/name-similarity.js';
import type { ResourceSummary } from '../index/release-index.js';
import type { Site } from '../site.js';

const MOST_NAMES = 6;
/** Records whose names are compared with the query, at most. */
const MOST_COMPARED = 300;
/** A name that has fewer of the letters of the query sounds like it by chance: keys have no vowels. From 0 to 100. */
const LEAST_ALIKE = 50;

/** Records with a name that sounds like a query and has most of its letters, the nearest first. */
export function recordsOfSuchName(
  { index, tables }: Pick<Site, 'index' | 'tables'>,
  query: string,
): ResourceSummary[] {
  const near = NAMED_KINDS.flatMap((kind) => {
    const ids = nameKeys(query, kind).flatMap((key) =>
      index.numbers('SELECT resource FROM name_key WHERE key = ? AND kind = ? LIMIT ?', [
        key,
        kind,
        MOST_COMPARED,
      ]),
    );
    if (ids.length === 0) return [];
    const records = index.summariesOf([...new Set(ids)]);
    const rows = tables.namedRows(
      kind,
      records.map(({ path }) => path),
    );
    const similarity = similarityTo(query, kind);
    return records.map((record) => {
      const scores = namesIn(rows.get(record.path) ?? [], kind).map((name) => similarity(name).score);
      return { record, score: Math.max(0, ...scores) };
    });
  });
  return near
    .filter(({ score }) => score >= LEAST_ALIKE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_NAMES)
    .map(({ record }) => record);
}
