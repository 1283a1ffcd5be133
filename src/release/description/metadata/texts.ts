import { z } from 'zod';
import { type Bilingual, bilingual, referenceTable } from '../../../base/reference-data.js';
import { doiAddress, type Publication } from '../../../model/rdf/iris.js';
import type { LanguageMap } from '../../../model/rdf/node.js';
import { LICENCE_NAMES, licenceOfPublication, publisherOf, type ReleaseFacts } from '../facts.js';
import type { DataFile } from '../released-file.js';

/** Title, description, keywords and themes of a publication. */
const aboutPublication = z.strictObject({
  title: bilingual,
  description: bilingual,
  keywords: z.strictObject({ en: z.array(z.string()), ga: z.array(z.string()) }),
  themes: z.array(z.enum(['education', 'regions'])),
});

export const TEXTS = referenceTable(
  'release-texts',
  z.strictObject({
    publications: z.record(z.enum(['folklore', 'placenames']), aboutPublication),
    datasets: z.record(z.string(), bilingual),
    derived: z.record(z.string(), bilingual),
    deltas: z.record(z.enum(['added', 'removed', 'removed-properties', 'patch']), bilingual),
    scripts: z.record(z.string(), z.strictObject({ store: z.string(), how: z.string() })),
    licences: z.record(z.enum(['by-nc', 'by', 'zero', 'both']), z.string()),
    files: z.record(z.string(), z.string()),
    trial: bilingual,
    deposit: z.strictObject({ place: bilingual, years: bilingual, licences: bilingual, zero: bilingual }),
  }),
);

export const inBothLanguages = ({ en, ga }: Bilingual): LanguageMap => ({ en: [en], ga: [ga] });

/** A name in English, or else in its first language. */
const nameIn = (name: LanguageMap): string => name.en?.[0] ?? Object.values(name)[0]?.[0] ?? '';

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
export const titleOfWhole = (publications: readonly Publication[], language: 'en' | 'ga' = 'en'): string =>
  publications.map((one) => TEXTS.publications[one].title[language]).join('; ');

/** The title of a release of a publication. */
export const titleOfRelease = (publication: Publication, label: string): Bilingual => {
  const { en, ga } = TEXTS.publications[publication].title;
  return { en: `${en}, ${label}`, ga: `${ga}, ${label}` };
};

/** The description of a publication; in a trial after that of the trial. */
export function descriptionOf(
  publication: Publication,
  { isTrial }: Pick<ReleaseFacts, 'isTrial'>,
): Bilingual {
  const { description } = TEXTS.publications[publication];
  const { trial } = TEXTS;
  return isTrial === true
    ? { en: `${trial.en} ${description.en}`, ga: `${trial.ga} ${description.ga}` }
    : description;
}

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

/**
 * What a DOI is to a publication, or to a release of it: its identifier, or, where a deposit has several publications, what
 * it is part of.
 */
export const deposited = <T>(
  doi: string | undefined,
  publications: readonly Publication[],
  said: { readonly alone: (address: string) => T; readonly within: (address: string) => T },
): T | undefined =>
  doi === undefined ? undefined : said[publications.length === 1 ? 'alone' : 'within'](doiAddress(doi));
