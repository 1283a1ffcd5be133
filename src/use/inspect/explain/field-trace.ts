import type { MappedNode } from '../../../model/rdf/formats/format.js';
import type { Node, Value } from '../../../model/rdf/node.js';
import { fieldOf, type Path } from '../../../pipeline/shards/source-field.js';

/** A field that holds a value itself, not further fields. */
interface Leaf {
  readonly path: Path;
  readonly value: string | number | boolean;
}

/** Every value of a record with its path, in the record's order. */
function leavesOf(value: unknown, path: Path = []): Leaf[] {
  if (typeof value === 'object' && value !== null) {
    const steps = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return steps.flatMap(([step, inner]) => leavesOf(inner, [...path, step]));
  }
  const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isValue ? [{ path, value }] : [];
}

/** The record without the value at a path: without the field, or with the list one entry shorter. */
export const without = <R>(record: R, path: Path): R => changed(record, path, undefined) as R;

/** The record with another value at a path. */
const having = <R>(record: R, path: Path, value: unknown): R => changed(record, path, value) as R;

/** A copy along the path; everything else is shared. */
function changed(holder: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const inner = changed((holder as Record<PropertyKey, unknown>)[step], rest, value);
  if (Array.isArray(holder)) {
    const position = Number(step);
    return inner === undefined ? holder.toSpliced(position, 1) : holder.with(position, inner);
  }
  const { [step]: _, ...others } = holder as Record<PropertyKey, unknown>;
  return inner === undefined ? others : { ...(holder as object), [step]: inner };
}

export type Quad = MappedNode['quads'][number];

/** Maps a record, one node for each dataset; undefined when it cannot be mapped. */
export type MapFunction = (record: object) => readonly MappedNode[] | undefined;

/** What a field becomes. */
interface Effect {
  /** The triples that depend on it, in the order of the dump. */
  readonly became: readonly Quad[];
  /** The nodes whose IRIs are made of it; the record's own first. */
  readonly names: readonly string[];
}

/** The outcome of one field. */
export interface Traced extends Leaf, Effect {
  /** Another field with the same value and effect: each alone would have none. */
  readonly alsoIn?: Path;
}

const NOTHING: Effect = { became: [], names: [] };

/**
 * Finds by difference what every field of a record becomes: the triples that are missing without it or with another value.
 * Both variants are tried, as far as the record stays valid. A node whose IRI changes is the same node.
 * `vocabulary/source-fields.tsv` cannot replace the trial: for 37 % of the statements of a generated world (scale 0.01) its
 * fields do not name a single value of the record.
 *
 * @param isLawful whether a record is valid
 * @param isIdle whether a field is expected to become nothing: such fields are tried together first, which is faster
 */
export function traceFields(
  record: object,
  say: MapFunction,
  isLawful: (record: object) => boolean,
  isIdle: (field: string) => boolean = () => false,
): Traced[] {
  const described = say(record);
  const leaves = leavesOf(record);
  if (described === undefined) return leaves.map((leaf) => ({ ...leaf, ...NOTHING }));
  const baseline = new Baseline(described);

  const differenceOf = (variant: object): Effect | undefined => {
    const after = isLawful(variant) ? say(variant) : undefined;
    return after && baseline.difference(after);
  };
  const of = (...some: readonly Leaf[]): Effect => {
    const found = variants(record, some, leaves).map((one) => differenceOf(one) ?? NOTHING);
    const became = new Set(found.flatMap((one) => one.became));
    return {
      became: [...baseline.quads.keys()].filter((quad) => became.has(quad)),
      names: [...new Set(found.flatMap((one) => one.names))],
    };
  };

  const idle = new Set(leaves.filter(({ path }) => isIdle(fieldOf(path))));
  const missed = differenceOf(withOtherValues(record, [...idle], leaves));
  const areIdle = missed !== undefined && !isSomething(missed);
  return leaves.map((leaf) => {
    if (areIdle && idle.has(leaf)) return { ...leaf, ...NOTHING };
    const alone = of(leaf);
    const twin = isSomething(alone) ? undefined : leaves.find((other) => isTwin(leaf, other));
    if (twin === undefined) return { ...leaf, ...alone };
    const together = of(...leaves.filter((other) => other === leaf || isTwin(leaf, other)));
    return { ...leaf, ...together, ...(isSomething(together) ? { alsoIn: twin.path } : {}) };
  });
}

