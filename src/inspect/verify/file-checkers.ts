import { Worker } from 'node:worker_threads';
import { EXIT, FolkloreError, messageOf } from '../../base/errors.js';
import { FileChecker, type FileResult, type FileTask, type VerificationPlan } from './check-file.js';

const SCRIPT = new URL('./verify-worker.js', import.meta.url);
/** Milliseconds between two looks at whether the user has stopped the run. */
const INTERVAL = 100;

/** What a thread sends back for a task. */
export type WorkerResponse = { readonly result: FileResult } | { readonly failure: string };

/** Checks files, in this thread or in several others. */
export interface FileCheckers {
  check(task: FileTask): Promise<FileResult>;
  close(): Promise<void>;
}

/**
 * @param goOn is called often; what it throws ends every check
 * @param workers with one, files are checked in this thread
 */
export const fileCheckers = (plan: VerificationPlan, goOn: () => void, workers: number): FileCheckers => {
  if (workers > 1) return new ThreadedCheckers(plan, goOn, workers);
  const checker = new FileChecker(plan, goOn);
  let last: Promise<unknown> = Promise.resolve();
  const check = (task: FileTask): Promise<FileResult> => {
    // One file after another; after an error none.
    const result = last.then(() => checker.check(task));
    last = result;
    return result;
  };
  return { check, close: async () => {} };
};

interface Pending {
  readonly task: FileTask;
  readonly resolve: (result: FileResult) => void;
  readonly reject: (thrown: unknown) => void;
}

/** Checks each file in the first thread that is free. A thread that ends early fails every check. */
class ThreadedCheckers implements FileCheckers {
  readonly #threads: readonly Worker[];
  readonly #idle: Worker[];
  readonly #waiting: Pending[] = [];
  readonly #running = new Map<Worker, Pending>();
  readonly #timer: NodeJS.Timeout;
  #failure: unknown;

  constructor(plan: VerificationPlan, goOn: () => void, count: number) {
    this.#threads = Array.from({ length: count }, () => {
      const thread = new Worker(SCRIPT, { workerData: plan });
      const fail = (reason: string): void => this.#fail(threadFailed(this.#running.get(thread), reason));
      thread.on('message', (response: WorkerResponse) => this.#receive(thread, response));
      thread.on('error', (thrown) => fail(messageOf(thrown)));
      thread.on('exit', (code) => fail(`it ended with ${code}`));
      return thread;
    });
    this.#idle = [...this.#threads];
    this.#timer = setInterval(() => {
      try {
        goOn();
      } catch (thrown) {
        this.#fail(thrown);
      }
    }, INTERVAL);
  }

  check(task: FileTask): Promise<FileResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#failure ??= new Error('The threads are closed.');
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      if (this.#failure !== undefined) {
        this.#waiting.shift()?.reject(this.#failure);
        continue;
      }
      const thread = this.#idle.shift();
      if (thread === undefined) return;
      const next = this.#waiting.shift() as Pending;
      this.#running.set(thread, next);
      thread.postMessage(next.task);
    }
  }

  #receive(thread: Worker, response: WorkerResponse): void {
    const pending = this.#running.get(thread);
    this.#running.delete(thread);
    this.#idle.push(thread);
    if ('result' in response) pending?.resolve(response.result);
    else pending?.reject(new Error(response.failure));
    this.#assign();
  }

  #fail(failure: unknown): void {
    this.#failure ??= failure;
    for (const { reject } of this.#running.values()) reject(this.#failure);
    this.#running.clear();
    this.#assign();
  }
}

const threadFailed = (pending: Pending | undefined, reason: string): FolkloreError =>
  new FolkloreError(
    'WORKER_FAILED',
    `A worker thread has failed${pending === undefined ? '' : ` at ${pending.task.path}`}: ${reason}.`,
    {
      hint: 'Run the same command again with `--workers 1`, and report its message if that fails too.',
      exitCode: EXIT.fault,
    },
  );
