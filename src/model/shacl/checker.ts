import type { Quad, Term } from '@rdfjs/types';
import { localName } from '../rdf/iri-syntax.js';
import { FirstPass, type FirstPassResult } from './compiled-shapes/first-pass.js';
import type { Doubt } from './compiled-shapes/plan.js';
import { Engine, type Result } from './engine.js';
import { expectedValues } from './expected-values.js';
import { byPlace, type Finding, type Severity } from './finding.js';
import { RecordGraph } from './record-graph.js';
import { ShapesGraph, type TargetedShape, targetedShapes, targetKey } from './shapes-graph.js';
import { rdf, sh } from './terms.js';

/** Finds the subjects that no closed shape targets. Each is a violation, because nothing would check it. */
function uncovered(quads: readonly Quad[], shapes: readonly TargetedShape[]): Finding[] {
  const closed = shapes.filter(({ isClosed }) => isClosed);
  const covered = new Set(closed.flatMap((shape) => shape.nodesIn(quads)).map(targetKey));
  const subjects = new Map(quads.map(({ subject }) => [targetKey(subject), subject]));
  return [...subjects]
    .filter(([key]) => !covered.has(key))
    .map(([, subject]) => ({
      severity: 'violation',
      focus: subject.value,
      constraint: 'Coverage',
      shape: sh('closed'),
      message: `No closed shape covers this node: ${kindsOf(subject, quads)}.`,
      messageGA: 'Níl aon chruth dúnta a chlúdaíonn an nód seo.',
    }));
}

function kindsOf(subject: Term, quads: readonly Quad[]): string {
  const types = quads.filter((quad) => quad.subject.equals(subject) && quad.predicate.value === rdf('type'));
  const kinds = types.map(({ object }) => object.value);
  return kinds.length === 0 ? 'it has no type' : `it is said to be ${kinds.join(', ')}`;
}

const SEVERITY: Readonly<Record<string, Severity>> = {
  [sh('Violation')]: 'violation',
  [sh('Warning')]: 'warning',
  [sh('Info')]: 'info',
};

const NOTHING: readonly Finding[] = [];

const isClean = ({ doubts, isCovered }: FirstPassResult): boolean => isCovered && doubts.length === 0;

/** Checks graphs of records against shapes: compiled shapes first, and rdf-validate-shacl for nodes that may have findings. */
export class Checker {
  readonly #graph: ShapesGraph;
  readonly #shapes: readonly TargetedShape[];
  /** Nodes to which each shape applied, by the number of the shape. */
  readonly #nodeCounts: number[];
  readonly #firstPass: FirstPass;
  readonly #engine: Engine;

  /** @throws FolkloreError SHAPES_UNUSABLE when a shape uses a constraint that is not compiled */
  constructor(shapes: readonly Quad[]) {
    this.#graph = new ShapesGraph(shapes);
    this.#shapes = targetedShapes(this.#graph);
    this.#nodeCounts = this.#shapes.map(() => 0);
    this.#firstPass = new FirstPass(this.#graph, this.#shapes);
    this.#engine = new Engine(shapes);
  }

  /** Whether the compiled shapes find one record surely clean; then it counts as checked. */
  isClean(quads: readonly Quad[]): boolean {
    const result = this.#firstPass.look(quads);
    if (result === undefined || !isClean(result)) return false;
    this.#count(result);
    return true;
  }

  /**
   * Checks the graph of one record. A subject that no closed shape targets is a violation too. Findings are sorted.
   */
  async check(quads: readonly Quad[]): Promise<readonly Finding[]> {
    const result = this.#firstPass.look(quads);
    if (result === undefined) return this.ask(quads);
    this.#count(result);
    return isClean(result) ? NOTHING : this.#askEngine(quads, result.doubts, result.isCovered);
  }

  /** The number of nodes to which each targeted shape applied so far, by the IRI of the shape. */
  shapesMet(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    this.#shapes.forEach(({ name }, shape) => {
      counts.set(name, (counts.get(name) ?? 0) + (this.#nodeCounts[shape] ?? 0));
    });
    return counts;
  }

  /** The same since the last call. */
  takeShapesMet(): ReadonlyMap<string, number> {
    const counts = this.shapesMet();
    this.#nodeCounts.fill(0);
    return counts;
  }

