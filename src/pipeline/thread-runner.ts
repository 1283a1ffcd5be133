import { Worker } from 'node:worker_threads';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import { mapInOrder } from '../base/map-in-order.js';
import type { BuildPlan } from '../records/build-plan.js';
import type { JobInput, JobName, JobOutput } from './jobs.js';
import type { MapperIndex } from './map-shard.js';
import type { Runner } from './runner.js';
import type { Shard } from './shards.js';
import type { IndexMessage, WorkerFailure, WorkerRequest, WorkerResponse } from './worker-messages.js';

const SCRIPT = new URL('./shard-worker.js', import.meta.url);

/** Jobs that a thread has at a time: one that it does, and the next. */
const PER_THREAD = 2;

/** Jobs under way for each thread, those included whose outputs wait for an earlier one. */
const WINDOW_PER_THREAD = 16;

/** Limits of the memory of a thread, in MiB. A thread with higher limits is not faster. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 };

interface Task {
  readonly name: JobName;
  readonly input: JobInput<JobName>;
  readonly resolve: (output: JobOutput<JobName>) => void;
  readonly reject: (thrown: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly tasks: Map<number, Task>;
}

/** Does jobs in worker threads. A thread that ends early fails the run and every job that waits. */
export class ThreadRunner implements Runner {
  readonly #threads: readonly Thread[];
  readonly #waiting: Task[] = [];
  #number = 0;
  #failure: unknown;

  /** @param script the program of the threads; tests give another one */
  constructor(count: number, plan: BuildPlan, script: URL = SCRIPT) {
    this.#threads = Array.from({ length: count }, () => {
      const thread: Thread = {
        worker: new Worker(script, { workerData: plan, resourceLimits: MEMORY }),
        tasks: new Map(),
      };
      const fail = (reason: string, cause?: unknown): void => this.#fail(threadFailed(thread, reason, cause));
      thread.worker.on('message', (response: WorkerResponse) => this.#receive(thread, response));
      thread.worker.on('error', (thrown) => fail(messageOf(thrown), thrown));
      thread.worker.on('messageerror', (thrown) => fail(thrown.message, thrown));
      thread.worker.on('exit', (code) => fail(`it ended with ${code}`));
      return thread;
    });
  }

  begin(index: MapperIndex): void {
    const { genders, ambiguousPeople, personsProfile, withheld, unreadable } = index;
    const message: IndexMessage = {
      ...{ genders, ambiguousPeople, personsProfile },
      withheld: [...withheld.all()],
      unreadable: [...unreadable.all()],
    };
    const request: WorkerRequest = { index: message };
    for (const { worker } of this.#threads) worker.postMessage(request);
  }

  async *run<N extends JobName>(name: N, inputs: Iterable<JobInput<N>>): AsyncGenerator<JobOutput<N>> {
    const window = WINDOW_PER_THREAD * this.#threads.length;
    const begin = (input: JobInput<N>): Promise<JobOutput<N>> => this.#begin(name, input);
    for await (const [, output] of mapInOrder(inputs, window, begin)) yield output;
  }

  async close(): Promise<void> {
    this.#failure ??= new Error('The threads are closed.');
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #begin<N extends JobName>(name: N, input: JobInput<N>): Promise<JobOutput<N>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ name, input, resolve: (output) => resolve(output as JobOutput<N>), reject });
      this.#assign();
    });
  }

  /** Assigns waiting jobs to the thread with the fewest. */
  #assign(): void {
    while (this.#waiting.length > 0) {
      if (this.#failure !== undefined) {
        this.#waiting.shift()?.reject(this.#failure);
        continue;
      }
      const [idlest] = [...this.#threads].sort((a, b) => a.tasks.size - b.tasks.size);
      if (idlest === undefined || idlest.tasks.size >= PER_THREAD) return;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      const number = this.#number++;
      idlest.tasks.set(number, task);
      const { name, input } = task;
      const request: WorkerRequest = { number, name, input };
      idlest.worker.postMessage(request);
    }
  }

  #receive(thread: Thread, response: WorkerResponse): void {
    const task = thread.tasks.get(response.number);
    thread.tasks.delete(response.number);
    if ('output' in response) task?.resolve(response.output);
    else task?.reject(errorOf(response.failure));
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
}

/** The error that a thread has thrown: a FolkloreError as it was, of any other error the message. */
function errorOf({ message, own }: WorkerFailure): Error {
  return own === undefined ? new Error(message) : new FolkloreError(own.code, message, own);
}

function threadFailed({ tasks }: Thread, reason: string, cause?: unknown): FolkloreError {
  const [task] = tasks.values();
  const at = task === undefined ? '' : ` at ${nameOf(task.input)}`;
  return new FolkloreError('WORKER_FAILED', `A worker thread has failed${at}: ${reason}.`, {
    hint: 'Run the same command again with `--workers 1`, and report its message if that fails too.',
    exitCode: EXIT.fault,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What a job is about, for error messages: the first record or answer of a shard, or the file. */
function nameOf(input: JobInput<JobName>): string {
  if ('shard' in input) return nameOfShard(input.shard);
  return 'dataset' in input ? `the files of ${input.dataset.dataset}` : 'a derived file';
}

function nameOfShard(shard: Shard): string {
  if ('records' in shard) return `${shard.records[0]?.kind} ${shard.records[0]?.id}`;
  return `${shard.answers[0]?.file.entry.service} ${shard.answers[0]?.request}`;
}
