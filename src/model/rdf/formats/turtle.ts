import type { Literal, Quad, Term } from '@rdfjs/types';
import { entry } from '../../../base/map-entry.js';
import { namespaceOf } from '../iri-syntax.js';
import { rdf, xsd } from '../iris.js';
import type { SerialisationContext, TextFormat } from './format.js';

/** PN_LOCAL of the Turtle grammar, the part of it that codes and ids need. */
const LOCAL_NAME = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.-]|%[0-9A-Fa-f]{2})*$/;
/** A path that is relative to the base: no scheme, no host, no root (RFC 3986, section 4.2). */
const RELATIVE = /^[A-Za-z0-9_~-][^:/?#]*(?:[/?#]|$)/;
/** Between two predicates of a subject. */
const NEXT_WORD = ' ;\n    ';

/** Literals that Turtle writes without quotes (RDF 1.1 Turtle, section 2.5.2 and 2.5.3). */
const BARE: Readonly<Record<string, RegExp>> = {
  [xsd.integer]: /^[+-]?\d+$/,
  [xsd.boolean]: /^(?:true|false)$/,
  [xsd.decimal]: /^[+-]?\d+\.\d+$/,
};

/** Writes the quads of one record as readable Turtle. Terms must have passed the term check. */
export class TurtleWriter {
  readonly #base: string;
  readonly #prefixes: ReadonlyMap<string, string>;
  /** The terms of vocabularies, which are few, with their prefixes. */
  readonly #written = new Map<string, readonly [text: string, prefix: string | undefined]>();
  #used = new Set<string>();

  constructor({ base, prefixes }: Pick<SerialisationContext, 'base' | 'prefixes'>) {
    this.#base = base;
    this.#prefixes = new Map([...prefixes].map(([prefix, namespace]) => [namespace, prefix]));
  }

  /**
   * A block for each subject, in the order of first appearance, with a line feed at its end. A hot path: quads of one
   * subject, and of one predicate, mostly are neighbours.
   */
  record(quads: readonly Quad[]): string {
    const blocks = new Map<string, Block>();
    let block: Block | undefined;
    let last: Term | undefined;
    for (const quad of quads) {
      const { subject, predicate, object } = quad;
      if (block === undefined || subject !== last) {
        last = subject;
        block = entry(blocks, subject.value, () => new Block(this.#iri(subject.value)));
      }
      const word = this.#word(predicate.value);
      block.add(word, this.#object(object, word));
    }
    let text = '';
    for (const one of blocks.values()) text += one.text();
    return text;
  }

  /** The three terms of a triple, as in the dump. */
  triple({ subject, predicate, object }: Quad): readonly [subject: string, word: string, object: string] {
    const word = this.#word(predicate.value);
    return [this.#iri(subject.value), word, this.#object(object, word)];
  }

  /** An IRI as in the dump. */
  iri(iri: string): string {
    return this.#iri(iri);
  }

  #word(predicate: string): string {
    return predicate === rdf.type ? 'a' : this.#vocabulary(predicate);
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

  /** The prefixes that were written since the last call. */
  takeUsed(): ReadonlySet<string> {
    const used = this.#used;
    this.#used = new Set();
    return used;
  }

  #vocabulary(iri: string): string {
    let written = this.#written.get(iri);
    if (written === undefined) {
      const text = this.#iri(iri);
      written = [text, text.startsWith('<') ? undefined : this.#prefixes.get(namespaceOf(iri))];
      this.#written.set(iri, written);
    }
    const [text, prefix] = written;
    if (prefix !== undefined) this.#used.add(prefix);
    return text;
  }

  /**
   * A prefixed name, else the IRI relative to the base, else the whole IRI. Namespaces end in `/` or `#`, and
   * local names hold neither.
   */
  #iri(iri: string): string {
    const namespace = namespaceOf(iri);
    const prefix = this.#prefixes.get(namespace);
    if (prefix !== undefined) {
      const local = iri.slice(namespace.length);
      if (LOCAL_NAME.test(local) && !local.endsWith('.')) {
        this.#used.add(prefix);
        return `${prefix}:${local}`;
      }
    }
    if (!iri.startsWith(this.#base)) return `<${iri}>`;
    const relative = iri.slice(this.#base.length);
    return RELATIVE.test(relative) ? `<${relative}>` : `<${iri}>`;
  }
}

/** The block of one subject: its predicates in the order of first appearance, each with its objects. */
class Block {
  readonly #subject: string;
  readonly #words: string[] = [];
  readonly #objects: string[] = [];

  constructor(subject: string) {
    this.#subject = subject;
  }

  add(word: string, object: string): void {
    // Predicates are few, and the same one mostly follows.
    const at = this.#words.lastIndexOf(word);
    if (at < 0) {
      this.#words.push(word);
      this.#objects.push(object);
    } else this.#objects[at] += `, ${object}`;
  }

  text(): string {
    let text = this.#subject;
    // An iterator of entries would make an array for each predicate.
    for (let at = 0; at < this.#words.length; at += 1)
      text += `${at === 0 ? ' ' : NEXT_WORD}${this.#words[at]} ${this.#objects[at]}`;
    return `${text} .\n`;
  }
}

/** Texts of several lines are written between three quotes. */
function quoted(text: string): string {
  if (!ESCAPED.test(text)) return `"${text}"`;
  if (!text.includes('\n')) return `"${text.replace(/[\\"\r\t\b\f]/g, (c) => ESCAPES[c] ?? c)}"`;
  const escaped = text.replace(/[\\\r\t\b\f]/g, (c) => ESCAPES[c] ?? c).replace(/"(?="|$)/g, '\\"');
  return `"""${escaped}"""`;
}

/** Characters that are escaped. */
const ESCAPED = /[\\"\n\r\t\b\f]/;

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

/** Turtle: one record after another, each with its nodes below it (RDF 1.1 Turtle). */
export const TURTLE: TextFormat = {
  head: turtleHeader,
  first: '',
  between: '',
  foot: '',
  writer: (language) => {
    const turtle = new TurtleWriter(language);
    return { text: ({ quads }) => `\n${turtle.record(quads)}`, takeUsed: () => turtle.takeUsed() };
  },
};

/** The base, and the prefixes that are used, in the order of the context. */
export function turtleHeader(
  { base, prefixes }: Pick<SerialisationContext, 'base' | 'prefixes'>,
  used: ReadonlySet<string>,
): string {
  const shown = [...prefixes].filter(([prefix]) => used.has(prefix));
  const width = Math.max(...shown.map(([prefix]) => prefix.length));
  const lines = shown.map(([prefix, iri]) => `@prefix ${`${prefix}:`.padEnd(width + 1)} <${iri}> .\n`);
  return `@base <${base}> .\n${lines.join('')}`;
}
