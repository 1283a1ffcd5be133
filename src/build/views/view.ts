import { readFileSync } from 'node:fs';
import factory from '@rdfjs/data-model';
import type { NamedNode, Quad, Quad_Object, Quad_Subject, Term } from '@rdfjs/types';
import { rdf } from '../../model/rdf/iris.js';
import { distinctQuads } from '../../model/rdf/to-quads.js';
import type { ViewName } from '../../model/records/datasets.js';

/** What must be true of a thing. */
export interface Condition {
  readonly path: readonly string[];
  readonly holds: 'some' | 'none' | 'one';
}

/** One row of the table of a view: a statement about each thing of some classes. */
export interface ViewRow {
  /** IRIs of classes of our data. */
  readonly classes: readonly string[];
  /** The subject: the thing, a node beside it, or what a path leads to. */
  readonly node: { readonly suffix: string } | { readonly path: readonly string[] };
  readonly property: string;
  /** The objects: what a path leads to, a constant, or a node beside the thing. The path without steps is the thing. */
  readonly value:
    | { readonly path: readonly string[]; readonly isText: boolean }
    | { readonly term: Quad_Object }
    | { readonly suffix: string };
  /** What all must be true of the thing. */
  readonly when: readonly Condition[];
}

/** A view: rows that say how statements of this model are written in another one. */
export interface View {
  readonly name: ViewName;
  readonly rows: readonly ViewRow[];
  readonly prefixes: ReadonlyMap<string, string>;
}

const FOLDER = new URL('../../../views/', import.meta.url);
const COLUMNS = 'class node property from value as when note'.split(' ');

/**
 * Reads the table of a view, `views/NAME.tsv`.
 *
 * @param base the data base IRI, for addresses such as `<org/archive>`
 * @param vocabularyBase what the IRIs of our vocabulary begin with
 * @throws Error with the line that cannot be read
 */
export function readView(name: ViewName, base: string, vocabularyBase: (text: string) => string): View {
  const linesOf = (file: string): string[] =>
    vocabularyBase(readFileSync(new URL(file, FOLDER), 'utf8')).split('\n');
  const prefixes = new Map(
    linesOf('prefixes.tsv').flatMap((line) => {
      const [prefix = '', iri] = line.split('\t');
      return iri === undefined ? [] : [[prefix, iri] as const];
    }),
  );
  const lines = linesOf(`${name}.tsv`).filter((line) => line !== '' && !line.startsWith('# '));
  const [header, ...rows] = lines;
  if (header !== COLUMNS.join('\t'))
    throw new Error(`views/${name}.tsv has not the columns ${COLUMNS.join(', ')}.`);
  const terms = new TermReader(prefixes, base);
  const read = (line: string): ViewRow => {
    try {
      return rowOf(line.split('\t'), terms);
    } catch (thrown) {
      throw new Error(
        `views/${name}.tsv cannot be read: ${(thrown as Error).message} in the line "${line}".`,
      );
    }
  };
  return { name, rows: rows.map(read), prefixes };
}

function rowOf(cells: readonly string[], terms: TermReader): ViewRow {
  const [classes = '', node = '', property = '', from = '', value = '', as = '', when = ''] = cells;
  if ((from === '') === (value === '')) throw new Error('exactly one of "from" and "value" is needed');
  if (!['', 'text'].includes(as)) throw new Error(`"${as}" is no way to write a value`);
  return {
    classes: classes.split(' ').map((name) => terms.iri(name)),
    node: node.startsWith('=') ? { path: terms.path(node.slice(1)) } : { suffix: node.slice(1) },
    property: terms.iri(property),
    value:
      from !== ''
        ? { path: terms.path(from), isText: as === 'text' }
        : value.startsWith('#')
          ? { suffix: value.slice(1) }
          : { term: terms.term(value) },
    when: when === '' ? [] : when.split(' ').map((one) => conditionOf(one, terms)),
  };
}

function conditionOf(text: string, terms: TermReader): Condition {
  if (text.startsWith('!')) return { path: terms.path(text.slice(1)), holds: 'none' };
  if (text.startsWith('1:')) return { path: terms.path(text.slice(2)), holds: 'one' };
  return { path: terms.path(text), holds: 'some' };
}

