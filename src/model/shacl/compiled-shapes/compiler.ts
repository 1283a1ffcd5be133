import type { Term } from '@rdfjs/types';
import { entry } from '../../../base/map-entry.js';
import { unusable } from '../shapes.js';
import { type ShapesGraph, targetKey } from '../shapes-graph.js';
import { sh, shaclName } from '../terms.js';
import * as checks from './checks.js';
import {
  conforms,
  hasOnly,
  type NodeRule,
  type PathRule,
  type QuadsCheck,
  type ValueCheck,
} from './rules.js';

type OfValue = (parameter: Term, compiler: ShapeCompiler) => ValueCheck;

/** Constraints on one value: of a property shape, or the node itself. */
const OF_VALUE: Readonly<Record<string, OfValue>> = {
  nodeKind: checks.nodeKind,
  datatype: checks.datatype,
  pattern: checks.pattern,
  in: (head, compiler) => checks.isIn(compiler.graph.list(head)),
  languageIn: (head, compiler) => checks.languageIn(compiler.graph.list(head).map((range) => range.value)),
  minInclusive: checks.atLeast,
  maxInclusive: checks.atMost,
  or: (head, compiler) => checks.or(compiler.membersOf(head)),
  xone: (head, compiler) => checks.xone(compiler.membersOf(head)),
  not: (shape, compiler) => checks.not(compiler.nested(shape)),
};

/** Constraints that differ between property shapes and node shapes. */
const OF_NODE: Readonly<Record<string, OfValue>> = {
  hasValue: checks.isTerm,
  equals: ({ value: path }) => {
    return (focus, record) => {
      const quads = record.quadsOf(focus).filter(({ predicate }) => predicate.value === path);
      return quads.length > 0 && quads.every(({ object }) => object.equals(focus));
    };
  },
};
const OF_VALUES: Readonly<Record<string, (path: string, parameter: Term) => QuadsCheck>> = {
  hasValue: checks.hasValue,
  equals: checks.equals,
  lessThan: checks.lessThan,
  lessThanOrEquals: checks.lessThanOrEquals,
};

/** Parameters that are no constraints, or that the tables do not have. */
const BESIDE = new Set([
  ...['targetClass', 'targetSubjectsOf', 'targetObjectsOf', 'path', 'property'],
  ...['name', 'description', 'message', 'severity'],
  ...['closed', 'ignoredProperties', 'minCount', 'maxCount', 'uniqueLang'],
]);

/** Compiles shapes to rules, each shape once. */
export class ShapeCompiler {
  readonly #nodes = new Map<string, NodeRule>();
  readonly #paths = new Map<string, PathRule>();
  /** Shapes whose members are being compiled. */
  readonly #open = new Set<string>();

  constructor(readonly graph: ShapesGraph) {}

  /**
   * The rule of a shape.
   *
   * @throws FolkloreError SHAPES_UNUSABLE for a constraint that is not in the tables
   */
  rule(shape: Term): NodeRule {
    const key = targetKey(shape);
    return entry(this.#nodes, key, () => {
      this.#open.add(key);
      const rule = this.#has(shape, 'path') ? { self: [], paths: [this.#path(shape)] } : this.#node(shape);
      this.#open.delete(key);
      return rule;
    });
  }

  /** Whether a value conforms to a shape. SHACL leaves recursive shapes undefined: these are in doubt. */
  nested(shape: Term): ValueCheck {
    return this.#open.has(targetKey(shape)) ? (_value, record) => record.doubt() : conforms(this.rule(shape));
  }

  membersOf(head: Term): ValueCheck[] {
    return this.graph.list(head).map((member) => this.nested(member));
  }

  #node(shape: Term): NodeRule {
    const paths = this.graph.all(shape, sh('property')).map((property) => this.#path(property));
    const allowed = this.#allowed(shape);
    return {
      self: this.#constraints(shape, { ...OF_VALUE, ...OF_NODE }, (of, parameter) => of(parameter, this)),
      ...(allowed === undefined ? {} : { allowed }),
      paths,
    };
  }

  #path(shape: Term): PathRule {
    const before = this.#paths.get(targetKey(shape));
    if (before !== undefined) return before;
    const path = this.#one(shape, 'path')?.value ?? '';
    const atLeast = Number(this.#one(shape, 'minCount')?.value ?? 0);
    const allowed = this.#allowed(shape);
    const rule: PathRule = {
      shape,
      path,
      atLeast,
      atMost: Number(this.#one(shape, 'maxCount')?.value ?? Number.POSITIVE_INFINITY),
      each: [
        ...this.#constraints(shape, OF_VALUE, (of, parameter) => of(parameter, this)),
        ...(allowed === undefined ? [] : [hasOnly(allowed)]),
      ],
      together: this.#constraints(shape, OF_VALUES, (of, parameter) => of(path, parameter)),
      several: [
        ...(atLeast > 1 ? [checks.manyEnough(path, atLeast)] : []),
        ...(this.#one(shape, 'uniqueLang')?.value === 'true' ? [checks.uniqueLang(path)] : []),
      ],
    };
    this.#paths.set(targetKey(shape), rule);
    return rule;
  }

  #constraints<Make, Check>(
    shape: Term,
    table: Readonly<Record<string, Make>>,
    make: (of: Make, parameter: Term) => Check,
  ): Check[] {
    return [...this.graph.of(shape)].flatMap(([predicate, parameters]) => {
      const name = shaclName(predicate);
      if (name === undefined || BESIDE.has(name)) return [];
      const of = table[name];
      if (of !== undefined) return parameters.map((parameter) => make(of, parameter));
      if (name in OF_VALUE || name in OF_VALUES) return [];
      throw unusable(
        `The shape ${this.graph.nameOf(shape)} uses sh:${name}, which is not compiled.`,
        'Rewrite the shape; shapes/common.ttl tells how.',
      );
    });
  }

  #allowed(shape: Term): ReadonlySet<string> | undefined {
    if (this.#one(shape, 'closed')?.value !== 'true') return undefined;
    const named = this.graph.all(shape, sh('property')).map((property) => this.#one(property, 'path')?.value);
    const ignored = this.graph.all(shape, sh('ignoredProperties')).flatMap((head) => this.graph.list(head));
    return new Set([...named, ...ignored.map((term) => term.value)].filter((iri) => iri !== undefined));
  }

  #one(shape: Term, name: string): Term | undefined {
    return this.graph.all(shape, sh(name))[0];
  }

  #has(shape: Term, name: string): boolean {
    return this.#one(shape, name) !== undefined;
  }
}
