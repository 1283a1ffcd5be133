import type { Collection } from '../rdf/iris.js';

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
