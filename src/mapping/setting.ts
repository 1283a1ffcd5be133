import type { Iris } from '../rdf/iris.js';
import type { Links } from '../rdf/links.js';
import type { Organisations } from './organisation.js';
import type { PersonsProfile } from './people.js';
import type { IsPlaceholder } from './placeholder.js';
import type { KnownPlace } from './placenames/known-place.js';

/** What a mapper needs to know beside the record itself. */
export interface Setting {
  readonly iri: Iris;
  /** Addresses outside our own, made of ids (model 2.4). */
  readonly link: Links;
  /** Who holds the archive and who keeps the database, in the operator's words. */
  readonly organisations: Organisations;
  /** What is said of the people of the schools collection (model 5.5). */
  readonly personsProfile: PersonsProfile;
  /** What stands where nobody gave a name. */
  readonly isPlaceholder: IsPlaceholder;
  /** Whether an id of the schools collection stands for people of different names (model 7.3, X7). */
  isAmbiguous(schoolsPerson: number): boolean;
  /** Whether the context lists the word among the codes of the term. */
  knows(term: string, word: string): boolean;
  /** The gender that a code states in a collection, or the code itself where it cannot be interpreted. */
  gender(collection: 'cbed' | 'cbes', code: string | undefined): GenderStatement;
  /** What the place-names database says of a place that the archive speaks of, where it is in the same release. */
  placeRecord(id: number): KnownPlace | undefined;
  /** Years after this one are implausible (model 4.3, step 8): the year of the release. */
  readonly latestYear: number;
}

export interface GenderStatement {
  readonly gender?: 'Female' | 'Male';
  readonly genderCode?: string;
}
