import type { LanguageMap, Node } from '../rdf/node.js';
import type { MappingContext } from './context.js';

/** What an operator says of one of the two publishers. */
export interface Organisation {
  /** Its name by language. */
  readonly name: LanguageMap;
  /** Its home page. */
  readonly url?: string | undefined;
  /** How it wants to be named by who uses its data. */
  readonly credit?: string | undefined;
  /** Whose the data is, as it wants to be told beside it: `© …`. */
  readonly copyright?: string | undefined;
}

export type OrganisationName = 'archive' | 'placenames';
export type Organisations = Readonly<Record<OrganisationName, Organisation>>;

/** Nobody publishes data in another's name by forgetting a setting. */
export const NEUTRAL_ORGANISATIONS: Organisations = {
  archive: { name: { ga: ['Cartlann béaloidis'], en: ['Folklore archive'] } },
  placenames: { name: { ga: ['Bunachar logainmneacha'], en: ['Place-names database'] } },
};

const TYPES: Readonly<Record<OrganisationName, string>> = {
  archive: 'ArchiveOrganization',
  placenames: 'Organization',
};

/** The archive that holds the collections, or who keeps the place-names database (model 3.1). */
export const describeOrganisation = (
  which: OrganisationName,
  { iri, organisations }: MappingContext,
): Node => ({
  id: iri.organisation(which),
  type: [TYPES[which]],
  label: organisations[which].name,
  name: organisations[which].name,
  url: organisations[which].url,
});
