import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import factory from '@rdfjs/data-model';
import type { Literal, NamedNode, Quad, Quad_Object, Quad_Subject, Term } from '@rdfjs/types';
import { entry } from '../../base/map-entry.js';
import { rdf } from '../../model/rdf/iris.js';
import { distinctQuads } from '../../model/rdf/to-quads.js';
import type { ViewName } from './view-names.js';

/** Properties that lead from a thing to values. Without properties it leads to the thing. */
export interface Path {
  readonly steps: readonly string[];
  /** Leads only to texts in this language. */
  readonly language?: string;
}

/** A node beside a thing, or one for each text that a path leads to. An empty suffix is the thing. */
export interface NodeBeside {
  readonly suffix: string;
  readonly of?: Path;
}

/**
 * What must be true of a thing: that a path leads to some value, to none, to exactly one, to one of these terms, to none of
 * these terms.
 */
interface Condition {
  readonly path: Path;
  readonly holds: 'some' | 'none' | 'one' | { readonly some: Terms } | { readonly none: Terms };
}

type Terms = readonly Quad_Object[];

/** How the text of a value is changed: regular expressions and their replacements, one after the other. */
export type Wording = readonly (readonly [pattern: string, replacement: string])[];

/** A date of EDTF level 1 in English: `about 1971`, `1936, questionable`, `1935 to 1938`, `from 1937`. */
const DATE_IN_WORDS: Wording = [
  ['^/(.+)$', 'until $1'],
  ['^(.+)/$', 'from $1'],
  ['/', ' to '],
  ['^([^~]+)~([^~]*)~?$', 'about $1$2'],
  ['^([^?]+)[?]([^?]*)[?]?$', '$1$2, questionable'],
];

/**
 * The column `as`: how a value is written. The expressions mean the same in JavaScript and in SPARQL (XPath functions, 5.6.1), where
 * none may match an empty text.
 */
const WORDINGS: ReadonlyMap<string, Wording | undefined> = new Map([
  ['', undefined],
  ['text', []],
  ['words', DATE_IN_WORDS],
  ['words-inferred', [...DATE_IN_WORDS, ['^(.+)$', '$1, inferred']]],
]);

