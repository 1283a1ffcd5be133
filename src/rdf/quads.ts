import type { NamedNode, Quad, Quad_Object } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { type Context, notUnderstood, type Term } from './context.js';
import { rdf } from './iris.js';
import type { LanguageMap, Node, TypedValue, Value } from './node.js';

const { namedNode, literal, quad } = DataFactory;

/** Turns a tidied node into the quads that `jsonld.toRDF` would make of it. */
export type ToQuads = (node: Node) => Quad[];

/**
 * Compiles the context into a function from node to quads, for exactly the JSON-LD our nodes use: id, type,
 * terms, coerced IRIs, codes, typed literals, language maps, nested nodes, lists. A test holds it equal to
 * jsonld, which is the reference; whatever is outside this subset is an error that names the word.
 *
 * The record's own quads come first, then those of each node nested in it, in order.
 */
export function quadMaker(context: Context): ToQuads {
  const named = remember((iri) => namedNode(iri));
  const classOf = remember((name) => namedNode(context.classIri(name)));
  const rdfType = namedNode(rdf.type);

  const describe = (node: Node, quads: Quad[]): void => {
    const subject = namedNode(node.id);
    const nested: Node[] = [];
    for (const name of node.type ?? []) quads.push(quad(subject, rdfType, classOf(name)));
    for (const [word, value] of Object.entries(node)) {
      if (word === 'id' || word === 'type') continue;
      const term = context.terms.get(word);
      if (term === undefined) throw notUnderstood(word, `was said of <${node.id}> but is not defined`);
      const predicate = named(term.iri);
      for (const object of objectsOf(word, term, value, nested)) quads.push(quad(subject, predicate, object));
    }
    for (const inner of nested) describe(inner, quads);
  };

  const objectsOf = (word: string, term: Term, value: Value, nested: Node[]): Quad_Object[] => {
    if (term.reads.as === 'languages') {
      if (!isLanguageMap(value))
        throw notUnderstood(word, `takes lists of texts by language, not ${JSON.stringify(value)}`);
      return Object.entries(value).flatMap(([language, texts]) =>
        texts.map((text) => literal(text, language)),
      );
    }
    return [value].flat().map((one) => objectOf(word, term, one, nested));
  };

  const objectOf = (word: string, term: Term, value: Value, nested: Node[]): Quad_Object => {
    if (typeof value === 'object' && value !== null && '@value' in value) {
      const typed = value as TypedValue;
      return literal(typed['@value'], named(context.datatypeIri(typed.type)));
    }
    if (typeof value === 'object' && value !== null && 'id' in value) {
      nested.push(value as Node);
      return namedNode((value as Node).id);
    }
    switch (term.reads.as) {
      case 'iri':
        if (typeof value === 'string' && !isCompact(value)) return namedNode(value);
        break;
      case 'code': {
        const iri = term.reads.codes.get(String(value));
        if (iri !== undefined) return named(iri);
        throw notUnderstood(word, `has no code '${String(value)}'`);
      }
      case 'literal':
        return literal(lexicalForm(word, value), named(term.reads.datatype));
      case 'text':
        if (typeof value === 'string') return literal(value);
        break;
      case 'languages':
        break;
    }
    throw notUnderstood(word, `does not take the value ${JSON.stringify(value)}`);
  };

  /** jsonld would expand it; in a node IRIs are written out. */
  const isCompact = (iri: string): boolean =>
    context.prefixes.has(iri.slice(0, iri.indexOf(':'))) && !iri.slice(iri.indexOf(':')).startsWith('://');

  /** Decimals must already be strings: JSON numbers lose their lexical form on the way. */
  const lexicalForm = (word: string, value: Value): string => {
    if (typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value))
      return String(value);
    throw notUnderstood(
      word,
      `does not take the value ${JSON.stringify(value)}; decimals are written as strings`,
    );
  };

  return (node) => {
    const quads: Quad[] = [];
    describe(node, quads);
    return quads;
  };
}

function isLanguageMap(value: Value): value is LanguageMap {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(
      (texts) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'),
    )
  );
}

function remember(make: (key: string) => NamedNode): (key: string) => NamedNode {
  const made = new Map<string, NamedNode>();
  return (key) => {
    const before = made.get(key);
    if (before !== undefined) return before;
    const term = make(key);
    made.set(key, term);
    return term;
  };
}
