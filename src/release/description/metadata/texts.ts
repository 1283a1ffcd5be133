import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Licence, Publication } from '../../../model/rdf/iris.js';
import type { LanguageMap } from '../../../model/rdf/node.js';
import {
  type DeltaFile,
  LICENCE_NAMES,
  licenceOfPublication,
  publisherOf,
  type ReleaseFacts,
} from '../facts.js';
import type { DataFile } from '../released-file.js';
import { TEMPLATES } from '../template.js';

/** A text in both languages. */
export interface Bilingual {
  readonly en: string;
  readonly ga: string;
}

/** Title, description, keywords and themes of a publication. */
interface AboutPublication {
  readonly title: Bilingual;
  readonly description: Bilingual;
  readonly keywords: Readonly<Record<keyof Bilingual, readonly string[]>>;
  readonly themes: readonly ('education' | 'regions')[];
}

/** templates/texts.yaml. */
interface ReleaseTexts {
  readonly publications: Readonly<Record<Publication, AboutPublication>>;
  /** Titles of datasets. */
  readonly datasets: Readonly<Record<string, Bilingual>>;
  /** Titles of tables and maps, by the first word of their names. */
  readonly derived: Readonly<Record<string, Bilingual>>;
  readonly deltas: Readonly<Record<DeltaFile['kind'], Bilingual>>;
  /** How each bulk script is run, by path. */
  readonly scripts: Readonly<Record<string, { readonly store: string; readonly how: string }>>;
  /** What each licence permits, what is CC0, and why two licences do not mix. */
  readonly licences: Readonly<Record<Licence | 'both', string>>;
  /** Files beside the data; a folder ends in `/`. */
  readonly files: Readonly<Record<string, string>>;
}

export const TEXTS = parse(readFileSync(new URL('texts.yaml', TEMPLATES), 'utf8')) as ReleaseTexts;

export const inBothLanguages = ({ en, ga }: Bilingual): LanguageMap => ({ en: [en], ga: [ga] });

/** A name in English, or else in its first language. */
export const nameIn = (name: LanguageMap): string => name.en?.[0] ?? Object.values(name)[0]?.[0] ?? '';

/** The English name of the publisher of a publication. */
export const publisherName = (
  publication: Publication,
  { publishers }: Pick<ReleaseFacts, 'publishers'>,
): string => nameIn(publishers[publisherOf(publication)].name);

/** The credit line of a publication: that of its publisher, or else its name and licence. */
export function creditOf(
  publication: Publication,
  facts: Pick<ReleaseFacts, 'publishers' | 'label'>,
): string {
  const { short } = LICENCE_NAMES[licenceOfPublication(publication)];
  const { title } = TEXTS.publications[publication];
  return (
    facts.publishers[publisherOf(publication)].credit ??
    `${publisherName(publication, facts)}: ${title.en}, ${facts.label}, licensed under ${short}.`
  );
}

/** The title of a release with all its publications. */
export const titleOfWhole = (publications: readonly Publication[]): string =>
  publications.map((one) => TEXTS.publications[one].title.en).join('; ');

/** The title of a release of a publication. */
export const titleOfRelease = (publication: Publication, label: string): Bilingual => {
  const { en, ga } = TEXTS.publications[publication].title;
  return { en: `${en}, ${label}`, ga: `${ga}, ${label}` };
};

/** The title of a dataset, or else its name. */
export const titleOf = (dataset: string): Bilingual =>
  TEXTS.datasets[dataset] ?? { en: dataset, ga: dataset };

/** The title of a file: its contents and its format. */
export function titleOfFile({ path, called, dataset, delta }: DataFile): Bilingual {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const derived = TEXTS.derived[name.slice(0, name.indexOf('.'))] ?? { en: name, ga: name };
  const { en, ga } =
    dataset !== undefined ? titleOf(dataset) : delta !== undefined ? TEXTS.deltas[delta] : derived;
  return { en: `${en}: ${called}`, ga: `${ga}: ${called}` };
}
