import { join } from 'node:path';
import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { counted, formatCount, lawfulXml } from '../../base/text.js';
import { ThreadPool } from '../../base/thread-pool.js';
import { FORMATS } from '../../model/rdf/formats/format.js';
import { dumpFormat, type ReleaseManifest, triplesOf } from '../../release/description/manifest.js';
import { rewriteCsv } from '../../release/tables/csv.js';

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

/** What a thread of an engine knows from the start. */
export interface EngineData {
  /** Of the release, for relative IRIs. */
  readonly base: string;
  /** The thread counts the triples that it has loaded in the one number. */
  readonly loaded: Int32Array;
}

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
  /** The loading that queries wait for; undefined when the release is loaded. Only engines that load a release have this method. */
  loading?(): Loading | undefined;
  close(): Promise<void>;
}

/** A release that is being loaded. */
export interface Loading {
  /** Triples. */
  readonly done: number;
  readonly total: number;
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
/** Milliseconds after which a query is slow: then another engine is loaded for those that wait. */
const SLOW_MS = 2000;

const SCRIPT = new URL('./query-worker.js', import.meta.url);

/**
 * Begins to load the data, code lists and description of a release into Oxigraph, in memory and in a thread of its own. All
 * datasets are in the default graph. Queries wait until the release is loaded, and fail with FILE_UNREADABLE when a dump cannot be
 * read.
 *
 * @param script the program of the thread; tests give that of the build
 * @throws FolkloreError RELEASE_TOO_LARGE
 */
export async function openEngine(
  release: string,
  manifest: ReleaseManifest,
  limits: EngineLimits,
  report: Report,
  script: URL = SCRIPT,
): Promise<QueryEngine> {
  const problem = whyTooLarge(release, manifest);
  if (problem !== undefined) throw problem;
  const total = triplesOf(manifest);
  const files = filesOf(release, manifest);
  report({ event: 'started', what: `loading ${counted(total, 'triple')} of ${release}` });
  const begin = (after: Promise<void>): EngineThread => new EngineThread(script, manifest.base, files, after);
  return new EmbeddedEngine(begin, total, limits, report);
}

const poolOf = (script: URL, base: string, loaded: Int32Array): ThreadPool<EngineJob, EngineOutput> =>
  new ThreadPool<EngineJob, EngineOutput>(script, 1, {
    workerData: { base, loaded } satisfies EngineData,
    perThread: 1,
    nameOf: (job) => ('load' in job ? job.load.path : 'a query'),
  });

/** A number that threads share. */
const sharedNumber = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

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
  #pool: ThreadPool<EngineJob, EngineOutput> | undefined;

  readonly #script: URL;

