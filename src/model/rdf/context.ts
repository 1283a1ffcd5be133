import { readFileSync } from 'node:fs';
import { FolkloreError } from '../../base/errors.js';
import { inVocabularyBase, VOCABULARY_BASE, xsd } from './iris.js';

/** A term of the context, as far as converting nodes to quads needs it. */
export interface Term {
  readonly iri: string;
  /** How a plain value is read: as text, as an IRI, as one of `codes`, or as a literal of `datatype`. */
  readonly reads:
    | { readonly as: 'text' }
    | { readonly as: 'iri' }
    | { readonly as: 'code'; readonly codes: ReadonlyMap<string, string> }
    | { readonly as: 'literal'; readonly datatype: string }
    | { readonly as: 'languages' };
}

/** The JSON-LD context: the only source of predicate, class and datatype IRIs. */
export interface Context {
  /** The value of `@context`, for dumps. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly terms: ReadonlyMap<string, Term>;
  /** The IRI of a class by its name in `type` of a node: a class of this vocabulary by its local name, any other as a compact IRI. */
  classIri(word: string): string;
  /** The IRI of a datatype by its name in `@type` of a value. */
  datatypeIri(word: string): string;
}

/** contexts/context.jsonld, from src/ and from dist/. */
export const CONTEXT_FILE = new URL('../../../contexts/context.jsonld', import.meta.url);

/**
 * Reads a context: JSON-LD 1.1 without `@vocab`, `@base`, imports and scoped contexts other than lists of codes and
 * `{"type": null}`.
 *
 * @param vocabularyBase what the IRIs of our vocabulary begin with
 * @throws FolkloreError CONTEXT_TERM naming a term that is not supported
 */
export function readContext(file: URL = CONTEXT_FILE, vocabularyBase: string = VOCABULARY_BASE): Context {
  const text = inVocabularyBase(readFileSync(file, 'utf8'), vocabularyBase);
  const document = (JSON.parse(text) as { '@context': Record<string, unknown> })['@context'];
  const prefixes = new Map<string, string>();
  const classes = new Map<string, string>();
  const datatypes = new Map<string, string>();
  const terms = new Map<string, Term>();
  const expand = (word: string): string => {
    const colon = word.indexOf(':');
    const namespace = prefixes.get(word.slice(0, colon));
    return colon > 0 && namespace !== undefined ? namespace + word.slice(colon + 1) : word;
  };
  for (const [word, definition] of Object.entries(document)) {
    if (word === '@version' && definition === 1.1) continue;
    if (KEYWORDS.has(JSON.stringify(definition))) continue;
    if (word.startsWith('@')) throw notUnderstood(word, 'is a keyword that is not supported');
    if (typeof definition !== 'string') terms.set(word, readTerm(word, definition as TermDefinition, expand));
    else if (/[#/]$/.test(definition)) prefixes.set(word, definition);
    else if (/^[A-Z]/.test(word)) classes.set(word, absolute(word, expand(definition)));
    else if (DATATYPES.has(expand(definition))) datatypes.set(word, expand(definition));
    else terms.set(word, readTerm(word, { '@id': definition }, expand));
  }
  const lookup = (words: ReadonlyMap<string, string>, what: string) => (word: string) => {
    const iri = words.get(word);
    if (iri !== undefined) return iri;
    throw notUnderstood(word, `is used as a ${what} but is not defined as one`);
  };
  const ownClassIri = lookup(classes, 'class');
  return {
    document,
    prefixes,
    terms,
    // Classes of other vocabularies are compact IRIs.
    classIri: (word) => (expand(word) === word ? ownClassIri(word) : expand(word)),
    datatypeIri: lookup(datatypes, 'datatype'),
  };
}

const DATATYPES: ReadonlySet<string> = new Set(Object.values(xsd));

/** The definitions of the aliases `id` and `type`. */
const KEYWORDS: ReadonlySet<string> = new Set(['"@id"', '{"@id":"@type","@container":"@set"}']);

/** The definition of a term in the context. */
export interface TermDefinition {
  readonly '@id'?: string;
  readonly '@type'?: string;
  readonly '@container'?: string | readonly string[];
  readonly '@context'?: Readonly<Record<string, string | null>>;
}

/**
 * The codes of a term with their compact IRIs. The scoped context of a term also takes a word away (`null`) where an earlier term
 * has the same codes: PyLD 2.0.3 takes a scoped context for an equal one before it, which has no definition of the later term.
 */
export const codesOf = ({
  '@type': type,
  '@context': scoped = {},
}: TermDefinition): readonly (readonly [code: string, iri: string])[] =>
  type === '@vocab'
    ? Object.entries(scoped).flatMap(([code, iri]) => (iri === null ? [] : [[code, iri]]))
    : [];

/**
 * The scoped context of a term with typed values: without the alias `type`, so that framed documents have `@type` there.
 * rdflib ignores the alias in value objects.
 */
const KEYWORD_ONLY = '{"type":null}';

function readTerm(word: string, definition: TermDefinition, expand: (word: string) => string): Term {
  const iri = absolute(word, expand(definition['@id'] ?? ''));
  const containers = [definition['@container'] ?? []].flat();
  const type = definition['@type'];
  const unsupported = Object.keys(definition).find((key) => !SUPPORTED.has(key));
  if (unsupported !== undefined) throw notUnderstood(word, `has ${unsupported}, which is not supported,`);
  const container = containers.find((each) => each !== '@set' && each !== '@language');
  if (container !== undefined)
    throw notUnderstood(word, `has the container ${container}, which is not supported,`);
  const scoped = definition['@context'];
  const isOfTypedValues = type === undefined && JSON.stringify(scoped) === KEYWORD_ONLY;
  if (scoped !== undefined && type !== '@vocab' && !isOfTypedValues)
    throw notUnderstood(word, 'has a context of its own but no codes');
  if (containers.includes('@language')) return { iri, reads: { as: 'languages' } };
  if (type === undefined) return { iri, reads: { as: 'text' } };
  if (type === '@id') return { iri, reads: { as: 'iri' } };
  if (type === '@vocab') {
    const codes = codesOf(definition).map(([code, of]) => [code, absolute(word, expand(of))] as const);
    return { iri, reads: { as: 'code', codes: new Map(codes) } };
  }
  return { iri, reads: { as: 'literal', datatype: absolute(word, expand(type)) } };
}

/** The supported keys of a term's definition. */
const SUPPORTED: ReadonlySet<string> = new Set(['@id', '@type', '@container', '@context']);

function absolute(word: string, iri: string): string {
  if (/^https?:\/\/./.test(iri)) return iri;
  throw notUnderstood(word, `has no absolute IRI ('${iri}')`);
}

/** The error for a word that the context does not define, or not in a supported way. */
export function notUnderstood(word: string, why: string): FolkloreError {
  return new FolkloreError('CONTEXT_TERM', `The word '${word}' ${why} in contexts/context.jsonld.`, {
    hint: 'Add or correct the term there, and in the shape of its kind.',
  });
}
