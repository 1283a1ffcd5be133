import { formatCount } from '../../base/text.js';
import { licence } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import type { ReleaseFacts } from '../facts.js';
import type { DataFile } from '../released-file.js';
import { about, type ReleaseNames } from './names.js';
import type { ReleaseVocabulary } from './release-vocabulary.js';
import { type Bilingual, inBothLanguages, titleOf, titleOfDerived } from './texts.js';

/** The European codes of file types, as terms of contexts/release.jsonld, by media type. */
const FORMATS: Readonly<Record<string, string>> = {
  'text/turtle': 'turtle',
  'application/n-triples': 'ntriples',
  'application/n-quads': 'nquads',
  'application/ld+json': 'jsonld',
  'text/csv': 'csv',
  'application/csvm+json': 'json',
  'application/geo+json': 'geojson',
  'text/plain': 'text',
};

/** A file that can be downloaded, with its checksum. */
export function distributionNode(
  file: DataFile,
  facts: ReleaseFacts,
  names: ReleaseNames,
  words: ReleaseVocabulary,
): Node {
  const self = names.file(file);
  const url = names.download(file.path);
  const from = names.previous(file.publication);
  const isDifference = file.delta !== undefined && from !== undefined;
  return {
    id: self,
    type: isDifference ? ['Distribution', 'DeltaDistribution'] : ['Distribution'],
    title: inBothLanguages(titleOfFile(file)),
    description: inBothLanguages(contentsOf(file)),
    issued: facts.issued,
    license: licence(file.licence),
    accessURL: url,
    downloadURL: url,
    mediaType: words.media(file.mediaType),
    format: FORMATS[file.mediaType],
    compressFormat: file.compression === 'gzip' ? words.media('application/gzip') : undefined,
    byteSize: file.bytes,
    checksum: {
      id: about(self, 'sha256'),
      type: ['Checksum'],
      algorithm: 'sha256',
      checksumValue: file.sha256,
    },
    status: 'completed',
    availability: facts.availability,
    conformsTo: file.dataset === undefined ? undefined : names.shapes,
    ...(isDifference ? { deltaFrom: from, deltaKind: file.delta } : {}),
  };
}

const DELTAS: Readonly<Record<NonNullable<DataFile['delta']>, Bilingual>> = {
  added: { en: 'What is new since the release before', ga: 'A bhfuil nua ón eisiúint roimhe seo' },
  removed: { en: 'What is gone since the release before', ga: 'A bhfuil imithe ón eisiúint roimhe seo' },
  'removed-properties': {
    en: 'Properties that are gone or have other values since the release before',
    ga: 'Airíonna atá imithe nó a bhfuil luachanna eile acu ón eisiúint roimhe seo',
  },
  patch: {
    en: 'What has changed since the release before, as a patch',
    ga: 'A bhfuil athraithe ón eisiúint roimhe seo, mar phaiste',
  },
  suppressed: {
    en: 'Records to be removed wherever they are',
    ga: 'Taifid atá le baint amach pé áit a bhfuil siad',
  },
};

/** The title of a file: its contents and its format. */
export function titleOfFile({ path, called, dataset, delta }: DataFile): Bilingual {
  const title =
    dataset !== undefined ? titleOf(dataset) : delta !== undefined ? DELTAS[delta] : titleOfDerived(path);
  return { en: `${title.en}: ${called}`, ga: `${title.ga}: ${called}` };
}

function contentsOf({ path, records, triples }: DataFile): Bilingual {
  const counts = (words: Readonly<Record<'records' | 'triples', string>>): string =>
    [
      ...(records === undefined ? [] : [`${formatCount(records)} ${words.records}`]),
      ...(triples === undefined ? [] : [`${formatCount(triples)} ${words.triples}`]),
    ].join(', ');
  const described = (text: string): string => (text === '' ? `${path}.` : `${path}: ${text}.`);
  return {
    en: described(counts({ records: 'records', triples: 'triples' })),
    ga: described(counts({ records: 'taifead', triples: 'triarán' })),
  };
}
