import type { Quad } from '@rdfjs/types';
import { Parser } from 'n3';

/** What can be read piece by piece. */
export type StreamFormat = 'Turtle' | 'TriG' | 'N-Triples' | 'N-Quads';

/**
 * Parses a document piece by piece; what is given back at once is what one piece held, so memory depends on the size
 * of the pieces only.
 *
 * @throws Error naming the line
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
    if (error !== null) failure ??= error;
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
