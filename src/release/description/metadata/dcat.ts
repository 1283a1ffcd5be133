import type { Bilingual } from '../../../base/reference-data.js';
import { formatCount } from '../../../base/text.js';
import { licence, type Publication } from '../../../model/rdf/iris.js';
import type { Node } from '../../../model/rdf/node.js';
import { coverageOf, licenceOfPublication, publisherOf } from '../facts.js';
import { type DataFile, filesOf } from '../released-file.js';
import type { Years } from '../statistics.js';
import { about, type DescribedRelease } from './names.js';
import {
  creditOf,
  deposited,
  descriptionOf,
  inBothLanguages,
  TEXTS,
  titleOfFile,
  titleOfRelease,
} from './texts.js';

/** The nodes of dcat.ttl: the publications, this release of each, its files, who, when and from what (DCAT 3, DCAT-AP 3, PROV-O). */
export function dcatNodes(release: DescribedRelease): Node[] {
  return [
    ...release.publications.flatMap((publication) => {
      const files = filesOf(publication, release.files, release);
      return [
        publicationNode(publication, release),
        releaseNode(publication, files, release),
        ...files.map((file) => distributionNode(file, release)),
        ...runNodes(publication, release),
        publisherNode(publication, release),
      ];
    }),
    programNode(release),
    ...contactNodes(release),
  ];
}

/** The properties that a publication shares with its releases. */
function common(publication: Publication, release: DescribedRelease) {
  const { names } = release;
  const publisher = names.iri.organisation(publisherOf(publication));
  const { keywords, themes } = TEXTS.publications[publication];
  return {
    description: inBothLanguages(descriptionOf(publication, release)),
    publisher,
    creator: publisher,
    contactPoint: release.contact && names.iri.agent('contact'),
    license: licence(licenceOfPublication(publication)),
    theme: themes,
    keyword: keywords,
    language: ['ga', 'en'],
    spatial: 'Ireland',
    temporal: periodNode(names.publication(publication), coverageOf(publication, release).years),
    accessRights: 'public',
    conformsTo: names.shapes,
  };
}

function publicationNode(publication: Publication, release: DescribedRelease): Node {
  const { names } = release;
  const previous = names.previous(publication);
  const { title } = TEXTS.publications[publication];
  const shared = common(publication, release);
  return {
    id: names.publication(publication),
    type: ['Dataset', 'SchemaDataset'],
    title: inBothLanguages(title),
    name: inBothLanguages(title),
    ...depositOf(release.doi?.concept, release),
    ...shared,
    summary: shared.description,
    publishedBy: shared.publisher,
    licensedAs: shared.license,
    frequency: release.frequency ?? 'monthly',
    hasVersion: [names.release(publication), ...(previous === undefined ? [] : [previous])],
    hasCurrentVersion: names.release(publication),
  };
}

function releaseNode(publication: Publication, files: readonly DataFile[], release: DescribedRelease): Node {
  const { names } = release;
  const self = names.release(publication);
  return {
    id: self,
    type: ['Dataset', 'Entity'],
    title: inBothLanguages(titleOfRelease(publication, release.label)),
    version: release.label,
    ...depositOf(release.doi?.reserved, release),
    isVersionOf: names.publication(publication),
    previousVersion: names.previous(publication),
    issued: release.issued,
    modified: release.sources[publication]?.harvested,
    ...common(publication, release),
    copyrightNotice: release.publishers[publisherOf(publication)].copyright,
    creditText: creditOf(publication, release),
    generatedBy: about(self, 'run'),
    distribution: files.map(names.file),
  };
}

/** A DOI and what is known by it: one publication by its DOI, each of several as a part of the deposit. */
const depositOf = (doi: string | undefined, { publications }: DescribedRelease): object | undefined =>
  deposited<object>(doi, publications, {
    alone: (address) => ({ identifier: address }),
    within: (address) => ({ isPartOf: address }),
  });

/** The provenance of a release: the run of the program, and the harvested service. */
function runNodes(publication: Publication, release: DescribedRelease): Node[] {
  const { names } = release;
  const self = names.release(publication);
  const source = release.sources[publication];
  const run = { id: about(self, 'run'), type: ['Activity'], associatedWith: names.iri.agent('exporter') };
  if (source === undefined) return [run];
  const day = source.harvested;
  return [
    {
      ...run,
      startedAt: names.moment(source.harvestedFrom),
      endedAt: names.moment(source.harvestedTo),
      used: [about(self, 'source')],
    },
    {
      id: about(self, 'source'),
      type: ['Entity'],
      label: inBothLanguages({
        en: `${source.name}, harvested ${day}`,
        ga: `${source.name}, bailithe ${day}`,
      }),
    },
  ];
}

function publisherNode(publication: Publication, release: DescribedRelease): Node {
  const { names } = release;
  const which = publisherOf(publication);
  const { name, url } = release.publishers[which];
  return {
    id: names.iri.organisation(which),
    type: ['Agent', 'FoafOrganization', 'Organization'],
    agentName: name,
    name,
    homepage: url,
  };
}

const programNode = ({ program, names }: DescribedRelease): Node => ({
  id: names.iri.agent('exporter'),
  type: ['SoftwareAgent'],
  // The name is the same in every language.
  label: inBothLanguages({ en: `folklore-ld ${program}`, ga: `folklore-ld ${program}` }),
  softwareVersion: program,
});

const contactNodes = ({ contact, names }: DescribedRelease): Node[] =>
  contact === undefined
    ? []
    : [
        {
          id: names.iri.agent('contact'),
          type: ['Kind'],
          contactName: contact.name,
          contactEmail: contact.email && `mailto:${contact.email}`,
          contactPage: contact.page,
        },
      ];

/** The years that a publication covers, as a node of its own. */
export const periodNode = (publication: string, years: Years | undefined): Node | undefined =>
  years && {
    id: about(publication, 'years'),
    type: ['PeriodOfTime'],
    startDate: { '@type': 'gYear', '@value': String(years.from) },
    endDate: { '@type': 'gYear', '@value': String(years.to) },
  };

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
function distributionNode(file: DataFile, { names, words, issued, availability }: DescribedRelease): Node {
  const self = names.file(file);
  const url = names.download(file.path);
  const from = names.previous(file.publication);
  const isDifference = file.delta !== undefined && from !== undefined;
  return {
    id: self,
    type: isDifference ? ['Distribution', 'DeltaDistribution'] : ['Distribution'],
    title: inBothLanguages(titleOfFile(file)),
    description: inBothLanguages(contentsOf(file)),
    issued,
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
    availability,
    conformsTo: file.dataset === undefined ? undefined : names.shapes,
    ...(isDifference ? { deltaFrom: from, deltaKind: file.delta } : {}),
  };
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
