import { join } from 'node:path';
import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { EXIT } from '../../base/exit-codes.js';
import { counted, formatCount } from '../../base/text.js';
import { ThreadPool } from '../../base/thread-pool.js';
import { FORMATS } from '../../model/rdf/formats/format.js';
import { dumpFormat, type ReleaseManifest } from '../../release/description/manifest.js';

/** The media types of answers (SPARQL 1.1 Protocol, section 2.1.7), by the form of the query. */
export const TABLE_TYPES = {
  json: 'application/sparql-results+json',
  xml: 'application/sparql-results+xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
} as const;
export const GRAPH_TYPES = {
  ttl: FORMATS.ttl.mediaType,
  nt: FORMATS.nt.mediaType,
} as const;
export const RESULT_TYPES = { ...TABLE_TYPES, ...GRAPH_TYPES } as const;
export type ResultFormat = keyof typeof RESULT_TYPES;

/** A file that an engine loads. */
export interface LoadedFile {
  readonly path: string;
  readonly format: string;
}

/** What a thread of an engine is asked. */
export type EngineJob = { readonly load: LoadedFile } | { readonly query: string; readonly format: string };
export type EngineOutput =
  | { readonly triples: number }
  | { readonly body: string }
  /** The query is wrong, or cannot be answered. */
  | { readonly problem: string }
  /** The engine itself has failed at the query, and answers no other one. */
  | { readonly trap: string };

/** A query that has no answer: its author can do something about it. */
export class QueryProblem extends Error {
  /** The corresponding HTTP status. */
  readonly status: 400 | 413 | 503 | 504;

  constructor(status: QueryProblem['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** Answers SPARQL queries about a release. */
export interface QueryEngine {
  /**
   * Answers one query.
   *
   * @param format of a table for SELECT and ASK, of a graph for CONSTRUCT and DESCRIBE
   * @throws QueryProblem when the query is wrong, takes too long, or has too large an answer
   */
  query(text: string, format: ResultFormat): Promise<string>;
  close(): Promise<void>;
}

export interface EngineLimits {
  /** Milliseconds of one query. */
  readonly timeoutMs: number;
  /** Characters of one answer. */
  readonly maxResult: number;
}

export const DEFAULT_LIMITS: EngineLimits = { timeoutMs: 30_000, maxResult: 32 << 20 };

/**
 * Brackets inside one another, and operators of the algebra, in one query. The parser and the planner of Oxigraph call
 * themselves for each: of the forms tried, none ended the engine at 128 levels of brackets (functions and NOT EXISTS end it at
 * 256), nor at 512 operators (OPTIONAL, MINUS and BIND end it at 1,000). What ends it all the same, such as a list of
 * thousands of values in FILTER IN, costs the time to load the release again.
 */
const MOST_LEVELS = 100;
const MOST_OPERATORS = 500;

/** Triples that an engine in memory holds: beyond, WebAssembly has no address space left (docs/query.md). */
const MOST_TRIPLES = 9_000_000;
/** Queries that wait for the one before them. */
const MOST_WAITING = 20;

const SCRIPT = new URL('./query-worker.js', import.meta.url);

/**
 * Loads the data, code lists and description of a release into Oxigraph, in memory and in a thread of its own. All datasets
 * are in the default graph.
 *
 * @param script the program of the thread; tests give that of the build
 * @throws FolkloreError FILE_UNREADABLE when a dump cannot be read; QUERY_IMPOSSIBLE when the release is too large
 */
export async function openEngine(
  release: string,
  manifest: ReleaseManifest,
  limits: EngineLimits,
  report: Report,
  script: URL = SCRIPT,
): Promise<QueryEngine> {
  const triples = manifest.datasets.reduce((sum, dataset) => sum + dataset.triples, 0);
  if (triples > MOST_TRIPLES) throw tooLarge(release, triples);
  const files = filesOf(release, manifest);
  const begin = async (): Promise<ThreadPool<EngineJob, EngineOutput>> => {
    const pool = new ThreadPool<EngineJob, EngineOutput>(script, 1, {
      workerData: { base: manifest.base },
      perThread: 1,
      nameOf: (job) => ('load' in job ? job.load.path : 'a query'),
    });
    for (const file of files) await pool.run({ load: file });
    return pool;
  };
  report({ event: 'started', what: `loading ${counted(triples, 'triple')} of ${release}` });
  return new EmbeddedEngine(await begin(), begin, limits);
}

/** Milliseconds after which a query that is asked of nothing has been read. */
const READ_WITHIN = 3000;

/**
 * Why the engine cannot read a query; undefined when it can. The query is asked of an empty store, in a thread of its own:
 * nothing is loaded.
 *
 * @param base of the release, for relative IRIs
 */
export async function syntaxProblem(
  text: string,
  base: string,
  script: URL = SCRIPT,
): Promise<string | undefined> {
  const problem = complexityOf(text);
  if (problem !== undefined) return problem;
  const pool = new ThreadPool<EngineJob, EngineOutput>(script, 1, {
    workerData: { base },
    perThread: 1,
    nameOf: () => 'a query',
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), READ_WITHIN);
  });
  const format = formOf(text) === 'graph' ? RESULT_TYPES.nt : RESULT_TYPES.json;
  try {
    const output = await Promise.race([pool.run({ query: text, format }), late]);
    return output !== undefined && 'problem' in output ? output.problem : undefined;
  } catch {
    // The error is reported when the query runs.
    return undefined;
  } finally {
    clearTimeout(timer);
    await pool.close();
  }
}

/** Files beside the data that queries ask: labels of codes, credit lines, counts. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['codes.ttl', 'dcat.ttl', 'void.ttl']);

/** The dumps that load fastest, and the descriptions. */
function filesOf(release: string, { datasets, others }: ReleaseManifest): LoadedFile[] {
  const dumps = datasets.flatMap(({ files }) => {
    const dump = (['nt', 'ttl', 'nq', 'jsonld'] as const).flatMap((format) =>
      files.filter((one) => dumpFormat(one) === format),
    )[0];
    return dump === undefined ? [] : [{ path: dump.path, format: FORMATS[dumpFormat(dump)].mediaType }];
  });
  const descriptions = others.filter(({ path }) => DESCRIPTIONS.has(path));
  return [...dumps, ...descriptions.map(({ path }) => ({ path, format: FORMATS.ttl.mediaType }))].map(
    (file) => ({
      ...file,
      path: join(release, file.path),
    }),
  );
}

class EmbeddedEngine implements QueryEngine {
  #pool: Promise<ThreadPool<EngineJob, EngineOutput>>;
  readonly #reload: () => Promise<ThreadPool<EngineJob, EngineOutput>>;
  readonly #limits: EngineLimits;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  constructor(
    pool: ThreadPool<EngineJob, EngineOutput>,
    reload: () => Promise<ThreadPool<EngineJob, EngineOutput>>,
    limits: EngineLimits,
  ) {
    this.#pool = Promise.resolve(pool);
    this.#reload = reload;
    this.#limits = limits;
  }

