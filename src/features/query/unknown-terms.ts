import { editDistance, nearest } from '../../base/text.js';
import { localName, namespaceOf } from '../../model/rdf/iri-syntax.js';
import { QUOTED } from './engine.js';
import { prefixedName, type ReleaseVocabulary } from './release-vocabulary.js';

/** A name in a query that means nothing in the release. */
export interface UnknownTerm {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** As it stands in the query. */
  readonly name: string;
  /** A prefix without a declaration, or a term that its vocabulary lacks. */
  readonly what: 'prefix' | 'term';
  /** The nearest known term, or the declaration of the nearest known prefix. */
  readonly nearest: string | undefined;
}

/** A prefixed name (SPARQL 1.1, section 19.8): no variable, no blank node, no part of a longer name. */
const PREFIXED =
  /(?<![\p{L}\p{N}_.:?$@%\\-])(?<prefix>\p{L}(?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?)?:(?<local>(?:[\p{L}\p{N}_:-]|%[0-9A-Fa-f]{2}|\\[^\s\p{L}\p{N}]|\.(?=[\p{L}\p{N}_:%\\-]))*)/gu;
const DECLARATION = /\b(?:BASE|PREFIX\s+([^\s:]*):)\s*<([^<>]*)>/giu;
const IRI = /<([^<>"{}|^`\\\s]*)>/g;

interface QueryNames {
  /** The query with blanks in place of strings, IRIs, remarks and declarations. */
  readonly text: string;
  /** Those declared, with their namespaces. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** IRIs that are not part of a declaration, with their places. */
  readonly iris: readonly { readonly at: number; readonly iri: string }[];
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

function namesOf(query: string): QueryNames {
  const prefixes = new Map<string, string>();
  const iris: { at: number; iri: string }[] = [];
  const text = query
    .replace(QUOTED, (found) => (found.startsWith('<') ? found : blank(found)))
    .replace(DECLARATION, (found: string, prefix: string | undefined, iri: string) => {
      if (prefix !== undefined) prefixes.set(prefix, iri);
      return blank(found);
    })
    .replace(IRI, (found: string, iri: string, at: number) => {
      iris.push({ at, iri });
      return blank(found);
    });
  return { text, prefixes, iris };
}

/** The prefixes that a query declares, with their namespaces. */
export const declaredPrefixes = (query: string): ReadonlyMap<string, string> => namesOf(query).prefixes;

/** The prefixes without a declaration, and the terms that the release's own vocabulary lacks, in the order of the query. */
export function unknownTerms(query: string, vocabulary: ReleaseVocabulary): readonly UnknownTerm[] {
  const { text, prefixes, iris } = namesOf(query);
  const found = new Map<string, UnknownTerm & { readonly at: number }>();
  const add = (at: number, name: string, what: UnknownTerm['what'], suggested: string | undefined): void => {
    if (found.has(name)) return;
    const before = query.slice(0, at).split('\n');
    const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 };
    found.set(name, { at, ...place, name, what, nearest: suggested });
  };
  const addTerm = (at: number, name: string, iri: string): void => {
    const namespace = namespaceOf(iri);
    if (iri === namespace || !vocabulary.namespaces.has(namespace) || vocabulary.labels.has(iri)) return;
    add(at, name, 'term', nearestTerm(iri, vocabulary));
  };
  for (const { index, groups: { prefix = '', local = '' } = {} } of text.matchAll(PREFIXED)) {
    const namespace = prefixes.get(prefix);
    if (namespace === undefined) add(index, `${prefix}:`, 'prefix', nearestPrefix(prefix, vocabulary));
    else addTerm(index, `${prefix}:${local}`, namespace + local.replaceAll('\\', ''));
  }
  for (const { at, iri } of iris) addTerm(at, `<${iri}>`, iri);
  return [...found.values()].toSorted((one, other) => one.at - other.at).map(({ at: _, ...term }) => term);
}

/** The nearest name with no more than half of the letters other ones: a name of two letters is near to any other of two. */
function nearestName(word: string, names: readonly string[]): string | undefined {
  const near = nearest(word, names);
  const isNear =
    near !== undefined && editDistance(word.toLowerCase(), near.toLowerCase()) * 2 <= word.length;
  return isNear ? near : undefined;
}

/** The term of that name in another vocabulary, else the nearest one of this. */
function nearestTerm(iri: string, { labels, borrowed, prefixes }: ReleaseVocabulary): string | undefined {
  const [namespace, local] = [namespaceOf(iri), localName(iri)];
  const terms = [...labels.keys(), ...borrowed];
  const near = nearestName(
    local,
    terms.flatMap((term) => (namespaceOf(term) === namespace ? [localName(term)] : [])),
  );
  const same = terms.find((term) => localName(term) === local);
  const suggested = same ?? (near === undefined ? undefined : namespace + near);
  return suggested === undefined ? undefined : prefixedName(suggested, prefixes);
}

/** Terms in a message, at most. */
const MOST_NAMED = 5;

/** What is unknown, as sentences with its places. */
export const unknownInWords = (unknown: readonly UnknownTerm[]): string[] =>
  unknown.slice(0, MOST_NAMED).map(({ line, column, name, what, nearest: suggested }) => {
    const fault =
      what === 'prefix'
        ? `the prefix ${name} is not declared`
        : `${name} is not in the vocabulary of the release`;
    const suggestion = what === 'prefix' ? `Add: ${suggested}` : `Did you mean ${suggested}?`;
    return `line ${line}, column ${column}: ${fault}.${suggested === undefined ? '' : ` ${suggestion}`}`;
  });

function nearestPrefix(prefix: string, { prefixes }: ReleaseVocabulary): string | undefined {
  const name = prefixes.has(prefix) ? prefix : nearestName(prefix, [...prefixes.keys()]);
  return name === undefined ? undefined : `PREFIX ${name}: <${prefixes.get(name)}>`;
}
