import { type Collection, mintIris, type Publication } from '../rdf/iris.js';

/** The configurable groups of kinds. */
export const GROUPS = ['manuscripts', 'schools', 'photographs', 'people', 'places'] as const;
export type Group = (typeof GROUPS)[number];

/** The collection of a group. */
export const COLLECTION_OF = {
  manuscripts: 'cbe',
  schools: 'cbes',
  photographs: 'cbeg',
  people: 'cbed',
} as const satisfies Partial<Record<Group, Collection>>;

/** The datasets of a release, each with one licence, and the groups that they are made of. */
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
  effective: { of: ['manuscripts', 'schools', 'photographs'] },
  subjects: { of: ['manuscripts', 'schools', 'photographs'] },
  links: { of: ['manuscripts', 'schools', 'photographs', 'people'] },
  places: { of: ['places'] },
  'placenames-links': { of: ['places'] },
  omissions: { of: GROUPS },
} as const satisfies Record<string, { readonly of: readonly Group[] }>;
export type Dataset = keyof typeof DATASETS;

/** The datasets of the place-names publication: those made of places only. */
const PLACENAMES: ReadonlySet<string> = new Set(
  (Object.keys(DATASETS) as Dataset[]).filter((dataset) =>
    DATASETS[dataset].of.every((group) => group === 'places'),
  ),
);

/** The publication that a dataset is part of. */
export const publicationOf = (dataset: string): Publication =>
  PLACENAMES.has(dataset) ? 'placenames' : 'folklore';

/** The named graphs of datasets. They have no version, so that an unchanged quad is the same line in every release. */
export function graphsOf(base: string): (dataset: string) => string {
  const { graph } = mintIris(base);
  return (dataset) => graph(publicationOf(dataset), dataset);
}
