import { described, describedBy } from '../browse/described-records.js';
import { type ResourceSummary, SUMMARY } from '../browse/index/release-index.js';
import type { Site } from '../browse/site.js';

/* What is counted and sampled before a site is written. */

/** How many records of each kind some datasets describe; `null` is the kind of other resources. */
export const describedKinds = (
  { index }: Site,
  datasets: readonly string[],
): { readonly kind: string | null; readonly count: number }[] =>
  index.all(
    `SELECT kind, count(*) AS count FROM resource WHERE ${described(datasets)} GROUP BY kind ORDER BY kind`,
    datasets,
  );

/** A record, if some datasets describe it. */
export const describedRecord = (
  { index }: Site,
  datasets: readonly string[],
  path: string,
): ResourceSummary | undefined =>
  index.all<ResourceSummary>(
    `SELECT ${SUMMARY} FROM resource WHERE resource.path = ? AND ${described(datasets)}`,
    [path, ...datasets],
  )[0];

/** The paths with anything but small letters, digits and a few signs, of records that some datasets describe. */
export const describedCapitals = ({ index }: Site, datasets: readonly string[]): string[] =>
  index
    .all<{ path: string }>(
      `SELECT path FROM resource WHERE path GLOB '*[^a-z0-9/._~-]*' AND ${described(datasets)} ORDER BY id`,
      datasets,
    )
    .map(({ path }) => path);

/** Records of a kind that some datasets describe, spread over all of them, at most `most`. */
export function describedSpread(
  { index }: Site,
  datasets: readonly string[],
  kind: string | null,
  most: number,
): ResourceSummary[] {
  const [range] = index.all<{ first: number | null; last: number | null }>(
    'SELECT min(id) AS first, max(id) AS last FROM resource WHERE kind IS ?',
    [kind],
  );
  if (range?.first == null || range.last == null) return [];
  const found = new Map<string, ResourceSummary>();
  for (let at = 0; at < most; at++) {
    const from = range.first + Math.floor(((range.last - range.first) * at) / most);
    const [record] = index.all<ResourceSummary>(
      `SELECT ${SUMMARY} FROM resource WHERE kind IS ? AND resource.id >= ? AND ${described(datasets)} ORDER BY resource.id LIMIT 1`,
      [kind, from, ...datasets],
    );
    if (record !== undefined) found.set(record.path, record);
  }
  return [...found.values()];
}

/** Terms outside the data base that some files describe. */
export const describedTerms = ({ index }: Site, files: readonly string[]): ResourceSummary[] =>
  index.all<ResourceSummary>(
    `SELECT ${SUMMARY} FROM resource WHERE resource.path GLOB '[a-z]*:*' AND ${describedBy(files)} ORDER BY resource.id`,
    files,
  );

/** The records to which more than `most` others refer by one property, with that property. */
export const longReferrers = (
  { index }: Site,
  most: number,
): {
  readonly path: string;
  readonly kind: string | null;
  readonly property: string;
  readonly count: number;
}[] =>
  index.all(
    `SELECT resource.path, resource.kind, property.iri AS property, referred.count FROM (
       SELECT target, property, count(*) AS count FROM link GROUP BY target, property HAVING count(*) > ?
     ) AS referred JOIN resource ON resource.id = referred.target JOIN property ON property.id = referred.property
     ORDER BY referred.target, referred.property`,
    [most],
  );
