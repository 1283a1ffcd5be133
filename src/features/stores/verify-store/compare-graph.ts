import { hash } from 'node:crypto';
import type { Quad, Term } from '@rdfjs/types';
import { FolkloreError } from '../../../base/errors.js';
import { entry, increase } from '../../../base/map-entry.js';
import { formatCount } from '../../../base/text.js';
import { unlawfulInIri } from '../../../model/rdf/iri-syntax.js';
import { xsd } from '../../../model/rdf/iris.js';
import type { GraphPlan } from '../load-plan.js';
import type { ResultRow, ResultTerm } from '../sparql.js';
import { releaseTriples } from './release-triples.js';
import { compareTerms, type TermVariation } from './term-comparison.js';

/** The part of a store client that verification needs. */
export interface QueryableStore {
  query(sparql: string): Promise<readonly ResultRow[]>;
}

/** Receives a difference, as the end of a sentence that begins with the graph. */
type AddDifference = (wrong: string) => void;

/** Triples of a query. A store returns all of their subjects; Virtuoso returns 10,000 rows unless it is set up otherwise. */
const BATCH_SIZE = 1000;
/** Values in a message, and characters of each. */
const MAX_VALUES = 3;
const MAX_VALUE_LENGTH = 100;
/** Hexadecimal digits of the MD5 of a subject: 4,096 parts of a property, of which the first that differ are compared. */
const PART_DIGITS = 3;
const MAX_PARTS = 20;
const MAX_ROWS = 5000;

/** Compares a graph of a release with the same graph of a store. */
export class GraphComparison {
  /** Triples of the release. */
  triples = 0;
  /** Triples of the release that were not compared: with a blank node, or about a subject that a query cannot name. */
  notQueryable = 0;
  /** How many triples the store has unchanged, and how many in another form. */
  readonly found = new Map<'same' | TermVariation, number>();
  readonly #plan: GraphPlan;
  readonly #store: QueryableStore;
  /** The number of triples of the release with each property. */
  readonly #due = new Map<string, number>();

  constructor(plan: GraphPlan, store: QueryableStore) {
    this.#plan = plan;
    this.#store = store;
  }

