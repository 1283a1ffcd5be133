import { compareBytes } from '../../base/byte-order.js';
import { fragment, type Iris, mintIris, type Publication } from '../../rdf/iris.js';
import { downloadsOf, type ReleaseFacts } from '../facts.js';
import type { DataFile } from '../released-file.js';

/** The IRIs of one release (model 2.2 and 6). */
export interface ReleaseNames {
  readonly iri: Iris;
  /** The publication without a release. */
  publication(publication: Publication): string;
  /** This release of a publication. */
  release(publication: Publication): string;
  /** The release before of a publication. */
  previous(publication: Publication): string | undefined;
  dataset(dataset: ReleaseFacts['datasets'][number]): string;
  /** A file with data: a dump by its name, any other file by its path. */
  file(file: Pick<DataFile, 'publication' | 'path'>): string;
  /** Where a file can be fetched. */
  download(path: string): string;
  /** The shapes that all records conform to. */
  readonly shapes: string;
  /** A moment in canonical form. */
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

/** The canonical form has no zeros at the end of a fraction; stores may drop them. */
const FRACTION = /\.(\d*?)0*Z$/;

/** A node that belongs to a dataset or a file. */
export const about = fragment.described;

/** The entries of counts, in the order of the bytes of their keys. */
export const inOrder = (counts: ReadonlyMap<string, number>): (readonly [string, number])[] =>
  [...counts].sort(([a], [b]) => compareBytes(a, b));
