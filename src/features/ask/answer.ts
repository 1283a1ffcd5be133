import { withDefaultLimit } from '../query/default-limit.js';
import {
  formOf,
  type Loading,
  type QueryEngine,
  QueryProblem,
  type ResultsJson,
  type Row,
} from '../query/engine.js';

/** What a query was answered with, as the page shows it. */
export type Answer =
  | { readonly table: SparqlTable; readonly isLimited: boolean }
  | { readonly graph: string; readonly isLimited: boolean }
  /**
   * @property isLate whether the query took longer than it may
   * @property retryAfter seconds after which the same query can be answered
   */
  | { readonly problem: string; readonly isLate?: boolean; readonly retryAfter?: number | undefined }
  /** The release is being loaded. */
  | { readonly loading: Loading };

export interface SparqlTable {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Of ASK. */
  readonly isTrue?: boolean;
}

/** The status of a query that took longer than it may. */
const LATE = 504;

/** Characters of an answer that a page shows: the page holds all of it. */
const MOST_SHOWN = 4 << 20;

/** Milliseconds that a page waits for the release to be loaded, before it says so. */
const PATIENCE_MS = 2000;

/** What a page waits for in vain; undefined when queries can be answered. */
export async function loadingOf(openEngine: () => Promise<QueryEngine>): Promise<Loading | undefined> {
  // An engine that cannot be opened says so in the answer.
  const engine = await openEngine().catch(unlessProblem);
  if (engine === undefined) return undefined;
  const loading = engine.loading?.();
  if (loading === undefined) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([loading.ready, patience]).finally(() => clearTimeout(timer));
  return engine.loading?.();
}

function unlessProblem(thrown: unknown): undefined {
  if (!(thrown instanceof QueryProblem)) throw thrown;
}

/**
 * Puts a query to the engine; problems of the query are part of the answer.
 *
 * @param asker aborts when the client gives the answer up
 * @param most solutions of a query without a LIMIT; all of them unless given
 */
export async function answerOf(
  query: string,
  openEngine: () => Promise<QueryEngine>,
  asker: AbortSignal,
  most?: number,
): Promise<Answer> {
  const form = formOf(query);
  if (form === undefined) return { problem: 'SELECT, ASK, CONSTRUCT, DESCRIBE' };
  const limited = most === undefined ? undefined : withDefaultLimit(query, most);
  const [asked, isLimited] = [limited ?? query, limited !== undefined];
  try {
    const engine = await openEngine();
    const answered = await engine.query(asked, form === 'graph' ? 'ttl' : 'json', asker, MOST_SHOWN);
    if (form === 'graph') return { graph: answered, isLimited };
    const { head, results, boolean } = JSON.parse(answered) as ResultsJson;
    const table = { columns: head?.vars ?? [], rows: results?.bindings ?? [] };
    return { table: boolean === undefined ? table : { ...table, isTrue: boolean }, isLimited };
  } catch (thrown) {
    if (!(thrown instanceof QueryProblem)) throw thrown;
    const { status, message, retryAfter } = thrown;
    return { problem: message, isLate: status === LATE, retryAfter };
  }
}
