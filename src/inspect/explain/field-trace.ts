import { fieldOf, type Path } from '../../pipeline/source-field.js';
import type { MappedNode } from '../../rdf/formats/format.js';
import type { Node, Value } from '../../rdf/node.js';

/** A field that holds a value itself, not further fields. */
export interface Leaf {
  readonly path: Path;
  readonly value: string | number | boolean;
}

/** Every value of a record with the way to it, in the record's order. */
export function leavesOf(value: unknown, path: Path = []): Leaf[] {
  if (typeof value === 'object' && value !== null) {
    const steps = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return steps.flatMap(([step, inner]) => leavesOf(inner, [...path, step]));
  }
  const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isValue ? [{ path, value }] : [];
}

/** The record without what stands at a path: a field gone, a list one entry shorter. */
export const without = <R>(record: R, path: Path): R => changed(record, path, undefined) as R;

/** The record with another value at a path. */
export const having = <R>(record: R, path: Path, value: unknown): R => changed(record, path, value) as R;

/** A copy along the path; everything beside it stays the same. */
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

/** What is said of a record, file by file; undefined when it cannot be described. */
export type MapFunction = (record: object) => readonly MappedNode[] | undefined;

/** What is said because of a field. */
interface Became {
  /** The triples that would not be there without it, in the order of the dump. */
  readonly became: readonly Quad[];
  /** The nodes whose IRI is made of it; the record's own first. */
  readonly names: readonly string[];
}

/** What became of one field of a record. */
export interface Traced extends Leaf, Became {
  /** Another field that says the very same: each alone could be missed. */
  readonly alsoIn?: Path;
}

const NOTHING: Became = { became: [], names: [] };

/**
 * Finds by difference what became of every field of a record: what is said with it and not without it, or not with
 * another value of it. Both are tried, as far as the record stays lawful: some fields it cannot be without, and of
 * a year that is missing its ISO form speaks. A node that goes by another name because of that is the same node.
 *
 * @param isLawful whether the dictionary admits a record
 * @param isIdle whether nothing is expected of a field: such fields are tried together first, which is quicker
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
  const undisturbed = new Undisturbed(described);

  const differenceOf = (disturbed: object): Became | undefined => {
    const after = isLawful(disturbed) ? say(disturbed) : undefined;
    return after && undisturbed.difference(after);
  };
  const of = (...some: readonly Leaf[]): Became => {
    const found = disturbances(record, some, leaves).map((one) => differenceOf(one) ?? NOTHING);
    const became = new Set(found.flatMap((one) => one.became));
    return {
      became: [...undisturbed.quads.keys()].filter((quad) => became.has(quad)),
      names: [...new Set(found.flatMap((one) => one.names))],
    };
  };

  const idle = new Set(leaves.filter(({ path }) => isIdle(fieldOf(path))));
  const missed = differenceOf(anotherOf(record, [...idle], leaves));
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

const isSomething = ({ became, names }: Became): boolean => became.length + names.length > 0;

/** The same value of the same field, at another place. */
const isTwin = (one: Leaf, other: Leaf): boolean =>
  one !== other && one.value === other.value && fieldOf(one.path) === fieldOf(other.path);

/** The record without some fields, and with neighbours of their values. */
const disturbances = (record: object, some: readonly Leaf[], all: readonly Leaf[]): object[] => [
  // From the last to the first, so that positions in lists stay true while entries go.
  some.reduceRight((rest, { path }) => without(rest, path), record),
  anotherOf(record, some, all),
];

/** The record with other values of some fields. */
const anotherOf = (record: object, some: readonly Leaf[], all: readonly Leaf[]): object =>
  some.reduce((rest, { path, value }) => having(rest, path, neighbourOf(value, all)), record);

/** Words of fields that take nothing but such words. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['item', 'part'],
  ['part', 'item'],
]);

/** A value of the same sort that the record does not hold. */
function neighbourOf(value: Leaf['value'], all: readonly Leaf[]): Leaf['value'] {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return WORDS.get(value) ?? `${value}x`;
  const taken = new Set(all.map((leaf) => leaf.value));
  let next = value + 1;
  while (taken.has(next)) next += 1;
  return next;
}

/** What is said of a record undisturbed, each triple with what tells it from every other. */
class Undisturbed {
  readonly quads: ReadonlyMap<Quad, string>;
  readonly #nodes: readonly Node[];

  constructor(described: readonly MappedNode[]) {
    this.#nodes = described.map(({ node }) => node);
    this.quads = new Map(described.flatMap(({ quads }) => quads.map((quad) => [quad, keyOf(quad)] as const)));
  }

  /** What is said here and not there, nodes known under the names they have here. */
  difference(there: readonly MappedNode[]): Became {
    const names = new Map<string, string>();
    align(
      this.#nodes,
      there.map(({ node }) => node),
      names,
    );
    const said = new Set(there.flatMap(({ quads }) => quads.map((quad) => keyOf(quad, names))));
    const renamed = new Set(names.values());
    const became = this.#those((_, key) => !said.has(key));
    // Of a field that only names a node, the link to that node is what it became.
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
 * Walks what two descriptions say at one place side by side and notes which nodes have changed their name. Nodes
 * that kept it are pairs; of the others, as many as there were, each is what stood in its position.
 *
 * @param names receives the name before by the name after
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