const isSomething = ({ became, names }: Effect): boolean => became.length + names.length > 0;

/** The same value of the same field, at another position. */
const isTwin = (one: Leaf, other: Leaf): boolean =>
  one !== other && one.value === other.value && fieldOf(one.path) === fieldOf(other.path);

/** The record without some fields, and with other values of them. */
const variants = (record: object, some: readonly Leaf[], all: readonly Leaf[]): object[] => [
  // From the end, so that positions stay valid.
  some.reduceRight((rest, { path }) => without(rest, path), record),
  withOtherValues(record, some, all),
];

/** The record with other values of some fields. */
const withOtherValues = (record: object, some: readonly Leaf[], all: readonly Leaf[]): object =>
  some.reduce((rest, { path, value }) => having(rest, path, otherValue(value, all)), record);

/** Values of enumerations. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['item', 'part'],
  ['part', 'item'],
]);

/** Another value of the same type that the record does not have. */
function otherValue(value: Leaf['value'], all: readonly Leaf[]): Leaf['value'] {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return WORDS.get(value) ?? `${value}x`;
  const taken = new Set(all.map((leaf) => leaf.value));
  let next = value + 1;
  while (taken.has(next)) next += 1;
  return next;
}

/** The triples of the unchanged record, with their keys. */
class Baseline {
  readonly quads: ReadonlyMap<Quad, string>;
  readonly #nodes: readonly Node[];

  constructor(described: readonly MappedNode[]) {
    this.#nodes = described.map(({ node }) => node);
    this.quads = new Map(described.flatMap(({ quads }) => quads.map((quad) => [quad, keyOf(quad)] as const)));
  }

  /** The triples that a variant does not have. Nodes are compared by their IRIs here. */
  difference(there: readonly MappedNode[]): Effect {
    const names = new Map<string, string>();
    align(
      this.#nodes,
      there.map(({ node }) => node),
      names,
    );
    const said = new Set(there.flatMap(({ quads }) => quads.map((quad) => keyOf(quad, names))));
    const renamed = new Set(names.values());
    const became = this.#those((_, key) => !said.has(key));
    // A field that only names a node becomes the link to it.
    return {
      became: became.length > 0 ? became : this.#those(({ object }) => renamed.has(object.value)),
      names: [...renamed],
    };
  }

  #those(isOne: (quad: Quad, key: string) => boolean): Quad[] {
    return [...this.quads].flatMap(([quad, key]) => (isOne(quad, key) ? [quad] : []));
  }
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

function keyOf({ subject, predicate, object }: Quad, names: ReadonlyMap<string, string> = NO_NAMES): string {
  const about = `${names.get(subject.value) ?? subject.value} ${predicate.value}`;
  return object.termType === 'Literal'
    ? `${about} ${object.datatype.value} ${object.language} ${object.value}`
    : `${about} ${names.get(object.value) ?? object.value}`;
}

/**
 * Compares two lists of nodes and notes which IRIs have changed. Nodes with the same IRI are pairs; equally many others are
 * paired by position.
 *
 * @param names receives the old IRI by the new one
 */
function align(before: readonly Node[], after: readonly Node[], names: Map<string, string>): void {
  const [was, is] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  const former = before.filter(({ id }) => !is.has(id));
  const latter = after.filter(({ id }) => !was.has(id));
  const pairs = before.flatMap((node) =>
    after.filter(({ id }) => id === node.id).map((same) => [node, same] as const),
  );
  if (former.length === latter.length) {
    for (const [position, node] of former.entries()) {
      const renamed = latter[position];
      if (renamed === undefined) continue;
      names.set(renamed.id, node.id);
      pairs.push([node, renamed]);
    }
  }
  for (const [node, same] of pairs) {
    for (const [term, value] of Object.entries(node)) align(nodesIn(value), nodesIn(same[term]), names);
  }
}

const nodesIn = (value: Value): Node[] =>
  [value].flat().filter((one): one is Node => typeof one === 'object' && one !== null && 'id' in one);
