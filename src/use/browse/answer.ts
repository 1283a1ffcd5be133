import { formOf, type QueryEngine, QueryProblem } from '../query/engine.js';

/** What a query was answered with, as the page shows it. */
export type Answer =
  | { readonly table: SparqlTable }
  | { readonly graph: string }
  | { readonly problem: string };

/** One value of SPARQL Query Results JSON Format. */
export interface Cell {
  readonly type: 'uri' | 'literal' | 'bnode';
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

export type Row = Readonly<Record<string, Cell>>;

export interface SparqlTable {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Of ASK. */
  readonly isTrue?: boolean;
}

/** Puts a query to the engine; problems of the query are part of the answer. */
export async function answerOf(query: string, openEngine: () => Promise<QueryEngine>): Promise<Answer> {
  const form = formOf(query);
  if (form === undefined) return { problem: 'SELECT, ASK, CONSTRUCT, DESCRIBE' };
  try {
    const engine = await openEngine();
    if (form === 'graph') return { graph: await engine.query(query, 'ttl') };
    const { head, results, boolean } = JSON.parse(await engine.query(query, 'json')) as {
      readonly head?: { readonly vars?: readonly string[] };
      readonly results?: { readonly bindings: readonly Row[] };
      readonly boolean?: boolean;
    };
    const table = { columns: head?.vars ?? [], rows: results?.bindings ?? [] };
    return { table: boolean === undefined ? table : { ...table, isTrue: boolean } };
  } catch (thrown) {
    if (thrown instanceof QueryProblem) return { problem: thrown.message };
    throw thrown;
  }
}
