import { licence } from '../../model/rdf/iris.js';
import {
  coverageOf,
  downloadsOf,
  LICENCE_NAMES,
  licenceOfPublication,
  publisherOf,
} from '../../release/description/facts.js';
import type { DescribedRelease } from '../../release/description/metadata/names.js';
import { creditOf, publisherName, TEXTS, titleOfWhole } from '../../release/description/metadata/texts.js';

/** The metadata schema of DataCite, and the list that has the identifiers of licences. */
export const DATACITE = {
  schema: 'http://datacite.org/schema/kernel-4',
  licences: 'https://spdx.org/licenses/',
} as const;

/* What repositories are given with a release that is deposited, in their own terms. A deposit has all publications. */

/** Something that a deposit has a relation to. The relation is one of DataCite. */
interface Related {
  readonly relation: 'IsVersionOf' | 'IsNewVersionOf' | 'IsVariantFormOf' | 'IsDerivedFrom';
  readonly type: 'DOI' | 'URL';
  readonly identifier: string;
}

/** The deposits of all releases and of the release before, the same files on the web, and what the sources publish. */
function relatedTo(release: DescribedRelease): Related[] {
  const { doi, publications, names, publishers } = release;
  const before = publications.flatMap((one) => names.previous(one) ?? []);
  return [
    ...(doi?.concept === undefined
      ? []
      : [{ relation: 'IsVersionOf', type: 'DOI', identifier: doi.concept } as const]),
    ...(doi?.previous === undefined
      ? before.map((identifier) => ({ relation: 'IsNewVersionOf', type: 'URL', identifier }) as const)
      : [{ relation: 'IsNewVersionOf', type: 'DOI', identifier: doi.previous } as const]),
    { relation: 'IsVariantFormOf', type: 'URL', identifier: downloadsOf(release) },
    ...publications.flatMap((one) => {
      const { url } = publishers[publisherOf(one)];
      return url === undefined ? [] : [{ relation: 'IsDerivedFrom', type: 'URL', identifier: url } as const];
    }),
  ];
}

/** The strictest licence of the publications: that of a deposit as a whole, where only one can be given. */
const licenceOfWhole = ({ publications }: Pick<DescribedRelease, 'publications'>) =>
  publications.some((one) => licenceOfPublication(one) === 'by-nc') ? 'by-nc' : 'by';

/** Titles with their licences, and what has another licence; the credit lines. */
function licenceNotes(release: DescribedRelease, language: 'en' | 'ga'): string {
  const { licences, zero } = TEXTS.deposit;
  const each = release.publications.map(
    (one) => `${TEXTS.publications[one].title[language]}: ${LICENCE_NAMES[licenceOfPublication(one)].short}.`,
  );
  return [licences[language], ...each, zero[language]].join(' ');
}

const creditLines = (release: DescribedRelease): string =>
  release.publications.map((one) => creditOf(one, release)).join(' ');

const descriptionIn = ({ publications }: DescribedRelease, language: 'en' | 'ga'): string[] =>
  publications.map((one) => TEXTS.publications[one].description[language]);

/** The keywords of all publications, each once. */
const keywordsIn = ({ publications }: DescribedRelease, language: 'en' | 'ga'): string[] => [
  ...new Set(publications.flatMap((one) => TEXTS.publications[one].keywords[language])),
];

/**
 * .zenodo.json: the metadata of a deposit in the words of Zenodo (Zenodo developers, REST API, Deposit metadata). A DOI of
 * Zenodo itself is not given: Zenodo knows the one that it has reserved, and relates the versions of a deposit itself.
 */
