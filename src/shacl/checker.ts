import type { Literal, Quad, Term } from '@rdfjs/types';
import { uncovered } from './coverage.js';
import { Engine, type Result } from './engine.js';
import { byPlace, type Finding, type Severity } from './finding.js';
import { RecordGraph } from './record-graph.js';
import { refuseUnsafe } from './refusal.js';
import { ShapesGraph } from './shapes-graph.js';
import { type TargetedShape, targetedShapes } from './targets.js';
import { localName, sh } from './terms.js';

const SEVERITY: Readonly<Record<string, Severity>> = {
  [sh('Violation')]: 'violation',
  [sh('Warning')]: 'warning',
  [sh('Info')]: 'info',
};

/** Checks graphs of records against shapes. rdf-validate-shacl is the authority. */
export class Checker {
  readonly #graph: ShapesGraph;
  readonly #shapes: readonly TargetedShape[];
  readonly #engine: Engine;

  /**
   * @throws FolkloreError SHAPES_UNUSABLE when a shape uses what this engine does not check rightly, or refers to
   *   a shape that does not exist
   */
  constructor(shapes: readonly Quad[]) {
    this.#graph = new ShapesGraph(shapes);
    refuseUnsafe(this.#graph);
    this.#shapes = targetedShapes(this.#graph);
    this.#engine = new Engine(shapes);
  }

  /**
   * Checks the graph of one record. Besides what the shapes find, every subject that no closed shape targets is
   * a violation. Findings come in a fixed order.
   */
  async check(quads: readonly Quad[]): Promise<Finding[]> {
    const pairs = this.#shapes.flatMap(({ shape, nodesIn }) =>
      nodesIn(quads).map((node) => [node, shape] as const),
    );
    const results = await this.#engine.check(new RecordGraph(quads), pairs);
    const findings = [...results.map((result) => this.#finding(result)), ...uncovered(quads, this.#shapes)];
    return findings.sort(byPlace);
  }

  #finding(result: Result): Finding {
    const component = localName(result.sourceConstraintComponent?.value ?? '');
    return {
      severity: SEVERITY[result.severity?.value ?? ''] ?? 'violation',
      focus: result.focusNode?.value ?? '',
      ...(result.path === null ? {} : { path: result.path.value }),
      ...(result.value === null ? {} : { value: textOf(result.value) }),
      constraint: component.replace(/ConstraintComponent$/, ''),
      shape: this.#graph.nameOf(result.sourceShape),
      message: englishOf(result.message),
    };
  }
}

/** The English message, or the first; the engine has none for some constraints whose shape has none either. */
function englishOf(messages: readonly Term[]): string {
  const english = messages.find((message) => message.termType === 'Literal' && message.language === 'en');
  return (english ?? messages[0])?.value ?? 'The node does not conform to the shape.';
}

function textOf(term: Term): string {
  return term.termType === 'Literal' ? literalText(term) : term.value;
}

function literalText({ value, language, datatype }: Literal): string {
  const quoted = JSON.stringify(value);
  if (language !== '') return `${quoted}@${language}`;
  return localName(datatype.value) === 'string' ? quoted : `${quoted}^^<${datatype.value}>`;
}
