import { Worker } from 'node:worker_threads';
import { EXIT, FolkloreError, messageOf } from '../base/errors.js';
import type { BuildPlan } from '../records/build-plan.js';
import type { MapperIndex } from './map-shard.js';
import type { Runner } from './runner.js';
import type { ShardOutput } from './shard-output.js';
import type { Shard } from './shards.js';
import {
  type IndexMessage,
  transferableBuffers,
  type WorkerRequest,
  type WorkerResponse,
} from './worker-messages.js';

const SCRIPT = new URL('./shard-worker.js', import.meta.url);

/** Batches that a thread has at a time: one to work on, one so that it need not wait for the next. */
const AT_HAND = 2;

/**
 * The memory of a thread, in MiB: it holds two batches, the shapes, and who is withheld or ambiguous. Threads that may
 * have more take more.
 */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 };

interface Task {
  readonly batch: Shard;
  readonly resolve: (output: ShardOutput) => void;
  readonly reject: (thrown: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly tasks: Map<number, Task>;
}

/** Several scribes, each in a thread of its own. A thread that ends before its time ends the run. */
export class ThreadRunner implements Runner {
  readonly #threads: readonly Thread[];
  readonly #waiting: Task[] = [];
  #number = 0;
  #given = 0;
  #failure: unknown;

  /** @param script what the threads run: another one only to see what becomes of failures */
  constructor(count: number, plan: BuildPlan, script: URL = SCRIPT) {
    this.#threads = Array.from({ length: count }, () => {
      const thread: Thread = {
        worker: new Worker(script, { workerData: plan, resourceLimits: MEMORY }),
        tasks: new Map(),
      };
      thread.worker.on('message', (answered: WorkerResponse) => this.#take(thread, answered));
      thread.worker.on('error', (thrown) => this.#fail(threadFailed(thread, messageOf(thrown), thrown)));
      thread.worker.on('messageerror', (thrown) => this.#fail(threadFailed(thread, thrown.message, thrown)));
      thread.worker.on('exit', (code) => this.#fail(threadFailed(thread, `it ended with ${code}`)));
      return thread;
    });
  }

  useIndex({ genders, ambiguousPeople, personsProfile, withheld, unreadable }: MapperIndex): void {
    const known: IndexMessage = {
      ...{ genders, ambiguousPeople, personsProfile },
      withheld: [...withheld.all()],
      unreadable: [...unreadable.all()],
    };
    const told: WorkerRequest = { known };
    for (const { worker } of this.#threads) worker.postMessage(told);
  }

  run(batch: Shard): Promise<ShardOutput> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject });
      this.#deal();
    });
  }

  /** Each thread in its turn: they make equally much. */
  releaseMemory(memory: readonly Uint8Array[]): void {
    const { worker } = this.#threads[this.#given++ % this.#threads.length] as Thread;
    const told: WorkerRequest = { memory };
    worker.postMessage(told, transferableBuffers(memory));
  }

  async close(): Promise<void> {
    this.#failure ??= new Error('The threads are closed.');
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  /** Gives what waits to whoever has the least to do. */
  #deal(): void {
    while (this.#waiting.length > 0) {
      if (this.#failure !== undefined) {
        this.#waiting.shift()?.reject(this.#failure);
        continue;
      }
      const [idlest] = [...this.#threads].sort((a, b) => a.tasks.size - b.tasks.size);
      if (idlest === undefined || idlest.tasks.size >= AT_HAND) return;
      const task = this.#waiting.shift();
      if (task === undefined) return;
      const number = this.#number++;
      idlest.tasks.set(number, task);
      const told: WorkerRequest = { number, batch: task.batch };
      idlest.worker.postMessage(told);
    }
  }

  #take(thread: Thread, answered: WorkerResponse): void {
    const task = thread.tasks.get(answered.number);
    thread.tasks.delete(answered.number);
    if ('output' in answered) task?.resolve(answered.output);
    else task?.reject(thrownBy(answered.failure));
    this.#deal();
  }

  /** Nobody waits for a thread that is gone, nor for the others: the run is over. */
  #fail(failure: unknown): void {
    this.#failure ??= failure;
    for (const { tasks } of this.#threads) {
      for (const { reject } of tasks.values()) reject(this.#failure);
      tasks.clear();
    }
    this.#deal();
  }
}

/** An error of our own that a thread has thrown, as it was; of anything else what it said. */
function thrownBy({ message, own }: Extract<WorkerResponse, { failure: object }>['failure']): Error {
  return own === undefined ? new Error(message) : new FolkloreError(own.code, message, own);
}

function threadFailed({ tasks }: Thread, reason: string, cause?: unknown): FolkloreError {
  const [task] = tasks.values();
  const at = task === undefined ? '' : ` at ${nameOf(task.batch)}`;
  return new FolkloreError('WORKER_FAILED', `A worker thread has failed${at}: ${reason}.`, {
    hint: 'Run the same command again with `--workers 1`, and report what it says if that fails too.',
    exitCode: EXIT.fault,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** What a batch begins with, for whoever has to look for a fault. */
function nameOf(batch: Shard): string {
  if ('units' in batch) return `${batch.units[0]?.kind} ${batch.units[0]?.id}`;
  return `${batch.answers[0]?.file.entry.service} ${batch.answers[0]?.request}`;
}
