import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type PackedError, unpackError } from '../../base/errors.js';
import { Stopwatch } from '../../base/stopwatch.js';
import { ThreadPool } from '../../base/thread-pool.js';

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

/** What an engine is asked, one job at a time. */
export type EngineJob =
  | { readonly load: LoadedFile }
  /** After loading: questions may take this more MiB of WebAssembly. */
  | { readonly memory: number }
  /** @property most characters of the answer */
  | { readonly query: string; readonly format: string; readonly most: number }
  /** The part of the last answer that begins at this character. */
  | { readonly from: number };
export type EngineOutput =
  | { readonly triples: number }
  | { readonly limit: number }
  /** Characters of an answer, which is read in pieces; undefined of one that is too long. */
  | { readonly length: number | undefined }
  | { readonly piece: string }
  /** The query is wrong, or cannot be answered. */
  | { readonly problem: string }
  /** The engine itself has failed at the query, and answers no other one. */
  | { readonly trap: string };

/** Characters of an answer that are sent at a time. */
export const PIECE = 1 << 20;

/**
 * The thread of an engine.
 *
 * @param memory MiB of its JavaScript, at most
 */
export const poolOf = (
  script: URL,
  base: string,
  loaded: Int32Array,
  memory?: number,
): ThreadPool<EngineJob, EngineOutput> =>
  new ThreadPool<EngineJob, EngineOutput>(script, 1, {
    workerData: { base, loaded } satisfies EngineData,
    ...(memory === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory } }),
    perThread: 1,
    nameOf: (job) => ('load' in job ? job.load.path : 'a query'),
  });

/** A number that threads share. */
export const sharedNumber = (): Int32Array =>
  new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** What the process of an engine sends: the triples that are loaded so far, or what became of the job. */
export type EngineMessage =
  | { readonly loaded: number }
  | { readonly output: EngineOutput }
  | { readonly failure: PackedError };

/** Characters of what a process has said last. */
const LAST_WORDS = 300;

/**
 * A process with the release in its memory. Ending it is the one way to end a query and to have its memory back: a memory of
 * WebAssembly never shrinks. It ends with this process, in whatever way this process ends.
 */
export class EngineProcess {
  /** Resolves when the release is loaded; rejects when the release cannot be loaded, or the process ends before. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended, with how it ended. */
  readonly ended: Promise<string>;
  state: 'loading' | 'idle' | 'busy' = 'loading';
  /** Triples that are loaded. */
  loaded = 0;
  #child: ChildProcess | undefined;
  #watch = new Stopwatch();
  #hasEnded = false;
  #settle: ((message: EngineMessage | Error) => void) | undefined;

  /**
   * @param script the program of the process
   * @param memory MiB that a query may take beside the release, in the engine, and as much again for its answer
   * @param after the end of the process whose place it takes: its memory is free then
   */
  constructor(
    script: URL,
    base: string,
    files: readonly LoadedFile[],
    memory: number | undefined,
    after: Promise<unknown>,
  ) {
    let hasEnded: (how: string) => void;
    this.ended = new Promise((resolve) => {
      hasEnded = resolve;
    });
    this.ready = after.then(async () => {
      if (this.#hasEnded) return;
      this.#watch = new Stopwatch();
      this.#start(script, [base, String(memory ?? '')], hasEnded);
      for (const file of files) await this.#run({ load: file });
      if (memory !== undefined) await this.#run({ memory });
      this.state = 'idle';
    });
  }

  /** Milliseconds since loading began. */
  get elapsed(): number {
    return this.#watch.elapsed;
  }

  /**
   * Puts a query to the engine.
   *
   * @param most characters of the answer: of a longer one nothing is sent
   * @throws Error when the engine has failed, or its process has ended
   */
  async query(
    query: string,
    format: string,
    most: number,
  ): Promise<{ readonly body: string } | { readonly problem: string } | { readonly length: undefined }> {
    const output = await this.#run({ query, format, most });
    if ('problem' in output) return output;
    if (!('length' in output))
      throw new Error('trap' in output ? output.trap : 'it answered with something else');
    const { length } = output;
    if (length === undefined) return { length };
    const pieces: string[] = [];
    for (let from = 0; from < length; from += PIECE) {
      const part = await this.#run({ from });
      if ('piece' in part) pieces.push(part.piece);
    }
    return { body: pieces.join('') };
  }

  async end(): Promise<void> {
    this.#hasEnded ||= this.#child === undefined;
    this.#child?.kill('SIGKILL');
    if (this.#child !== undefined) await this.ended;
  }

  #start(script: URL, args: readonly string[], onEnded: (how: string) => void): void {
    const child = fork(fileURLToPath(script), args, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    let words = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-LAST_WORDS);
    });
    child.on('message', (message: EngineMessage) => {
      if ('loaded' in message) this.loaded = message.loaded;
      else this.#settle?.(message);
    });
    const ended = (how: string): void => {
      this.#hasEnded = true;
      this.#settle?.(new Error(`its process has ended: ${[how, words.trim()].filter(Boolean).join(', ')}`));
      onEnded(how);
    };
    child.once('error', ({ message }) => ended(message));
    child.once('close', (code, signal) => ended(String(signal ?? code)));
  }

  #run(job: EngineJob): Promise<EngineOutput> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) return reject(new Error('its process has ended'));
      this.#settle = (message) => {
        this.#settle = undefined;
        if (message instanceof Error) reject(message);
        else if ('output' in message) resolve(message.output);
        else if ('failure' in message) reject(unpackError(message.failure));
      };
      // An error of sending is reported when the process ends.
      this.#child?.send(job, () => {});
    });
  }
}
