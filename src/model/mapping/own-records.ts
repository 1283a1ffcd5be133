import { type Collection, type Iris, licence, type Scheme } from '../rdf/iris.js';
import type { LanguageMap, Node } from '../rdf/node.js';
import type { MappingContext } from './mapping-context.js';
import type { OrganisationName } from './organisation.js';

/* The records that no service sends. */

/** The archive that holds the collections, or the keeper of the place-names database (model 3.1). */
export const describeOrganisation = (
  organisation: OrganisationName,
  { iri, organisations }: MappingContext,
): Node => ({
  id: iri.organisation(organisation),
  type: [organisation === 'archive' ? 'schema:ArchiveOrganization' : 'schema:Organization'],
  label: organisations[organisation].name,
  name: organisations[organisation].name,
  url: organisations[organisation].url,
});

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
    // The date of the whole collection: its items have none.
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

/** The short name of a collection in labels: `CBÉ` of `CBÉ 0109`. */
export const shelfmark = (collection: Collection): string => COLLECTIONS[collection].identifier;

/** The title of a collection by language. */
export const collectionTitle = (collection: Collection): LanguageMap => COLLECTIONS[collection].label;

/** The date of a whole collection whose items have none. */
export const dateOfCollection = (collection: string): string | undefined =>
  (COLLECTIONS as Readonly<Record<string, { readonly temporal?: string }>>)[collection]?.temporal;

/** One of the four folklore collections (model 3.1). */
export function describeCollection(collection: Collection, { iri }: MappingContext): Node {
  const { label, identifier, temporal, isArchive } = COLLECTIONS[collection];
  return {
    id: iri.collection(collection),
    type: ['Collection', 'schema:Collection', ...(isArchive ? ['schema:ArchiveComponent'] : [])],
    label,
    identifier,
    temporal,
    holdingArchive: isArchive ? iri.organisation('archive') : undefined,
    license: licence('by-nc'),
  };
}

type ConceptScheme = Exclude<Scheme, 'glossary'>;

/** The titles of the concept schemes (model 3.3 to 3.9) and the IRIs of their concepts. */
const SCHEMES: Readonly<
  Record<ConceptScheme, { readonly title: LanguageMap; readonly concept: (iri: Iris, id: never) => string }>
> = {
  'cbes/topics': {
    title: { en: ["Schools' Collection Subject List"], ga: ['Clár Ábhar Bhailiúchán na Scol'] },
    concept: (iri, id) => iri.schoolsTopic(id),
  },
  // The title of a book; it has no translation.
  handbook: {
    title: { en: ['A Handbook of Irish Folklore'], ga: ['Ceannteidil as A Handbook of Irish Folklore'] },
    concept: (iri, id) => iri.handbookTopic(id),
  },
  'cbed/occupations': {
    title: { en: ['Occupations'], ga: ['Slite beatha'] },
    concept: (iri, id) => iri.occupation(id),
  },
  category: {
    title: { en: ['Place categories'], ga: ['Catagóirí áiteanna'] },
    concept: (iri, id) => iri.category(id),
  },
  acceptability: {
    title: { en: ['Acceptability'], ga: ['Inghlacthacht'] },
    concept: (iri, id) => iri.acceptability(id),
  },
};

export interface SchemeWithTop {
  readonly scheme: ConceptScheme;
  /** The ids of the concepts without a broader one. */
  readonly topConcepts: readonly (number | string)[];
}

/** A concept scheme. Its concepts refer to it; it refers to its top concepts only (model 3). */
export const describeScheme = ({ scheme, topConcepts }: SchemeWithTop, { iri }: MappingContext): Node => ({
  id: iri.scheme(scheme),
  type: ['skos:ConceptScheme'],
  prefLabel: SCHEMES[scheme].title,
  hasTopConcept: topConcepts.map((id) => SCHEMES[scheme].concept(iri, id as never)),
});

/** The glossary as an OntoLex lexicon with its entries (model 3.9). */
export const describeLexicon = (words: readonly number[], { iri }: MappingContext): Node => ({
  id: iri.scheme('glossary'),
  type: ['lime:Lexicon'],
  label: { en: ['Glossary of place-name elements'], ga: ["Gluais d'eilimintí logainmneacha"] },
  lexiconLanguage: 'ga',
  entry: words.map((word) => iri.glossary(word)),
});

/** The county and the date that hold for a work, also where it states none itself (model 3.11). */
export interface Effective {
  /** The IRI of the work below the data base. */
  readonly path: string;
  /** Their ids as places. */
  readonly counties: readonly number[];
  readonly countiesFrom?: EffectiveFrom | undefined;
  /** EDTF. */
  readonly date?: string | undefined;
  readonly fromYear?: number | undefined;
  readonly toYear?: number | undefined;
  readonly dateFrom?: EffectiveFrom | undefined;
  readonly dateQualifier?: string | undefined;
}

/** Whose statement holds. */
export const EFFECTIVE_FROM = ['own', 'place', 'school', 'part', 'collection'] as const;
export type EffectiveFrom = (typeof EFFECTIVE_FROM)[number];

/** What the dataset `effective` says of a work (model 3.11). */
export const describeEffective = (of: Effective, { iri }: Pick<MappingContext, 'iri'>): Node => ({
  id: `${iri.base}${of.path}`,
  effectiveCounty: of.counties.map((id) => iri.place(id)),
  effectiveCountyFrom: of.countiesFrom,
  effectiveDate: of.date,
  effectiveFromYear: of.fromYear,
  effectiveToYear: of.toYear,
  effectiveDateFrom: of.dateFrom,
  effectiveDateQualifier: of.dateQualifier,
});

/** A record that others refer to and that the release does not have (shapes/omission.ttl). */
export interface Omission {
  /** Its IRI below the data base. */
  readonly path: string;
  readonly reason: 'rejected' | 'absent';
}

export const describeOmission = ({ path, reason }: Omission, { iri }: MappingContext): Node => ({
  id: `${iri.base}${path}`,
  type: ['OmittedRecord'],
  omissionReason: reason,
});
