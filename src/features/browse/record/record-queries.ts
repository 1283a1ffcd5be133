import { levelOf } from '../../../release/tables/feature-types.js';
import { PROPERTY, type ResourceSummary, SUMMARY } from '../index/release-index.js';
import type { Site } from '../site.js';

/* What the page of a record shows of other records. */

/** A person who has a role in works of another. */
export interface FellowWorker extends ResourceSummary {
  /** Works in which both have a role. */
  readonly works: number;
  /** The IRIs of the roles. */
  readonly properties: readonly string[];
}

/**
 * The people who have a role in the works in which a person has one, those with most works first.
 *
 * @param properties the roles
 */
export function fellowWorkers(
  { index }: Site,
  path: string,
  properties: readonly string[],
  most: number,
): readonly FellowWorker[] {
  const id = index.idOf(path);
  if (id === undefined) return [];
  return index.remembered(['fellows', path, most], () => {
    const roles = `(SELECT id FROM property WHERE iri IN (${properties.map(() => '?').join(', ')}))`;
    const rows = index.all<ResourceSummary & { works: number; roles: string }>(
      `WITH role AS ${roles}, fellow AS (
         SELECT other.target AS person, count(DISTINCT other.source) AS works, group_concat(DISTINCT other.property) AS roles
         FROM (SELECT DISTINCT source FROM link WHERE target = ? AND property IN role) AS work
         JOIN link AS other ON other.source = work.source AND other.property IN role
         WHERE other.target <> ? GROUP BY other.target ORDER BY works DESC, other.target LIMIT ?)
       SELECT ${SUMMARY}, works, roles FROM fellow JOIN resource ON resource.id = person ORDER BY works DESC, person`,
      [...properties, id, id, most],
    );
    const iris = new Map(
      index.all<{ id: number; iri: string }>('SELECT id, iri FROM property').map((row) => [row.id, row.iri]),
    );
    return rows.map(({ roles: numbers, ...row }) => ({
      ...row,
      properties: numbers.split(',').flatMap((one) => iris.get(Number(one)) ?? []),
    }));
  });
}

/** What a place lies in, each with its categories, from the smallest administrative unit up. */
export function placesAround(
  { index, iriOf }: Site,
  path: string,
): readonly (ResourceSummary & { readonly categories: readonly string[] })[] {
  const rows = index.all<ResourceSummary & { categories: string | null; category_codes: string | null }>(
    `SELECT DISTINCT ${SUMMARY}, categories, category_codes FROM link
     JOIN resource ON resource.id = link.target LEFT JOIN places ON places.iri = resource.path
     WHERE link.source = ? AND link.property = ${PROPERTY} ORDER BY resource.id`,
    [index.idOf(path) ?? 0, iriOf('containedInPlace')],
  );
  return rows
    .map(({ categories, category_codes: codes, ...summary }) => ({
      ...summary,
      categories: categories?.split('|') ?? [],
      level: levelOf(codes?.split('|') ?? []),
    }))
    .toSorted((a, b) => a.level - b.level);
}

/** The pages on which items begin, by the paths of the items. */
export function firstPages(
  { index }: Site,
  items: readonly ResourceSummary[],
): ReadonlyMap<string, ResourceSummary> {
  const rows = index.all<ResourceSummary & { item: string }>(
    `SELECT items.iri AS item, ${SUMMARY} FROM items JOIN resource ON resource.path = items.first_page
     WHERE items.iri IN (${items.map(() => '?').join(', ')})`,
    items.map(({ path }) => path),
  );
  return new Map(rows.map(({ item, ...page }) => [item, page]));
}

/** What a record contains, by kind, with the first records of each in the order of their positions. */
export function containedIn(
  { index, iriOf }: Site,
  path: string,
  most: number,
): readonly {
  readonly kind: string;
  readonly count: number;
  readonly records: readonly ResourceSummary[];
}[] {
  const id = index.idOf(path);
  if (id === undefined) return [];
  const isPartOf = iriOf('isPartOf');
  const parts = `FROM link JOIN resource ON resource.id = link.source
     WHERE link.target = ? AND link.property = ${PROPERTY}`;
  return index
    .all<{ kind: string; count: number }>(
      `SELECT kind, count(*) AS count ${parts} AND kind IS NOT NULL GROUP BY kind ORDER BY count, kind`,
      [id, isPartOf],
    )
    .map(({ kind, count }) => ({
      kind,
      count,
      records: index.all<ResourceSummary>(
        `SELECT ${SUMMARY} ${parts} AND kind = ? ORDER BY resource.position IS NULL, resource.position, resource.id LIMIT ?`,
        [id, isPartOf, kind, most],
      ),
    }));
}

/** The items before and after an item in its part, in the order of their pages. */
export function neighboursOf(
  { index, iriOf }: Site,
  item: string,
): { readonly before?: ResourceSummary | undefined; readonly after?: ResourceSummary | undefined } {
  const siblings = index.all<ResourceSummary>(
    `SELECT ${SUMMARY} FROM link AS part
     JOIN link AS other ON other.target = part.target AND other.property = part.property
     JOIN resource ON resource.id = other.source AND resource.kind = 'item'
     LEFT JOIN link AS first ON first.source = resource.id AND first.property = ${PROPERTY}
     LEFT JOIN resource AS page ON page.id = first.target
     WHERE part.source = (SELECT id FROM resource WHERE path = ?) AND part.property = ${PROPERTY}
     ORDER BY page.position, resource.position, resource.id`,
    [iriOf('firstPage'), item, iriOf('isPartOf')],
  );
  const at = siblings.findIndex(({ path }) => path === item);
  return at < 0 ? {} : { before: siblings[at - 1], after: siblings[at + 1] };
}
