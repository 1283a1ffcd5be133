import { doiAddress, licence, type Publication } from '../../model/rdf/iris.js';
import { licenceOfPublication, publisherOf } from '../../release/description/facts.js';
import { creditOf, publisherName, TEXTS, titleOfWhole } from '../../release/description/metadata/texts.js';
import { type Column, type ColumnType, hasRecords, isList } from '../../release/tables/column.js';
import { SEPARATOR } from '../../release/tables/csv.js';
import { howToRead, referenceOf } from '../../release/tables/csvw.js';
import type { TabledRelease } from './data-package.js';

const CROISSANT = 'http://mlcommons.org/croissant/';

/** The terms of Croissant in the context that its specification recommends (Croissant 1.1, appendix 1). */
const TERMS =
  'annotation arrayShape citeAs column containedIn equivalentProperty excludes extract field fileProperty fileObject fileSet format includes isArray isLiveDataset jsonPath key md5 parentField recordSet references regex readLines sdVersion separator source subField transform unArchive value';

/** That context. It is in the document, so that nothing has to be fetched. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'http://schema.org/',
  sc: 'http://schema.org/',
  cr: CROISSANT,
  rai: `${CROISSANT}RAI/`,
  dct: 'http://purl.org/dc/terms/',
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: { '@id': 'cr:examples', '@type': '@json' },
  ...Object.fromEntries(TERMS.split(' ').map((term) => [term, `cr:${term}`])),
};

/** The types of columns, and of the values of lists, where these are no texts. */
const TYPES: Partial<Record<ColumnType, string>> = {
  iri: 'sc:URL',
  iris: 'sc:URL',
  integer: 'sc:Integer',
  decimal: 'sc:Float',
  boolean: 'sc:Boolean',
  dateTime: 'sc:DateTime',
};

const to = (id: string) => ({ '@id': id });

/** croissant.json: the tables of a release for machine learning (Croissant 1.1), in English, which its texts are in. */
export function croissant(release: TabledRelease): object {
  const { tables, publications, label, publishers, doi } = release;
  const cited = doi?.reserved ?? doi?.concept;
  const organisation = (one: Publication): object => ({
    '@type': 'sc:Organization',
    '@id': release.names.iri.organisation(publisherOf(one)),
    name: publisherName(one, release),
    url: publishers[publisherOf(one)].url,
  });
  const files = new Set(tables.map(({ file }) => file));
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    conformsTo: `${CROISSANT}1.1`,
    name: `${titleOfWhole(publications)}, ${label}`,
    description: publications.map((one) => TEXTS.publications[one].description.en).join('\n\n'),
    license: publications.map((one) => licence(licenceOfPublication(one))),
    url: release.base,
    ...(cited === undefined ? {} : { identifier: doiAddress(cited) }),
    creator: publications.map(organisation),
    publisher: publications.map(organisation),
    datePublished: release.issued,
    version: label,
    inLanguage: ['ga', 'en'],
    keywords: [...new Set(publications.flatMap((one) => TEXTS.publications[one].keywords.en))],
    citeAs: publications.map((one) => creditOf(one, release)).join(' '),
    distribution: tables.map(({ file, publication, mediaType, bytes, sha256 }) => ({
      '@type': 'cr:FileObject',
      '@id': file,
      name: file,
      // Relative: it is beside this description.
      contentUrl: file,
      contentSize: `${bytes} B`,
      encodingFormat: mediaType,
      sha256,
      license: licence(licenceOfPublication(publication)),
    })),
    recordSet: tables.map(({ file, table }) => ({
      '@type': 'cr:RecordSet',
      '@id': nameOf(file),
      name: nameOf(file),
      description: `${table.en}. ${howToRead(table).en}`,
      ...(hasRecords(table) ? { key: to(`${nameOf(file)}/iri`) } : {}),
      field: table.columns.map((column) => fieldOf(file, column, files)),
    })),
  };
}

const nameOf = (file: string): string => file.replace(/\.csv$/, '');

function fieldOf(file: string, column: Column, files: ReadonlySet<string>): object {
  const { name, en, holds } = column;
  const reference = referenceOf(column, files);
  return {
    '@type': 'cr:Field',
    '@id': `${nameOf(file)}/${name}`,
    name,
    description: en,
    dataType: TYPES[holds] ?? 'sc:Text',
    ...(isList(column) ? { isArray: true } : {}),
    source: {
      fileObject: to(file),
      extract: { column: name },
      ...(isList(column) ? { transform: { separator: SEPARATOR } } : {}),
    },
    ...(reference === undefined ? {} : { references: to(`${nameOf(reference)}/iri`) }),
  };
}
