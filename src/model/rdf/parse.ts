import { EventEmitter } from 'node:events';
import type { Quad } from '@rdfjs/types';
import { DataFactory, Parser } from 'n3';
import { messageOf } from '../../base/errors.js';

/** Formats that can be parsed in pieces. */
export type StreamFormat = 'Turtle' | 'TriG' | 'N-Triples' | 'N-Quads';

/**
 * Parses a document in pieces, and yields the quads of each piece.
 *
 * @param onVersion given each version of RDF that the document announces
 * @throws Error with the line but without its content, because the file may be any file
 */
export async function* parseStream(
  pieces: AsyncIterable<string>,
  format: StreamFormat,
  onVersion?: (version: string) => void,
): AsyncGenerator<Quad[]> {
  const parser = new Parser({ format });
  const source = new EventEmitter();
  let quads: Quad[] = [];
  let failure: Error | undefined;
  const onQuad = (error: Error | null, quad: Quad | null): void => {
    if (error !== null) failure ??= withoutContent(error);
    else if (quad !== null) quads.push(quad);
  };
  // The types of n3 know nothing of versions.
  parser.parse(source as never, { onQuad, ...(onVersion !== undefined && { onVersion }) } as never);
  const taken = (): Quad[] => {
    if (failure !== undefined) throw failure;
    const some = quads;
    quads = [];
    return some;
  };
  for await (const piece of pieces) {
    source.emit('data', piece);
    yield taken();
  }
  source.emit('end');
  yield taken();
}

/**
 * Parses a whole document without blank nodes.
 *
 * @param base the address that relative IRIs are resolved against
 * @throws Error with the line but without its content
 */
export function parseText(text: string, format: StreamFormat, base?: string): Quad[] {
  try {
    return new Parser({ format, ...(base === undefined ? {} : { baseIRI: base }) }).parse(text);
  } catch (thrown) {
    throw thrown instanceof Error ? withoutContent(thrown) : thrown;
  }
}

/** The error of the parser with its line, without the content of the file. */
function withoutContent(error: Error): Error {
  const [message = ''] = error.message.split(/ ?"/, 1);
  const { line } = (error as { readonly context?: { readonly line?: number } }).context ?? {};
  if (message === error.message) return error;
  const where = line === undefined ? '' : ` on line ${line}`;
  return new Error(`${message === 'Unexpected' ? 'Unexpected text' : message}${where}`, { cause: error });
}

/**
 * Parses Turtle. Blank nodes of different sources have different labels.
 *
 * @param source the name of the text in errors, such as a file name
 * @throws Error with the source and the line, but without its content
 */
export function parseTurtle(text: string, source: string): Quad[] {
  try {
    return new Parser({ format: 'Turtle', blankNodePrefix: `${labelOf(source)}_` }).parse(text);
  } catch (thrown) {
    const why = thrown instanceof Error ? withoutContent(thrown).message : messageOf(thrown);
    throw new Error(`${source}: ${why}`, { cause: thrown });
  }
}

/** The prefixes of a Turtle file: one `@prefix` a line. */
export const turtlePrefixes = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^@prefix\s+([\w-]*):\s+<([^>]+)>/gm)].map(([, prefix = '', namespace = '']) => [
      prefix,
      namespace,
    ]),
  );

/** A blank node label from the name of a source. */
const labelOf = (source: string): string =>
  source.replace(/[^A-Za-z0-9]/gu, (character) => `x${character.codePointAt(0)?.toString(16)}x`);

/** A quad with a dummy subject that refers to a node. */
export const linkTo = (iri: string, predicate: string): Quad =>
  DataFactory.quad(
    DataFactory.namedNode('urn:x-link'),
    DataFactory.namedNode(predicate),
    DataFactory.namedNode(iri),
  );
