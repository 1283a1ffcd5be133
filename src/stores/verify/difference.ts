/** What is in a store and what should be there, where they differ. */
export interface Difference {
  readonly graph: string;
  /** As the end of a sentence that begins with the graph. */
  readonly wrong: string;
}

/** Told of one kind; a store that was never loaded has as many differences as triples. */
const MOST_HELD = 1000;

/** The differences that were found: the first of them, and how many there are. */
export class Differences {
  readonly #held: Difference[] = [];
  #count = 0;

  readonly tell = (graph: string, wrong: string): void => {
    this.#count += 1;
    if (this.#held.length < MOST_HELD) this.#held.push({ graph, wrong });
  };

  get count(): number {
    return this.#count;
  }

  get held(): readonly Difference[] {
    return this.#held;
  }
}

/** Where differences are told. */
export type TellDifference = Differences['tell'];
