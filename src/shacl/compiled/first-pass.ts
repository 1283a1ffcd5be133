import type { Quad, Term } from '@rdfjs/types';
import type { ShapesGraph } from '../shapes-graph.js';
import type { TargetedShape } from '../targets.js';
import { rdf } from '../terms.js';
import { ShapeCompiler } from './compiler.js';
import { type Doubt, doubtsAbout } from './doubts.js';
import type { Plan } from './plan.js';
import { Plans, type Reason } from './plans.js';
import { type MetNode, RecordIndex } from './record-index.js';
import type { NodeRule } from './rules.js';

/** What the compiled shapes make of a record. */
export interface Look {
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
  look(quads: readonly Quad[]): Look | undefined {
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
  #doubtsAbout(node: MetNode, record: RecordIndex): readonly Doubt[] {
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
    const nodeOf = (term: Term): MetNode => {
      const before = nodes.get(term.value);
      if (before !== undefined) return before;
      const node = { term, quads: [], plan: this.#plans.none };
      nodes.set(term.value, node);
      return node;
    };
    let last: MetNode | undefined;
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
