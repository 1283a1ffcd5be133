import { type Collection, licence } from '../../rdf/iris.js';
import type { LanguageMap, Node } from '../../rdf/node.js';
import type { MappingContext } from '../context.js';

/** What is known of each collection before any record of it is read (model 3.1). */
const COLLECTIONS: Readonly<
  Record<Collection, { identifier: string; label: LanguageMap; isArchive: boolean; temporal?: string }>
> = {
  cbe: {
    identifier: 'CBÉ',
    label: {
      en: ['The Main Manuscript Collection (CBÉ)'],
      ga: ['An Príomhbhailiúchán Lámhscríbhinní (CBÉ)'],
    },
    isArchive: true,
  },
  cbes: {
    identifier: 'CBÉS',
    label: { en: ["The Schools' Collection (CBÉS)"], ga: ['Bailiúchán na Scol (CBÉS)'] },
    isArchive: true,
    // Said once, here: items of the schools collection have no dates of their own.
    temporal: '1937/1939',
  },
  cbeg: {
    identifier: 'CBÉG',
    label: { en: ['The Photographic Collection (CBÉG)'], ga: ['An Bailiúchán Grianghraf (CBÉG)'] },
    isArchive: true,
  },
  cbed: {
    identifier: 'CBÉD',
    label: { en: ['The Persons Database (CBÉD)'], ga: ['An Bunachar Daoine (CBÉD)'] },
    isArchive: false,
  },
};

/** The short name of a collection in labels: `CBÉ 0109`. */
export const shelfmark = (collection: Collection): string => COLLECTIONS[collection].identifier;

/** One of the four folklore collections (model 3.1). */
export const describeCollection = (collection: Collection, { iri }: MappingContext): Node => ({
  id: iri.collection(collection),
  type: [
    'Collection',
    'SchemaCollection',
    ...(COLLECTIONS[collection].isArchive ? ['ArchiveComponent'] : []),
  ],
  label: COLLECTIONS[collection].label,
  identifier: COLLECTIONS[collection].identifier,
  temporal: COLLECTIONS[collection].temporal,
  holdingArchive: COLLECTIONS[collection].isArchive ? iri.organisation('archive') : undefined,
  license: licence('by-nc'),
});
