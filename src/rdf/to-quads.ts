import factory from '@rdfjs/data-model';
import type { Quad, Quad_Object } from '@rdfjs/types';
import { type Context, notUnderstood, type Term } from './context.js';
import { rdf, xsd } from './iris.js';
import type { LanguageMap, Node, TypedValue, Value } from './node.js';

/** Quads with one object that are looked through one by one; beyond it, by their texts. */
const FEW_SAME_OBJECT = 8;

/**
 * The quads of a record, each once, in order of first appearance. A quad whose object no other has, as most are, is told
 * at a glance.
 */
export function distinctQuads(quads: readonly Quad[]): Quad[] {
  const firsts = new Map<string, Quad>();
  const more = new Map<string, Quad[]>();
  const texts = new Set<string>();
  return quads.filter((quad) => {
    const { value } = quad.object;
    const first = firsts.get(value);
    if (first === undefined) {
      firsts.set(value, quad);
      return true;
    }
    const others = more.get(value) ?? [];
    if (isSame(first, quad) || others.some((other) => isSame(other, quad))) return false;
    if (others.length < FEW_SAME_OBJECT) {
      others.push(quad);
      more.set(value, others);
      return true;
    }
    const before = texts.size;
    return texts.add(quadText(quad)).size > before;
  });
}

/** What a quad says, as one text: two that say the same have the same, and no others. */
export const quadText = ({ subject, predicate, object }: Quad): string =>
  `${subject.value} ${predicate.value} ${object.termType === 'Literal' ? `"${object.language}^${object.datatype.value}` : ''} ${object.value}`;

const isSame = (one: Quad, other: Quad): boolean =>
  one.subject.value === other.subject.value &&
  one.predicate.value === other.predicate.value &&
  one.object.equals(other.object);

/** Turns a tidied node into the quads that `jsonld.toRDF` would make of it, each once. */
export type ToQuads = (node: Node) => Quad[];

/** Quads that are compared one by one, whether one of them might be said twice. */
const FEW = 8;

/**
 * Compiles the context into a function from node to quads, for exactly the JSON-LD our nodes use: id, type,
 * terms, coerced IRIs, codes, typed literals, language maps, nested nodes, lists. A test holds it equal to
 * jsonld, which is the reference; whatever is outside this subset is an error that names the word.
 *
 * The record's own quads come first, then those of each node nested in it, in order.
 *
 * A hot path: every value of a build. The terms are plain objects, which everything behind it reads fastest.
 */
export function makeToQuads(context: Context): ToQuads {
  const named = remember((iri) => factory.namedNode(iri));
  const classOf = remember((name) => factory.namedNode(context.classIri(name)));
  const tagOf = remember((language) => language.toLowerCase());
  const rdfType = factory.namedNode(rdf.type);
  const text = factory.namedNode(xsd.string);
  const shared = saidByMore(context);

  const describe = (node: Node, draft: Draft): void => {
    const { quads } = draft;
    const subject = factory.namedNode(node.id);
    const nested: Node[] = [];
    const begin = quads.length;
    for (const name of node.type ?? []) quads.push(factory.quad(subject, rdfType, classOf(name)));
    draft.mind(begin);
    for (const word of Object.keys(node)) {
      if (word === 'id' || word === 'type') continue;
      const term = context.terms.get(word);
      if (term === undefined) throw notUnderstood(word, `was said of <${node.id}> but is not defined`);
      const predicate = named(term.iri);
      const say = (object: Quad_Object): void => {
        quads.push(factory.quad(subject, predicate, object));
      };
      const value = node[word];
      const from = shared.has(term.iri) ? begin : quads.length;
      if (term.reads.as === 'languages') sayTexts(word, value, say);
      else if (isList(value)) for (const one of value) say(objectOf(word, term, one, nested));
      else say(objectOf(word, term, value, nested));
      draft.mind(from);
    }
    for (const inner of nested) {
      draft.meet(inner.id);
      describe(inner, draft);
    }
  };

  const sayTexts = (word: string, value: Value, say: (object: Quad_Object) => void): void => {
    if (!isLanguageMap(value))
      throw notUnderstood(word, `takes lists of texts by language, not ${JSON.stringify(value)}`);
    for (const language of Object.keys(value)) {
      for (const one of value[language] ?? []) say(factory.literal(one, tagOf(language)));
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

  /** jsonld would expand it; in a node IRIs are written out. */
  const isCompact = (iri: string): boolean => {
    const colon = iri.indexOf(':');
    return !iri.startsWith('://', colon) && context.prefixes.has(iri.slice(0, colon));
  };

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
    const draft = new Draft(node.id);
    describe(node, draft);
    return draft.mayRepeat ? distinctQuads(draft.quads) : draft.quads;
  };
}

/** The quads of a record in the making. Hardly any is said twice: only where one might be, they are compared. */
class Draft {
  readonly quads: Quad[] = [];
  mayRepeat = false;
  readonly #record: string;
  #met: Set<string> | undefined;

  constructor(record: string) {
    this.#record = record;
  }

  /** Minds whether of the quads from here on, which share a subject, two might say the same. */
  mind(from: number): void {
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

  /** Meets a node within the record: of a node that is met again something may be said again. */
  meet(id: string): void {
    this.#met ??= new Set([this.#record]);
    const before = this.#met.size;
    if (this.#met.add(id).size === before) this.mayRepeat = true;
  }
}

/** IRIs of predicates that several words stand for. */
function saidByMore({ terms }: Context): ReadonlySet<string> {
  const once = new Set<string>();
  const more = new Set<string>([rdf.type]);
  for (const { iri } of terms.values()) {
    if (once.has(iri)) more.add(iri);
    once.add(iri);
  }
  return more;
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

function isLanguageMap(value: Value): value is LanguageMap {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const map = value as Readonly<Record<string, unknown>>;
  for (const language of Object.keys(map)) {
    const texts = map[language];
    if (!Array.isArray(texts) || texts.some((one) => typeof one !== 'string')) return false;
  }
  return true;
}

function remember<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const before = made.get(key);
    if (before !== undefined) return before;
    const one = make(key);
    made.set(key, one);
    return one;
  };
}