  /** Whether any shape targets a node of some quads. */
  knows(quads: readonly Quad[]): boolean {
    return this.#shapes.some(({ nodesIn }) => nodesIn(quads).length > 0);
  }

  /** Predicates by which closed shapes target the object: such a node needs no class. */
  linking(): ReadonlySet<string> {
    return new Set(this.#shapes.flatMap(({ isClosed, targets }) => (isClosed ? [...targets.objectsOf] : [])));
  }

  /** The same as `check`, by the engine alone. */
  ask(quads: readonly Quad[]): Promise<Finding[]> {
    const pairs = this.#shapes.flatMap(({ shape, nodesIn }, number) => {
      const nodes = nodesIn(quads);
      this.#nodeCounts[number] = (this.#nodeCounts[number] ?? 0) + nodes.length;
      return nodes.map((node) => [node, shape] as const);
    });
    return this.#askEngine(quads, pairs, false);
  }

  async #askEngine(quads: readonly Quad[], pairs: readonly Doubt[], isCovered: boolean): Promise<Finding[]> {
    const results = await this.#engine.check(new RecordGraph(quads), pairs);
    const findings = results.map((result) => this.#finding(result, quads));
    if (!isCovered) findings.push(...uncovered(quads, this.#shapes));
    return findings.sort(byPlace);
  }

  #count({ met }: FirstPassResult): void {
    for (const shapes of met)
      for (const shape of shapes) this.#nodeCounts[shape] = (this.#nodeCounts[shape] ?? 0) + 1;
  }

  #finding(result: Result, quads: readonly Quad[]): Finding {
    const component = localName(result.sourceConstraintComponent?.value ?? '');
    const constraint = component.replace(/ConstraintComponent$/, '');
    // For sh:uniqueLang the engine ignores the message of the shape.
    const ofShape = this.#graph.all(result.sourceShape, sh('message'));
    const messages = ofShape.length > 0 ? ofShape : result.message;
    const messageGA = textIn('ga', messages);
    const name = textIn('en', this.#graph.all(result.sourceShape, sh('name')));
    const expected = expectedValues(this.#graph, result.sourceShape, constraint);
    return {
      severity: SEVERITY[result.severity?.value ?? ''] ?? 'violation',
      focus: result.focusNode?.value ?? '',
      ...(result.path === null ? this.#pathsIn(result.sourceShape) : { path: result.path.value }),
      ...(result.value === null ? valuesAt(result, quads) : { value: textOf(result.value) }),
      constraint,
      shape: this.#graph.nameOf(result.sourceShape),
      message: textIn('en', messages) ?? messages[0]?.value ?? NO_MESSAGE,
      ...(messageGA === undefined ? {} : { messageGA }),
      ...(name === undefined ? {} : { name }),
      ...(expected === undefined ? {} : { expected }),
    };
  }

  /** The predicates of the shapes that a shape joins. */
  #pathsIn(shape: Term): Pick<Finding, 'paths'> {
    const inside = (one: Term): string[] => [
      ...this.#graph.all(one, sh('path')).map(({ value }) => value),
      ...[...this.#graph.all(one, sh('property')), ...this.#graph.members(one)].flatMap(inside),
    ];
    const paths = new Set(this.#graph.members(shape).flatMap(inside));
    return paths.size === 0 ? {} : { paths: [...paths] };
  }
}

/** The values of a node at the path of a result that names none of them. */
function valuesAt({ focusNode, path }: Result, quads: readonly Quad[]): Pick<Finding, 'values'> {
  if (focusNode === null || path === null) return {};
  const values = quads
    .filter(({ subject, predicate }) => subject.equals(focusNode) && predicate.equals(path))
    .map(({ object }) => textOf(object));
  return values.length === 0 ? {} : { values };
}

/** The message where neither the shape nor the engine has one. */
const NO_MESSAGE = 'The node does not conform to the shape.';

const textIn = (language: string, messages: readonly Term[]): string | undefined =>
  messages.find((message) => message.termType === 'Literal' && message.language === language)?.value;

function textOf(term: Term): string {
  if (term.termType !== 'Literal') return term.value;
  const { value, language, datatype } = term;
  const quoted = JSON.stringify(value);
  if (language !== '') return `${quoted}@${language}`;
  return localName(datatype.value) === 'string' ? quoted : `${quoted}^^<${datatype.value}>`;
}
