/** The other models in which a release can be written, with their names in English. */
export const VIEWS = {
  edm: 'Europeana Data Model',
  rico: 'Records in Contexts (RiC-O)',
  'linked-art': 'Linked Art (CIDOC-CRM)',
  schema: 'schema.org',
  foaf: 'FOAF',
} as const;

export type ViewName = keyof typeof VIEWS;

export const VIEW_NAMES = Object.keys(VIEWS) as readonly ViewName[];
