import type { Quad } from '@rdfjs/types';
import { readQuads } from '../../../model/rdf/formats/read-dump.js';
import { type SourceFile, toLoadError } from '../source-files.js';

/**
 * The triples of a graph of a release, in batches. The files that describe a release share triples; each is returned once.
 *
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* releaseTriples(files: readonly SourceFile[]): AsyncGenerator<readonly Quad[]> {
  const seen = files.length > 1 ? new Set<string>() : undefined;
  const isNew = (triple: Quad): boolean => {
    const size = seen?.size;
    return size !== seen?.add(tripleKey(triple)).size;
  };
  for (const { path, format, isPacked, unpacked } of files) {
    try {
      for await (const quads of readQuads({ path, format, isPacked, most: unpacked }))
        yield seen === undefined ? quads : quads.filter(isNew);
    } catch (thrown) {
      throw toLoadError(path, thrown);
    }
  }
}

/** Equal for equal triples. */
export function tripleKey({ subject, predicate, object }: Quad): string {
  const kind = object.termType === 'Literal' ? `${object.datatype.value} ${object.language}` : '';
  return [subject.termType, subject.value, predicate.value, object.termType, kind, object.value].join('\n');
}

/** A triple of a release and its graph. */
export interface GraphTriple {
  readonly graph: string;
  readonly triple: Quad;
}

/** A uniform sample of a stream of triples; the same for the same seed (reservoir sampling, algorithm R). */
export class ReservoirSample {
  readonly triples: GraphTriple[] = [];
  readonly #size: number;
  readonly #random: () => number;
  #seen = 0;

  constructor(size: number, seed: number) {
    this.#size = size;
    this.#random = seededRandom(seed);
  }

  add(graph: string, triple: Quad): void {
    this.#seen += 1;
    const at =
      this.triples.length < this.#size ? this.triples.length : Math.floor(this.#random() * this.#seen);
    if (at < this.#size) this.triples[at] = { graph, triple };
  }
}

/** Pseudo-random numbers from 0 to below 1 (mulberry32, by Tommy Ettinger). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
