import type { Literal, Quad } from '@rdfjs/types';
import { sortByBytes } from '../../../base/byte-order.js';
import { xsd } from '../iris.js';

/** The characters that canonical N-Triples escapes (RDF 1.2 N-Triples; RDF Dataset Canonicalization 1.0, section 5). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const ESCAPED = /[\x00-\x1F"\\\x7F\uFFFE\uFFFF]/;
const ALL_ESCAPED = new RegExp(ESCAPED, 'g');

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/** A triple as a line of canonical N-Triples, without the line feed. Its terms must have passed the term check. */
export const ntriplesLine = ({ subject, predicate, object }: Quad): string =>
  `${headOfLine(subject)}${headOfLine(predicate)}${objectText(object)} .`;

/** The subject or the predicate of a line, with the space behind it. */
export const headOfLine = ({ value }: Quad['subject'] | Quad['predicate']): string => `<${value}> `;

/** The object of a triple, as in its line. */
export const objectText = (object: Quad['object']): string =>
  object.termType === 'Literal' ? literalText(object) : `<${object.value}>`;

/** Lines in the order of their bytes, each once. */
export const canonicalLines = (lines: string[]): string[] =>
  sortByBytes(lines).filter((line, at, sorted) => line !== sorted[at - 1]);

/** Bytes of the end of a line. */
const END_LENGTH = ' .\n'.length;
const LINE_FEED = 0x0a;

/** The number of lines of canonical N-Triples. */
function linesIn(text: Uint8Array): number {
  let count = 0;
  for (let at = text.indexOf(LINE_FEED); at >= 0; at = text.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/**
 * Makes canonical N-Quads in one graph of canonical N-Triples, both UTF-8. A hot path: bytes are copied without decoding.
 *
 * @param graph an IRI
 * @returns a function whose result is valid until the next call
 */
export function inGraph(graph: string): (triples: Uint8Array) => Uint8Array {
  const end = Buffer.from(` <${graph}> .\n`);
  let quads = Buffer.alloc(0);
  return (triples) => {
    const source = Buffer.from(triples.buffer, triples.byteOffset, triples.length);
    const length = source.length + linesIn(source) * (end.length - END_LENGTH);
    if (length > quads.length) quads = Buffer.allocUnsafeSlow(length + length / 4);
    let [from, to] = [0, 0];
    for (let at = source.indexOf(LINE_FEED); at >= 0; at = source.indexOf(LINE_FEED, from)) {
      to += source.copy(quads, to, from, at + 1 - END_LENGTH);
      to += end.copy(quads, to);
      from = at + 1;
    }
    return quads.subarray(0, length);
  };
}

function literalText({ value, language, datatype }: Literal): string {
  const quoted = `"${ESCAPED.test(value) ? value.replace(ALL_ESCAPED, escapeOf) : value}"`;
  if (language !== '') return `${quoted}@${language}`;
  return datatype.value === xsd.string ? quoted : `${quoted}^^<${datatype.value}>`;
}

const escapeOf = (character: string): string =>
  NAMED_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
