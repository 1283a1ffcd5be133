import { compareBytes } from '../../../base/byte-order.js';
import { fragment, mintIris, type Publication } from '../../../model/rdf/iris.js';
import { downloadsOf, type ReleasedDataset, type ReleaseFacts } from '../facts.js';
import type { DataFile } from '../released-file.js';
import type { ReleaseVocabulary } from './release-vocabulary.js';

/** Texts that a feature adds to the description of a release, for registers and repositories. */
export interface DescriptionTexts {
  /** The names of the files. */
  readonly files: readonly string[];
  /**
   * The texts by the names of the files. The same facts give the same texts.
   *
   * @param release with all files but the manifest and the checksums, which are made last, and those of features after this one
   */
  texts(release: DescribedRelease): Readonly<Record<string, string>>;
}

/** A release with what all files of its description need. */
export interface DescribedRelease extends ReleaseFacts {
  readonly names: ReleaseNames;
  readonly words: ReleaseVocabulary;
  /** Every file with data. */
  readonly files: readonly DataFile[];
  readonly publications: readonly Publication[];
  /** The names of the files of the description, with those that features add. */
  readonly description: readonly string[];
}

/** The IRIs of one release (model 2.2 and 6). */
export type ReleaseNames = ReturnType<typeof namesOf>;

export function namesOf(facts: ReleaseFacts) {
  const { base, label, previous, vocabularyBase } = facts;
  const iri = mintIris(base);
  const downloads = downloadsOf(facts);
  return {
    iri,
    /** The publication without a release. */
    publication: iri.publication,
    /** This release of a publication. */
    release: (publication: Publication) => iri.release(publication, label),
    /** The release before of a publication. */
    previous: (publication: Publication) =>
      previous === undefined ? undefined : iri.release(publication, previous),
    dataset: ({ publication, name }: ReleasedDataset) => iri.released(publication, label, name),
    /** A file with data: a dump by its name, any other file by its path. */
    file: ({ publication, path }: Pick<DataFile, 'publication' | 'path'>) =>
      iri.released(publication, label, path.replace(/^data\//, '')),
    /** The address of a file. */
    download: (path: string) => downloads + path.split('/').map(encodeURIComponent).join('/'),
    /** The shapes that all records conform to. */
    shapes: `${vocabularyBase}shapes/1`,
    /** A moment in canonical form. */
    moment: (moment: string | undefined) =>
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
