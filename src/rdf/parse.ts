import type { Quad } from '@rdfjs/types';
import { DataFactory, Parser } from 'n3';
import { messageOf } from '../base/errors.js';

/** What can be read piece by piece. */
export type StreamFormat = 'Turtle' | 'TriG' | 'N-Triples' | 'N-Quads';

/**
 * Parses a document piece by piece; what is given back at once is what one piece held, so memory depends on the size
 * of the pieces only.
 *
 * @throws Error naming the line, and nothing that stands there: the file may be of anybody's, and no RDF
 */
export async function* parseStream(
  pieces: AsyncIterable<string>,
  format: StreamFormat,
  base?: string,
): AsyncGenerator<Quad[]> {
  const parser = new Parser({ format, ...(base === undefined ? {} : { baseIRI: base }) });
  const source = new Source();
  let quads: Quad[] = [];
  let failure: Error | undefined;
  parser.parse(source as never, (error: Error | null, quad: Quad | null) => {
    if (error !== null) failure ??= withoutContent(error);
    else if (quad !== null) quads.push(quad);
  });
  const taken = (): Quad[] => {
    if (failure !== undefined) throw failure;
    const some = quads;
    quads = [];
    return some;
  };
  for await (const piece of pieces) {
    source.tell('data', piece);
    yield taken();
  }
  source.tell('end');
  yield taken();
}

/** What the parser says is wrong, and where, without what it read there. */
export function withoutContent(error: Error): Error {
  const [said = ''] = error.message.split(/ ?"/, 1);
  const { line } = (error as { readonly context?: { readonly line?: number } }).context ?? {};
  if (said === error.message) return error;
  const where = line === undefined ? '' : ` on line ${line}`;
  return new Error(`${said === 'Unexpected' ? 'Unexpected text' : said}${where}`, { cause: error });
}

/** As much of a stream as the parser listens to; what is told is parsed before the telling returns. */
class Source {
  readonly #listeners = new Map<string, (value?: string) => void>();

  on(event: string, listener: (value?: string) => void): void {
    this.#listeners.set(event, listener);
  }

  tell(event: 'data' | 'end', value?: string): void {
    this.#listeners.get(event)?.(value);
  }
}

/**
 * Reads Turtle. Blank nodes of two documents never share a label, so that their quads can be put together.
 *
 * @param source what the text is called in the error, a file name for example
 * @throws Error naming the source and the line, and nothing that stands there
 */
export function parseTurtle(text: string, source: string): Quad[] {
  try {
    return new Parser({ format: 'Turtle', blankNodePrefix: `${labelOf(source)}_` }).parse(text);
  } catch (thrown) {
    const why = thrown instanceof Error ? withoutContent(thrown).message : messageOf(thrown);
    throw new Error(`${source}: ${why}`, { cause: thrown });
  }
}

/** A blank node label made of a source's name: distinct names give distinct labels. */
const labelOf = (source: string): string =>
  source.replace(/[^A-Za-z0-9]/gu, (character) => `x${character.codePointAt(0)?.toString(16)}x`);

/** A statement of nobody in particular that links to a node. */
export const linkTo = (iri: string, predicate: string): Quad =>
  DataFactory.quad(
    DataFactory.namedNode('urn:x-link'),
    DataFactory.namedNode(predicate),
    DataFactory.namedNode(iri),
  );
