import { DESCRIPTIONS } from './index/build-index.js';
import { type ResourceSummary, SUMMARY } from './index/release-index.js';
import type { Site } from './site.js';

/* The records that the datasets of a release describe, for sitemaps and for a site without a server. */

/** Records below the data base, no nodes of them, that are in some datasets. */
export const described = (datasets: readonly string[]): string =>
  `resource.path NOT GLOB '*[:#]*' AND ${describedBy(datasets)}`;

/** Resources that are in some datasets. */
export const describedBy = (datasets: readonly string[]): string =>
  `EXISTS (SELECT 1 FROM document WHERE document.resource = resource.id AND document.dataset IN (SELECT id FROM dataset WHERE name IN (${datasets.map(() => '?').join(', ')})))`;

/** The datasets with records: omissions are records that the release does not have. */
export const datasetsOf = ({ manifest }: Site): string[] =>
  manifest.datasets.flatMap(({ name }) => (name === 'omissions' ? [] : name));

/** The datasets and files whose resources have pages: also what the release says about itself. */
export const sourcesOfPages = (site: Site): readonly string[] => [...datasetsOf(site), ...DESCRIPTIONS];

/**
 * The groups of neighbours, from 1, in which there are records that some datasets describe.
 *
 * @param most records of a group
 */
export const describedGroups = (
  { index }: Site,
  datasets: readonly string[],
  most: number,
): readonly number[] =>
  index.remembered(['described', datasets, most], () =>
    index.numbers(
      `SELECT DISTINCT (resource.id - 1) / ${most} + 1 FROM resource WHERE ${described(datasets)} ORDER BY 1`,
      datasets,
    ),
  );

/** The records of such a group, which some datasets describe. */
export const describedIn = (
  { index }: Site,
  datasets: readonly string[],
  most: number,
  group: number,
): ResourceSummary[] =>
  index.all<ResourceSummary>(
    `SELECT ${SUMMARY} FROM resource WHERE resource.id > ? AND resource.id <= ? AND ${described(datasets)} ORDER BY resource.id`,
    [(group - 1) * most, group * most, ...datasets],
  );
