import type { Literal, Quad, Term } from '@rdfjs/types';
import { unlawfulInIri } from '../../rdf/iri-syntax.js';
import { xsd } from '../../rdf/iris.js';
import type { ResultTerm } from '../sparql.js';
import type { GraphTriple } from './release-triples.js';
import { compareTerms, type TermVariation } from './term-comparison.js';
import type { AddDifference, QueryableStore } from './verification-context.js';

/** Triples that are asked for at once: what every store reads in one query. */
const AT_ONCE = 100;
/** Differences that are asked about again, for what the store has instead. */
const MOST_ASKED = 20;
/** Values that are told, and how much of each. */
const MOST_TOLD = 3;
const LONGEST = 100;

/** What has come of looking triples up. */
export interface LookupResult {
  /** As they were, by how they were found; what was not found is not among them. */
  readonly found: ReadonlyMap<'same' | TermVariation, number>;
  /** Triples with a blank node or an IRI that cannot be asked for. */
  readonly notQueryable: number;
}

/**
 * Looks triples up in a store, many at once, and compares them by value: IRIs as they are, and of literals all that the
 * store has for the same subject and property, since it may write the one that is looked for in another form.
 *
 * @param onDone told how many have been looked up
 */
export async function lookUpTriples(
  triples: readonly GraphTriple[],
  store: QueryableStore,
  tell: AddDifference,
  onDone: (done: number) => void,
): Promise<LookupResult> {
  const found = new Map<'same' | TermVariation, number>();
  let [unasked, asked, done] = [0, 0, 0];
  for (const [graph, all] of byGraph(triples)) {
    const [askable, others] = parted(all, isQueryable);
    unasked += others.length;
    done += others.length;
    const kinds = parted(askable, ({ object }) => object.termType === 'Literal');
    for (const batch of kinds.flatMap((kind) => batches(kind))) {
      const there = await objectsOf(graph, batch, store);
      for (const triple of batch) {
        const sameness = bestOf(triple.object, there.get(keyOf(triple)) ?? []);
        if (sameness !== undefined) found.set(sameness, (found.get(sameness) ?? 0) + 1);
        else {
          const instead = asked < MOST_ASKED ? await insteadOf(graph, triple, store) : '';
          asked += 1;
          tell(graph, `does not have ${written(triple)}${instead}`);
        }
      }
      done += batch.length;
      onDone(done);
    }
  }
  return { found, notQueryable: unasked };
}

/** Exactly as it was is better than in another form. */
function bestOf(expected: Term, there: readonly ResultTerm[]): 'same' | TermVariation | undefined {
  const all = there.map((one) => compareTerms(expected, one));
  return all.find((one) => one === 'same') ?? all.find((one) => one !== undefined);
}

async function objectsOf(
  graph: string,
  batch: readonly Quad[],
  store: QueryableStore,
): Promise<ReadonlyMap<string, readonly ResultTerm[]>> {
  const areLiterals = batch[0]?.object.termType === 'Literal';
  const rows = batch.map(({ subject, predicate, object }) =>
    [subject, predicate, ...(areLiterals ? [] : [object])].map(({ value }) => `<${value}>`).join(' '),
  );
  const variables = areLiterals ? '?s ?p' : '?s ?p ?o';
  const values = [...new Set(rows)].map((row) => `(${row})`).join('\n');
  const filter = areLiterals ? ' FILTER (isLiteral(?o))' : '';
  const answers = await store.query(
    `SELECT ?s ?p ?o WHERE { VALUES (${variables}) {\n${values}\n} GRAPH <${graph}> { ?s ?p ?o }${filter} }`,
  );
  const there = new Map<string, ResultTerm[]>();
  for (const row of answers) {
    const [s, p, o] = [row.get('s'), row.get('p'), row.get('o')];
    if (s === undefined || p === undefined || o === undefined) continue;
    const key = `${s.value} ${p.value}`;
    const objects = there.get(key);
    if (objects === undefined) there.set(key, [o]);
    else objects.push(o);
  }
  return there;
}

/** What the store has for the same subject and property, in words. */
async function insteadOf(
  graph: string,
  { subject, predicate }: Quad,
  store: QueryableStore,
): Promise<string> {
  const rows = await store.query(
    `SELECT ?o WHERE { GRAPH <${graph}> { <${subject.value}> <${predicate.value}> ?o } } LIMIT ${MOST_TOLD + 1}`,
  );
  const values = rows.flatMap((row) => {
    const term = row.get('o');
    return term === undefined ? [] : [formatResultTerm(term)];
  });
  if (values.length === 0) return '; it has nothing in its place';
  const more = values.length > MOST_TOLD ? ' and more' : '';
  return `; for the same subject and property it has ${values.slice(0, MOST_TOLD).join(', ')}${more}`;
}

const keyOf = ({ subject, predicate }: Quad): string => `${subject.value} ${predicate.value}`;

/** Whether a query can name a triple. */
export const isQueryable = ({ subject, predicate, object }: Quad): boolean =>
  [subject, predicate, object].every(
    (term) => term.termType === 'Literal' || (term.termType === 'NamedNode' && !unlawfulInIri(term.value)),
  );

function byGraph(triples: readonly GraphTriple[]): ReadonlyMap<string, readonly Quad[]> {
  const graphs = new Map<string, Quad[]>();
  for (const { graph, triple } of triples) {
    const all = graphs.get(graph);
    if (all === undefined) graphs.set(graph, [triple]);
    else all.push(triple);
  }
  return graphs;
}

function parted<T>(all: readonly T[], is: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}

const batches = (all: readonly Quad[]): readonly (readonly Quad[])[] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) =>
    all.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );

const written = ({ subject, predicate, object }: Quad): string =>
  `<${subject.value}> <${predicate.value}> ${object.termType === 'Literal' ? writtenLiteral(object) : `<${object.value}>`}`;

const writtenLiteral = ({ value, language, datatype }: Literal): string =>
  literalText(value, language === '' ? undefined : language, datatype.value);

/** A term as a store has it, in words. */
export const formatResultTerm = ({ type, value, language, datatype }: ResultTerm): string =>
  type === 'literal' ? literalText(value, language, datatype) : type === 'iri' ? `<${value}>` : `_:${value}`;

function literalText(value: string, language: string | undefined, datatype: string | undefined): string {
  const text = JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
  if (language !== undefined) return `${text}@${language}`;
  return datatype === undefined || datatype === xsd.string ? text : `${text}^^<${datatype}>`;
}
