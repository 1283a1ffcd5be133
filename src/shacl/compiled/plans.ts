import { Plan } from './plan.js';
import type { NodeRule } from './rules.js';

/** Why shapes apply to a node: it is of a class, or subject or object of a predicate. Numbers of the shapes. */
export type Reason = readonly number[];

/**
 * More than any honest set of shapes makes; whoever writes records with ever new combinations of classes only
 * makes us forget.
 */
const MOST = 1000;

/** The plans for nodes by the reasons met so far, each made when first needed. */
export class Plans {
  #none: Plan;
  #known = new Map<string, Plan>();
  #next = new Map<Plan, Map<Reason, Plan>>();

  /** @param rules of the shapes, by their numbers */
  constructor(readonly rules: readonly NodeRule[]) {
    this.#none = new Plan([], []);
  }

  /** That of a node for which no reason has been met. */
  get none(): Plan {
    return this.#none;
  }

  /** The plan of a node for which one more reason is met. */
  and(plan: Plan, reason: Reason): Plan {
    let next = this.#next.get(plan);
    if (next === undefined) {
      next = new Map();
      this.#next.set(plan, next);
    }
    const known = next.get(reason);
    if (known !== undefined) return known;
    const made = this.#of(new Set([...plan.shapes, ...reason]));
    next.set(reason, made);
    return made;
  }

  #of(shapes: ReadonlySet<number>): Plan {
    const numbers = [...shapes].sort((a, b) => a - b);
    const known = this.#known.get(numbers.join());
    if (known !== undefined) return known;
    if (this.#known.size >= MOST) {
      this.#known = new Map();
      this.#next = new Map();
    }
    const plan = new Plan(
      numbers,
      numbers.flatMap((number) => this.rules[number] ?? []),
    );
    this.#known.set(numbers.join(), plan);
    return plan;
  }
}