  /**
   * Looks up every triple of the release and compares it by value; compares the number of triples with each property; and
   * names triples that only the store has, of properties of which it has too many.
   *
   * @param addNumber receives numbers that differ
   * @param addTriple receives triples that differ
   * @param check called before each query; an error that it throws ends the comparison
   * @throws FolkloreError FILE_UNREADABLE; all errors of the client
   */
  async run(addNumber: AddDifference, addTriple: AddDifference, check: () => void): Promise<void> {
    const stored = await this.#countBy('?s ?group ?o');
    if (stored.size === 0) {
      this.triples = this.#plan.triples;
      // The triples of a missing graph are one difference.
      if (this.triples > 0) addNumber('is missing or empty');
      return;
    }
    for await (const batch of this.#batches()) {
      check();
      await this.#lookUp(batch, addTriple);
    }
    const compare = (what: string, expected: number, actual: number): void => {
      if (expected !== actual)
        addNumber(`has ${formatCount(actual)} ${what}; the release has ${formatCount(expected)}`);
    };
    const total = [...stored.values()].reduce((sum, one) => sum + one, 0);
    compare('triples', this.triples, total);
    for (const property of new Set([...this.#due.keys(), ...stored.keys()])) {
      const [expected, actual] = [this.#due.get(property) ?? 0, stored.get(property) ?? 0];
      compare(`triples with <${property}>`, expected, actual);
      if (actual <= expected || unlawfulInIri(property)) continue;
      check();
      for (const one of await this.#surplus(property)) addTriple(`has ${one}, and the release does not`);
    }
  }

  /** The triples of the release, in batches of one size. */
  async *#batches(): AsyncGenerator<readonly Quad[]> {
    let batch: Quad[] = [];
    for await (const triples of releaseTriples(this.#plan.files)) {
      for (const triple of triples) {
        batch.push(triple);
        if (batch.length < BATCH_SIZE) continue;
        yield batch;
        batch = [];
      }
    }
    if (batch.length > 0) yield batch;
  }

  async #lookUp(batch: readonly Quad[], addTriple: AddDifference): Promise<void> {
    const queryable = batch.filter(isQueryable);
    this.triples += batch.length;
    this.notQueryable += batch.length - queryable.length;
    for (const { predicate } of batch) increase(this.#due, predicate.value);
    const subjects = new Set(queryable.map(({ subject }) => `<${subject.value}>`));
    if (subjects.size === 0) return;
    const values = new Map<string, ResultTerm[]>();
    const rows = await this.#store.query(
      `SELECT ?s ?p ?o WHERE { VALUES ?s {\n${[...subjects].join('\n')}\n} ${this.#in('?s ?p ?o')} }`,
    );
    for (const row of rows) {
      const [s, p, o] = [row.get('s'), row.get('p'), row.get('o')];
      if (s !== undefined && p !== undefined && o !== undefined)
        entry(values, `<${s.value}> <${p.value}>`, () => []).push(o);
    }
    for (const { subject, predicate, object } of queryable) {
      const pair = `<${subject.value}> <${predicate.value}>`;
      const stored = values.get(pair) ?? [];
      const match = matchOf(object, stored);
      if (match !== undefined) increase(this.found, match.how);
      else addTriple(`does not have ${pair} ${formatTerm(object)}; ${instead(stored)}`);
    }
  }

  /**
   * Triples with a property that only the store has: the subjects are divided into parts by their MD5, and the first parts with
   * too many triples are compared by value. A subject that lacks a triple of the release is left out: the values that the store
   * has in its place are named with it. There are none of a store that does not compute MD5.
   */
  async #surplus(property: string): Promise<string[]> {
    const due = new Map<string, number>();
    for await (const { subject } of this.#triplesWith(property)) increase(due, partOf(subject));
    const part = `SUBSTR(MD5(STR(?s)), 1, ${PART_DIGITS})`;
    const stored = await unlessRefused(this.#countBy(`?s <${property}> ?o`, `BIND (${part} AS ?group)`));
    const parts = [...(stored ?? [])].flatMap(([one, count]) => (count > (due.get(one) ?? 0) ? [one] : []));
    const searched = new Set(parts.sort().slice(0, MAX_PARTS));
    if (searched.size === 0) return [];
    const list = [...searched].map((one) => `"${one}"`).join(', ');
    const rows = await this.#store.query(
      `SELECT ?s ?o WHERE { ${this.#in(`?s <${property}> ?o`)} FILTER (${part} IN (${list})) } LIMIT ${MAX_ROWS}`,
    );
    const surplus = new Map<string, ResultTerm[]>();
    for (const row of rows) {
      const [s, o] = [row.get('s'), row.get('o')];
      if (s?.type === 'iri' && o !== undefined && o.type !== 'blank')
        entry(surplus, s.value, () => []).push(o);
    }
    for await (const { subject, object } of this.#triplesWith(property)) {
      const values = surplus.get(subject.value);
      const match = values === undefined ? undefined : matchOf(object, values);
      if (match === undefined) surplus.delete(subject.value);
      else values?.splice(match.at, 1);
    }
    return [...surplus].flatMap(([subject, values]) =>
      values.map((one) => `<${subject}> <${property}> ${formatResultTerm(one)}`),
    );
  }

  async *#triplesWith(property: string): AsyncGenerator<Quad> {
    for await (const triples of releaseTriples(this.#plan.files))
      for (const triple of triples) if (triple.predicate.value === property) yield triple;
  }

  /** Counts triples of the graph by the variable `?group`. */
  async #countBy(pattern: string, bind = ''): Promise<Map<string, number>> {
    const rows = await this.#store.query(
      `SELECT ?group (COUNT(*) AS ?triples) WHERE { ${this.#in(pattern)} ${bind} } GROUP BY ?group`,
    );
    return new Map(
      // An aggregate of nothing is one row without a group in some stores.
      rows.flatMap((row) => {
        const group = row.get('group')?.value;
        return group === undefined ? [] : [[group, Number(row.get('triples')?.value)]];
      }),
    );
  }

  #in(pattern: string): string {
    return `GRAPH <${this.#plan.graph}> { ${pattern} }`;
  }
}

/** The first value that is the same, or else the first of the same value in another form. */
function matchOf(
  expected: Term,
  values: readonly ResultTerm[],
): { readonly at: number; readonly how: 'same' | TermVariation } | undefined {
  let other: { readonly at: number; readonly how: TermVariation } | undefined;
  for (const [at, one] of values.entries()) {
    const how = compareTerms(expected, one);
    if (how === 'same') return { at, how };
    if (how !== undefined) other ??= { at, how };
  }
  return other;
}

/** Whether the subject can be named in a query, and the object in an answer. */
const isQueryable = ({ subject, object }: Quad): boolean =>
  subject.termType === 'NamedNode' && !unlawfulInIri(subject.value) && object.termType !== 'BlankNode';

/** The part of the subject of a triple; Virtuoso 7 computes the same for an IRI of ASCII only. */
const partOf = ({ value }: Term): string => hash('md5', value).slice(0, PART_DIGITS);

/** Undefined when the store refuses the request: it does not support it, or takes too long. */
async function unlessRefused<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (thrown) {
    if (thrown instanceof FolkloreError && thrown.code === 'REQUEST_REFUSED') return undefined;
    throw thrown;
  }
}

/** The values that a store has in place of a triple, as the end of a sentence. */
function instead(values: readonly ResultTerm[]): string {
  if (values.length === 0) return 'it has no value for that subject and property';
  const more = values.length > MAX_VALUES ? ' and more' : '';
  const shown = values.slice(0, MAX_VALUES).map(formatResultTerm);
  return `for the same subject and property it has ${shown.join(', ')}${more}`;
}

const formatTerm = (term: Term): string =>
  term.termType === 'Literal'
    ? formatLiteral(term.value, term.language || undefined, term.datatype.value)
    : `<${term.value}>`;

/** A term of a store's response, for messages. */
const formatResultTerm = ({ type, value, language, datatype }: ResultTerm): string =>
  type === 'literal'
    ? formatLiteral(value, language, datatype)
    : type === 'iri'
      ? `<${value}>`
      : `_:${value}`;

function formatLiteral(value: string, language: string | undefined, datatype: string | undefined): string {
  const text = JSON.stringify(
    value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value,
  );
  if (language !== undefined) return `${text}@${language}`;
  return datatype === undefined || datatype === xsd.string ? text : `${text}^^<${datatype}>`;
}
