import type { Organisation, OrganisationName } from '../../model/mapping/organisation.js';
import type { Compression } from '../../model/rdf/formats/format.js';
import type { Licence, Publication } from '../../model/rdf/iris.js';
import type { Dump } from '../dumps/dataset-writer.js';
import type { DerivedFile } from '../tables/derived-file.js';
import type { Statistics } from './statistics.js';

/** The files of the description; features add others. */
export const DESCRIPTION = [
  'void.ttl',
  'dcat.ttl',
  'dataset.jsonld',
  'README.md',
  'LICENCES.md',
  'manifest.json',
  'SHA256SUMS',
] as const;
export type DescriptionFile = (typeof DESCRIPTION)[number];

/** Frequencies of releases: codes of contexts/release.jsonld. */
export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly', 'irregular'] as const;
type Frequency = (typeof FREQUENCIES)[number];

/** How long the files of a release are to stay available: codes of contexts/release.jsonld. */
export const AVAILABILITIES = ['experimental', 'temporary', 'available', 'stable'] as const;
type Availability = (typeof AVAILABILITIES)[number];

/** A publisher and its copyright line. */
interface Publisher extends Organisation {
  readonly copyright?: string | undefined;
}

/** The contact for a release. */
interface Contact {
  readonly name: string;
  readonly email?: string | undefined;
  /** A page, in place of an address. */
  readonly page?: string | undefined;
}

/**
 * The DOIs of deposited releases. A DOI names all files of a deposit, of one or of both publications.
 *
 * A release cannot be changed when it is published: it has its own DOI only if this was reserved before the build.
 */
export interface Dois {
  /** Of all releases together: Zenodo calls it the concept DOI. */
  readonly concept?: string | undefined;
  /** Of this release. */
  readonly reserved?: string | undefined;
  /** Of the release before. */
  readonly previous?: string | undefined;
}

/** Prefix and suffix, without the address (DOI Handbook, section 2.2); of the suffix only the characters that registries recommend. */
export const DOI = /^10\.\d{4,9}(?:\.\d+)*\/[-._;()/:A-Za-z0-9]+$/;

/** The harvested service of a publication. */
interface HarvestSource {
  /** Its name and version: `Archive service v0.6`. */
  readonly name: string;
  /** The day of the harvest: `2026-11-20`. */
  readonly harvested: string;
  /** Begin and end of the harvest in UTC, where known: `2026-11-20T18:00:00Z`. */
  readonly harvestedFrom?: string;
  readonly harvestedTo?: string;
}

/** A dataset of a release, and its publication. */
export interface ReleasedDataset {
  readonly name: string;
  readonly publication: Publication;
}

/** A file with changes since the release before. */
export interface DeltaFile {
  /** Below the folder of the release: `delta/folklore/added.nt.gz`. */
  readonly path: string;
  readonly publication: Publication;
  readonly kind: 'added' | 'removed' | 'removed-properties' | 'patch';
  readonly mediaType: string;
  readonly compression: Compression;
  readonly bytes: number;
  readonly unpacked: number;
  readonly sha256: string;
  /** Absent for a list of properties. */
  readonly triples?: number;
}

