import type { GenderScheme } from '../mapping/gender.js';
import type { Organisations } from '../mapping/organisation.js';
import type { PersonsProfile } from '../mapping/people.js';
import type { SourceProfile } from '../mapping/publication.js';
import type { LinkTemplates } from '../rdf/links.js';
import type { Group } from './kinds.js';

/** What to do with a record that the shapes reject: leave it out and go on, or end the run. */
export type OnRejected = 'skip' | 'halt';

/** Everything a build needs to know. */
export interface BuildPlan {
  readonly kinds: readonly Group[];
  readonly store: string;
  readonly out: string;
  /** The release's folder below `out`: a date, `sample`, or a name. */
  readonly label: string;
  /** The data base IRI: https, ending in `/`. */
  readonly base: string;
  /** What the IRIs of the vocabulary begin with: https, ending in `/`; absent: the default. */
  readonly vocabularyBase?: string;
  readonly gender: GenderScheme;
  readonly profile: SourceProfile;
  readonly onRejected: OnRejected;
  /** More rejected records than this fail the gate; absent: any number passes. */
  readonly maxRejected?: number;
  /** Years after this one are implausible in a date. */
  readonly latestYear: number;
  /** What is said of the people of the schools collection; absent: `full`. */
  readonly personsProfile?: PersonsProfile;
  /** Templates of addresses outside our own; absent: those of the model. */
  readonly links?: LinkTemplates;
  /** Who publishes; absent: nobody by name. */
  readonly organisations?: Organisations;
}
