import type { Quad } from '@rdfjs/types';
import { readQuads } from '../../rdf/formats/read-dump.js';
import { type GraphPlan, toLoadError } from '../load-plan.js';

/**
 * The triples of a graph of a release, some at a time. Nobody has counted what describes a release, and its files share
 * some triples: those come once.
 *
 * @throws FolkloreError FILE_UNREADABLE
 */
export async function* releaseTriples({ files, triples }: GraphPlan): AsyncGenerator<readonly Quad[]> {
  const seen = triples === undefined && files.length > 1 ? new Set<string>() : undefined;
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

/** Two triples of a graph are the same when their keys are. */
export function tripleKey({ subject, predicate, object }: Quad): string {
  const kind = object.termType === 'Literal' ? `${object.datatype.value} ${object.language}` : '';
  return [subject.termType, subject.value, predicate.value, object.termType, kind, object.value].join('\n');
}

/** A triple of a release, and the graph that it is to be found in. */
export interface GraphTriple {
  readonly graph: string;
  readonly triple: Quad;
}

/**
 * Takes a number of triples out of any number, each as likely as the others: the same ones for the same seed (Li, 1994:
 * reservoir sampling, algorithm L, which throws its dice for those only that are taken).
 */
export class ReservoirSample {
  readonly #size: number;
  readonly #dice: () => number;
  readonly #held: GraphTriple[] = [];
  #seen = 0;
  /** How many are let go by before the next one is taken. */
  #skip = 0;
  #weight = 1;

  constructor(size: number, seed: number) {
    this.#size = size;
    this.#dice = seededRandom(seed);
  }

  add(graph: string, triple: Quad): void {
    this.#seen += 1;
    if (this.#held.length < this.#size) {
      this.#held.push({ graph, triple });
      if (this.#held.length === this.#size) this.#wait();
      return;
    }
    if (this.#skip > 0 || this.#size === 0) {
      this.#skip -= 1;
      return;
    }
    this.#held[Math.floor(this.#dice() * this.#size)] = { graph, triple };
    this.#wait();
  }

  /** How many were offered. */
  get seen(): number {
    return this.#seen;
  }

  get triples(): readonly GraphTriple[] {
    return this.#held;
  }

  #wait(): void {
    this.#weight *= Math.exp(Math.log(this.#dice()) / this.#size);
    this.#skip = Math.floor(Math.log(this.#dice()) / Math.log(1 - this.#weight));
  }
}

/** Numbers above 0 and below 1 that look like chance, always the same for a seed (mulberry32, by Tommy Ettinger). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}
