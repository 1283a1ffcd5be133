import type { Quad, Term } from '@rdfjs/types';
import type { ShapesGraph, TargetedShape } from '../shapes-graph.js';
import { rdf } from '../terms.js';
import { ShapeCompiler } from './compiler.js';
import { type Doubt, doubtsAbout, Plan } from './plan.js';
import type { NodeRule } from './rules.js';

const NOTHING: readonly Quad[] = [];

/** A node of a record: what is said of it, and what it has to hold to. */
export interface VisitedNode {
  readonly term: Term;
  readonly quads: Quad[];
  plan: Plan;
}

/** The quads of one record by their subjects, as the first pass reads them; and whether the node it looks at is in doubt. */
export class RecordIndex {
  readonly nodes = new Map<string, VisitedNode>();
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

/** What the compiled shapes make of a record. */
export interface FirstPassResult {
  /** Numbers of the shapes that apply, once for each node that they apply to. */
  readonly met: readonly (readonly number[])[];
  /** What the engine is to be asked; of everything else it surely finds nothing, of any severity. */
  readonly doubts: readonly Doubt[];
  /** Whether a closed shape applies to every subject. */
  readonly isCovered: boolean;
}

const NONE: readonly Doubt[] = [];

/** What shapes a quad brings upon its subject and its object. */
interface Reasons {
  readonly subject?: Reason;
  readonly object?: Reason;
  /** By the class, when the predicate is rdf:type. */
  readonly classes?: ReadonlyMap<string, Reason>;
}

/**
 * The shapes, compiled to functions over the quads of a record. It knows two answers: surely clean, and in doubt.
 * It never says clean of a record that the engine would report on; why a record is in doubt is the engine's to say.
 */
export class FirstPass {
  readonly #shapes: readonly TargetedShape[];
  readonly #plans: Plans;
  readonly #reasons: ReadonlyMap<string, Reasons>;

  /** @throws FolkloreError SHAPES_UNUSABLE for a constraint that is not compiled */
  constructor(graph: ShapesGraph, shapes: readonly TargetedShape[]) {
    this.#shapes = shapes;
    const compiler = new ShapeCompiler(graph);
    this.#plans = new Plans(shapes.map(({ shape }) => compiler.rule(shape)));
    this.#reasons = reasonsOf(shapes);
  }

  /** @returns undefined when the engine is to be asked about every node and every shape */
  look(quads: readonly Quad[]): FirstPassResult | undefined {
    const record = this.#index(quads);
    if (record === undefined) return undefined;
    const met: (readonly number[])[] = [];
    let doubts: Doubt[] | undefined;
    let isCovered = true;
    for (const node of record.nodes.values()) {
      const { plan } = node;
      met.push(plan.shapes);
      if (!plan.isClosed && node.quads.length > 0) isCovered = false;
      // What was wondered at is asked for, even where what was made of it was "yes".
      const isAccepted = plan.accepts(node, record);
      if (record.takeDoubt() || !isAccepted) {
        doubts ??= [];
        doubts.push(...this.#doubtsAbout(node, record));
      }
    }
    return { met, doubts: doubts ?? NONE, isCovered };
  }

  /** Rarely nothing is left of a doubt, of quads that are said twice, say; then everything is asked. */
  #doubtsAbout(node: VisitedNode, record: RecordIndex): readonly Doubt[] {
    const shapes = node.plan.shapes.map((number) => ({
      shape: (this.#shapes[number] as TargetedShape).shape,
      rule: this.#plans.rules[number] as NodeRule,
    }));
    const doubts = shapes.flatMap(({ shape, rule }) => [...doubtsAbout(node, shape, rule, record)]);
    return doubts.length > 0 ? doubts : shapes.map(({ shape }) => [node.term, shape]);
  }

  /** @returns nothing when there is a term that has no place in a record, as a blank node as subject */
  #index(quads: readonly Quad[]): RecordIndex | undefined {
    const record = new RecordIndex();
    const { nodes } = record;
    const nodeOf = (term: Term): VisitedNode => {
      const before = nodes.get(term.value);
      if (before !== undefined) return before;
      const node = { term, quads: [], plan: this.#plans.none };
      nodes.set(term.value, node);
      return node;
    };
    let last: VisitedNode | undefined;
    for (const quad of quads) {
      const { subject, predicate, object } = quad;
      if (subject.termType !== 'NamedNode' || predicate.termType !== 'NamedNode') return undefined;
      if (object.termType === 'Quad' || object.termType === 'Variable') return undefined;
      if (last?.term !== subject) last = nodeOf(subject);
      last.quads.push(quad);
      const reasons = this.#reasons.get(predicate.value);
      if (reasons === undefined) continue;
      last.plan = this.#after(last.plan, reasons.subject);
      if (object.termType === 'NamedNode') {
        last.plan = this.#after(last.plan, reasons.classes?.get(object.value));
        if (reasons.object !== undefined) {
          const node = nodeOf(object);
          node.plan = this.#after(node.plan, reasons.object);
        }
      } else if (reasons.object !== undefined) return undefined;
    }
    return record;
  }

  #after(plan: Plan, reason: Reason | undefined): Plan {
    return reason === undefined ? plan : this.#plans.and(plan, reason);
  }
}

function reasonsOf(shapes: readonly TargetedShape[]): Map<string, Reasons> {
  const numbers = (how: keyof TargetedShape['targets']): Map<string, number[]> => {
    const byTarget = new Map<string, number[]>();
    shapes.forEach(({ targets }, number) => {
      for (const target of targets[how]) byTarget.set(target, [...(byTarget.get(target) ?? []), number]);
    });
    return byTarget;
  };
  const [classes, subjects, objects] = [numbers('classes'), numbers('subjectsOf'), numbers('objectsOf')];
  return new Map(
    [rdf('type'), ...subjects.keys(), ...objects.keys()].map((predicate) => {
      const [subject, object] = [subjects.get(predicate), objects.get(predicate)];
      return [
        predicate,
        {
          ...(subject === undefined ? {} : { subject }),
          ...(object === undefined ? {} : { object }),
          ...(predicate === rdf('type') ? { classes } : {}),
        },
      ];
    }),
  );
}
