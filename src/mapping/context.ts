import type { Iris } from '../rdf/iris.js';
import type { Links } from '../rdf/links.js';
import type { Place } from '../schema/placenames/place.js';
import type { Organisations } from './organisation.js';
import type { PersonsProfile } from './persons-profile.js';
import type { IsPlaceholder } from './placeholder.js';
import type { Located } from './placenames/geography.js';
import type { Wording } from './placenames/placename.js';

/** What the place-names database says of a place that the archive speaks of, as far as the two are compared. */
export interface KnownPlace extends Located {
  readonly id: number;
  /** The place that it was merged into; then nothing else is published of it. */
  readonly replacementID?: number | undefined;
  readonly placenames: readonly Pick<Wording, 'wording' | 'language'>[];
}

/** The same of a whole record, of which nothing else is held: there are many, and all of them are needed at once. */
export const knownPlace = ({
  id,
  replacementID,
  placenames,
  geography,
  gridReferences,
}: Place): KnownPlace => ({
  ...{ id, replacementID, geography, gridReferences },
  placenames: placenames.map(({ wording, language }) => ({ wording, language })),
});

/** What a mapper needs to know beside the record itself. */
export interface MappingContext {
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
  hasCode(term: string, word: string): boolean;
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
