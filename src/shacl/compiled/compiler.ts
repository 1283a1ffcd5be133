import type { Literal, Term } from '@rdfjs/types';
import { unusable } from '../shapes.js';
import { type ShapesGraph, targetKey } from '../shapes-graph.js';
import { sh, shaclName, xsd } from '../terms.js';
import { equals, hasValue, lessThan, lessThanOrEquals, manyEnough, uniqueLang } from './path-checks.js';
import {
  conforms,
  hasOnly,
  type NodeRule,
  type PathRule,
  type QuadsCheck,
  type ValueCheck,
} from './rules.js';
import * as value from './value-checks.js';
import { surelyLawful } from './value-checks.js';

/** Numbers so short that a double holds each of them apart. */
const INTEGER = /^[+-]?\d{1,15}$/;
const DECIMAL = /^(?=.{1,16}$)[+-]?\d+(?:\.\d+)?$/;
/** Any, because doubles are what it is read as. */
const DOUBLE = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Only to the second, and in UTC: engines read other times in the zone of the machine, and drop microseconds. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

const NUMBERS: Readonly<Record<string, RegExp>> = {
  [xsd('integer')]: INTEGER,
  [xsd('nonNegativeInteger')]: INTEGER,
  [xsd('positiveInteger')]: INTEGER,
  [xsd('decimal')]: DECIMAL,
  [xsd('double')]: DOUBLE,
};
/** What is in the order of its text when it has this form. */
const TIMES: Readonly<Record<string, RegExp>> = {
  [xsd('date')]: DATE,
  [xsd('dateTime')]: DATE_TIME,
  [xsd('gYear')]: /^\d{4}$/,
  [xsd('gYearMonth')]: /^\d{4}-\d\d$/,
};

/**
 * How two terms stand to each other: negative when the first is less, zero when equal, positive when more, NaN
 * when nobody would compare them, undefined when standard and engine may differ.
 */
export function valueOrder(left: Term, right: Term): number | undefined {
  if (left.termType !== 'Literal' || right.termType !== 'Literal') return Number.NaN;
  const [x, y] = [numberOf(left), numberOf(right)];
  if (x !== undefined && y !== undefined) return x - y;
  const [earlier, later] = [timeOf(left), timeOf(right)];
  if (earlier === undefined || later === undefined || left.datatype.value !== right.datatype.value) {
    return undefined;
  }
  return earlier < later ? -1 : earlier === later ? 0 : 1;
}

function numberOf({ value, datatype }: Literal): number | undefined {
  const number = NUMBERS[datatype.value]?.test(value) ? Number(value) : undefined;
  return Number.isFinite(number) ? number : undefined;
}

const timeOf = ({ value, datatype }: Literal): string | undefined =>
  TIMES[datatype.value]?.test(value) && surelyLawful(datatype.value)(value) ? value : undefined;

type OfValue = (parameter: Term, compiler: ShapeCompiler) => ValueCheck;

/** Constraints that are asked of one value: that of a property shape, or the node itself. */
const OF_VALUE: Readonly<Record<string, OfValue>> = {
  nodeKind: value.nodeKind,
  datatype: value.datatype,
  pattern: value.pattern,
  in: (head, compiler) => value.isIn(compiler.graph.list(head)),
  languageIn: (head, compiler) => value.languageIn(compiler.graph.list(head).map((range) => range.value)),
  minInclusive: value.atLeast,
  maxInclusive: value.atMost,
  or: (head, compiler) => value.or(compiler.membersOf(head)),
  xone: (head, compiler) => value.xone(compiler.membersOf(head)),
  not: (shape, compiler) => value.not(compiler.nested(shape)),
};

/** Constraints that mean one thing on a property shape, and another one on a node shape. */
const OF_NODE: Readonly<Record<string, OfValue>> = {
  hasValue: value.isTerm,
  equals: ({ value: path }) => {
    return (focus, record) => {
      const quads = record.quadsOf(focus).filter(({ predicate }) => predicate.value === path);
      return quads.length > 0 && quads.every(({ object }) => object.equals(focus));
    };
  },
};
const OF_VALUES: Readonly<Record<string, (path: string, parameter: Term) => QuadsCheck>> = {
  hasValue,
  equals,
  lessThan,
  lessThanOrEquals,
};

/** What is not a constraint, or is read beside the tables. */
const BESIDE = new Set([
  ...['targetClass', 'targetSubjectsOf', 'targetObjectsOf', 'path', 'property'],
  ...['name', 'description', 'message', 'severity'],
  ...['closed', 'ignoredProperties', 'minCount', 'maxCount', 'uniqueLang'],
]);

/** Turns shapes into rules, each shape once. */
export class ShapeCompiler {
  readonly #nodes = new Map<string, NodeRule>();
  readonly #paths = new Map<string, PathRule>();
  /** Shapes whose members are being compiled. */
  readonly #open = new Set<string>();

  constructor(readonly graph: ShapesGraph) {}

  /**
   * The rule of a shape.
   *
   * @throws FolkloreError SHAPES_UNUSABLE for what no table here knows
   */
  rule(shape: Term): NodeRule {
    const key = targetKey(shape);
    const before = this.#nodes.get(key);
    if (before !== undefined) return before;
    this.#open.add(key);
    const rule = this.#has(shape, 'path') ? { self: [], paths: [this.#path(shape)] } : this.#node(shape);
    this.#open.delete(key);
    this.#nodes.set(key, rule);
    return rule;
  }

  /** Whether a value conforms to a shape. What a shape means that uses itself, SHACL leaves open. */
  nested(shape: Term): ValueCheck {
    return this.#open.has(targetKey(shape))
      ? (_value, record) => record.wonder()
      : conforms(this.rule(shape));
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
        ...(atLeast > 1 ? [manyEnough(path, atLeast)] : []),
        ...(this.#one(shape, 'uniqueLang')?.value === 'true' ? [uniqueLang(path)] : []),
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
    return [...this.graph.said(shape)].flatMap(([predicate, parameters]) => {
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
