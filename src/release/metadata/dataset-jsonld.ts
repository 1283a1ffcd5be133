import { licence, type Publication } from '../../rdf/iris.js';
import type { LanguageMap } from '../../rdf/node.js';
import { licenceOfPublication, publicationsOf, publisherOf, type ReleaseFacts } from '../facts.js';
import { type DataFile, dataFiles, filesOf } from '../released-file.js';
import { titleOfFile } from './distribution.js';
import type { ReleaseNames } from './names.js';
import type { ReleaseVocabulary } from './release-vocabulary.js';
import { type Bilingual, creditOf, PUBLICATIONS } from './texts.js';

/**
 * dataset.jsonld: the publications for search engines and registers, in schema.org. The context is in the document, so that
 * nothing has to be fetched, and its terms begin with https, unlike those of the remote context.
 */
export function datasetJsonld(facts: ReleaseFacts, names: ReleaseNames, words: ReleaseVocabulary): string {
  const files = dataFiles(facts);
  const document = {
    '@context': contextOf(words),
    '@graph': publicationsOf(facts).map((publication) =>
      describe(publication, filesOf(publication, files, facts), facts, names),
    ),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

const contextOf = (words: ReleaseVocabulary): object => ({
  '@vocab': words.namespace('schema'),
  xsd: words.namespace('xsd'),
  license: { '@type': '@id' },
  url: { '@type': '@id' },
  contentUrl: { '@type': 'xsd:anyURI' },
  datePublished: { '@type': 'xsd:date' },
  dateModified: { '@type': 'xsd:date' },
});

function describe(
  publication: Publication,
  files: readonly DataFile[],
  facts: ReleaseFacts,
  names: ReleaseNames,
): object {
  const { title, description, keywords } = PUBLICATIONS[publication];
  const which = publisherOf(publication);
  const publisher = facts.publishers[which];
  const years = facts.years?.[publication];
  const self = names.iri.organisation(which);
  return {
    '@id': names.publication(publication),
    '@type': 'Dataset',
    name: texts(title),
    description: texts(description),
    license: licence(licenceOfPublication(publication)),
    publisher: {
      '@id': self,
      '@type': 'Organization',
      name: texts(publisher.name),
      url: publisher.url,
      contactPoint: contactOf(facts, names),
    },
    creator: { '@id': self },
    creditText: creditOf(publication, facts),
    copyrightNotice: publisher.copyright,
    version: facts.label,
    datePublished: facts.issued,
    dateModified: facts.sources[publication]?.harvested,
    inLanguage: ['ga', 'en'],
    keywords: texts(keywords),
    spatialCoverage: texts({ en: 'Ireland', ga: 'Éire' }),
    temporalCoverage: years && `${years.from}/${years.to}`,
    isAccessibleForFree: true,
    distribution: files.map((file) => download(file, names)),
  };
}

const contactOf = ({ contact }: ReleaseFacts, names: ReleaseNames): object | undefined =>
  contact && {
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