export function zenodo(release: DescribedRelease): string {
  const { publications, contact, names } = release;
  const html = (text: string): string =>
    `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`;
  const document = {
    title: titleOfWhole(publications),
    upload_type: 'dataset',
    description: [...descriptionIn(release, 'en'), ...descriptionIn(release, 'ga')].map(html).join(''),
    creators: publications.map((one) => ({ name: publisherName(one, release) })),
    ...(contact === undefined ? {} : { contributors: [{ name: contact.name, type: 'ContactPerson' }] }),
    access_right: 'open',
    license: LICENCE_NAMES[licenceOfWhole(release)].spdx.toLowerCase(),
    keywords: [...new Set([...keywordsIn(release, 'en'), ...keywordsIn(release, 'ga')])],
    version: release.label,
    publication_date: release.issued,
    // ISO 639-3; there is room for one.
    language: 'gle',
    related_identifiers: [
      ...relatedTo(release)
        // Zenodo has no such relation: it says itself which versions belong together.
        .filter(({ relation }) => relation !== 'IsVersionOf')
        .map(({ relation, type, identifier }) => ({
          identifier,
          relation: `i${relation.slice(1)}`,
          scheme: type.toLowerCase(),
        })),
      ...publications.map((one) => ({
        identifier: names.release(one),
        relation: 'isAlternateIdentifier',
        scheme: 'url',
      })),
    ],
    notes: [licenceNotes(release, 'en'), licenceNotes(release, 'ga'), creditLines(release)]
      .map(html)
      .join(''),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** datacite.json: the metadata of a DOI (DataCite Metadata Schema 4.5, in the JSON of DataCite's REST API). */
export function datacite(release: DescribedRelease): string {
  const { publications, contact, doi, names, files, others, issued } = release;
  const [prefix, ...suffix] = doi?.reserved?.split('/') ?? [];
  const publishers = publications.map((one) => publisherName(one, release));
  const all = [...files, ...others];
  const bytes = all.reduce((sum, file) => sum + file.bytes, 0);
  const document = {
    schemaVersion: DATACITE.schema,
    ...(doi?.reserved === undefined ? {} : { doi: doi.reserved, prefix, suffix: suffix.join('/') }),
    types: { resourceType: 'RDF dataset', resourceTypeGeneral: 'Dataset' },
    creators: publishers.map((name) => ({ name, nameType: 'Organizational' })),
    titles: [
      { title: titleOfWhole(publications), lang: 'en' },
      { title: titleOfWhole(publications, 'ga'), titleType: 'TranslatedTitle', lang: 'ga' },
    ],
    publisher: { name: [...new Set(publishers)].join('; ') },
    publicationYear: issued.slice(0, 'yyyy'.length),
    subjects: (['en', 'ga'] as const).flatMap((lang) =>
      keywordsIn(release, lang).map((subject) => ({ subject, lang })),
    ),
    ...(contact === undefined
      ? {}
      : { contributors: [{ name: contact.name, contributorType: 'ContactPerson' }] }),
    dates: [
      { date: issued, dateType: 'Issued' },
      ...Object.values(release.sources).map(({ name, harvested }) => ({
        date: harvested,
        dateType: 'Collected',
        dateInformation: name,
      })),
      ...publications.flatMap((one) => {
        const { years } = coverageOf(one, release);
        const dateInformation = `${TEXTS.publications[one].title.en}: ${TEXTS.deposit.years.en}`;
        return years === undefined
          ? []
          : [{ date: `${years.from}/${years.to}`, dateType: 'Other', dateInformation }];
      }),
    ],
    // There is room for one.
    language: 'ga',
    alternateIdentifiers: publications.map((one) => ({
      alternateIdentifier: names.release(one),
      alternateIdentifierType: 'URL',
    })),
    relatedIdentifiers: relatedTo(release).map(({ relation, type, identifier }) => ({
      relatedIdentifier: identifier,
      relatedIdentifierType: type,
      relationType: relation,
    })),
    sizes: [`${all.length} files`, `${bytes} bytes`],
    formats: [...new Set(files.map(({ mediaType }) => mediaType))].sort(),
    version: release.label,
    rightsList: [...new Set([...publications.map(licenceOfPublication), 'zero' as const])].map((which) => ({
      rights: LICENCE_NAMES[which].short,
      rightsUri: licence(which),
      rightsIdentifier: LICENCE_NAMES[which].spdx,
      rightsIdentifierScheme: 'SPDX',
      schemeUri: DATACITE.licences,
    })),
    descriptions: (['en', 'ga'] as const).flatMap((lang) => [
      { description: descriptionIn(release, lang).join('\n\n'), descriptionType: 'Abstract', lang },
      { description: licenceNotes(release, lang), descriptionType: 'Other', lang },
    ]),
    geoLocations: [{ geoLocationPlace: TEXTS.deposit.place.en }],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
