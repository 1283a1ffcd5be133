import type { Literal, Quad, Term } from '@rdfjs/types';
import { localName } from '../rdf/iri-syntax.js';
import { FirstPass, type FirstPassResult } from './compiled/first-pass.js';
import type { Doubt } from './compiled/plan.js';
import { Engine, expectedValues, type Result } from './engine.js';
import { byPlace, type Finding, type Severity } from './finding.js';
import { RecordGraph } from './record-graph.js';
import { refuseUnsupported } from './shape-safety.js';
import { ShapesGraph, type TargetedShape, targetedShapes, targetKey } from './shapes-graph.js';
import { rdf, sh } from './terms.js';

/** How many nodes each shape has met: a shape that never meets one promises nothing. */
export class ShapeCounts {
  readonly #names: readonly string[];
  readonly #nodes: number[];

  /** @param names of the shapes, by their numbers */
  constructor(names: readonly string[]) {
    this.#names = names;
    this.#nodes = names.map(() => 0);
  }

  /** @param shape its number */
  add(shape: number, nodes: number): void {
    this.#nodes[shape] = (this.#nodes[shape] ?? 0) + nodes;
  }

  forget(): void {
    this.#nodes.fill(0);
  }

  /** Nodes by the IRI of the shape, 0 where it has met none. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    this.#names.forEach((name, shape) => {
      counts.set(name, (counts.get(name) ?? 0) + (this.#nodes[shape] ?? 0));
    });
    return counts;
  }
}

/**
 * Finds the subjects that no closed shape targets. Nothing would check them, so each is a violation: what no
 * shape knows is not published.
 */
export function uncovered(quads: readonly Quad[], shapes: readonly TargetedShape[]): Finding[] {
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
  const said = quads.filter((quad) => quad.subject.equals(subject) && quad.predicate.value === rdf('type'));
  const kinds = said.map(({ object }) => object.value);
  return kinds.length === 0 ? 'it has no type' : `it is said to be ${kinds.join(', ')}`;
}

const SEVERITY: Readonly<Record<string, Severity>> = {
  [sh('Violation')]: 'violation',
  [sh('Warning')]: 'warning',
  [sh('Info')]: 'info',
};

const NOTHING: readonly Finding[] = [];

const isClean = ({ doubts, isCovered }: FirstPassResult): boolean => isCovered && doubts.length === 0;

/**
 * Checks graphs of records against shapes. rdf-validate-shacl is the authority on what is wrong; that nothing is,
 * the compiled shapes say of most records before it is asked.
 */
export class Checker {
  readonly #graph: ShapesGraph;
  readonly #shapes: readonly TargetedShape[];
  readonly #met: ShapeCounts;
  readonly #firstPass: FirstPass;
  readonly #engine: Engine;

  /**
   * @throws FolkloreError SHAPES_UNUSABLE when a shape uses what this engine does not check rightly, or refers to
   *   a shape that does not exist
   */
  constructor(shapes: readonly Quad[]) {
    this.#graph = new ShapesGraph(shapes);
    refuseUnsupported(this.#graph);
    this.#shapes = targetedShapes(this.#graph);
    this.#met = new ShapeCounts(this.#shapes.map(({ name }) => name));
    this.#firstPass = new FirstPass(this.#graph, this.#shapes);
    this.#engine = new Engine(shapes);
  }

  /**
   * Whether nothing can be found in the graph of one record, for loops in which a promise for each record is felt.
   * Where it is not sure, `check` tells; where it is, the record counts as checked, and is not to be checked again.
   */
  isClean(quads: readonly Quad[]): boolean {
    const look = this.#firstPass.look(quads);
    if (look === undefined || !isClean(look)) return false;
    this.#meet(look);
    return true;
  }

  /**
   * Checks the graph of one record. What is surely clean needs no promise. Besides what the shapes find, every subject
   * that no closed shape targets is a violation. Findings come in a fixed order.
   */
  check(quads: readonly Quad[]): readonly Finding[] | Promise<Finding[]> {
    const look = this.#firstPass.look(quads);
    if (look === undefined) return this.ask(quads);
    this.#meet(look);
    return isClean(look) ? NOTHING : this.#ask(quads, look.doubts, look.isCovered);
  }

  /** How many nodes of the records checked so far each targeted shape applied to, by its IRI; 0 where none. */
  shapesMet(): ReadonlyMap<string, number> {
    return this.#met.counts();
  }

  /** The same, of the records checked since it was last asked. */
  takeShapesMet(): ReadonlyMap<string, number> {
    const counts = this.#met.counts();
    this.#met.forget();
    return counts;
  }

  /** Whether a shape finds anything to check in some quads: of a stranger's file it finds nothing. */
  knows(quads: readonly Quad[]): boolean {
    return this.#shapes.some(({ nodesIn }) => nodesIn(quads).length > 0);
  }

  /** Predicates at whose end a closed shape finds its nodes: such a node has no class that would tell what it is. */
  linking(): ReadonlySet<string> {
    return new Set(this.#shapes.flatMap(({ isClosed, targets }) => (isClosed ? [...targets.objectsOf] : [])));
  }

  /** The same as `check`, of the engine alone. */
  ask(quads: readonly Quad[]): Promise<Finding[]> {
    const pairs = this.#shapes.flatMap(({ shape, nodesIn }, number) => {
      const nodes = nodesIn(quads);
      this.#met.add(number, nodes.length);
      return nodes.map((node) => [node, shape] as const);
    });
    return this.#ask(quads, pairs, false);
  }

