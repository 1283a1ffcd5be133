import { FolkloreError } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import type { ResultRow } from '../sparql.js';

/** What is in a store and what should be there, where they differ. */
export interface GraphDifference {
  readonly graph: string;
  /** As the end of a sentence that begins with the graph. */
  readonly wrong: string;
}

/** Told of one kind; a store that was never loaded has as many differences as triples. */
const MOST_HELD = 1000;

/** The differences that were found: the first of them, and how many there are. */
export class Differences {
  readonly #held: GraphDifference[] = [];
  #count = 0;

  readonly add = (graph: string, wrong: string): void => {
    this.#count += 1;
    if (this.#held.length < MOST_HELD) this.#held.push({ graph, wrong });
  };

  get count(): number {
    return this.#count;
  }

  get first(): readonly GraphDifference[] {
    return this.#held;
  }
}

/** Where differences are told. */
export type AddDifference = Differences['add'];

/** Whoever answers queries: as much of a client as is needed here. */
export interface QueryableStore {
  query(sparql: string): Promise<readonly ResultRow[]>;
}

/** A store that is asked, and who is told of it. */
export interface VerificationContext {
  readonly store: QueryableStore;
  readonly addDifference: AddDifference;
  readonly report: Report;
  /** Is asked again and again; what it throws ends the verification. */
  readonly check: () => void;
}

/** What comes of asking; undefined when the store refuses it, because it does not know how, or it takes too long. */
export async function unlessUnsupported<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof FolkloreError && thrown.code === 'REQUEST_REFUSED') return undefined;
    throw thrown;
  }
}
