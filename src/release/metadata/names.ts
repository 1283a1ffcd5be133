import { compareBytes } from '../../base/byte-order.js';
import { fragment, type Iris, mintIris, type Publication } from '../../rdf/iris.js';
import { downloadsOf, type ReleaseFacts } from '../facts.js';
import type { DataFile } from '../released-file.js';

/** The IRIs of one release (model 2.2 and 6). */
export interface ReleaseNames {
  readonly iri: Iris;
  /** The publication, whatever its release. */
  publication(publication: Publication): string;
  /** The publication as this release has it. */
  release(publication: Publication): string;
  /** The publication as the release before has it. */
  previous(publication: Publication): string | undefined;
  dataset(dataset: ReleaseFacts['datasets'][number]): string;
  /** A file with data: a dump by its name, any other by its path. */
  file(file: Pick<DataFile, 'publication' | 'path'>): string;
  /** Where a file can be fetched. */
  download(path: string): string;
  /** What the shapes that all records keep to are called. */
  readonly shapes: string;
  /** A moment as it is written everywhere. */
  moment(moment: string | undefined): string | undefined;
}

export function namesOf(facts: ReleaseFacts): ReleaseNames {
  const { base, label, previous, vocabularyBase } = facts;
  const iri = mintIris(base);
  const downloads = downloadsOf(facts);
  return {
    iri,
    publication: iri.publication,
    release: (publication) => iri.release(publication, label),
    previous: (publication) => (previous === undefined ? undefined : iri.release(publication, previous)),
    dataset: ({ publication, name }) => iri.released(publication, label, name),
    file: ({ publication, path }) => iri.released(publication, label, path.replace(/^data\//, '')),
    download: (path) => downloads + path.split('/').map(encodeURIComponent).join('/'),
    shapes: `${vocabularyBase}shapes/1`,
    moment: (moment) =>
      moment?.replace(FRACTION, (_, digits: string) => (digits === '' ? 'Z' : `.${digits}Z`)),
  };
}

/** The canonical form, which stores give back as it is, has no zeros at the end of a fraction. */
const FRACTION = /\.(\d*?)0*Z$/;

/** A node of its own about a dataset or a file. */
export const about = fragment.described;

/** The entries of counts, by the bytes of their keys. */
export const inOrder = (counts: ReadonlyMap<string, number>): (readonly [string, number])[] =>
  [...counts].sort(([a], [b]) => compareBytes(a, b));
