import { type Collection, mintIris, type Publication } from '../rdf/iris.js';

/** What an operator asks for: the kinds of the configuration. */
export const GROUPS = ['manuscripts', 'schools', 'photographs', 'people', 'places'] as const;
export type Group = (typeof GROUPS)[number];

/** The collection whose records are described when a group is asked for, and not otherwise. */
export const COLLECTION_OF = {
  manuscripts: 'cbe',
  schools: 'cbes',
  photographs: 'cbeg',
  people: 'cbed',
} as const satisfies Partial<Record<Group, Collection>>;

/** The files of a release, each under one licence and of one matter, so that each can be used or withdrawn alone. */
export const DATASETS = {
  collections: { of: ['manuscripts', 'schools', 'photographs', 'people'] },
  manuscripts: { of: ['manuscripts'] },
  schools: { of: ['schools'] },
  'schools-people': { of: ['schools'] },
  transcripts: { of: ['schools'] },
  transcribers: { of: ['schools'] },
  photographs: { of: ['photographs'] },
  people: { of: ['people'] },
  locations: { of: ['manuscripts', 'schools', 'photographs', 'people'] },
  links: { of: ['manuscripts', 'schools', 'photographs', 'people'] },
  places: { of: ['places'] },
  'placenames-links': { of: ['places'] },
  omissions: { of: GROUPS },
} as const satisfies Record<string, { readonly of: readonly Group[] }>;
export type Dataset = keyof typeof DATASETS;

/** The publication of the place-names holds what comes of places alone. */
const PLACENAMES: ReadonlySet<string> = new Set(
  (Object.keys(DATASETS) as Dataset[]).filter((dataset) =>
    DATASETS[dataset].of.every((group) => group === 'places'),
  ),
);

/** The publication that a dataset is part of. */
export const publicationOf = (dataset: string): Publication =>
  PLACENAMES.has(dataset) ? 'placenames' : 'folklore';

/**
 * The named graphs of datasets: the IRI of a dataset without its version, so that what has not changed stays the same
 * line from release to release.
 */
export function graphsOf(base: string): (dataset: string) => string {
  const { graph } = mintIris(base);
  return (dataset) => graph(publicationOf(dataset), dataset);
}
