import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../base/durable.js';
import { licence } from '../../model/rdf/iris.js';
import { titleOf } from '../../release/description/metadata/texts.js';
import { type Feed, momentOf, VIEW } from './feed-file.js';
import { prefixLines } from './feed-page.js';

/** The specification that event streams conform to, and the media type of their views. */
const LDES_SPECIFICATION = 'https://w3id.org/ldes/specification';
const MEDIA_TYPE_OF_VIEWS = 'https://www.iana.org/assignments/media-types/text/turtle';

/*
 * The hypermedia of the streams (TREE). Every address is relative to that of the file, and nothing is a blank node. The view
 * of a stream leads to each of its pages itself (docs/decisions: feed).
 */

/** Relations to a page: the lower and the upper bound of the moments of its versions. */
function relations(name: string, page: string, moment: string): { names: string[]; text: string } {
  const bound = (end: 'from' | 'to', type: string): string =>
    `<#${name}-${end}> a tree:${type}OrEqualToRelation ; tree:node <${page}> ; tree:path prov:generatedAtTime ; tree:value "${moment}"^^xsd:dateTime .\n`;
  return {
    names: [`<#${name}-from>`, `<#${name}-to>`],
    text: bound('from', 'GreaterThan') + bound('to', 'LessThan'),
  };
}

const titles = (dataset: string): string => {
  const { en, ga } = titleOf(dataset);
  return `"${en}"@en, "${ga}"@ga`;
};

/** The view of a stream: description, retention policy and releases. */
function streamView({ streams, releases }: Feed, dataset: string): string {
  const { licence: terms = '', graph = '' } = streams[dataset] ?? {};
  const related = releases.flatMap((release) =>
    (release.datasets[dataset]?.pages ?? []).map(({ file }, at) =>
      relations(`${release.name}-${at + 1}`, `${release.name}/${file}`, momentOf(release, at)),
    ),
  );
  const names = related.flatMap((one) => one.names);
  const stream = [
    'ldes:EventStream',
    `dcterms:title ${titles(dataset)}`,
    `dcterms:license <${terms}>`,
    `dcterms:source <${graph}>`,
    'tree:view <>',
    'ldes:timestampPath prov:generatedAtTime',
    'ldes:versionOfPath dcterms:isVersionOf',
    'ldes:versionCreateObject as:Create',
    'ldes:versionUpdateObject as:Update',
    'ldes:versionDeleteObject as:Delete',
  ];
  const view = [
    'tree:Node, ldes:EventSource',
    `dcterms:license <${terms}>`,
    `dcterms:conformsTo <${LDES_SPECIFICATION}>`,
    'ldes:retentionPolicy <#retention>',
    ...(names.length === 0 ? [] : [`tree:relation ${names.join(',\n        ')}`]),
  ];
  return (
    `${prefixLines}\n<#stream> a ${stream.join(' ;\n    ')} .\n` +
    `<#retention> a ldes:RetentionPolicy ; ldes:versionAmount 1 .\n\n` +
    `<> a ${view.join(' ;\n    ')} .\n${related.map(({ text }) => text).join('')}`
  );
}

/** The list of all streams, each with its licence (DCAT 3). */
function catalogue({ streams }: Feed): string {
  const names = Object.keys(streams).toSorted();
  const about = names.map((dataset) => {
    const view = `<${dataset}/${VIEW}>`;
    return (
      `\n<${dataset}/${VIEW}#stream> a ldes:EventStream, dcat:Dataset ;\n    dcterms:title ${titles(dataset)} ;\n` +
      `    dcterms:license <${streams[dataset]?.licence}> ;\n    dcat:distribution ${view} .\n` +
      `${view} a ldes:EventSource, dcat:Distribution ; dcat:accessURL ${view} ; dcat:mediaType <${MEDIA_TYPE_OF_VIEWS}> ; dcterms:conformsTo <${LDES_SPECIFICATION}> .\n`
    );
  });
  const datasets = names.map((dataset) => `<${dataset}/${VIEW}#stream>`);
  return (
    `${prefixLines}\n<#catalogue> a dcat:Catalog ;\n    dcterms:license <${licence('zero')}>` +
    `${datasets.length === 0 ? '' : ` ;\n    dcat:dataset ${datasets.join(', ')}`} .\n${about.join('')}`
  );
}

/** The views that change with each release, by their paths below the folder of the streams. */
export function viewsOf(feed: Feed): ReadonlyMap<string, string> {
  return new Map([
    ...Object.keys(feed.streams).map((dataset) => [`${dataset}/${VIEW}`, streamView(feed, dataset)] as const),
    [VIEW, catalogue(feed)],
  ]);
}

/** Writes the views. Until then clients see the streams as they were. */
export async function writeViews(folder: string, feed: Feed): Promise<void> {
  for (const [path, text] of viewsOf(feed)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await replaceFile(join(folder, path), text);
  }
}
