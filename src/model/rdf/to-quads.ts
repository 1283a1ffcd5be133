import factory from '@rdfjs/data-model';
import type { Quad, Quad_Object } from '@rdfjs/types';
import { type Context, notUnderstood, type Term } from './context.js';
import { rdf, xsd } from './iris.js';
import { type LanguageMap, NO_LANGUAGE, type Node, type TypedValue, type Value } from './node.js';

/** The quads without repetitions, in order of first appearance. */
export function distinctQuads(quads: readonly Quad[]): Quad[] {
  const seen = new Set<string>();
  return quads.filter((quad) => {
    const before = seen.size;
    return seen.add(quadText(quad)).size > before;
  });
}

/** A key that only equal quads share. */
export const quadText = ({ subject, predicate, object }: Quad): string =>
  `${subject.value} ${predicate.value} ${object.termType === 'Literal' ? `"${object.language}^${object.datatype.value}` : ''} ${object.value}`;

/** Converts a tidied node to the quads that `jsonld.toRDF` would make, each once. */
export type ToQuads = (node: Node) => Quad[];

/** Up to so many quads are compared in pairs to find repetitions. */
const FEW = 8;

/**
 * Compiles the context into a function from node to quads, for the JSON-LD that our nodes use: id, type, terms, coerced IRIs,
 * codes, typed literals, language maps, nested nodes, lists. Anything else is an error that names the word. A test compares it
 * with jsonld.
 *
 * The record's own quads come first, then those of each nested node, in order.
 *
 * A hot path: every value of a build. Terms of `@rdfjs/data-model` are plain objects, which are the fastest to read.
 */
export function makeToQuads(context: Context): ToQuads {
  const named = cached((iri) => factory.namedNode(iri));
  const classOf = cached((name) => factory.namedNode(context.classIri(name)));
  const tagOf = cached((language) => language.toLowerCase());
  const rdfType = factory.namedNode(rdf.type);
  const text = factory.namedNode(xsd.string);

  const describe = (node: Node, described: RecordQuads): void => {
    const { quads } = described;
    const subject = factory.namedNode(node.id);
    const nested: Node[] = [];
    const begin = quads.length;
    for (const name of node.type ?? []) quads.push(factory.quad(subject, rdfType, classOf(name)));
    described.compareFrom(begin);
    for (const word of Object.keys(node)) {
      if (word === 'id' || word === 'type') continue;
      const term = context.terms.get(word);
      if (term === undefined) throw notUnderstood(word, `is used in <${node.id}> but is not defined`);
      const predicate = named(term.iri);
      const add = (object: Quad_Object): void => {
        quads.push(factory.quad(subject, predicate, object));
      };
      const value = node[word];
      const from = quads.length;
      if (term.reads.as === 'languages') addTexts(word, value, add);
      else if (isList(value)) for (const entry of value) add(objectOf(word, term, entry, nested));
      else add(objectOf(word, term, value, nested));
      described.compareFrom(from);
    }
    for (const inner of nested) {
      described.addNode(inner.id);
      describe(inner, described);
    }
  };

  const addTexts = (word: string, value: Value, add: (object: Quad_Object) => void): void => {
    if (!isLanguageMap(value))
      throw notUnderstood(word, `takes lists of texts by language, not ${JSON.stringify(value)}`);
    for (const language of Object.keys(value)) {
      const tag = language === NO_LANGUAGE ? text : tagOf(language);
      for (const each of value[language] ?? []) add(factory.literal(each, tag));
    }
  };

  const objectOf = (word: string, term: Term, value: Value, nested: Node[]): Quad_Object => {
    if (typeof value === 'object' && value !== null) {
      if ('@value' in value) {
        const typed = value as TypedValue;
        return factory.literal(typed['@value'], named(context.datatypeIri(typed['@type'])));
      }
      if ('id' in value) {
        nested.push(value as Node);
        return factory.namedNode((value as Node).id);
      }
    }
    switch (term.reads.as) {
      case 'iri':
        if (typeof value === 'string' && !isCompact(value)) return factory.namedNode(value);
        break;
      case 'code': {
        const iri = term.reads.codes.get(String(value));
        if (iri !== undefined) return named(iri);
        throw notUnderstood(word, `has no code '${String(value)}'`);
      }
      case 'literal':
        return factory.literal(lexicalForm(word, value), named(term.reads.datatype));
      case 'text':
        if (typeof value === 'string') return factory.literal(value, text);
        break;
      case 'languages':
        break;
    }
    throw notUnderstood(word, `does not take the value ${JSON.stringify(value)}`);
  };

  /** Nodes have absolute IRIs; jsonld would expand a compact one. */
  const isCompact = (iri: string): boolean => {
    const colon = iri.indexOf(':');
    return !iri.startsWith('://', colon) && context.prefixes.has(iri.slice(0, colon));
  };

  /** Decimals are strings, because JSON numbers lose their lexical form. */
  const lexicalForm = (word: string, value: Value): string => {
    if (typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value))
      return String(value);
    throw notUnderstood(
      word,
      `does not take the value ${JSON.stringify(value)}; decimals are written as strings`,
    );
  };

  return (node) => {
    const described = new RecordQuads(node.id);
    describe(node, described);
    return described.mayRepeat ? distinctQuads(described.quads) : described.quads;
  };
}

/** The quads of a record so far, and whether one of them may be repeated: only then they are all compared. */
class RecordQuads {
  readonly quads: Quad[] = [];
  mayRepeat = false;
  readonly #record: string;
  #nodes: Set<string> | undefined;

  constructor(record: string) {
    this.#record = record;
  }

  /** Compares the quads from a position on, which share a subject. */
  compareFrom(from: number): void {
    const { quads } = this;
    if (this.mayRepeat || quads.length - from < 2) return;
    if (quads.length - from > FEW) this.mayRepeat = true;
    for (let at = from + 1; at < quads.length && !this.mayRepeat; at += 1) {
      const value = quads[at]?.object.value;
      for (let before = from; before < at; before += 1) {
        if (quads[before]?.object.value === value) this.mayRepeat = true;
      }
    }
  }

  /** Notes a nested node: a node that occurs twice may have repeated quads. */
  addNode(id: string): void {
    this.#nodes ??= new Set([this.#record]);
    const before = this.#nodes.size;
    if (this.#nodes.add(id).size === before) this.mayRepeat = true;
  }
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

function isLanguageMap(value: Value): value is LanguageMap {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const map = value as Readonly<Record<string, unknown>>;
  for (const language of Object.keys(map)) {
    const texts = map[language];
    if (!Array.isArray(texts) || texts.some((text) => typeof text !== 'string')) return false;
  }
  return true;
}

function cached<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const before = made.get(key);
    if (before !== undefined) return before;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
