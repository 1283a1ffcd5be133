import type { Quad } from '@rdfjs/types';
import { entry } from '../../base/map-entry.js';
import type { SerialisationContext } from '../../model/rdf/formats/format.js';
import { TurtleWriter, turtleHeader } from '../../model/rdf/formats/turtle.js';
import { rdf } from '../../model/rdf/iris.js';
import { parseText } from '../../model/rdf/parse.js';
import { VIEW } from './feed-file.js';

/** The prefixes of event streams: Linked Data Event Streams, the TREE hypermedia, and what their pages say of versions. */
const FEED_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['ldes', 'https://w3id.org/ldes#'],
  ['tree', 'https://w3id.org/tree#'],
  ['as', 'https://www.w3.org/ns/activitystreams#'],
  ['prov', 'http://www.w3.org/ns/prov#'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['dcat', 'http://www.w3.org/ns/dcat#'],
  ['xsd', 'http://www.w3.org/2001/XMLSchema#'],
]);

/** What has become of a record, as a class of Activity Streams 2.0. */
type Activity = 'Create' | 'Update' | 'Delete';

/** A version of a record in one dataset. */
export interface Version {
  /** Its IRI. */
  readonly iri: string;
  readonly record: string;
  readonly activity: Activity;
  /** The moment of the page that it is on. */
  readonly moment: string;
  /** The triples of the record; none of one that is gone. */
  readonly quads: readonly Quad[];
}

/** The name of the prefix of the view, which the stream is a fragment of. */
const STREAM = 'feed:stream';

type Writing = Pick<SerialisationContext, 'base' | 'prefixes'>;

const word = (name: string): string => {
  const [prefix = '', local = ''] = name.split(':');
  return `${FEED_PREFIXES.get(prefix)}${local}`;
};

export const prefixLines = [...FEED_PREFIXES]
  .map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .\n`)
  .join('');

/**
 * Writes pages of a stream as TriG. The triples of a version are in a graph with its IRI, so that they are those of the
 * record; what is said of the version itself is in the default graph (TREE, member extraction). The addresses of page and
 * stream are relative, so that a page can be anywhere.
 */
export class PageWriter {
  readonly #writing: Writing;
  readonly #turtle: TurtleWriter;

  constructor({ base, prefixes }: Writing) {
    this.#writing = { base, prefixes: new Map([...prefixes, ...FEED_PREFIXES]) };
    this.#turtle = new TurtleWriter(this.#writing);
  }

  /** A version, as a part of a page. */
  version({ iri, record, activity, moment, quads }: Version): string {
    const version = this.#turtle.iri(iri);
    return (
      `\n${STREAM} tree:member ${version} .\n` +
      `${version} a as:${activity} ; dcterms:isVersionOf ${this.#turtle.iri(record)} ; prov:generatedAtTime "${moment}"^^xsd:dateTime .\n` +
      (quads.length === 0 ? '' : `${version} {\n${this.#turtle.record(quads)}}\n`)
    );
  }

  /** The page of all versions since the last call. */
  page(versions: readonly string[], licence: string): string {
    const used = [...this.#turtle.takeUsed()].filter((prefix) => !FEED_PREFIXES.has(prefix));
    return (
      `${prefixLines}@prefix feed: <../${VIEW}#> .\n\n` +
      `<> a tree:Node ; ldes:immutable true ; dcterms:license <${licence}> .\n\n` +
      turtleHeader(this.#writing, new Set(used)) +
      versions.join('')
    );
  }
}

/** Where a page is thought to be, to resolve its relative addresses. */
const ADDRESS = 'http://127.0.0.1/feed/dataset/release/page';

/**
 * Reads a page.
 *
 * @throws Error with the line of a page that is no TriG
 */
export function readPage(text: string): { readonly versions: readonly Version[]; readonly licence: string } {
  const records = new Map<string, Quad[]>();
  const said = new Map<string, Map<string, string>>();
  for (const quad of parseText(text, 'TriG', ADDRESS)) {
    const { subject, predicate, object, graph } = quad;
    if (graph.termType !== 'DefaultGraph') entry(records, graph.value, () => []).push(quad);
    else entry(said, subject.value, () => new Map<string, string>()).set(predicate.value, object.value);
  }
  const activities = word('as:');
  const versions = [...said].flatMap(([iri, about]): Version[] => {
    const record = about.get(word('dcterms:isVersionOf'));
    if (record === undefined) return [];
    const activity = (about.get(rdf.type) ?? '').slice(activities.length) as Activity;
    const moment = about.get(word('prov:generatedAtTime')) ?? '';
    return [{ iri, record, activity, moment, quads: records.get(iri) ?? [] }];
  });
  return { versions, licence: said.get(ADDRESS)?.get(word('dcterms:license')) ?? '' };
}