/** One row of the table of a view: a statement about each thing of some classes. */
export interface ViewRow {
  /** IRIs of classes of our data. */
  readonly classes: readonly string[];
  /** The subject: the thing, a node beside it, or what a path leads to. */
  readonly node: NodeBeside | { readonly path: Path };
  readonly property: string;
  /** The objects: what a path leads to, a constant, a node beside the thing, or the text that the node is made for. */
  readonly value:
    | { readonly path: Path; readonly wording: Wording | undefined }
    | { readonly term: Quad_Object }
    | NodeBeside
    | { readonly ownText: Wording };
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

/** The lines of a table in `views/` with its header, without comments and empty lines. */
export const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '));

const COLUMNS = 'class node property from value as when note'.split(' ');

/**
 * Reads the table of a view, `views/NAME.tsv`.
 *
 * @param base the data base IRI, for addresses such as `<org/archive>`
 * @param vocabularyBase what the IRIs of our vocabulary begin with
 * @throws Error with the line that cannot be read
 */
export function readView(name: ViewName, base: string, vocabularyBase: (text: string) => string): View {
  const prefixes = new Map(
    linesOf('prefixes.tsv').flatMap((line) => {
      const [prefix = '', iri] = vocabularyBase(line).split('\t');
      return iri === undefined ? [] : [[prefix, iri] as const];
    }),
  );
  const [header, ...rows] = linesOf(`${name}.tsv`).map(vocabularyBase);
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
  return { name, rows: withConditionsOfClasses(rows.map(read)), prefixes };
}

/** Whether a row gives a thing its class in the view. */
const isOfClass = ({ node, property }: ViewRow): boolean =>
  property === rdf.type && 'suffix' in node && node.suffix === '';

/**
 * A thing that the view gives no class is not in the view: the first row that gives its class has the conditions of all rows of
 * things of that class.
 */
const withConditionsOfClasses = (rows: readonly ViewRow[]): ViewRow[] =>
  rows.flatMap((row) => {
    if (isOfClass(row)) return [row];
    const groups = new Map<readonly Condition[], string[]>();
    for (const name of row.classes) {
      const when = rows.find((one) => isOfClass(one) && one.classes.includes(name))?.when ?? [];
      const known = [...groups.keys()].find((one) => JSON.stringify(one) === JSON.stringify(when)) ?? when;
      groups.set(known, [...(groups.get(known) ?? []), name]);
    }
    return [...groups].map(([when, classes]) => ({ ...row, classes, when: [...when, ...row.when] }));
  });

function rowOf(cells: readonly string[], terms: TermReader): ViewRow {
  const [classes = '', node = '', property = '', from = '', value = '', as = '', when = ''] = cells;
  if ((from === '') === (value === '')) throw new Error('exactly one of "from" and "value" is needed');
  if (!WORDINGS.has(as)) throw new Error(`"${as}" is no way to write a value`);
  return {
    classes: classes.split(' ').map((name) => terms.iri(name)),
    node: node.startsWith('=') ? { path: terms.path(node.slice(1)) } : nodeBeside(node, terms),
    property: terms.iri(property),
    value: readValue(from, value, WORDINGS.get(as), terms),
    when: when === '' ? [] : when.split(' ').map((one) => conditionOf(one, terms)),
  };
}

function readValue(
  from: string,
  value: string,
  wording: Wording | undefined,
  terms: TermReader,
): ViewRow['value'] {
  if (from === '@') return { ownText: wording ?? [] };
  if (from !== '') return { path: terms.path(from), wording };
  return value.startsWith('#') ? nodeBeside(value, terms) : { term: terms.term(value) };
}

/** `#name`: a node beside a thing; `#name(path)`: one for each text that the path leads to. */
function nodeBeside(text: string, terms: TermReader): NodeBeside {
  const [, suffix = '', of] = /^#?([^(]*)(?:\((.*)\))?$/.exec(text) ?? [];
  return of === undefined ? { suffix } : { suffix, of: terms.path(of) };
}

function conditionOf(text: string, terms: TermReader): Condition {
  if (text.startsWith('1:')) return { path: terms.path(text.slice(2)), holds: 'one' };
  const holds = text.startsWith('!') ? 'none' : 'some';
  const [path = '', ...values] = (holds === 'none' ? text.slice(1) : text).split('=');
  if (values.length === 0) return { path: terms.path(path), holds };
  const asked = values.map((value) => terms.term(value));
  return { path: terms.path(path), holds: holds === 'none' ? { none: asked } : { some: asked } };
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

  /** Properties between slashes, a language after `@`; a dot is the thing itself. */
  path(text: string): Path {
    const [properties = '', language] = text.split('@');
    const steps = properties === '.' ? [] : properties.split('/').map((name) => this.iri(name));
    return language === undefined ? { steps } : { steps, language };
  }

  term(text: string): Quad_Object {
    return text.startsWith('"') ? factory.literal(text.slice(1, -1)) : factory.namedNode(this.iri(text));
  }
}

/** The IRI of a node beside a thing. */
const beside = (thing: string, suffix: string): NamedNode =>
  factory.namedNode(suffix === '' ? thing : `${thing}${thing.includes('#') ? '-' : '#'}${suffix}`);

/** The IRI of the node for a text: the first digits of its hash, so that it does not depend on the other texts. */
const besideText = (thing: string, suffix: string, { value, language }: Literal): NamedNode =>
  beside(
    thing,
    `${suffix}-${createHash('sha256').update(`${value}@${language}`).digest('hex').slice(0, HASH)}`,
  );

/** Digits of the hashes in IRIs (model 2.3). */
export const HASH = 12;

/** The objects of triples by subject and property, in their order. */
export function bySubject(quads: readonly Quad[]): ReadonlyMap<string, ReadonlyMap<string, readonly Term[]>> {
  const things = new Map<string, Map<string, Term[]>>();
  for (const { subject, predicate, object } of quads) {
    const thing = entry(things, subject.value, () => new Map<string, Term[]>());
    entry(thing, predicate.value, () => []).push(object);
  }
  return things;
}

/**
 * Makes the function from the triples of one record to those of a view. Each triple comes once, in the order of the table.
 */
export function viewMapper({ rows }: Pick<View, 'rows'>): (quads: readonly Quad[]) => Quad[] {
  const rowsOf = new Map<string, ViewRow[]>();
  for (const row of rows)
    for (const name of row.classes) rowsOf.set(name, [...(rowsOf.get(name) ?? []), row]);
  return (quads) => {
    const things = bySubject(quads);
    const follow = (from: Term, { steps, language }: Path): Term[] => {
      const found = steps.reduce<Term[]>(
        (reached, step) => reached.flatMap((next) => things.get(next.value)?.get(step) ?? []),
        [from],
      );
      return language === undefined
        ? found
        : found.filter((term) => isLiteral(term) && term.language === language);
    };
    const made = [...things].flatMap(([iri, properties]) => {
      const thing = factory.namedNode(iri);
      const classes = new Set((properties.get(rdf.type) ?? []).map(({ value }) => value));
      const applicable = new Set([...classes].flatMap((name) => rowsOf.get(name) ?? []));
      // Most things are parts of a record, of which the view has nothing.
      if (applicable.size === 0) return [];
      return rows.filter((row) => applicable.has(row)).flatMap((row) => statementsOf(row, thing, follow));
    });
    return distinctQuads(made);
  };
}

function statementsOf(
  { node, property, value, when }: ViewRow,
  thing: NamedNode,
  follow: (from: Term, path: Path) => Term[],
): Quad[] {
  if (!when.every((one) => isMet(one, follow(thing, one.path)))) return [];
  /** Nodes beside the thing, each with the text that it is made for, if it is made for one. */
  const nodesBeside = ({ suffix, of }: NodeBeside): readonly (readonly [NamedNode, Literal?])[] =>
    of === undefined
      ? [[beside(thing.value, suffix)]]
      : follow(thing, of)
          .filter(isLiteral)
          .map((text) => [besideText(thing.value, suffix, text), text]);
  const objectsFor = (text: Literal | undefined): readonly Term[] => {
    if ('ownText' in value) return text === undefined ? [] : [worded(text, value.ownText)];
    if ('term' in value) return [value.term];
    if ('suffix' in value) return nodesBeside(value).map(([one]) => one);
    const { path, wording } = value;
    return follow(thing, path).map((term) => (wording === undefined ? term : worded(term, wording)));
  };
  const predicate = factory.namedNode(property);
  const subjects: readonly (readonly [Term, Literal?])[] =
    'path' in node ? follow(thing, node.path).map((term) => [term] as const) : nodesBeside(node);
  return subjects.flatMap(([subject, text]) =>
    objectsFor(text).map((object) => factory.quad(subject as Quad_Subject, predicate, object as Quad_Object)),
  );
}

const worded = ({ value }: Term, wording: Wording): Literal =>
  factory.literal(
    wording.reduce(
      (text, [pattern, replacement]) => text.replace(new RegExp(pattern, 'g'), replacement),
      value,
    ),
  );

const isLiteral = (term: Term): term is Literal => term.termType === 'Literal';

function isMet({ holds }: Condition, values: readonly Term[]): boolean {
  const isAmong = (terms: Terms): boolean => values.some((value) => terms.some((term) => term.equals(value)));
  if (typeof holds !== 'string') return 'some' in holds ? isAmong(holds.some) : !isAmong(holds.none);
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
