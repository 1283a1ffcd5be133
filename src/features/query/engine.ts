import { join } from 'node:path';
import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { Stopwatch } from '../../base/stopwatch.js';
import { counted, formatCount, lawfulXml } from '../../base/text.js';
import type { ThreadPool } from '../../base/thread-pool.js';
import { FORMATS } from '../../model/rdf/formats/format.js';
import { dumpFormat, type ReleaseManifest, triplesOf } from '../../release/description/manifest.js';
import { rewriteCsv } from '../../release/tables/csv.js';
import {
  type EngineJob,
  type EngineOutput,
  EngineProcess,
  type LoadedFile,
  PIECE,
  poolOf,
  sharedNumber,
} from './process-of-engine.js';

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

/** An answer of an engine as it is handed on: CSV without formulas, XML that is well-formed whatever a text holds. */
export function handedOn(body: string, mediaType: string): string {
  if (mediaType === TABLE_TYPES.csv) return rewriteCsv(body);
  return mediaType === TABLE_TYPES.xml ? lawfulXml(body) : body;
}

/** One value of SPARQL Query Results JSON Format. */
export interface Cell {
  readonly type: 'uri' | 'literal' | 'bnode';
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

export type Row = Readonly<Record<string, Cell>>;

/** An answer in SPARQL Query Results JSON Format: of SELECT the columns and rows, of ASK a boolean. */
export interface ResultsJson {
  readonly head?: { readonly vars?: readonly string[] };
  readonly results?: { readonly bindings: readonly Row[] };
  readonly boolean?: boolean;
}

/** A query that has no answer: its author can do something about it. */
export class QueryProblem extends Error {
  /** The corresponding HTTP status. */
  readonly status: 400 | 413 | 503 | 504;
  /** Seconds after which the same query can be answered. */
  readonly retryAfter: number | undefined;

