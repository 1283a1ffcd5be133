import type { Quad, Term } from '@rdfjs/types';
import type { Plan } from './plan.js';

const NOTHING: readonly Quad[] = [];

/** A node of a record: what is said of it, and what it has to hold to. */
export interface MetNode {
  readonly term: Term;
  readonly quads: Quad[];
  plan: Plan;
}

/** The quads of one record by their subjects, as the first pass reads them; and whether the node it looks at is in doubt. */
export class RecordIndex {
  readonly nodes = new Map<string, MetNode>();
  #isDoubtful = false;

  /** Whether a question has come up, since this was last asked, that standard and engine may answer differently. */
  takeDoubt(): boolean {
    const isDoubtful = this.#isDoubtful;
    this.#isDoubtful = false;
    return isDoubtful;
  }

  /**
   * The answer to such a question: whatever is made of it, below a negation too, the node is not surely clean.
   */
  wonder(): false {
    this.#isDoubtful = true;
    return false;
  }

  /** Everything said of a term. */
  quadsOf(term: Term): readonly Quad[] {
    return (term.termType === 'NamedNode' && this.nodes.get(term.value)?.quads) || NOTHING;
  }
}
