import type { Quad, Term } from '@rdfjs/types';
import { unlawfulInIri } from '../../../model/rdf/iri-syntax.js';
import { xsd } from '../../../model/rdf/iris.js';
import type { ResultRow, ResultTerm } from '../sparql.js';
import type { GraphTriple } from './release-triples.js';
import { compareTerms, type TermVariation } from './term-comparison.js';

/** The part of a store client that verification needs. */
export interface QueryableStore {
  query(sparql: string): Promise<readonly ResultRow[]>;
}

/** Reports a difference; `wrong` ends a sentence that begins with the graph. */
export type AddDifference = (graph: string, wrong: string) => void;

/** Triples per query. */
const BATCH_SIZE = 100;
/** Differences for which the store's own values are queried. */
const MAX_EXPLAINED = 20;
/** Values shown, and characters of each. */
const MAX_VALUES = 3;
const MAX_VALUE_LENGTH = 100;

/** Result of looking up triples. */
export interface LookupResult {
  /** Triples that were found, unchanged or in another form. */
  readonly found: Map<'same' | TermVariation, number>;
  /** Triples with a blank node, or with an IRI that a query cannot hold. */
  notQueryable: number;
}

/**
 * Looks up triples in batches and compares them by value. IRIs are queried as they are; of literals all values of the
 * subject and property are fetched, because a store may write them in another form.
 *
 * @param onDone receives the number of triples looked up so far
 */
export async function lookUpTriples(
  triples: readonly GraphTriple[],
  store: QueryableStore,
  addDifference: AddDifference,
  onDone: (done: number) => void,
): Promise<LookupResult> {
  const queryable = triples.filter(({ triple }) => isQueryable(triple));
  const result: LookupResult = { found: new Map(), notQueryable: triples.length - queryable.length };
  let [done, explained] = [result.notQueryable, 0];
  const groups = new Map<string, GraphTriple[]>();
  for (const one of queryable) {
    const key = `${one.graph} ${one.triple.object.termType}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  for (const group of groups.values()) {
    for (let at = 0; at < group.length; at += BATCH_SIZE) {
      const batch = group.slice(at, at + BATCH_SIZE);
      const stored = await objectsOf(batch, store);
      for (const { graph, triple } of batch) {
        const match = bestMatch(triple.object, stored.get(subjectAndProperty(triple)) ?? []);
        if (match !== undefined) {
          result.found.set(match, (result.found.get(match) ?? 0) + 1);
          continue;
        }
        explained += 1;
        const instead = explained <= MAX_EXPLAINED ? await storedInstead(graph, triple, store) : '';
        addDifference(
          graph,
          `does not have ${subjectAndProperty(triple)} ${formatTerm(triple.object)}${instead}`,
        );
      }
      done += batch.length;
      onDone(done);
    }
  }
  return result;
}

function bestMatch(expected: Term, stored: readonly ResultTerm[]): 'same' | TermVariation | undefined {
  const matches = stored.map((one) => compareTerms(expected, one));
  return matches.find((one) => one === 'same') ?? matches.find((one) => one !== undefined);
}

/** The objects in the store, by subject and property, for triples of one graph and one type of object. */
async function objectsOf(
  batch: readonly GraphTriple[],
  store: QueryableStore,
): Promise<ReadonlyMap<string, readonly ResultTerm[]>> {
  const isLiteral = batch[0]?.triple.object.termType === 'Literal';
  const rows = batch.map(({ triple }) =>
    isLiteral ? subjectAndProperty(triple) : `${subjectAndProperty(triple)} <${triple.object.value}>`,
  );
  const values = [...new Set(rows)].map((row) => `(${row})`).join('\n');
  const answers = await store.query(
    `SELECT ?s ?p ?o WHERE { VALUES (${isLiteral ? '?s ?p' : '?s ?p ?o'}) {\n${values}\n} ` +
      `GRAPH <${batch[0]?.graph}> { ?s ?p ?o }${isLiteral ? ' FILTER (isLiteral(?o))' : ''} }`,
  );
  const stored = new Map<string, ResultTerm[]>();
  for (const row of answers) {
    const [s, p, o] = [row.get('s'), row.get('p'), row.get('o')];
    if (s === undefined || p === undefined || o === undefined) continue;
    const key = `<${s.value}> <${p.value}>`;
    const objects = stored.get(key);
    if (objects === undefined) stored.set(key, [o]);
    else objects.push(o);
  }
  return stored;
}

/** The values that the store has for the same subject and property, as the end of a sentence. */
async function storedInstead(graph: string, triple: Quad, store: QueryableStore): Promise<string> {
  const rows = await store.query(
    `SELECT ?o WHERE { GRAPH <${graph}> { ${subjectAndProperty(triple)} ?o } } LIMIT ${MAX_VALUES + 1}`,
  );
  const values = rows.flatMap((row) => row.get('o') ?? []).map(formatResultTerm);
  if (values.length === 0) return '; it has no value for that subject and property';
  const more = values.length > MAX_VALUES ? ' and more' : '';
  return `; for the same subject and property it has ${values.slice(0, MAX_VALUES).join(', ')}${more}`;
}

const subjectAndProperty = ({ subject, predicate }: Quad): string =>
  `<${subject.value}> <${predicate.value}>`;

/** Whether a query can name the triple. */
export const isQueryable = ({ subject, predicate, object }: Quad): boolean =>
  [subject, predicate, object].every(
    (term) => term.termType === 'Literal' || (term.termType === 'NamedNode' && !unlawfulInIri(term.value)),
  );

const formatTerm = (term: Term): string =>
  term.termType === 'Literal'
    ? formatLiteral(term.value, term.language || undefined, term.datatype.value)
    : `<${term.value}>`;

/** A term of a store's response, for messages. */
export const formatResultTerm = ({ type, value, language, datatype }: ResultTerm): string =>
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
