import type { Quad, Term } from '@rdfjs/types';
import type { ShapesGraph, TargetedShape } from '../shapes-graph.js';
import { rdf } from '../terms.js';
import { ShapeCompiler } from './compiler.js';
import { type Doubt, doubtsAbout, Plan } from './plan.js';
import { type NodeQuads, type NodeRule, RecordIndex } from './rules.js';

/** A node of a record, with the plan by which it is checked. */
interface VisitedNode extends NodeQuads {
  plan: Plan;
}

/** Why shapes apply to a node: its class, or that it is subject or object of a predicate. Numbers of the shapes. */
type Reason = readonly number[];

/** Plans that are kept: more than real records need. */
const MOST = 1000;

/** The plans of nodes by their reasons, made on demand. */
class Plans {
  #none: Plan;
  #known = new Map<string, Plan>();
  #next = new Map<Plan, Map<Reason, Plan>>();

  /** @param rules of the shapes, by their numbers */
  constructor(readonly rules: readonly NodeRule[]) {
    this.#none = new Plan([], []);
  }

  /** The plan of a node without reasons. */
  get none(): Plan {
    return this.#none;
  }

  /** The plan of a node that has one reason more. */
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

/** The result of the compiled shapes for a record. */
export interface FirstPassResult {
  /** Numbers of the shapes that apply, once for each node that they apply to. */
  readonly met: readonly (readonly number[])[];
  /** What the engine must check; everything else surely conforms. */
  readonly doubts: readonly Doubt[];
  /** Whether a closed shape applies to every subject. */
  readonly isCovered: boolean;
}

const NONE: readonly Doubt[] = [];

/** The shapes that apply to the subject and the object of a quad. */
interface Reasons {
  readonly subject?: Reason;
  readonly object?: Reason;
  /** By the class, when the predicate is rdf:type. */
  readonly classes?: ReadonlyMap<string, Reason>;
}

/**
 * The shapes, compiled to functions over the quads of a record. A node is surely clean or in doubt; the engine checks nodes
 * in doubt. The engine finds nothing in clean nodes.
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

  /** @returns undefined when the engine must check every node and every shape */
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
      // A doubt counts even where the check succeeded.
      const isAccepted = plan.accepts(node, record);
      if (record.takeDoubt() || !isAccepted) {
        doubts ??= [];
        doubts.push(...this.#doubtsAbout(node, record));
      }
    }
    return { met, doubts: doubts ?? NONE, isCovered };
  }

  /** Where no single shape is in doubt, for example because a quad occurs twice, all shapes are checked. */
  #doubtsAbout(node: VisitedNode, record: RecordIndex<VisitedNode>): readonly Doubt[] {
    const shapes = node.plan.shapes.map((number) => ({
      shape: (this.#shapes[number] as TargetedShape).shape,
      rule: this.#plans.rules[number] as NodeRule,
    }));
    const doubts = shapes.flatMap(({ shape, rule }) => [...doubtsAbout(node, shape, rule, record)]);
    return doubts.length > 0 ? doubts : shapes.map(({ shape }) => [node.term, shape]);
  }

  /** @returns undefined when a record must not have a term, such as a blank node as subject */
  #index(quads: readonly Quad[]): RecordIndex<VisitedNode> | undefined {
    const record = new RecordIndex<VisitedNode>();
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
