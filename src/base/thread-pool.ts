import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { FolkloreError, messageOf, type PackedError, packError, unpackError } from './errors.js';

/** What a thread is sent. */
type Request = { readonly broadcast: unknown } | { readonly number: number; readonly input: unknown };

/** What it sends back for each job. */
type ThreadResponse =
  | { readonly number: number; readonly output: unknown }
  | { readonly number: number; readonly failure: PackedError };

/** Settings of a thread pool. */
interface ThreadPoolOptions<Input> {
  /** For every thread, as `workerData`. */
  readonly workerData: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** Jobs that a thread has at a time. */
  readonly perThread: number;
  /** Names a job in the message of a thread that fails. */
  readonly nameOf: (input: Input) => string;
}

interface Task<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (thrown: unknown) => void;
}

interface Thread<Input, Output> {
  readonly worker: Worker;
  readonly tasks: Map<number, Task<Input, Output>>;
}

/**
 * Does jobs in worker threads. A job that throws is rejected with its error; a thread that ends early rejects all jobs, also
 * later ones.
 */
export class ThreadPool<Input, Output> {
  readonly #threads: readonly Thread<Input, Output>[];
  readonly #waiting: Task<Input, Output>[] = [];
  readonly #perThread: number;
  readonly #nameOf: (input: Input) => string;
  #number = 0;
  #failure: unknown;

  /** @param script the program of the threads, which calls {@link serveThread} */
  constructor(
    script: URL,
    count: number,
    { workerData, resourceLimits, perThread, nameOf }: ThreadPoolOptions<Input>,
  ) {
    this.#perThread = perThread;
    this.#nameOf = nameOf;
    const options = { workerData, ...(resourceLimits === undefined ? {} : { resourceLimits }) };
    this.#threads = Array.from({ length: count }, () => {
      const thread: Thread<Input, Output> = { worker: new Worker(script, options), tasks: new Map() };
      const fail = (reason: string, cause?: unknown): void =>
        this.#fail(this.#failureOf(thread, reason, cause));
      thread.worker.on('message', (response: ThreadResponse) => this.#receive(thread, response));
      thread.worker.on('error', (thrown) => fail(messageOf(thrown), thrown));
      thread.worker.on('messageerror', (thrown) => fail(thrown.message, thrown));
      thread.worker.on('exit', (code) => fail(`it ended with ${code}`));
      return thread;
    });
  }

  get size(): number {
    return this.#threads.length;
  }

  /** Sends plain data to every thread, before the jobs that come after it. */
  broadcast(message: unknown): void {
    const request: Request = { broadcast: message };
    for (const { worker } of this.#threads) worker.postMessage(request);
  }

  /**
   * Does one job. Inputs and outputs are plain data.
   *
   * @throws the error of the job; FolkloreError `WORKER_FAILED` when a thread has failed
   */
  run(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      this.#assign();
    });
  }

  /** Ends all threads. Jobs that are not done are rejected. */
  async close(): Promise<void> {
    this.#fail(new Error('The threads are closed.'));
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  /** Assigns waiting jobs to the thread with the fewest. */
  #assign(): void {
    while (this.#waiting.length > 0) {
      if (this.#failure !== undefined) {
        this.#waiting.shift()?.reject(this.#failure);
        continue;
      }
      const [idlest] = [...this.#threads].sort((a, b) => a.tasks.size - b.tasks.size);
      if (idlest === undefined || idlest.tasks.size >= this.#perThread) return;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      const number = this.#number++;
      idlest.tasks.set(number, task);
      const request: Request = { number, input: task.input };
      idlest.worker.postMessage(request);
    }
  }

  #receive({ tasks }: Thread<Input, Output>, response: ThreadResponse): void {
    const task = tasks.get(response.number);
    tasks.delete(response.number);
    if ('output' in response) task?.resolve(response.output as Output);
    else task?.reject(unpackError(response.failure));
    this.#assign();
  }

  #fail(failure: unknown): void {
    this.#failure ??= failure;
    for (const { tasks } of this.#threads) {
      for (const { reject } of tasks.values()) reject(this.#failure);
      tasks.clear();
    }
    this.#assign();
  }

  #failureOf({ tasks }: Thread<Input, Output>, reason: string, cause?: unknown): FolkloreError {
    const [task] = tasks.values();
    const at = task === undefined ? '' : ` at ${this.#nameOf(task.input)}`;
    return new FolkloreError('WORKER_FAILED', `A worker thread has failed${at}: ${reason}.`, {
      hint: 'Run the same command again with `--workers 1`, and report its message if that fails too.',
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

/**
 * Answers the jobs of a {@link ThreadPool}, in one of its threads. Jobs are begun when they come.
 *
 * @param receive called with each broadcast
 */
export function serveThread<Input, Output>(
  run: (input: Input) => Promise<Output>,
  receive: (message: unknown) => void = () => {},
): void {
  parentPort?.on('message', (request: Request) => {
    if ('broadcast' in request) receive(request.broadcast);
    else void answer(request.number, run(request.input as Input));
  });
}

async function answer(number: number, job: Promise<unknown>): Promise<void> {
  const response: ThreadResponse = await job.then(
    (output) => ({ number, output }),
    (thrown: unknown) => ({ number, failure: packError(thrown) }),
  );
  parentPort?.postMessage(response);
}
