import type { Bilingual } from '../../../base/reference-data.js';
import { licence, type Publication } from '../../../model/rdf/iris.js';
import type { LanguageMap } from '../../../model/rdf/node.js';
import { coverageOf, licenceOfPublication, publisherOf } from '../facts.js';
import { type DataFile, filesOf } from '../released-file.js';
import type { DescribedRelease, ReleaseNames } from './names.js';
import type { ReleaseVocabulary } from './release-vocabulary.js';
import { creditOf, deposited, descriptionOf, TEXTS, titleOfFile } from './texts.js';

/**
 * dataset.jsonld: the publications for search engines and registers, in schema.org. The context is in the document, so that
 * nothing has to be fetched, and its terms begin with https, unlike those of the remote context.
 */
export function datasetJsonld(release: DescribedRelease): string {
  const document = {
    '@context': contextOf(release.words),
    '@graph': release.publications.map((publication) => publicationObject(publication, release)),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

const contextOf = (words: ReleaseVocabulary): object => ({
  '@vocab': words.namespace('schema'),
  xsd: words.namespace('xsd'),
  license: { '@type': '@id' },
  url: { '@type': '@id' },
  isPartOf: { '@type': '@id' },
  contentUrl: { '@type': '@id' },
  datePublished: { '@type': 'xsd:date' },
  dateModified: { '@type': 'xsd:date' },
});

function publicationObject(publication: Publication, release: DescribedRelease): object {
  const { names } = release;
  const { title, keywords } = TEXTS.publications[publication];
  const which = publisherOf(publication);
  const publisher = release.publishers[which];
  const { years } = coverageOf(publication, release);
  const self = names.publication(publication);
  const organisation = names.iri.organisation(which);
  return {
    '@id': self,
    '@type': 'Dataset',
    name: texts(title),
    description: texts(descriptionOf(publication, release)),
    url: self,
    identifier: self,
    license: licence(licenceOfPublication(publication)),
    publisher: {
      '@id': organisation,
      '@type': 'Organization',
      name: texts(publisher.name),
      url: publisher.url,
      contactPoint: contactOf(release),
    },
    creator: { '@id': organisation },
    creditText: creditOf(publication, release),
    copyrightNotice: publisher.copyright,
    // What is described is the publication, whatever its release.
    ...deposited<object>(release.doi?.concept, release.publications, {
      alone: (address) => ({ identifier: address }),
      within: (address) => ({ isPartOf: address }),
    }),
    version: release.label,
    datePublished: release.issued,
    dateModified: release.sources[publication]?.harvested,
    inLanguage: ['ga', 'en'],
    keywords: texts(keywords),
    spatialCoverage: texts({ en: 'Ireland', ga: 'Éire' }),
    temporalCoverage: years && `${years.from}/${years.to}`,
    isAccessibleForFree: true,
    distribution: filesOf(publication, release.files, release).map((file) => download(file, names)),
  };
}

/** The contact, where it has an address for mail: registers refuse one without. dcat.ttl has any. */
const contactOf = ({ contact, names }: DescribedRelease): object | undefined =>
  contact?.email === undefined
    ? undefined
    : {
        '@id': names.iri.agent('contact'),
        '@type': 'ContactPoint',
        name: contact.name,
        email: contact.email,
        url: contact.page,
      };

const download = (file: DataFile, names: ReleaseNames): object => ({
  '@id': names.file(file),
  '@type': 'DataDownload',
  name: { '@value': titleOfFile(file).en, '@language': 'en' },
  description: texts(titleOfFile(file)),
  contentUrl: names.download(file.path),
  // Registers of heritage data want the compression here; media types do not have it.
  encodingFormat: file.compression === 'gzip' ? `${file.mediaType}+gzip` : file.mediaType,
  contentSize: String(file.bytes),
  sha256: file.sha256,
  license: licence(file.licence),
});

/** Texts with their languages. */
const texts = (byLanguage: LanguageMap | Bilingual): object[] =>
  Object.entries(byLanguage).flatMap(([language, values]) =>
    [values].flat().map((text) => ({ '@value': text, '@language': language })),
  );
