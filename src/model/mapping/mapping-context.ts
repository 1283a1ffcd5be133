import type { Iris } from '../rdf/iris.js';
import type { Links } from '../rdf/links.js';
import type { Place, Placename } from '../schema/placenames/place.js';
import type { Published } from '../schema/privileged.js';
import type { Organisations } from './organisation.js';
import type { PersonsProfile } from './persons-profile.js';
import type { IsPlaceholder } from './placeholder.js';

/** The location of a place. */
export type Located = Pick<Published<Place>, 'geography' | 'gridReferences'> &
  Partial<Pick<Place, 'replacementID'>>;

/** A name of a place, as far as it becomes a label. */
export type Wording = Pick<Placename, 'wording' | 'language' | 'main'>;

/** The record of the place-names database of a place that the archive refers to, as far as the two are compared. */
export interface KnownPlace extends Located {
  readonly id: number;
  /** The place into which it was merged; then nothing else is published of it. */
  readonly replacementID?: number | undefined;
  readonly placenames: readonly Pick<Wording, 'wording' | 'language'>[];
  /** The counties that it lies in, by the category of what it lies in. */
  readonly counties?: readonly number[];
}

/** The category of counties (wire-format 4, category). */
export const COUNTY = 'CON';

/** Makes it from a whole record: all of them are kept in memory during a build. */
export const knownPlace = ({
  id,
  replacementID,
  placenames,
  geography,
  gridReferences,
  includedIn,
}: Place): KnownPlace => ({
  id,
  replacementID,
  geography,
  gridReferences,
  placenames: placenames.map(({ wording, language }) => ({ wording, language })),
  counties: includedIn.flatMap(({ id, category }) => (category?.id === COUNTY ? [id] : [])),
});

/** Settings and indexes that the mappings use. */
export interface MappingContext {
  readonly iri: Iris;
  /** Links to other sites, made from ids (model 2.4). */
  readonly link: Links;
  /** The two publishers, as configured. */
  readonly organisations: Organisations;
  /** How much of the people of the schools collection is published (model 5.5). */
  readonly personsProfile: PersonsProfile;
  /** Whether a text in a name field means that there is no name. */
  readonly isPlaceholder: IsPlaceholder;
  /** Whether an id of the schools collection is used for people of different names (model 7.3, X7). */
  isAmbiguous(schoolsPerson: number): boolean;
  /** Whether the JSON-LD context has the word among the codes of the term. */
  hasCode(term: string, word: string): boolean;
  /** The gender that a code means in a collection, or the code itself where that is not certain. */
  gender(collection: 'cbed' | 'cbes', code: string | undefined): GenderStatement;
  /** The place-names record of a place that the archive refers to, where it is in the same release. */
  placeRecord(id: number): KnownPlace | undefined;
  /** Whether several records of the release have an address elsewhere. */
  isSharedAddress(address: string): boolean;
  /** The addresses of a record in the operator's table of links. */
  operatorLinks(record: string): readonly string[];
  /** Years after this one are implausible (model 4.3, step 8): the year of the release. */
  readonly latestYear: number;
}

export interface GenderStatement {
  readonly gender?: 'Female' | 'Male';
  readonly genderCode?: string;
}
