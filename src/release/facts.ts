import type { Organisation, OrganisationName } from '../mapping/organisation.js';
import type { Dump } from '../output/dataset-writer.js';
import type { DerivedFile } from '../output/derived/derived-file.js';
import type { Compression } from '../rdf/formats/format.js';
import type { Licence, Publication } from '../rdf/iris.js';
import type { Statistics } from './statistics.js';

/** How often a new release is announced: codes of contexts/release.jsonld. */
export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly', 'irregular'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** How long the files of a release are meant to stay where they are: codes of contexts/release.jsonld. */
export const AVAILABILITIES = ['experimental', 'temporary', 'available', 'stable'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** A publisher, and the copyright line it wants beside its data. */
export interface Publisher extends Organisation {
  readonly copyright?: string | undefined;
}

/** Whom to ask about a release. */
export interface Contact {
  readonly name: string;
  readonly email?: string | undefined;
  /** A page, for those who publish no address. */
  readonly page?: string | undefined;
}

/** A service that a publication was harvested from. */
export interface HarvestSource {
  /** What it is called, with its version: `Archive service v0.6`. */
  readonly name: string;
  /** The day of the harvest: `2026-11-20`. */
  readonly harvested: string;
  /** Begin and end of the harvest, in UTC, where they are known: `2026-11-20T18:00:00Z`. */
  readonly harvestedFrom?: string;
  readonly harvestedTo?: string;
}

/** Years that a publication is about. */
export interface Years {
  readonly from: number;
  readonly to: number;
}

/** A dataset of a release, and the publication that it is part of. */
export interface ReleasedDataset {
  readonly name: string;
  readonly publication: Publication;
}

/** A file that says what has changed since the release before. */
export interface DeltaFile {
  /** Below the folder of the release: `delta/folklore-added.nt.gz`. */
  readonly path: string;
  readonly publication: Publication;
  readonly kind: 'added' | 'removed' | 'removed-properties' | 'patch' | 'suppressed';
  readonly mediaType: string;
  readonly compression: Compression;
  readonly bytes: number;
  readonly unpacked: number;
  readonly sha256: string;
  /** Statements in it; of a list, none. */
  readonly triples?: number;
}

/** A file beside the data. */
export interface OtherFile {
  /** Below the folder of the release: `queries/README.md`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What became of the records of one kind. */
export interface KindOfRecord {
  readonly kind: string;
  /** What people call it. */
  readonly called: string;
  readonly fetched: number;
  readonly published: number;
  readonly withheld: number;
  readonly rejected: number;
  readonly unreadable: number;
}

/** Everything that the description of a release is made of. Every date is told: nothing here looks at a clock. */
export interface ReleaseFacts {
  readonly label: string;
  /** The label of the release before; absent: there was none. */
  readonly previous?: string | undefined;
  /** The day of the release: `2026-11-21`. */
  readonly issued: string;
  /** The data base and the vocabulary base: https, ending in `/`. */
  readonly base: string;
  readonly vocabularyBase: string;
  /** Where the folder of the release can be fetched, ending in `/`; absent: `{base}dumps/{label}/`. */
  readonly downloads?: string | undefined;
  /** Absent: monthly. */
  readonly frequency?: Frequency | undefined;
  /** Absent: nothing is promised. */
  readonly availability?: Availability | undefined;
  readonly publishers: Readonly<Record<OrganisationName, Publisher>>;
  readonly contact?: Contact | undefined;
  /** Absent: not known. */
  readonly years?: Readonly<Partial<Record<Publication, Years>>> | undefined;
  /** The version of this program. */
  readonly program: string;
  readonly sources: Readonly<Partial<Record<Publication, HarvestSource>>>;
  /** In the order in which they are told. */
  readonly datasets: readonly ReleasedDataset[];
  readonly statistics: Statistics;
  /** In the folder `data`. */
  readonly dumps: readonly Dump[];
  /** In the folder `derived`. */
  readonly derived?: readonly DerivedFile[] | undefined;
  readonly deltas?: readonly DeltaFile[] | undefined;
  /** All else in the folder of the release, but for `run.json` and what the description itself is made of. */
  readonly others: readonly OtherFile[];
  readonly kinds: readonly KindOfRecord[];
}

/** What the records of a publication come with. */
const LICENCES: Readonly<Record<Publication, Licence>> = { folklore: 'by-nc', placenames: 'by' };

/** What a licence is called, and its name in the SPDX list of licences. */
export const LICENCE_NAMES: Readonly<Record<Licence, { readonly short: string; readonly spdx: string }>> = {
  'by-nc': { short: 'CC BY-NC 4.0', spdx: 'CC-BY-NC-4.0' },
  by: { short: 'CC BY 4.0', spdx: 'CC-BY-4.0' },
  zero: { short: 'CC0 1.0', spdx: 'CC0-1.0' },
};

export const licenceOfPublication = (publication: Publication): Licence => LICENCES[publication];

/** Holds our own IRIs and a code for each, nothing of either source: given away like all that we say ourselves. */
const OMISSIONS = 'omissions';

/** The licence of everything in a dataset (docs/decisions/2026-11-21-a-release-describes-itself.md). */
export const licenceOfDataset = ({ name, publication }: ReleasedDataset): Licence =>
  name === OMISSIONS ? 'zero' : LICENCES[publication];

/** The publications that a release holds something of: that nobody is missing is no reason to describe a publication. */
export function publicationsOf({ datasets }: Pick<ReleaseFacts, 'datasets'>): Publication[] {
  const told = datasets.filter(({ name }) => name !== OMISSIONS).map(({ publication }) => publication);
  const present = [...new Set(told)];
  return present.length > 0 ? present : [...new Set(datasets.map(({ publication }) => publication))];
}

/** The datasets that a publication is described with: what is missing is told by the other one, where there is but one. */
export function datasetsOf(
  publication: Publication,
  facts: Pick<ReleaseFacts, 'datasets'>,
): ReleasedDataset[] {
  const [only, ...more] = publicationsOf(facts);
  return facts.datasets.filter(
    (dataset) => dataset.publication === publication || (more.length === 0 && publication === only),
  );
}

/** What an organisation is responsible for. */
export const publisherOf = (publication: Publication): OrganisationName =>
  publication === 'folklore' ? 'archive' : 'placenames';

/** A folder on the web for the files of a release. */
export const downloadsOf = ({
  downloads,
  base,
  label,
}: Pick<ReleaseFacts, 'downloads' | 'base' | 'label'>): string =>
  downloads ?? `${base}dumps/${encodeURIComponent(label)}/`;
