import type { SourceProfile } from '../mapping/access.js';
import type { GenderScheme } from '../mapping/gender.js';
import type { Organisations } from '../mapping/organisation.js';
import type { PersonsProfile } from '../mapping/persons-profile.js';
import type { Compression, Format } from '../rdf/formats/format.js';
import type { LinkTemplates } from '../rdf/links.js';
import type { ReleaseFacts } from '../release/facts.js';
import type { Group } from './datasets.js';
import type { MaxRejected, OnViolation } from './violation-policy.js';
import type { Workers } from './workers.js';

/** What an operator says of releases. */
export type PublicationSettings = Pick<ReleaseFacts, 'downloads' | 'frequency' | 'availability' | 'contact'>;

/** Everything a build needs to know. */
export interface BuildPlan {
  readonly kinds: readonly Group[];
  readonly store: string;
  readonly out: string;
  /** The release's folder below `out`: a date, `sample`, or a name. */
  readonly label: string;
  /** What every dataset is written as; absent: Turtle and JSON-LD. */
  readonly formats?: readonly Format[];
  /** How the files of the datasets are compressed; absent: not at all. */
  readonly compression?: Compression;
  /** The data base IRI: https, ending in `/`. */
  readonly base: string;
  /** What the IRIs of the vocabulary begin with: https, ending in `/`; absent: the default. */
  readonly vocabularyBase?: string;
  readonly gender: GenderScheme;
  readonly profile: SourceProfile;
  readonly onViolation: OnViolation;
  /** More records in quarantine than this fail the gate; absent: any number passes. */
  readonly maxRejected?: MaxRejected;
  /** Whether a release of the same label may be replaced; absent: it may not. */
  readonly replace?: boolean;
  /** Whether `latest` is to lead to the release; absent: it stays as it is. */
  readonly isLatest?: boolean;
  /** The number of this process, to keep others out of the folder; absent: nobody is kept out. */
  readonly pid?: number;
  /** An earlier release, to tell what has changed since; absent: none. */
  readonly previous?: string;
  /** The share by which the records of a kind may grow or shrink since then without a warning; absent: a fifth. */
  readonly maxChange?: number;
  /** Years after this one are implausible in a date, unless the store knows the year of its harvest: that one counts. */
  readonly latestYear: number;
  /** What is said of the people of the schools collection; absent: `full`. */
  readonly personsProfile?: PersonsProfile;
  /** What stands where nobody gave a name; absent: the usual words. */
  readonly placeholders?: readonly string[];
  /** Templates of addresses outside our own; absent: none, and no link is made. */
  readonly links?: LinkTemplates;
  /** Who publishes; absent: nobody by name. */
  readonly organisations?: Organisations;
  /** What the release says of itself beside what is in it; absent: nothing. */
  readonly announcement?: PublicationSettings;
  /** The day of the release, `YYYY-MM-DD`; absent: the first of `latestYear`. */
  readonly issued?: string;
  /** Threads that describe records; absent: none but this one. What is written does not depend on it. */
  readonly workers?: Workers;
  /** Whether the result says where the time went; absent: it does not. */
  readonly isProfiled?: boolean;
  /** The version of this program; absent: unknown. */
  readonly program?: string;
}
