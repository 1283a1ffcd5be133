import { FolkloreError } from '../../../base/errors.js';
import { ThreadPool } from '../../../base/thread-pool.js';
import type { BuildPlan } from '../../../pipeline/plan/build-plan.js';
import type { RecordHistory } from './released-fields.js';

/** Explains records in a thread, one at a time: each reads the index of the harvest, which takes seconds of a large one. */
export class ExplainThread {
  readonly #plan: BuildPlan;
  #pool: ThreadPool<string, RecordHistory[]> | undefined;

  constructor(plan: BuildPlan) {
    this.#plan = plan;
  }

  /**
   * The same as `recordHistories`. The thread is started at the first call, and again after it has failed.
   *
   * @throws the error of the job; FolkloreError `WORKER_FAILED` when the thread has failed
   */
  async explain(iri: string): Promise<RecordHistory[]> {
    this.#pool ??= new ThreadPool(new URL('./explain-worker.js', import.meta.url), 1, {
      workerData: this.#plan,
      perThread: 1,
      nameOf: (one) => one,
    });
    const pool = this.#pool;
    try {
      return await pool.run(iri);
    } catch (thrown) {
      if (this.#pool === pool && isFailed(thrown)) this.#pool = undefined;
      throw thrown;
    }
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}

const isFailed = (thrown: unknown): boolean =>
  thrown instanceof FolkloreError && thrown.code === 'WORKER_FAILED';
