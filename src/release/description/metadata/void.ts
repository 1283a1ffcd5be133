import { compareBytes } from '../../../base/byte-order.js';
import { namespaceOf } from '../../../model/rdf/iri-syntax.js';
import { licence, type Publication } from '../../../model/rdf/iris.js';
import type { Node } from '../../../model/rdf/node.js';
import { compareRecords } from '../../../model/rdf/record-order.js';
import {
  coverageOf,
  datasetsOf,
  licenceOfDataset,
  licenceOfPublication,
  type ReleasedDataset,
} from '../facts.js';
import type { DatasetCounts, Links } from '../statistics.js';
import { periodNode } from './dcat.js';
import { about, type DescribedRelease, inOrder } from './names.js';
import type { ReleaseVocabulary } from './release-vocabulary.js';
import { inBothLanguages, titleOf, titleOfRelease } from './texts.js';

/** The nodes of void.ttl: the datasets in numbers (Describing Linked Datasets with the VoID Vocabulary, 2011). */
export function voidNodes(release: DescribedRelease): Node[] {
  const { label, names, publications, datasets } = release;
  return [
    {
      id: names.download('void.ttl'),
      type: ['DatasetDescription'],
      title: inBothLanguages({
        en: `What is in release ${label}`,
        ga: `A bhfuil in eisiúint ${label}`,
      }),
      license: licence('zero'),
      topic: publications.map(names.release),
    },
    ...publications.flatMap((publication) => publicationNodes(publication, release)),
    ...datasets.flatMap((dataset) => datasetNodes(dataset, release)),
  ];
}

function publicationNodes(publication: Publication, release: DescribedRelease): Node[] {
  const { names, words, label, base, statistics } = release;
  const datasets = datasetsOf(publication, release);
  const counts = datasets.map(({ name }) => statistics.of(name));
  const classes = sum(counts.map((one) => one.classes));
  const { years, counties } = coverageOf(publication, release);
  const self = names.release(publication);
  return [
    {
      id: self,
      type: ['VoidDataset'],
      title: inBothLanguages(titleOfRelease(publication, label)),
      license: licence(licenceOfPublication(publication)),
      uriSpace: base,
      spatial: 'Ireland',
      county: [...counties].sort(compareRecords),
      temporal: periodNode(names.publication(publication), years),
      triples: total(counts, 'triples'),
      entities: total(counts, 'entities'),
      classes: classes.size,
      vocabulary: vocabulariesOf(counts),
      subset: datasets.map(names.dataset),
      classPartition: partitions(self, 'class', classes, words),
    },
  ];
}

function datasetNodes(
  dataset: ReleasedDataset,
  { names, words, base, files, statistics }: DescribedRelease,
): Node[] {
  const self = names.dataset(dataset);
  const graph = names.iri.graph(dataset.publication, dataset.name);
  const counts = statistics.of(dataset.name);
  const { triples, entities, subjects, classes, properties, links, examples } = counts;
  const dumps = files.filter((file) => file.dataset === dataset.name);
  return [
    {
      id: self,
      type: ['VoidDataset'],
      title: inBothLanguages(titleOf(dataset.name)),
      license: licence(licenceOfDataset(dataset)),
      isVersionOfGraph: graph,
      dataDump: dumps.map(({ path }) => names.download(path)),
      uriSpace: base,
      triples,
      // A dataset that only adds to records of others has subjects, but no entities.
      entities: entities === 0 && triples > 0 ? undefined : entities,
      distinctSubjects: subjects,
      classes: classes.size,
      properties: properties.size,
      vocabulary: vocabulariesOf([counts]),
      exampleResource: [...new Set(examples.values())].sort(compareRecords),
      classPartition: partitions(self, 'class', classes, words),
      propertyPartition: partitions(self, 'property', properties, words),
      subset: sorted(links).map((one) => linksetNode(self, one, words)),
    },
    { id: graph, type: ['NamedGraph'], graphName: graph, graph: self },
  ];
}

function linksetNode(dataset: string, { property, target, triples }: Links, words: ReleaseVocabulary): Node {
  const host = target.replace('://', '-').slice(0, -1);
  return {
    id: about(dataset, `links-${words.short(property)}-${host}`),
    type: ['Linkset'],
    linkPredicate: property,
    subjectsTarget: dataset,
    objectsTarget: target,
    triples,
  };
}

const partitions = (
  whole: string,
  what: 'class' | 'property',
  counts: ReadonlyMap<string, number>,
  words: ReleaseVocabulary,
): Node[] =>
  inOrder(counts).map(([iri, count]) => ({
    id: about(whole, `${what}-${words.short(iri)}`),
    [what]: iri,
    [what === 'class' ? 'entities' : 'triples']: count,
  }));

/** The namespaces of the classes and properties. */
const vocabulariesOf = (counts: readonly DatasetCounts[]): string[] =>
  [
    ...new Set(
      counts.flatMap(({ classes, properties }) => [...classes.keys(), ...properties.keys()]).map(namespaceOf),
    ),
  ].sort(compareBytes);

const sorted = (links: readonly Links[]): Links[] =>
  [...links].sort((a, b) => compareBytes(a.property, b.property) || compareBytes(a.target, b.target));

const total = (counts: readonly DatasetCounts[], of: 'triples' | 'entities'): number =>
  counts.reduce((all, one) => all + one[of], 0);

function sum(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const [key, count] of counts.flatMap((one) => [...one])) all.set(key, (all.get(key) ?? 0) + count);
  return all;
}