  constructor(status: QueryProblem['status'], message: string, retryAfter?: number, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Answers SPARQL queries about a release. */
export interface QueryEngine {
  /**
   * Answers one query.
   *
   * @param format of a table for SELECT and ASK, of a graph for CONSTRUCT and DESCRIBE
   * @param asker aborts when the client gives the answer up
   * @param most characters of the answer, where these are fewer than those of the engine
   * @throws QueryProblem when the query is wrong, takes too long or too much memory, or has too large an answer; when the release is
   *   being loaded again, with the seconds that loading takes
   */
  query(text: string, format: ResultFormat, asker?: AbortSignal, most?: number): Promise<string>;
  /**
   * Answers one query in pieces of any length, without a limit of characters. Only engines that are servers have this method: an
   * embedded engine holds its answers. The promise resolves when the answer has begun.
   *
   * @param asker aborts when the client gives the answer up; also for an answer that is not read to its end
   * @throws QueryProblem as {@link query}; the pieces throw when the answer breaks off
   */
  stream?(text: string, format: ResultFormat, asker?: AbortSignal): Promise<AsyncGenerator<string>>;
  /** The loading that queries wait for; undefined when the release is loaded. Only engines that load a release have this method. */
  loading?(): Loading | undefined;
  close(): Promise<void>;
}

/** A release that is being loaded. */
export interface Loading {
  /** Triples. */
  readonly done: number;
  readonly total: number;
  /** Seconds that are left, by the time of the last load; undefined when nothing is known. */
  readonly retryAfter?: number | undefined;
  /** Resolves when queries can be answered; rejects when the release cannot be loaded. */
  readonly ready: Promise<void>;
}

export interface EngineLimits {
  /** Milliseconds of one query. */
  readonly timeoutMs: number;
  /** Characters of one answer. */
  readonly maxResult: number;
  /** Engines, each with the release in memory; one unless given. Those after the first are loaded when a query is slow. */
  readonly engines?: number;
  /** MiB that a query may take beside the release, in the engine, and as much again for its answer; no limit unless given. */
  readonly memory?: number;
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
/** Queries that are asked and not answered. */
const MOST_WAITING = 20;
/** Milliseconds after which a query is slow: another engine is then loaded for waiting queries, and an abandoned query ends its engine. */
const SLOW_MS = 2000;

/** The programs of an engine's process, and of the thread that reads queries. */
const PROCESS = new URL('./engine-child.js', import.meta.url);
const READER = new URL('./query-worker.js', import.meta.url);

/**
 * Begins to load the data, code lists and description of a release into Oxigraph, in memory and in a process of its own. All
 * datasets are in the default graph. Queries wait until the release is loaded for the first time. They fail with 503 while the
 * release is loaded again, and when it cannot be loaded.
 *
 * @param script the program of the process; tests give that of the build
 * @throws FolkloreError RELEASE_TOO_LARGE
 */
export async function openEngine(
  release: string,
  manifest: ReleaseManifest,
  limits: EngineLimits,
  report: Report,
  script: URL = PROCESS,
): Promise<QueryEngine> {
  const problem = whyTooLarge(release, manifest);
  if (problem !== undefined) throw problem;
  const total = triplesOf(manifest);
  const files = filesOf(release, manifest);
  report({ event: 'started', what: `loading ${counted(total, 'triple')} of ${release}` });
  const begin = (after: Promise<unknown>): EngineProcess =>
    new EngineProcess(script, manifest.base, files, limits.memory, after);
  return new EmbeddedEngine(begin, total, limits, report);
}

/** Milliseconds after a load that has failed before the next one; twice as many after each further one, up to the most. */
const BACK_OFF_MS = 1000;
const MOST_BACK_OFF_MS = 300_000;

/** Milliseconds after which a query that is asked of nothing has been read. */
const READ_WITHIN = 3000;

/**
 * Why the engine cannot read a query; undefined when it can. The query is asked of an empty store, in a thread of its own:
 * nothing is loaded.
 *
 * @param base of the release, for relative IRIs
 */
export async function syntaxProblem(text: string, base: string): Promise<string | undefined> {
  const checker = new SyntaxChecker(base);
  try {
    return await checker.problemOf(text);
  } catch {
    // The error is reported when the query runs.
    return undefined;
  } finally {
    await checker.close();
  }
}

/** Reads queries with the engine, in a thread: each is asked of an empty store. */
export class SyntaxChecker {
  readonly #base: string;
  readonly #script: URL;
  #pool: ThreadPool<EngineJob, EngineOutput> | undefined;
  /** Until the thread has begun: on a busy machine that takes seconds, which are none of a query. */
  #begun: Promise<unknown> | undefined;

  /**
   * @param base of the release, for relative IRIs
   * @param script the program of the thread; tests give that of the build
   */
  constructor(base: string, script: URL = READER) {
    this.#base = base;
    this.#script = script;
  }

  /**
   * Why the engine cannot read a query; undefined when it can.
   *
   * @throws Error when the engine has not read the query in some seconds, or has failed at it
   */
  async problemOf(text: string): Promise<string | undefined> {
    const problem = whyRefused(text);
    if (problem !== undefined) return problem;
    const pool = this.#pool ?? poolOf(this.#script, this.#base, sharedNumber());
    this.#pool = pool;
    this.#begun ??= pool.run({ query: 'ASK {}', format: RESULT_TYPES.json, most: PIECE });
    await this.#begun;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), READ_WITHIN);
    });
    const format = formOf(text) === 'graph' ? RESULT_TYPES.nt : RESULT_TYPES.json;
    try {
      const output = await Promise.race([pool.run({ query: text, format, most: PIECE }), late]);
      if (output === undefined) throw new Error('it takes too long to read');
      if ('trap' in output) throw new Error(output.trap);
      return 'problem' in output ? output.problem : undefined;
    } catch (thrown) {
      await this.close();
      throw thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the thread; the next query begins another one. */
  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    this.#begun = undefined;
    await pool?.close();
  }
}

/** Files beside the data that queries ask: labels of codes, credit lines, counts. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['codes.ttl', 'dcat.ttl', 'void.ttl']);

/** The dumps that load fastest, and the descriptions. */
export function filesOf(release: string, { datasets, others }: ReleaseManifest): LoadedFile[] {
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

/** A query that waits for an engine. */
interface Waiting {
  readonly text: string;
  readonly format: ResultFormat;
  readonly asker: AbortSignal | undefined;
  readonly most: number;
  readonly resolve: (answer: string) => void;
  readonly reject: (thrown: unknown) => void;
}

/** An engine in processes of its own. One that fails, or whose query is given up, is ended, and the release is loaded again. */
class EmbeddedEngine implements QueryEngine {
  readonly #begin: (after: Promise<unknown>) => EngineProcess;
  readonly #total: number;
  readonly #limits: EngineLimits;
  readonly #report: Report;
  readonly #processes = new Set<EngineProcess>();
  readonly #waiting: Waiting[] = [];
  readonly #clock = new Stopwatch();
  /** Milliseconds of the last load. */
  #loadMs: number | undefined;
  /** Loads in succession that have failed; why, and when the next one may begin, by the clock. */
  #failures = 0;
  #failure: unknown;
  #notBefore = 0;
  #asked = 0;
  #isClosed = false;

  constructor(
    begin: (after: Promise<unknown>) => EngineProcess,
    total: number,
    limits: EngineLimits,
    report: Report,
  ) {
    this.#begin = begin;
    this.#total = total;
    this.#limits = limits;
    this.#report = report;
    this.#add();
  }

  async query(
    text: string,
    format: ResultFormat,
    asker?: AbortSignal,
    most = this.#limits.maxResult,
  ): Promise<string> {
    const problem = whyRefused(text);
    if (problem !== undefined) throw new QueryProblem(400, problem);
    if (this.#isClosed) throw stopped();
    if (this.#asked >= MOST_WAITING)
      throw new QueryProblem(503, 'Too many queries are waiting; ask again later.');
    const retryAfter = this.loading()?.retryAfter;
    if (retryAfter !== undefined) throw loadedAgain(retryAfter);
    if (this.#processes.size === 0) throw this.#cannotLoad();
    this.#asked++;
    try {
      return await new Promise<string>((resolve, reject) => {
        const waiting = { text, format, asker, most, resolve, reject };
        this.#waiting.push(waiting);
        asker?.addEventListener('abort', () => {
          const at = this.#waiting.indexOf(waiting);
          if (at >= 0) this.#waiting.splice(at, 1);
          if (at >= 0) reject(givenUp());
        });
        this.#assign();
      });
    } finally {
      this.#asked--;
    }
  }

  loading(): Loading | undefined {
    // What could not be loaded before may be there now.
    if (this.#processes.size === 0 && this.#clock.elapsed >= this.#notBefore) this.#add();
    const processes = [...this.#processes];
    if (processes.length === 0 || processes.some(({ state }) => state !== 'loading')) return undefined;
    const ready = Promise.race(processes.map((one) => one.ready));
    // The error is that of the callers that await `ready`.
    ready.catch(() => {});
    const done = Math.min(this.#total, Math.max(...processes.map(({ loaded }) => loaded)));
    return { done, total: this.#total, retryAfter: this.#retryAfter(processes), ready };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#refuseWaiting(stopped());
    await Promise.all([...this.#processes].map((one) => one.end()));
  }

  /** Whole seconds until the release is loaded again, if that takes no longer than last time; undefined where it has taken longer. */
  #retryAfter(processes: readonly EngineProcess[]): number | undefined {
    if (this.#loadMs === undefined) return undefined;
    const left = this.#loadMs - Math.max(...processes.map(({ elapsed }) => elapsed));
    return left > 0 ? Math.ceil(left / 1000) : undefined;
  }

  #refuseWaiting(thrown: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(thrown);
  }

  /** Begins a process, which takes queries when the release is loaded. */
  #add(after: Promise<unknown> = Promise.resolve()): void {
    const one = this.#begin(after);
    this.#processes.add(one);
    one.ready.then(
      () => {
        this.#loadMs = one.elapsed;
        this.#failures = 0;
        this.#assign();
      },
      (thrown: unknown) => {
        this.#processes.delete(one);
        void one.end();
        if (this.#isClosed) return;
        this.#failures++;
        this.#failure = thrown;
        const pause = Math.min(MOST_BACK_OFF_MS, BACK_OFF_MS * 2 ** (this.#failures - 1));
        this.#notBefore = this.#clock.elapsed + pause;
        this.#report({
          event: 'note',
          message: `the release cannot be loaded to answer queries: ${messageOf(thrown)}; the next try is made for a query in ${pause / 1000} s or later`,
        });
        if (this.#processes.size === 0) this.#refuseWaiting(this.#cannotLoad());
      },
    );
    void one.ended.then((how) => {
      if (one.state !== 'idle' || !this.#processes.delete(one) || this.#isClosed) return;
      this.#report({
        event: 'note',
        message: `an engine that had no query has ended (${how}); the release is loaded again for the next one`,
      });
    });
  }

  #cannotLoad(): QueryProblem {
    const seconds = Math.max(1, Math.ceil((this.#notBefore - this.#clock.elapsed) / 1000));
    return new QueryProblem(
      503,
      `The release cannot be loaded: ${messageOf(this.#failure)}. The next try is made for a query in ${seconds} s or later.`,
      seconds,
      this.#failure,
    );
  }

  /** Gives the queries that wait to the processes that have none. */
  #assign(): void {
    for (const one of this.#processes) {
      if (one.state !== 'idle') continue;
      const next = this.#waiting.shift();
      if (next === undefined) return;
      one.state = 'busy';
      this.#ask(one, next).then(next.resolve, next.reject);
    }
  }

  async #ask(one: EngineProcess, { text, format, asker, most }: Waiting): Promise<string> {
    const { timeoutMs, engines = 1, memory } = this.#limits;
    const timers: NodeJS.Timeout[] = [];
    /** Resolves when the query is not waited for any longer. */
    const over = new Promise<'late' | 'unasked'>((resolve) => {
      timers.push(setTimeout(() => resolve('late'), timeoutMs));
      const slow = (): void => {
        if (asker?.aborted === true) resolve('unasked');
        asker?.addEventListener('abort', () => resolve('unasked'));
        if (this.#isClosed || this.#processes.size >= engines || this.#failures > 0) return;
        this.#report({ event: 'note', message: 'a query is slow: another engine is being loaded' });
        this.#add();
      };
      timers.push(setTimeout(slow, SLOW_MS));
    });
    try {
      const output = await Promise.race([one.query(text, RESULT_TYPES[format], most), over]);
      if (typeof output === 'string') {
        this.#replace(one);
        throw output === 'unasked'
          ? givenUp()
          : new QueryProblem(
              504,
              `The query took longer than ${timeoutMs / 1000} s. Make it narrower, or add LIMIT.`,
            );
      }
      if ('body' in output) return output.body;
      throw 'problem' in output
        ? new QueryProblem(400, output.problem)
        : new QueryProblem(
            413,
            `The answer is longer than ${most} characters. Make the query narrower, or add LIMIT.`,
          );
    } catch (thrown) {
      if (thrown instanceof QueryProblem) throw thrown;
      if (this.#isClosed) throw stopped();
      // The process has ended, or its engine answers nothing more: of too little memory, mostly.
      this.#replace(one);
      throw new QueryProblem(
        413,
        `The query needed more memory than ${memory === undefined ? 'there is' : `${memory} MiB`} (${messageOf(thrown)}). Make it simpler or narrower, or add LIMIT.`,
      );
    } finally {
      timers.forEach(clearTimeout);
      if (this.#processes.has(one)) one.state = 'idle';
      this.#assign();
    }
  }

  /** Ends a process that cannot be interrupted, and loads the release again in another one. */
  #replace(one: EngineProcess): void {
    this.#processes.delete(one);
    const ended = one.end();
    if (this.#isClosed) return;
    this.#add(ended);
    const retryAfter = this.loading()?.retryAfter;
    if (retryAfter !== undefined) this.#refuseWaiting(loadedAgain(retryAfter));
  }
}

const loadedAgain = (seconds: number): QueryProblem =>
  new QueryProblem(
    503,
    `A query has ended the engine, and the release is being loaded again. Ask again in ${seconds} s.`,
    seconds,
  );
/** Nobody reads this answer. */
const givenUp = (): QueryProblem => new QueryProblem(504, 'The query has been given up.');
const stopped = (): QueryProblem => new QueryProblem(503, 'The server is stopping.');

/** Strings, IRIs and remarks, whose signs are no syntax; `<` of a comparison stays. */
export const QUOTED =
  /<[^<>"{}|^`\\\s]*>|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*/g;

/** The text of a query without strings, IRIs and remarks (SPARQL 1.1, section 19.8). */
export const bareSyntax = (query: string): string => query.replace(QUOTED, ' ');

/** The first keyword of a query after prologue and remarks (SPARQL 1.1, section 19.8, rule QueryUnit). */
export const keywordOf = (query: string): string | undefined =>
  /\b(SELECT|ASK|CONSTRUCT|DESCRIBE)\b/i
    .exec(bareSyntax(query).replace(/\bPREFIX\s+\S*:/gi, ' '))?.[1]
    ?.toUpperCase();

/** The form of the answer of a query. */
export function formOf(query: string): 'table' | 'graph' | undefined {
  const word = keywordOf(query);
  if (word === undefined) return undefined;
  return word === 'SELECT' || word === 'ASK' ? 'table' : 'graph';
}

const OPERATORS = /\|\||&&|[+*/|^!{]|-(?!\w)|(?<=[\d)\s])-|\b(?:AS|FILTER|MINUS|OPTIONAL|UNION|VALUES)\b/gi;

/** What is said to a query of another dataset: the engine would answer it with no rows. */
export const OTHER_DATASET =
  'Only queries of the release are answered: no update, no other dataset (FROM, FROM NAMED).';
/** The keyword of a dataset (SPARQL 1.1, section 13.2): no variable, no part of a name. */
const FROM = /(?<![?$:@%\\.\p{L}\p{N}_-])FROM(?![:.\p{L}\p{N}_-])/iu;

/** Why a query is not given to the engine: it asks another dataset, or is too complex. Undefined when it is given. */
function whyRefused(query: string): string | undefined {
  const bare = bareSyntax(query);
  if (FROM.test(bare)) return OTHER_DATASET;
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

/** Why the embedded engine cannot hold a release, and what to do; undefined when it can. */
export function whyTooLarge(release: string, manifest: ReleaseManifest): FolkloreError | undefined {
  const triples = triplesOf(manifest);
  if (triples <= MOST_TRIPLES) return undefined;
  return new FolkloreError(
    'RELEASE_TOO_LARGE',
    `${release} has ${formatCount(triples)} triples, more than the ${formatCount(MOST_TRIPLES)} that the embedded engine holds.`,
    {
      hint: 'Ask an engine that is installed: --engine virtuoso loads the release once, in minutes (docs/query.md). Or load a SPARQL store with "folklore-ld load", and ask that one: --endpoint URL.',
    },
  );
}
