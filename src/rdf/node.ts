/**
 * A value with its datatype in plain sight, for the few terms whose datatype varies. The keyword is written out:
 * rdflib does not see the alias `type` in a value object.
 */
export interface TypedValue {
  /** A datatype by its word in the context: `gYear`. */
  readonly '@type': string;
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

/** A hot path: every record of a build, every value of it. */
function tidyObject(object: object): Record<string, unknown> | undefined {
  const said: Record<string, unknown> = {};
  let isEmpty = true;
  for (const term of Object.keys(object)) {
    const value = tidyValue((object as Record<string, unknown>)[term]);
    if (value === undefined) continue;
    isEmpty = false;
    if (term === '__proto__') Object.defineProperty(said, term, { value, enumerable: true });
    else said[term] = value;
  }
  return isEmpty ? undefined : said;
}

function tidyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? tidyList(value) : tidyObject(value);
}

function tidyList(list: readonly unknown[]): readonly unknown[] | undefined {
  const entries: unknown[] = [];
  for (const one of list) {
    const entry = tidyValue(one);
    if (entry !== undefined) entries.push(entry);
  }
  if (entries.length < 2) return entries.length === 0 ? undefined : entries;
  return distinct(entries);
}

/** In order of first appearance. Two nodes of one id that say different things both stay: the shapes judge. */
function distinct(entries: readonly unknown[]): readonly unknown[] {
  if (haveOwnIds(entries)) return entries;
  const keys = new Set<unknown>();
  for (const entry of entries) keys.add(keyOf(entry));
  if (keys.size === entries.length) return entries;
  return entries.filter((entry) => keys.delete(keyOf(entry)));
}

/** Whether all are nodes, each with an id of its own, as the nodes of a list mostly are: then none says what another says. */
function haveOwnIds(entries: readonly unknown[]): boolean {
  const ids = new Set<unknown>();
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null || !('id' in entry)) return false;
    ids.add(entry.id);
  }
  return ids.size === entries.length;
}

const keyOf = (entry: unknown): unknown => (typeof entry === 'object' ? JSON.stringify(entry) : entry);

/** What jsonld might take for more than it says: keywords, blank nodes. */
const SPECIAL = /^(?:@|_:)/;
const ADDRESS = /^https?:\/\//;
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

/**
 * Whether a value that somebody has parsed has the form of our nodes, in which each word says one thing only: such a
 * node means the same to `quadMaker` and to jsonld, or `quadMaker` refuses it. Of all else jsonld is the judge.
 */
export function isPlainNode(value: unknown): value is Node {
  if (!isObject(value)) return false;
  return (
    Object.entries(value).every(([word, said]) => {
      if (word === 'id') return typeof said === 'string' && ADDRESS.test(said);
      if (word === 'type') return Array.isArray(said) && said.every((name) => typeof name === 'string');
      return !SPECIAL.test(word) && (Array.isArray(said) ? said.every(isPlain) : isPlain(said));
    }) && Object.hasOwn(value, 'id')
  );
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !SPECIAL.test(value);
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return true;
  return isPlainNode(value) || isTyped(value) || isLanguageMap(value);
}

const isTyped = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).length === 2 &&
  typeof value['@value'] === 'string' &&
  typeof value['@type'] === 'string';

const isLanguageMap = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).every(
    ([language, texts]) =>
      LANGUAGE.test(language) && Array.isArray(texts) && texts.every((text) => typeof text === 'string'),
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
