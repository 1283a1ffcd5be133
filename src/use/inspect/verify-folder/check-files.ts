import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapInOrder } from '../../../base/map-in-order.js';
import { ThreadPool } from '../../../base/thread-pool.js';
import { FileChecker, type FileResult, type FileTask, type VerificationPlan } from './check-file.js';

const SCRIPT = new URL('./verify-worker.js', import.meta.url);
/** Milliseconds between two looks at whether the user has stopped the run. */
const INTERVAL = 100;

/** How many threads check files, and what is called meanwhile. */
interface CheckOptions {
  readonly threads: number;
  /** Called often; what it throws ends the check. */
  readonly goOn: () => void;
  /** Given the bytes on disk that are read, and those of all files. */
  readonly onProgress: (done: number, total: number) => void;
}

/** Checks files, by path, in this thread or in several others. */
export async function checkFiles(
  order: VerificationPlan,
  tasks: readonly FileTask[],
  { threads, goOn, onProgress }: CheckOptions,
): Promise<ReadonlyMap<string, FileResult>> {
  const bytesRead = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  const plan = { ...order, bytesRead };
  const sized = await Promise.all(
    tasks.map(async (task) => {
      const { size } = await stat(join(plan.directory, task.path)).catch(() => ({ size: 0 }));
      return { task, size };
    }),
  );
  const total = sized.reduce((sum, { size }) => sum + size, 0);
  const report = (): void => onProgress(Math.min(Number(Atomics.load(bytesRead, 0)), total), total);
  const pool =
    threads === 1
      ? undefined
      : new ThreadPool<FileTask, FileResult>(SCRIPT, threads, {
          workerData: plan,
          perThread: 1,
          nameOf: ({ path }) => path,
        });
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      try {
        goOn();
        report();
      } catch (thrown) {
        reject(thrown);
      }
    }, INTERVAL);
  });
  const checkAll = async (): Promise<ReadonlyMap<string, FileResult>> => {
    const checker = new FileChecker(plan, goOn);
    const check = (task: FileTask): Promise<FileResult> => pool?.run(task) ?? checker.check(task);
    // The threads end at about the same time when the largest files come first.
    const largestFirst = sized.toSorted((a, b) => b.size - a.size).map(({ task }) => task);
    const results = new Map<string, FileResult>();
    for await (const [{ path }, result] of mapInOrder(
      largestFirst,
      pool === undefined ? 1 : tasks.length,
      check,
    ))
      results.set(path, result);
    return results;
  };
  try {
    report();
    const results = await Promise.race([checkAll(), stopped]);
    onProgress(total, total);
    return results;
  } finally {
    clearInterval(timer);
    await pool?.close();
  }
}