  async query(text: string, format: ResultFormat): Promise<string> {
    const problem = complexityOf(text);
    if (problem !== undefined) throw new QueryProblem(400, problem);
    if (this.#waiting >= MOST_WAITING)
      throw new QueryProblem(503, 'Too many queries are waiting; ask again later.');
    this.#waiting++;
    // One at a time: the engine has one thread.
    const answer = this.#last.then(() => this.#ask(text, format));
    this.#last = answer.catch(() => {});
    try {
      return await answer;
    } finally {
      this.#waiting--;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#pool).close();
  }

  async #ask(text: string, format: ResultFormat): Promise<string> {
    const pool = await this.#pool;
    const { timeoutMs, maxResult } = this.#limits;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), timeoutMs);
    });
    try {
      const output = await Promise.race([pool.run({ query: text, format: RESULT_TYPES[format] }), late]);
      if (output === 'late') {
        this.#renew(pool);
        throw new QueryProblem(
          504,
          `The query took longer than ${timeoutMs / 1000} s. Make it narrower, or add LIMIT.`,
        );
      }
      if ('problem' in output) throw new QueryProblem(400, output.problem);
      if (!('body' in output))
        throw new Error('trap' in output ? output.trap : 'it answered with something else');
      if (output.body.length > maxResult)
        throw new QueryProblem(
          413,
          `The answer is longer than ${maxResult} characters. Make the query narrower, or add LIMIT.`,
        );
      return output.body;
    } catch (thrown) {
      if (thrown instanceof QueryProblem) throw thrown;
      // The thread has ended, or its engine answers nothing more: of too little memory, mostly.
      this.#renew(pool);
      throw new QueryProblem(
        413,
        `The query needed more memory than there is (${messageOf(thrown)}). Make it simpler or narrower, or add LIMIT.`,
      );
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends a thread that cannot be interrupted, and loads the release again in another one. */
  #renew(pool: ThreadPool<EngineJob, EngineOutput>): void {
    if (this.#isClosed) return;
    this.#pool = pool.close().then(this.#reload);
    // The next query sees the error.
    this.#pool.catch(() => {});
  }
}

/** Strings, IRIs and remarks, whose signs are no syntax; `<` of a comparison stays. */
export const QUOTED =
  /<[^<>"{}|^`\\\s]*>|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*/g;

/** The text of a query without strings, IRIs and remarks (SPARQL 1.1, section 19.8). */
export const bareSyntax = (query: string): string => query.replace(QUOTED, ' ');

/** The form of a query: the first keyword after prologue and remarks (SPARQL 1.1, section 19.8, rule QueryUnit). */
export function formOf(query: string): 'table' | 'graph' | undefined {
  const bare = bareSyntax(query);
  const word = /\b(SELECT|ASK|CONSTRUCT|DESCRIBE)\b/i
    .exec(bare.replace(/\bPREFIX\s+\S*:/gi, ' '))?.[1]
    ?.toUpperCase();
  if (word === undefined) return undefined;
  return word === 'SELECT' || word === 'ASK' ? 'table' : 'graph';
}

const OPERATORS = /\|\||&&|[+*/|^!{]|-(?!\w)|(?<=[\d)\s])-|\b(?:AS|FILTER|MINUS|OPTIONAL|UNION|VALUES)\b/gi;

/** Why a query is too complex for the engine; undefined when it is not. */
function complexityOf(query: string): string | undefined {
  const bare = bareSyntax(query);
  let level = 0;
  let deepest = 0;
  for (const sign of bare.match(/[([{}\])]/g) ?? []) {
    level += '([{'.includes(sign) ? 1 : -1;
    deepest = Math.max(deepest, level);
  }
  if (deepest > MOST_LEVELS)
    return `The query has ${deepest} levels of brackets; ${MOST_LEVELS} are the most.`;
  const operators = bare.match(OPERATORS)?.length ?? 0;
  return operators > MOST_OPERATORS
    ? `The query has ${operators} operators, such as ||, +, { and AS; ${MOST_OPERATORS} are the most.`
    : undefined;
}

const tooLarge = (release: string, triples: number): FolkloreError =>
  new FolkloreError(
    'RELEASE_TOO_LARGE',
    `${release} has ${formatCount(triples)} triples, more than the ${formatCount(MOST_TRIPLES)} that the embedded engine holds.`,
    {
      hint: 'Load it into a SPARQL store with "folklore-ld load", and ask that one: --endpoint URL.',
      exitCode: EXIT.misuse,
    },
  );