  /**
   * @param base of the release, for relative IRIs
   * @param script the program of the thread; tests give that of the build
   */
  constructor(base: string, script: URL = SCRIPT) {
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
    this.#pool ??= poolOf(this.#script, this.#base, sharedNumber());
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), READ_WITHIN);
    });
    const format = formOf(text) === 'graph' ? RESULT_TYPES.nt : RESULT_TYPES.json;
    try {
      const output = await Promise.race([this.#pool.run({ query: text, format }), late]);
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

/** A thread with the release in its memory. */
class EngineThread {
  /** Resolves when the release is loaded. */
  readonly ready: Promise<void>;
  state: 'loading' | 'idle' | 'busy' = 'loading';
  #pool: ThreadPool<EngineJob, EngineOutput> | undefined;
  #isClosed = false;
  readonly #after: Promise<void>;
  readonly #loaded = sharedNumber();

  /** @param after the end of the thread whose place it takes: its memory is free then */
  constructor(script: URL, base: string, files: readonly LoadedFile[], after: Promise<void>) {
    this.#after = after;
    this.ready = after.then(async () => {
      if (this.#isClosed) return;
      this.#pool = poolOf(script, base, this.#loaded);
      for (const file of files) await this.#pool.run({ load: file });
      this.state = 'idle';
    });
  }

  /** Triples that are loaded. */
  get loaded(): number {
    return Atomics.load(this.#loaded, 0);
  }

  async query(query: string, format: string): Promise<EngineOutput> {
    if (this.#pool === undefined) throw new Error('the release is not loaded');
    return this.#pool.run({ query, format });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#after;
    await this.#pool?.close();
  }
}

/** A query that waits for a thread. */
interface Waiting {
  readonly text: string;
  readonly format: ResultFormat;
  readonly resolve: (answer: string) => void;
  readonly reject: (thrown: unknown) => void;
}

class EmbeddedEngine implements QueryEngine {
  readonly #begin: (after: Promise<void>) => EngineThread;
  readonly #total: number;
  readonly #limits: EngineLimits;
  readonly #report: Report;
  readonly #threads = new Set<EngineThread>();
  readonly #waiting: Waiting[] = [];
  #asked = 0;
  #isClosed = false;

  constructor(
    begin: (after: Promise<void>) => EngineThread,
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

  async query(text: string, format: ResultFormat): Promise<string> {
    const problem = whyRefused(text);
    if (problem !== undefined) throw new QueryProblem(400, problem);
    if (this.#isClosed) throw stopped();
    if (this.#asked >= MOST_WAITING)
      throw new QueryProblem(503, 'Too many queries are waiting; ask again later.');
    this.#asked++;
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#waiting.push({ text, format, resolve, reject });
        // What could not be loaded before may be there now.
        if (this.#threads.size === 0) this.#add();
        this.#assign();
      });
    } finally {
      this.#asked--;
    }
  }

  loading(): Loading | undefined {
    if (this.#threads.size === 0) this.#add();
    const threads = [...this.#threads];
    if (threads.some(({ state }) => state !== 'loading')) return undefined;
    const ready = Promise.race(threads.map((thread) => thread.ready));
    // The error is that of the callers that await `ready`.
    ready.catch(() => {});
    const done = Math.min(this.#total, Math.max(...threads.map(({ loaded }) => loaded)));
    return { done, total: this.#total, ready };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(stopped());
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  /** Begins a thread. It takes queries when the release is loaded. */
  #add(after: Promise<void> = Promise.resolve()): void {
    const thread = this.#begin(after);
    this.#threads.add(thread);
    thread.ready.then(
      () => this.#assign(),
      (thrown: unknown) => {
        this.#threads.delete(thread);
        void thread.close();
        if (this.#isClosed) return;
        if (this.#threads.size > 0)
          this.#report({ event: 'note', message: `another engine cannot be loaded: ${messageOf(thrown)}` });
        else for (const { reject } of this.#waiting.splice(0)) reject(thrown);
      },
    );
  }

  /** Gives the queries that wait to the threads that have none. */
  #assign(): void {
    for (const thread of this.#threads) {
      if (thread.state !== 'idle') continue;
      const next = this.#waiting.shift();
      if (next === undefined) return;
      thread.state = 'busy';
      this.#ask(thread, next.text, next.format).then(next.resolve, next.reject);
    }
  }

  async #ask(thread: EngineThread, text: string, format: ResultFormat): Promise<string> {
    const { timeoutMs, maxResult, engines = 1 } = this.#limits;
    const slow = setTimeout(() => {
      if (this.#isClosed || this.#threads.size >= engines) return;
      this.#report({ event: 'note', message: 'a query is slow: another engine is being loaded' });
      this.#add();
    }, SLOW_MS);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), timeoutMs);
    });
    try {
      const output = await Promise.race([thread.query(text, RESULT_TYPES[format]), late]);
      if (output === 'late') {
        this.#replace(thread);
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
      if (this.#isClosed) throw stopped();
      // The thread has ended, or its engine answers nothing more: of too little memory, mostly.
      this.#replace(thread);
      throw new QueryProblem(
        413,
        `The query needed more memory than there is (${messageOf(thrown)}). Make it simpler or narrower, or add LIMIT.`,
      );
    } finally {
      clearTimeout(slow);
      clearTimeout(timer);
      thread.state = 'idle';
      this.#assign();
    }
  }

  /** Ends a thread that cannot be interrupted, and loads the release again in another one. */
  #replace(thread: EngineThread): void {
    this.#threads.delete(thread);
    const ended = thread.close();
    if (!this.#isClosed) this.#add(ended);
  }
}

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
