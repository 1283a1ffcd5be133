import type { Literal, Quad, Term } from '@rdfjs/types';
import { localName } from '../rdf/iri-syntax.js';
import type { Doubt } from './compiled/doubts.js';
import { FirstPass, type Look } from './compiled/first-pass.js';
import { uncovered } from './coverage.js';
import { Engine, type Result } from './engine.js';
import { expectedBy } from './expected.js';
import { byPlace, type Finding, type Severity } from './finding.js';
import { RecordGraph } from './record-graph.js';
import { refuseUnsafe } from './refusal.js';
import { ShapesGraph } from './shapes-graph.js';
import { ShapesMet } from './shapes-met.js';
import { type TargetedShape, targetedShapes } from './targets.js';
import { sh } from './terms.js';

const SEVERITY: Readonly<Record<string, Severity>> = {
  [sh('Violation')]: 'violation',
  [sh('Warning')]: 'warning',
  [sh('Info')]: 'info',
};

const NOTHING: readonly Finding[] = [];

const isClean = ({ doubts, isCovered }: Look): boolean => isCovered && doubts.length === 0;

/**
 * Checks graphs of records against shapes. rdf-validate-shacl is the authority on what is wrong; that nothing is,
 * the compiled shapes say of most records before it is asked.
 */
export class Checker {
  readonly #graph: ShapesGraph;
  readonly #shapes: readonly TargetedShape[];
  readonly #met: ShapesMet;
  readonly #firstPass: FirstPass;
  readonly #engine: Engine;

  /**
   * @throws FolkloreError SHAPES_UNUSABLE when a shape uses what this engine does not check rightly, or refers to
   *   a shape that does not exist
   */
  constructor(shapes: readonly Quad[]) {
    this.#graph = new ShapesGraph(shapes);
    refuseUnsafe(this.#graph);
    this.#shapes = targetedShapes(this.#graph);
    this.#met = new ShapesMet(this.#shapes.map(({ name }) => name));
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

  #meet({ met }: Look): void {
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
    const expected = expectedBy(this.#graph, result.sourceShape, constraint);
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
