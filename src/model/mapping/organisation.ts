import type { LanguageMap } from '../rdf/node.js';

/** One of the two publishers, as configured. */
export interface Organisation {
  /** Its name by language. */
  readonly name: LanguageMap;
  /** Its home page. */
  readonly url?: string | undefined;
  /** The attribution that it asks of users of its data. */
  readonly credit?: string | undefined;
  /** Its copyright notice: `© …`. */
  readonly copyright?: string | undefined;
}

export type OrganisationName = 'archive' | 'placenames';
export type Organisations = Readonly<Record<OrganisationName, Organisation>>;

/** The names without configuration: no publisher is named by default. */
export const NEUTRAL_ORGANISATIONS: Organisations = {
  archive: { name: { ga: ['Cartlann béaloidis'], en: ['Folklore archive'] } },
  placenames: { name: { ga: ['Bunachar logainmneacha'], en: ['Place-names database'] } },
};