/** A file beside the data. */
export interface OtherFile {
  /** Below the folder of the release: `queries/README.md`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The records of one kind by what became of them. */
export interface KindOfRecord {
  readonly kind: string;
  /** Its title. */
  readonly called: string;
  readonly fetched: number;
  readonly published: number;
  readonly withheld: number;
  readonly rejected: number;
  readonly unreadable: number;
  /** Statements that published records lack because they violated a shape or rule; absent: none. */
  readonly trimmed?: number;
}

/** The facts that the description of a release is made of, dates included: no clock is read. */
export interface ReleaseFacts {
  readonly label: string;
  /** The label of the release before, if any. */
  readonly previous?: string | undefined;
  /** The day of the release: `2026-11-21`. */
  readonly issued: string;
  /** Whether the release has part of the records only; absent: it is no trial. */
  readonly isTrial?: boolean | undefined;
  /** The data base and the vocabulary base: https, ending in `/`. */
  readonly base: string;
  readonly vocabularyBase: string;
  /** The web folder of the release, ending in `/`; default: `{base}dumps/{label}/`. */
  readonly downloads?: string | undefined;
  /** Default: monthly. */
  readonly frequency?: Frequency | undefined;
  /** Absent when nothing is promised. */
  readonly availability?: Availability | undefined;
  readonly publishers: Readonly<Record<OrganisationName, Publisher>>;
  readonly contact?: Contact | undefined;
  /** Absent: none is known. */
  readonly doi?: Dois | undefined;
  /** The version of this program. */
  readonly program: string;
  readonly sources: Readonly<Partial<Record<Publication, HarvestSource>>>;
  /** In the order of the descriptions. */
  readonly datasets: readonly ReleasedDataset[];
  readonly statistics: Statistics;
  /** In the folder `data`. */
  readonly dumps: readonly Dump[];
  /** In the folder `derived`. */
  readonly derived?: readonly DerivedFile[] | undefined;
  readonly deltas?: readonly DeltaFile[] | undefined;
  /** All other files of the release, without `run.json` and the files of the description. */
  readonly others: readonly OtherFile[];
  readonly kinds: readonly KindOfRecord[];
}

/** The licences of records. */
const LICENCES: Readonly<Record<Publication, Licence>> = { folklore: 'by-nc', placenames: 'by' };

/** The short names of licences, and their names in the SPDX list. */
export const LICENCE_NAMES: Readonly<Record<Licence, { readonly short: string; readonly spdx: string }>> = {
  'by-nc': { short: 'CC BY-NC 4.0', spdx: 'CC-BY-NC-4.0' },
  by: { short: 'CC BY 4.0', spdx: 'CC-BY-4.0' },
  zero: { short: 'CC0 1.0', spdx: 'CC0-1.0' },
};

export const licenceOfPublication = (publication: Publication): Licence => LICENCES[publication];

/** A dataset of our own IRIs and codes, without data of either source: CC0, like all our own texts. */
const OMISSIONS = 'omissions';

/** The licence of a dataset (docs/decisions/2026-11-21-a-release-describes-itself.md). */
export const licenceOfDataset = ({ name, publication }: ReleasedDataset): Licence =>
  name === OMISSIONS ? 'zero' : LICENCES[publication];

/** The publications with datasets in a release; a list of omissions alone makes none, unless there is nothing else. */
export function publicationsOf({ datasets }: Pick<ReleaseFacts, 'datasets'>): Publication[] {
  const withRecords = datasets.filter(({ name }) => name !== OMISSIONS);
  const present = [...new Set(withRecords.map(({ publication }) => publication))];
  return present.length > 0 ? present : [...new Set(datasets.map(({ publication }) => publication))];
}

/** The datasets that are described with a publication; a single publication describes all of them. */
export function datasetsOf(
  publication: Publication,
  facts: Pick<ReleaseFacts, 'datasets'>,
): ReleasedDataset[] {
  const [only, ...more] = publicationsOf(facts);
  return facts.datasets.filter(
    (dataset) => dataset.publication === publication || (more.length === 0 && publication === only),
  );
}

/** The years of the works of a publication, and the counties that its records name. */
export const coverageOf = (publication: Publication, facts: Pick<ReleaseFacts, 'datasets' | 'statistics'>) =>
  facts.statistics.coverage(datasetsOf(publication, facts).map(({ name }) => name));

/** The publisher of a publication. */
export const publisherOf = (publication: Publication): OrganisationName =>
  publication === 'folklore' ? 'archive' : 'placenames';

/** The web folder of a release. */
export const downloadsOf = ({
  downloads,
  base,
  label,
}: Pick<ReleaseFacts, 'downloads' | 'base' | 'label'>): string =>
  downloads ?? `${base}dumps/${encodeURIComponent(label)}/`;
