import { licence, type Publication } from '../../rdf/iris.js';
import type { Node } from '../../rdf/node.js';
import {
  licenceOfPublication,
  publicationsOf,
  publisherOf,
  type ReleaseFacts,
  type Years,
} from '../facts.js';
import { type DataFile, dataFiles, filesOf } from '../released-file.js';
import { distributionNode } from './distribution.js';
import { about, type ReleaseNames } from './names.js';
import type { ReleaseVocabulary } from './release-vocabulary.js';
import { creditOf, inBothLanguages, PUBLICATIONS, titleOfRelease } from './texts.js';

/** The nodes of dcat.ttl: the publications, this release of each, its files, who, when and from what (DCAT 3, DCAT-AP 3, PROV-O). */
export function dcatNodes(facts: ReleaseFacts, names: ReleaseNames, words: ReleaseVocabulary): Node[] {
  const files = dataFiles(facts);
  return [
    ...publicationsOf(facts).flatMap((publication) => {
      const own = filesOf(publication, files, facts);
      return [
        publicationNode(publication, facts, names),
        releaseNode(publication, own, facts, names),
        ...own.map((file) => distributionNode(file, facts, names, words)),
        ...runNodes(publication, facts, names),
        publisherNode(publication, facts, names),
      ];
    }),
    programNode(facts, names),
    ...contactNodes(facts, names),
  ];
}

/** The properties that a publication shares with its releases. */
function common(publication: Publication, facts: ReleaseFacts, names: ReleaseNames) {
  const publisher = names.iri.organisation(publisherOf(publication));
  const { description, keywords, themes } = PUBLICATIONS[publication];
  return {
    description: inBothLanguages(description),
    publisher,
    creator: publisher,
    contactPoint: facts.contact && names.iri.agent('contact'),
    license: licence(licenceOfPublication(publication)),
    theme: themes,
    keyword: keywords,
    language: ['ga', 'en'],
    spatial: 'Ireland',
    temporal: periodNode(names.publication(publication), facts.years?.[publication]),
    accessRights: 'public',
    conformsTo: names.shapes,
  };
}

function publicationNode(publication: Publication, facts: ReleaseFacts, names: ReleaseNames): Node {
  const previous = names.previous(publication);
  const { title, description } = PUBLICATIONS[publication];
  const shared = common(publication, facts, names);
  return {
    id: names.publication(publication),
    type: ['Dataset', 'SchemaDataset'],
    title: inBothLanguages(title),
    name: inBothLanguages(title),
    ...shared,
    summary: inBothLanguages(description),
    publishedBy: shared.publisher,
    licensedAs: shared.license,
    frequency: facts.frequency ?? 'monthly',
    hasVersion: [names.release(publication), ...(previous === undefined ? [] : [previous])],
    hasCurrentVersion: names.release(publication),
  };
}

function releaseNode(
  publication: Publication,
  files: readonly DataFile[],
  facts: ReleaseFacts,
  names: ReleaseNames,
): Node {
  const self = names.release(publication);
  return {
    id: self,
    type: ['Dataset', 'Entity'],
    title: inBothLanguages(titleOfRelease(publication, facts.label)),
    version: facts.label,
    isVersionOf: names.publication(publication),
    previousVersion: names.previous(publication),
    issued: facts.issued,
    modified: facts.sources[publication]?.harvested,
    ...common(publication, facts, names),
    copyrightNotice: facts.publishers[publisherOf(publication)].copyright,
    creditText: creditOf(publication, facts),
    generatedBy: about(self, 'run'),
    distribution: files.map(names.file),
  };
}

/** The provenance of a release: the run of the program, and the harvested service. */
function runNodes(publication: Publication, facts: ReleaseFacts, names: ReleaseNames): Node[] {
  const self = names.release(publication);
  const source = facts.sources[publication];
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

function publisherNode(publication: Publication, facts: ReleaseFacts, names: ReleaseNames): Node {
  const which = publisherOf(publication);
  const { name, url } = facts.publishers[which];
  return {
    id: names.iri.organisation(which),
    type: ['Agent', 'FoafOrganization', 'Organization'],
    agentName: name,
    name,
    homepage: url,
  };
}

const programNode = ({ program }: ReleaseFacts, names: ReleaseNames): Node => ({
  id: names.iri.agent('exporter'),
  type: ['SoftwareAgent'],
  // The name is the same in every language.
  label: inBothLanguages({ en: `folklore-ld ${program}`, ga: `folklore-ld ${program}` }),
  softwareVersion: program,
});

const contactNodes = ({ contact }: ReleaseFacts, names: ReleaseNames): Node[] =>
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

const periodNode = (publication: string, years: Years | undefined): Node | undefined =>
  years && {
    id: about(publication, 'years'),
    type: ['PeriodOfTime'],
    startDate: { '@type': 'gYear', '@value': String(years.from) },
    endDate: { '@type': 'gYear', '@value': String(years.to) },
  };