  async #ask(quads: readonly Quad[], pairs: readonly Doubt[], isCovered: boolean): Promise<Finding[]> {
    const results = await this.#engine.check(new RecordGraph(quads), pairs);
    const findings = results.map((result) => this.#finding(result));
    if (!isCovered) findings.push(...uncovered(quads, this.#shapes));
    return findings.sort(byPlace);
  }

  #meet({ met }: FirstPassResult): void {
    for (const shapes of met) for (const shape of shapes) this.#met.add(shape, 1);
  }

  #finding(result: Result): Finding {
    const component = localName(result.sourceConstraintComponent?.value ?? '');
    const constraint = component.replace(/ConstraintComponent$/, '');
    // For sh:uniqueLang the engine has words of its own, whatever the shape says.
    const ofShape = this.#graph.all(result.sourceShape, sh('message'));
    const messages = ofShape.length > 0 ? ofShape : result.message;
    const messageGA = textIn('ga', messages);
    const name = textIn('en', this.#graph.all(result.sourceShape, sh('name')));
    const expected = expectedValues(this.#graph, result.sourceShape, constraint);
    return {
      severity: SEVERITY[result.severity?.value ?? ''] ?? 'violation',
      focus: result.focusNode?.value ?? '',
      ...(result.path === null ? this.#pathsIn(result.sourceShape) : { path: result.path.value }),
      ...(result.value === null ? {} : { value: textOf(result.value) }),
      constraint,
      shape: this.#graph.nameOf(result.sourceShape),
      message: textIn('en', messages) ?? messages[0]?.value ?? UNSAID,
      ...(messageGA === undefined ? {} : { messageGA }),
      ...(name === undefined ? {} : { name }),
      ...(expected === undefined ? {} : { expected }),
    };
  }

  /** What a shape that joins several says something of. */
  #pathsIn(shape: Term): Pick<Finding, 'paths'> {
    const inside = (one: Term): string[] => [
      ...this.#graph.all(one, sh('path')).map(({ value }) => value),
      ...[...this.#graph.all(one, sh('property')), ...this.#graph.members(one)].flatMap(inside),
    ];
    const paths = new Set(this.#graph.members(shape).flatMap(inside));
    return paths.size === 0 ? {} : { paths: [...paths] };
  }
}

/** The engine has no message for some constraints whose shape has none either. */
const UNSAID = 'The node does not conform to the shape.';

const textIn = (language: string, messages: readonly Term[]): string | undefined =>
  messages.find((message) => message.termType === 'Literal' && message.language === language)?.value;

function textOf(term: Term): string {
  return term.termType === 'Literal' ? literalText(term) : term.value;
}

function literalText({ value, language, datatype }: Literal): string {
  const quoted = JSON.stringify(value);
  if (language !== '') return `${quoted}@${language}`;
  return localName(datatype.value) === 'string' ? quoted : `${quoted}^^<${datatype.value}>`;
}
