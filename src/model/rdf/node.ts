import { isObject } from '../../base/json.js';
/**
 * A value with its datatype, for terms whose datatype varies. It has `@type` because rdflib ignores the alias `type` in value
 * objects.
 */
export interface TypedValue {
  /** A datatype by its word in the context: `gYear`. */
  readonly '@type': string;
  readonly '@value': string;
}

/** The key of texts without a language in a {@link LanguageMap} (JSON-LD 1.1, section 4.2.4). */
export const NO_LANGUAGE = '@none';

/** Texts by language tag (BCP 47), or by {@link NO_LANGUAGE}. */
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
 * A JSON-LD node object with the terms of contexts/context.jsonld. `id` is an absolute IRI; absent values, empty lists and empty
 * language maps are left out.
 */
export interface Node {
  readonly id: string;
  /** Classes by their names in the context. */
  readonly type?: readonly string[];
  readonly [term: string]: Value;
}

/** Removes empty values at every depth, and repetitions in lists. What has none is returned as it is. */
export function tidy(node: Node): Node {
  return tidyObject(node) as Node;
}

/** A hot path: every value of a build. Nothing is copied as long as nothing is removed. */
function tidyObject(object: object): object | undefined {
  const terms = Object.keys(object);
  let kept: Record<string, unknown> | undefined;
  let isEmpty = true;
  for (let at = 0; at < terms.length; at += 1) {
    const term = terms[at] as string;
    const given = (object as Record<string, unknown>)[term];
    const value = tidyValue(given);
    if (kept === undefined && (value === undefined || value !== given)) {
      kept = {};
      for (const before of terms.slice(0, at))
        define(kept, before, (object as Record<string, unknown>)[before]);
    }
    if (value === undefined) continue;
    isEmpty = false;
    if (kept !== undefined) define(kept, term, value);
  }
  return isEmpty ? undefined : (kept ?? object);
}

function define(object: Record<string, unknown>, term: string, value: unknown): void {
  if (term === '__proto__') Object.defineProperty(object, term, { value, enumerable: true });
  else object[term] = value;
}

function tidyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? tidyList(value) : tidyObject(value);
}

function tidyList(list: readonly unknown[]): readonly unknown[] | undefined {
  let entries: unknown[] | undefined;
  for (let at = 0; at < list.length; at += 1) {
    const entry = tidyValue(list[at]);
    if (entries === undefined && (entry === undefined || entry !== list[at])) entries = list.slice(0, at);
    if (entry !== undefined) entries?.push(entry);
  }
  const kept = entries ?? list;
  if (kept.length < 2) return kept.length === 0 ? undefined : kept;
  return distinct(kept);
}

/** In order of first appearance. Different nodes with one id both stay. */
function distinct(entries: readonly unknown[]): readonly unknown[] {
  if (haveOwnIds(entries)) return entries;
  const keys = new Set<unknown>();
  for (const entry of entries) keys.add(keyOf(entry));
  if (keys.size === entries.length) return entries;
  return entries.filter((entry) => keys.delete(keyOf(entry)));
}

/** Whether all are nodes with different ids, as in most lists: then there are no repetitions. */
function haveOwnIds(entries: readonly unknown[]): boolean {
  const ids = new Set<unknown>();
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null || !('id' in entry)) return false;
    ids.add(entry.id);
  }
  return ids.size === entries.length;
}

const keyOf = (entry: unknown): unknown => (typeof entry === 'object' ? JSON.stringify(entry) : entry);

/** Keywords and blank nodes, which jsonld treats specially. */
const SPECIAL = /^(?:@|_:)/;
const ADDRESS = /^https?:\/\//;
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;

/** Whether parsed JSON has the form of our nodes: then `makeToQuads` gives the quads that jsonld would give, or throws. */
export function isPlainNode(value: unknown): value is Node {
  if (!isObject(value)) return false;
  return (
    Object.entries(value).every(([word, value]) => {
      if (word === 'id') return typeof value === 'string' && ADDRESS.test(value);
      if (word === 'type') return Array.isArray(value) && value.every((name) => typeof name === 'string');
      return !SPECIAL.test(word) && (Array.isArray(value) ? value.every(isPlain) : isPlain(value));
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
      (language === NO_LANGUAGE || LANGUAGE.test(language)) &&
      Array.isArray(texts) &&
      texts.every((text) => typeof text === 'string'),
  );
