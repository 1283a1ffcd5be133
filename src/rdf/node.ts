/** A value with its datatype in plain sight, for the few terms whose datatype varies. */
export interface TypedValue {
  /** A datatype by its word in the context: `gYear`. */
  readonly type: string;
  readonly '@value': string;
}

/** Texts by language tag (BCP 47): always lists, because a language may have several. */
export type LanguageMap = Readonly<Record<string, readonly string[]>>;

export type Value =
  | string
  | number
  | boolean
  | TypedValue
  | LanguageMap
  | Node
  | readonly Value[]
  | undefined;

/**
 * What we say about one thing: a JSON-LD node object in the words of contexts/context.jsonld. `id` is an
 * absolute IRI; values that are absent, empty lists and empty language maps say nothing.
 */
export interface Node {
  readonly id: string;
  /** Classes by their words in the context: always a list. */
  readonly type?: readonly string[];
  readonly [term: string]: Value;
}

/** Leaves out what says nothing, at every depth, and repeats nothing within a list. */
export function tidy(node: Node): Node {
  return tidyObject(node) as Node;
}

function tidyObject(object: object): Record<string, unknown> | undefined {
  const said = Object.entries(object)
    .map(([term, value]) => [term, tidyValue(value)] as const)
    .filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.map(tidyValue).filter((entry) => entry !== undefined);
    return entries.length === 0 ? undefined : distinct(entries);
  }
  if (typeof value === 'object' && value !== null) return tidyObject(value);
  return value;
}

/** In order of first appearance. Two nodes of one id that say different things both stay: the shapes judge. */
function distinct(entries: readonly unknown[]): readonly unknown[] {
  const keys = new Set<unknown>();
  return entries.filter((entry) => {
    const key = typeof entry === 'object' ? JSON.stringify(entry) : entry;
    return keys.has(key) ? false : keys.add(key);
  });
}
