import { readFileSync } from 'node:fs';
import { EXIT, FolkloreError } from '../base/errors.js';
import { inVocabularyBase, VOCABULARY_BASE, xsd } from './iris.js';

/** What one word of the context means: the projection that node → quads needs. */
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

/** The JSON-LD context, read once: the single source of predicate, class and datatype IRIs. */
export interface Context {
  /** The document as it stands, for dumps: `{"@context": …}` without the outer braces. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly terms: ReadonlyMap<string, Term>;
  /** The IRI of a class by its word, as written in `type` of a node. */
  classIri(word: string): string;
  /** The IRI of a datatype by its word, as written in `@type` of a value. */
  datatypeIri(word: string): string;
}

/** contexts/context.jsonld of this package; the same from src/ and from dist/. */
export const CONTEXT_FILE = new URL('../../contexts/context.jsonld', import.meta.url);

/**
 * Reads a context of the kind this project writes: JSON-LD 1.1 without `@vocab`, `@base`, imports or
 * scoped contexts other than lists of codes and `{"type": null}`.
 *
 * @param vocabularyBase what our own words are to begin with
 * @throws FolkloreError CONTEXT_TERM naming the word that is not understood
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
    if (word.startsWith('@')) throw notUnderstood(word, 'is a keyword that we do not read');
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
  return {
    document,
    prefixes,
    terms,
    classIri: lookup(classes, 'class'),
    datatypeIri: lookup(datatypes, 'datatype'),
  };
}

/** What a word can be that stands for a datatype, not for a predicate. */
const DATATYPES: ReadonlySet<string> = new Set(Object.values(xsd));

/** How our names for keywords, `id` and `type`, are defined: what stands in `type` is always a list. */
const KEYWORDS: ReadonlySet<string> = new Set(['"@id"', '{"@id":"@type","@container":"@set"}']);

interface TermDefinition {
  readonly '@id'?: string;
  readonly '@type'?: string;
  readonly '@container'?: string | readonly string[];
  readonly '@context'?: Readonly<Record<string, string | null>>;
}

/**
 * The context of a term whose values show their datatype: without the alias `type`, so that what a frame makes has
 * `@type` there, as our dumps do. rdflib does not see the alias in a value object.
 */
const KEYWORD_ONLY = '{"type":null}';

function readTerm(word: string, definition: TermDefinition, expand: (word: string) => string): Term {
  const iri = absolute(word, expand(definition['@id'] ?? ''));
  const containers = [definition['@container'] ?? []].flat();
  const type = definition['@type'];
  const unread = Object.keys(definition).find((key) => !READ.has(key));
  if (unread !== undefined) throw notUnderstood(word, `has ${unread}, which we do not read,`);
  const container = containers.find((one) => one !== '@set' && one !== '@language');
  if (container !== undefined)
    throw notUnderstood(word, `has the container ${container}, which we do not read,`);
  const scoped = definition['@context'];
  const isOfTypedValues = type === undefined && JSON.stringify(scoped) === KEYWORD_ONLY;
  if (scoped !== undefined && type !== '@vocab' && !isOfTypedValues)
    throw notUnderstood(word, 'has a context of its own but no codes');
  if (containers.includes('@language')) return { iri, reads: { as: 'languages' } };
  if (type === undefined) return { iri, reads: { as: 'text' } };
  if (type === '@id') return { iri, reads: { as: 'iri' } };
  if (type === '@vocab') {
    const codes = Object.entries(scoped ?? {}).map(
      ([code, of]) => [code, absolute(word, expand(of ?? ''))] as const,
    );
    return { iri, reads: { as: 'code', codes: new Map(codes) } };
  }
  return { iri, reads: { as: 'literal', datatype: absolute(word, expand(type)) } };
}

/** The keys of a term's definition that mean something to us; any other would be lost in silence. */
const READ: ReadonlySet<string> = new Set(['@id', '@type', '@container', '@context']);

function absolute(word: string, iri: string): string {
  if (/^https?:\/\/./.test(iri)) return iri;
  throw notUnderstood(word, `has no absolute IRI ('${iri}')`);
}

/** For a word that a mapper used and the context does not define, or defines in a way we do not read. */
export function notUnderstood(word: string, why: string): FolkloreError {
  return new FolkloreError('CONTEXT_TERM', `The word '${word}' ${why} in contexts/context.jsonld.`, {
    hint: 'Add or correct the term there, and promise it in the shape of its kind.',
    exitCode: EXIT.fault,
  });
}
