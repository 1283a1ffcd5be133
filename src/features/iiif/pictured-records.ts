import { PROPERTY, type ResourceSummary, SUMMARY } from '../browse/index/release-index.js';
import type { Site } from '../browse/site.js';

/* The records with pictures, themselves or by their pages. */

/** Kinds of records that have pictures themselves or by their pages. */
export const PICTURED_KINDS = ['volume', 'item', 'photograph'] as const;
type PicturedKind = (typeof PICTURED_KINDS)[number];
const isPicturedKind = (kind: string | null): kind is PicturedKind =>
  (PICTURED_KINDS as readonly (string | null)[]).includes(kind);

/** Conditions of SQL that a record of each kind has a picture, with the terms of their properties. */
const PICTURED: Readonly<Record<PicturedKind, { readonly sql: string; readonly terms: readonly string[] }>> =
  {
    photograph: { sql: 'resource.id IN (SELECT resource FROM picture)', terms: [] },
    volume: {
      sql: `EXISTS (SELECT 1 FROM link AS page JOIN picture ON picture.resource = page.source
            WHERE page.target = resource.id AND page.property = ${PROPERTY})`,
      terms: ['isPartOf'],
    },
    item: {
      sql: `EXISTS (SELECT 1 FROM link AS page JOIN picture ON picture.resource = page.target
            WHERE page.source = resource.id AND page.property = ${PROPERTY})`,
      terms: ['onPage'],
    },
  };
const IN_COLLECTION = `EXISTS (SELECT 1 FROM link AS part WHERE part.source = resource.id
  AND part.property = ${PROPERTY} AND part.target = (SELECT id FROM resource WHERE path = ?))`;

const propertiesOf = ({ iriOf }: Site, kind: PicturedKind): readonly string[] =>
  PICTURED[kind].terms.map(iriOf);

function picturedRows(
  site: Site,
  kind: PicturedKind,
  where: string,
  values: readonly string[],
  most: number,
  offset: number,
): readonly ResourceSummary[] {
  return site.index.all<ResourceSummary>(
    `SELECT ${SUMMARY} FROM resource WHERE resource.kind = ? AND ${where} AND ${PICTURED[kind].sql}
     ORDER BY coalesce(resource.label_en, resource.label_ga), resource.id LIMIT ? OFFSET ?`,
    [kind, ...values, ...propertiesOf(site, kind), most, offset],
  );
}

/** A record with pictures, for examples; undefined where the release has none. */
export const examplePictured = (site: Site): ResourceSummary | undefined =>
  site.index.remembered(['example with pictures'], () =>
    PICTURED_KINDS.map((kind) => picturedRows(site, kind, 'TRUE', [], 1, 0)[0]).find(Boolean),
  );

/** Whether a record has a picture, or a page of it has one. */
export const hasPictures = (site: Site, { path, kind }: ResourceSummary): boolean =>
  isPicturedKind(kind) && picturedRows(site, kind, 'resource.path = ?', [path], 1, 0).length > 0;

/**
 * The records of a kind with pictures, in the order of their labels.
 *
 * @param collection the path of the collection that they are part of
 * @param most how many; -1 for all
 */
export const picturedIn = (
  site: Site,
  collection: string,
  kind: PicturedKind,
  most: number,
  offset: number,
): readonly ResourceSummary[] =>
  picturedRows(site, kind, IN_COLLECTION, [site.iriOf('isPartOf'), collection], most, offset);

/** How many records of a kind have pictures, by the path of the collection that they are part of. */
export const picturedCounts = (site: Site, kind: 'volume' | 'photograph'): ReadonlyMap<string, number> =>
  site.index.remembered(['pictured', kind], () => {
    const rows = site.index.all<{ path: string; count: number }>(
      `SELECT whole.path, count(*) AS count FROM resource JOIN link ON link.source = resource.id
       AND link.property = ${PROPERTY} JOIN resource AS whole ON whole.id = link.target
       WHERE resource.kind = ? AND ${PICTURED[kind].sql} GROUP BY whole.id ORDER BY whole.id`,
      [site.iriOf('isPartOf'), kind, ...propertiesOf(site, kind)],
    );
    return new Map(rows.map(({ path, count }) => [path, count]));
  });

/** How many records of a kind have pictures. */
export function picturedCount(site: Site, kind: PicturedKind): number {
  const sql = `SELECT count(*) FROM resource WHERE resource.kind = ? AND ${PICTURED[kind].sql}`;
  return site.index.numbers(sql, [kind, ...propertiesOf(site, kind)])[0] ?? 0;
}

/** How many pages there are of which there are transcripts. */
export const transcribedCount = ({ index, iriOf }: Site): number =>
  index.numbers(`SELECT count(DISTINCT target) FROM link WHERE property = ${PROPERTY}`, [
    iriOf('transcribesPage'),
  ])[0] ?? 0;

/** Those of some pages of which there are transcripts. */
export function transcribedPages({ index, iriOf }: Site, pages: readonly string[]): ReadonlySet<string> {
  const rows = index.all<{ path: string }>(
    `SELECT path FROM resource WHERE path IN (SELECT value FROM json_each(?))
     AND EXISTS (SELECT 1 FROM link WHERE target = resource.id AND property = ${PROPERTY})`,
    [JSON.stringify(pages), iriOf('transcribesPage')],
  );
  return new Set(rows.map(({ path }) => path));
}

/** Pairs of an item or part and a page of a volume, with the whole of the item or part, in the order of the pages. */
export const onPagesOf = (
  { index, iriOf }: Site,
  volume: string,
): readonly (ResourceSummary & { readonly whole: string; readonly page: string })[] =>
  index.all(
    `SELECT ${SUMMARY}, whole.path AS whole, page.path AS page FROM link AS inside
     JOIN resource AS page ON page.id = inside.source AND page.kind = 'page'
     JOIN link AS held ON held.target = page.id AND held.property IN (${PROPERTY}, ${PROPERTY})
     JOIN resource ON resource.id = held.source AND resource.kind IN ('item', 'part')
     JOIN link AS up ON up.source = resource.id AND up.property = ${PROPERTY}
     JOIN resource AS whole ON whole.id = up.target
     WHERE inside.target = (SELECT id FROM resource WHERE path = ?) AND inside.property = ${PROPERTY}
     ORDER BY page.position IS NULL, page.position, page.id, resource.position, resource.id`,
    [iriOf('onPage'), iriOf('titlePage'), iriOf('isPartOf'), volume, iriOf('isPartOf')],
  );