/** Reads prefixed names, addresses and texts. */
class TermReader {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #base: string;

  constructor(prefixes: ReadonlyMap<string, string>, base: string) {
    this.#prefixes = prefixes;
    this.#base = base;
  }

  iri(name: string): string {
    if (name.startsWith('<') && name.endsWith('>')) return new URL(name.slice(1, -1), this.#base).href;
    const colon = name.indexOf(':');
    const namespace = this.#prefixes.get(name.slice(0, colon));
    if (colon < 0 || namespace === undefined)
      throw new Error(`"${name}" has no prefix of views/prefixes.tsv`);
    return namespace + name.slice(colon + 1);
  }

  /** Properties between slashes; a dot is the thing itself. */
  path(text: string): readonly string[] {
    return text === '.' ? [] : text.split('/').map((name) => this.iri(name));
  }

  term(text: string): Quad_Object {
    return text.startsWith('"') ? factory.literal(text.slice(1, -1)) : factory.namedNode(this.iri(text));
  }
}

/** The IRI of a node beside a thing. */
const beside = (thing: string, suffix: string): NamedNode =>
  factory.namedNode(suffix === '' ? thing : `${thing}${thing.includes('#') ? '-' : '#'}${suffix}`);

/**
 * Makes the function from the triples of one record to those of a view. Each triple comes once, in the order of the table.
 */
export function viewMapper({ rows }: Pick<View, 'rows'>): (quads: readonly Quad[]) => Quad[] {
  const rowsOf = new Map<string, ViewRow[]>();
  for (const row of rows)
    for (const name of row.classes) rowsOf.set(name, [...(rowsOf.get(name) ?? []), row]);
  return (quads) => {
    const things = new Map<string, Map<string, Term[]>>();
    for (const { subject, predicate, object } of quads) {
      const thing = things.get(subject.value) ?? new Map<string, Term[]>();
      things.set(subject.value, thing);
      thing.set(predicate.value, [...(thing.get(predicate.value) ?? []), object]);
    }
    const follow = (from: Term, path: readonly string[]): Term[] => {
      const [step, ...rest] = path;
      if (step === undefined) return [from];
      return (things.get(from.value)?.get(step) ?? []).flatMap((next) => follow(next, rest));
    };
    const made = [...things].flatMap(([iri, properties]) => {
      const thing = factory.namedNode(iri);
      const classes = new Set((properties.get(rdf.type) ?? []).map(({ value }) => value));
      const applicable = new Set([...classes].flatMap((name) => rowsOf.get(name) ?? []));
      return rows.filter((row) => applicable.has(row)).flatMap((row) => statementsOf(row, thing, follow));
    });
    return distinctQuads(made);
  };
}

function statementsOf(
  { node, property, value, when }: ViewRow,
  thing: NamedNode,
  follow: (from: Term, path: readonly string[]) => Term[],
): Quad[] {
  if (!when.every((one) => isMet(one, follow(thing, one.path)))) return [];
  const subjects = 'path' in node ? follow(thing, node.path) : [beside(thing.value, node.suffix)];
  const objects =
    'term' in value
      ? [value.term]
      : 'suffix' in value
        ? [beside(thing.value, value.suffix)]
        : follow(thing, value.path).map((term) => (value.isText ? factory.literal(term.value) : term));
  const predicate = factory.namedNode(property);
  return subjects.flatMap((subject) =>
    objects.map((object) => factory.quad(subject as Quad_Subject, predicate, object as Quad_Object)),
  );
}

function isMet({ holds }: Condition, values: readonly Term[]): boolean {
  const count = new Set(values.map(({ value }) => value)).size;
  return holds === 'none' ? count === 0 : holds === 'one' ? count === 1 : count > 0;
}

/** The prefixes that the statements of a view need. */
export function prefixesOf({ rows, prefixes }: View): ReadonlySet<string> {
  const iris = rows.flatMap(({ property, value }) => [
    property,
    ...('term' in value && value.term.termType === 'NamedNode' ? [value.term.value] : []),
  ]);
  return new Set(
    [...prefixes]
      .filter(([, namespace]) => iris.some((iri) => iri.startsWith(namespace)))
      .map(([prefix]) => prefix),
  );
}
