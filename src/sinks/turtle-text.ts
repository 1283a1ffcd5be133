import type { Literal, Quad, Term } from '@rdfjs/types';
import { rdf, xsd } from '../rdf/iris.js';
import type { SinkLanguage } from './sink.js';

/** PN_LOCAL of the Turtle grammar, the part of it that codes and ids need. */
const LOCAL_NAME = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.-]|%[0-9A-Fa-f]{2})*$/;
/** What can only be read as a path below the base: no scheme, no host, no root (RFC 3986, section 4.2). */
const RELATIVE = /^[A-Za-z0-9_~-][^:/?#]*(?:[/?#]|$)/;
const INDENT = '    ';

/** Literals that Turtle writes without quotes (RDF 1.1 Turtle, section 2.5.2 and 2.5.3). */
const BARE: Readonly<Record<string, RegExp>> = {
  [xsd.integer]: /^[+-]?\d+$/,
  [xsd.boolean]: /^(?:true|false)$/,
  [xsd.decimal]: /^[+-]?\d+\.\d+$/,
};

/**
 * Writes the quads of one record as Turtle that a person reads with pleasure. It trusts the term gate: every
 * term it is given is lawful. n3's parser is the judge of every dump it writes.
 */
export class TurtleText {
  readonly #base: string;
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #written = new Map<string, string>();

  constructor({ base, prefixes }: Pick<SinkLanguage, 'base' | 'prefixes'>) {
    this.#base = base;
    this.#prefixes = new Map([...prefixes].map(([prefix, namespace]) => [namespace, prefix]));
  }

  /** A block for each subject, in order of appearance, each ended by a line feed. */
  record(quads: readonly Quad[]): string {
    const subjects = new Map<string, Map<string, string[]>>();
    for (const quad of quads) {
      const [subject, word, object] = this.triple(quad);
      const predicates = listed(subjects, subject, () => new Map<string, string[]>());
      listed(predicates, word, () => []).push(object);
    }
    return [...subjects].map(([subject, predicates]) => block(subject, predicates)).join('');
  }

  /** The three terms of one triple, each as it stands in the dump. */
  triple({ subject, predicate, object }: Quad): readonly [subject: string, word: string, object: string] {
    const word = predicate.value === rdf.type ? 'a' : this.#vocabulary(predicate.value);
    return [this.#iri(subject.value), word, this.#object(object, word)];
  }

  /** An IRI as it stands in the dump. */
  iri(iri: string): string {
    return this.#iri(iri);
  }

  #object(term: Term, word: string): string {
    if (term.termType === 'Literal') return this.#literal(term);
    return word === 'a' ? this.#vocabulary(term.value) : this.#iri(term.value);
  }

  #literal(literal: Literal): string {
    if (literal.language !== '') return `${quoted(literal.value)}@${literal.language}`;
    const datatype = literal.datatype.value;
    if (datatype === xsd.string) return quoted(literal.value);
    if (BARE[datatype]?.test(literal.value) === true) return literal.value;
    return `${quoted(literal.value)}^^${this.#vocabulary(datatype)}`;
  }

  /** Words of vocabularies are few and come again with every record. */
  #vocabulary(iri: string): string {
    return listed(this.#written, iri, () => this.#iri(iri));
  }

  /**
   * A prefixed name, else the IRI relative to the base, else the whole IRI. Namespaces end in `/` or `#`, and
   * local names hold neither.
   */
  #iri(iri: string): string {
    const end = Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1;
    const prefix = this.#prefixes.get(iri.slice(0, end));
    const local = iri.slice(end);
    if (prefix !== undefined && LOCAL_NAME.test(local) && !local.endsWith('.')) return `${prefix}:${local}`;
    const relative = iri.startsWith(this.#base) ? iri.slice(this.#base.length) : '';
    return RELATIVE.test(relative) ? `<${relative}>` : `<${iri}>`;
  }
}

function block(subject: string, predicates: ReadonlyMap<string, readonly string[]>): string {
  const lines = [...predicates].map(([word, objects]) => `${word} ${objects.join(', ')}`);
  return `${subject} ${lines.join(` ;\n${INDENT}`)} .\n`;
}

/** Texts of several lines stand as they are, between three quotes. */
function quoted(text: string): string {
  if (!text.includes('\n')) return `"${text.replace(/[\\"\r\t\b\f]/g, (c) => ESCAPES[c] ?? c)}"`;
  const escaped = text.replace(/[\\\r\t\b\f]/g, (c) => ESCAPES[c] ?? c).replace(/"(?="|$)/g, '\\"');
  return `"""${escaped}"""`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

function listed<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const before = map.get(key);
  if (before !== undefined) return before;
  const value = make();
  map.set(key, value);
  return value;
}
