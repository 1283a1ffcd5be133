import type { Quad } from '@rdfjs/types';
import { compareBytes } from '../../base/byte-order.js';
import type { SerialisationContext, TextFormat } from './formats/format.js';
import { JSONLD } from './formats/jsonld.js';
import { canonicalLines, ntriplesLine } from './formats/ntriples.js';
import { RDF_XML } from './formats/rdfxml.js';
import { TURTLE } from './formats/turtle.js';
import { rdf } from './iris.js';
import { compactNodes } from './jsonld-quads.js';

/** N-Triples of one record after another. The lines of a record are in the order of their bytes, each once. */
const LINES: TextFormat = {
  ...{ head: () => '', first: '', between: '', foot: '' },
  writer: () => ({
    text: ({ quads }) =>
      canonicalLines(quads.map(ntriplesLine))
        .map((line) => `${line}\n`)
        .join(''),
    takeUsed: () => new Set(),
  }),
};

/** The formats of documents, by the suffixes of addresses. */
export const DOCUMENT_FORMATS = {
  nt: LINES,
  ttl: TURTLE,
  jsonld: JSONLD,
  rdf: RDF_XML,
} as const satisfies Readonly<Record<string, TextFormat>>;
export type DocumentFormat = keyof typeof DOCUMENT_FORMATS;

/**
 * Records as texts that follow one another in a document: N-Triples, Turtle or RDF/XML with the classes first, or JSON-LD.
 *
 * @param records the statements of each
 * @returns the texts, and the prefixes or terms that the head of the document has to define
 */
export async function recordTexts(
  records: readonly (readonly Quad[])[],
  format: DocumentFormat,
  language: SerialisationContext,
): Promise<{ readonly texts: readonly string[]; readonly used: ReadonlySet<string> }> {
  const writer = DOCUMENT_FORMATS[format].writer(language);
  const nodes =
    format === 'jsonld'
      ? (await compactNodes(records.flat(), language.context)).map((node) => ({ node, quads: [] }))
      : records.map((quads) => ({ node: { id: '' }, quads: readable(quads) }));
  const texts = nodes.map((node) => writer.text(node));
  return { texts, used: writer.takeUsed() };
}

/** Statements as a document of their own. */
export async function serialise(
  quads: readonly Quad[],
  format: DocumentFormat,
  language: SerialisationContext,
): Promise<string> {
  const { head, first, between, foot } = DOCUMENT_FORMATS[format];
  const { texts, used } = await recordTexts([quads], format, language);
  return `${head(language, used)}${first}${texts.join(between)}${foot}`;
}

/** The record before its nodes, and the classes of each before its other properties. */
function readable(quads: readonly Quad[]): Quad[] {
  const rank = ({ subject, predicate }: Quad): number =>
    (subject.value.includes('#') ? 2 : 0) + (predicate.value === rdf.type ? 0 : 1);
  return quads.toSorted((a, b) => rank(a) - rank(b) || compareBytes(a.subject.value, b.subject.value));
}
