import type { SourceProfile } from '../../model/mapping/access.js';
import type { GenderSetting } from '../../model/mapping/gender.js';
import type { Organisations } from '../../model/mapping/organisation.js';
import type { PersonsProfile } from '../../model/mapping/persons-profile.js';
import type { SubjectsTable } from '../../model/mapping/subjects.js';
import type { Compression, Format } from '../../model/rdf/formats/format.js';
import type { LinkTemplates, OperatorLink } from '../../model/rdf/links.js';
import { DATASETS, type Dataset, type Group } from '../../model/records/datasets.js';
import type { ReleaseFacts } from '../../release/description/facts.js';
import type { MaxRejected, OnViolation } from './violation-policy.js';
import type { Workers } from './workers.js';

/** Configured metadata of releases. */
type PublicationSettings = Pick<ReleaseFacts, 'downloads' | 'frequency' | 'availability' | 'contact' | 'doi'>;

/** The settings of features, by key. Plain data. */
export type FeatureSettings = Readonly<Record<string, unknown>>;

/** The module of a feature that is none of the program. */
export interface FeatureModule {
  /** The module as it is imported, in threads too. */
  readonly url: string;
  /** The digest of its file: another one makes another release. */
  readonly sha256: string;
}

/** What features add to the plan, each under its own name, so that none replaces what another has set. Plain data. */
export interface PlanAdditions {
  /** Whether there is a dataset with the county and the years that hold for each work; absent: no. */
  readonly effective?: boolean;
  /** The operator's own table of links; absent: none. */
  readonly links?: readonly OperatorLink[];
  /** The operator's own table of classifications; absent: none. */
  readonly subjects?: SubjectsTable;
  readonly [feature: string]: unknown;
}

/** All settings of a build. */
export interface BuildPlan {
  readonly kinds: readonly Group[];
  readonly store: string;
  readonly out: string;
  /** The release's folder in `out`: a date, `sample`, or a name. */
  readonly label: string;
  /** The formats of every dataset; absent: Turtle and JSON-LD. */
  readonly formats?: readonly Format[];
  /** Whether the context is in each JSON-LD file, or the file has its address; absent: inline. */
  readonly context?: 'inline' | 'link';
  /** The compression of dataset files; absent: none. */
  readonly compression?: Compression;
  /** The data base IRI: https, ending in `/`. */
  readonly base: string;
  /** The vocabulary base IRI: https, ending in `/`; absent: the default. */
  readonly vocabularyBase?: string;
  readonly gender: GenderSetting;
  readonly profile: SourceProfile;
  readonly onViolation: OnViolation;
  /** The most records that may be in quarantine; absent: any number. */
  readonly maxRejected?: MaxRejected;
  /** Whether a release of the same label may be replaced; absent: it may not. */
  readonly replace?: boolean;
  /** Whether `latest` is to refer to the release; absent: it stays. */
  readonly isLatest?: boolean;
  /** Whether the harvest is a trial, which has part of the records; absent: it is not. */
  readonly isTrial?: boolean;
  /** The process id for the lock of the folder; absent: no lock. */
  readonly pid?: number;
  /** An earlier release for the delta; absent: none. */
  readonly previous?: string;
  /** The share by which a kind may grow or shrink since then without a warning; absent: 0.2. */
  readonly maxChange?: number;
  /** The share of the records of a kind that may no longer be published since then; absent: any. */
  readonly maxWithdrawn?: number;
  /** Later years are implausible in a date, unless the store has the year of its harvest. */
  readonly latestYear: number;
  /** How much is published of the people of the schools collection; absent: `full`. */
  readonly personsProfile?: PersonsProfile;
  /** Texts that mean "no name"; absent: the default ones. */
  readonly placeholders?: readonly string[];
  /** Templates of links to other sites; absent: no links. */
  readonly links?: LinkTemplates;
  readonly additions?: PlanAdditions;
  /** The publishers; absent: neutral names. */
  readonly organisations?: Organisations;
  /** Configured metadata of the release; absent: none. */
  readonly announcement?: PublicationSettings;
  /** The day of the release, `YYYY-MM-DD`; absent: the first of `latestYear`. */
  readonly issued?: string;
  /** Worker threads; absent: one thread. The release does not depend on it. */
  readonly workers?: Workers;
  /** Whether the result has a profile of run times. */
  readonly isProfiled?: boolean;
  /** The version of this program; absent: unknown. */
  readonly program?: string;
  /** The versions of Node's libraries that outputs depend on; absent: unknown. */
  readonly runtime?: string;
  /** A folder of shard outputs that several processes share; absent: outputs are in the staging directory. */
  readonly spool?: string;
  /** Settings of features that the files of a release depend on; absent: none. */
  readonly settings?: FeatureSettings;
  /** Features from outside that make files; absent: none. */
  readonly modules?: readonly FeatureModule[];
}

/** The datasets that a build writes. */
export const writtenDatasets = ({
  kinds,
  personsProfile = 'full',
  additions: { effective = false, subjects } = {},
}: Pick<BuildPlan, 'kinds' | 'personsProfile' | 'additions'>): Dataset[] =>
  (Object.keys(DATASETS) as Dataset[]).filter(
    (dataset) =>
      DATASETS[dataset].of.some((group) => kinds.includes(group)) &&
      (dataset !== 'schools-people' || personsProfile === 'full') &&
      (dataset !== 'effective' || effective) &&
      (dataset !== 'subjects' || subjects !== undefined),
  );

/** The formats of every dataset. */
export const formatsOf = ({ formats = ['ttl', 'jsonld'] }: Pick<BuildPlan, 'formats'>): readonly Format[] =>
  formats;

/** The configured English name of the place-names database. */
export const placenamesTitle = ({ organisations }: Pick<BuildPlan, 'organisations'>): string | undefined =>
  organisations?.placenames.name.en?.[0];

/** The day of a release, `YYYY-MM-DD`. */
export const dayOf = ({ issued, latestYear }: Pick<BuildPlan, 'issued' | 'latestYear'>): string =>
  issued ?? `${latestYear}-01-01`;
