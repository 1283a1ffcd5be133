import type { GenderScheme } from '../mapping/gender.js';
import type { SourceProfile } from '../mapping/publication.js';
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
  readonly gender: GenderScheme;
  readonly profile: SourceProfile;
  readonly onRejected: OnRejected;
  /** More rejected records than this fail the gate; absent: any number passes. */
  readonly maxRejected?: number;
  /** Years after this one are implausible in a date. */
  readonly latestYear: number;
}
