import type { Quad } from '@rdfjs/types';
import { compareBytes } from '../../base/byte-order.js';
import type { SerialisationContext } from './formats/format.js';
import { JSONLD } from './formats/jsonld.js';
import { canonicalLines, ntriplesLine } from './formats/ntriples.js';
import { rdfXml } from './formats/rdfxml.js';
import { TurtleWriter, turtleHeader } from './formats/turtle.js';
import { rdf } from './iris.js';
import { compactNodes } from './jsonld-quads.js';

/** Statements as a document of their own: N-Triples, Turtle or RDF/XML with the classes first, or JSON-LD. */
export async function serialise(
  quads: readonly Quad[],
  format: 'nt' | 'ttl' | 'jsonld' | 'rdf',
  language: SerialisationContext,
): Promise<string> {
  switch (format) {
    case 'nt':
      return canonicalLines(quads.map(ntriplesLine))
        .map((line) => `${line}\n`)
        .join('');
    case 'ttl': {
      const writer = new TurtleWriter(language);
      const text = writer.record(readable(quads));
      return `${turtleHeader(language, writer.takeUsed())}\n${text}`;
    }
    case 'rdf':
      return rdfXml(readable(quads), language.prefixes);
    case 'jsonld': {
      const writer = JSONLD.writer(language);
      const nodes = await compactNodes(quads, language.context);
      const texts = nodes.map((node) => writer.text({ node, quads: [] }));
      return `${JSONLD.head(language, writer.takeUsed())}${JSONLD.first}${texts.join(JSONLD.between)}${JSONLD.foot}`;
    }
  }
}

/** The record before its nodes, and the classes of each before its other properties. */
function readable(quads: readonly Quad[]): Quad[] {
  const rank = ({ subject, predicate }: Quad): number =>
    (subject.value.includes('#') ? 2 : 0) + (predicate.value === rdf.type ? 0 : 1);
  return quads.toSorted((a, b) => rank(a) - rank(b) || compareBytes(a.subject.value, b.subject.value));
}
