import { type ResourceSummary, SUMMARY } from '../index/release-index.js';
import type { Site } from '../site.js';

/* What the first page shows of a release, as an example. */

/** Characters of a story, at least; fewer where no transcript has so many. */
const STORY_LENGTHS = [300, 100, 1] as const;

/**
 * An item with a transcript that is long enough to be read.
 *
 * @param seed decides which of them
 */
export const storyOf = (
  { index }: Site,
  seed: number,
): { readonly item: ResourceSummary; readonly text: string; readonly language: string } | undefined =>
  index.remembered(['story', seed], () => {
    const [last = 0] = index.numbers('SELECT coalesce(max(rowid), 0) FROM transcripts');
    for (const shortest of STORY_LENGTHS)
      for (const from of [seed % (last + 1), 0]) {
        const [row] = index.all<ResourceSummary & { text: string; text_language: string | null }>(
          `SELECT ${SUMMARY}, text, text_language FROM transcripts JOIN resource ON resource.path = transcripts.item
           WHERE transcripts.rowid >= ? AND length(text) >= ? ORDER BY transcripts.rowid LIMIT 1`,
          [from, shortest],
        );
        if (row === undefined) continue;
        const { text, text_language: language, ...item } = row;
        return { item, text, language: language ?? '' };
      }
    return undefined;
  });

/** Photographs of which there is an image, beginning at one of them that `seed` decides. */
export function digitizedPhotographs(
  { index }: Site,
  seed: number,
  most: number,
): readonly ResourceSummary[] {
  const [count = 0] = index.numbers('SELECT count(*) FROM photographs WHERE digitized = 1');
  return index.all(
    `SELECT ${SUMMARY} FROM photographs JOIN resource ON resource.path = photographs.iri
     WHERE digitized = 1 ORDER BY photographs.rowid LIMIT ? OFFSET ?`,
    [most, seed % Math.max(1, count)],
  );
}

/** The people of the people database who have a role in most works. */
export const peopleWithMostWorks = (
  { index }: Site,
  most: number,
): readonly (ResourceSummary & { readonly works: number })[] =>
  index.remembered(['most works', most], () =>
    index.all(
      `SELECT ${SUMMARY}, works FROM (SELECT person, count(DISTINCT coalesce(item, photograph, part)) AS works FROM roles
         WHERE person IS NOT NULL GROUP BY person ORDER BY works DESC, person LIMIT ?)
       JOIN resource ON resource.path = person ORDER BY works DESC, person`,
      [most],
    ),
  );
