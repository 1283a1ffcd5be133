import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ThreadPool } from '../../../base/thread-pool.js';
import { FileChecker, type FileResult, type FileTask, type VerificationPlan } from './check-file.js';

const SCRIPT = new URL('./verify-worker.js', import.meta.url);
/** Milliseconds between two looks at whether the user has stopped the run. */
const INTERVAL = 100;
/** Times that a full check takes longer than a comparison of the same bytes. */
const FULL_CHECK = 8;

/** How many threads check files, and what is called meanwhile. */
export interface CheckOptions {
  readonly threads: number;
  /** Called often; what it throws ends the check. */
  readonly goOn: () => void;
  readonly onProgress: (done: number) => void;
}

/** Checks files, by path, in this thread or in several others. */
export async function checkFiles(
  plan: VerificationPlan,
  tasks: readonly FileTask[],
  { threads, goOn, onProgress }: CheckOptions,
): Promise<ReadonlyMap<string, FileResult>> {
  const results = new Map<string, FileResult>();
  const add = ({ path }: FileTask, result: FileResult): void => {
    onProgress(results.size);
    results.set(path, result);
  };
  if (threads === 1) {
    const checker = new FileChecker(plan, goOn);
    for (const task of tasks) add(task, await checker.check(task));
    return results;
  }
  const pool = new ThreadPool<FileTask, FileResult>(SCRIPT, threads, {
    workerData: plan,
    perThread: 1,
    nameOf: ({ path }) => path,
  });
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      try {
        goOn();
      } catch (thrown) {
        reject(thrown);
      }
    }, INTERVAL);
  });
  const check = async (task: FileTask): Promise<void> => add(task, await pool.run(task));
  try {
    await Promise.race([Promise.all((await longestFirst(plan, tasks)).map(check)), stopped]);
    return results;
  } finally {
    clearInterval(timer);
    await pool.close();
  }
}

/** The threads end at about the same time when the longest tasks come first. */
async function longestFirst(
  { directory }: VerificationPlan,
  tasks: readonly FileTask[],
): Promise<readonly FileTask[]> {
  const weighed = tasks.map(async (task) => {
    const { size } = await stat(join(directory, task.path)).catch(() => ({ size: 0 }));
    return { task, weight: (task.dump?.file.unpacked ?? size) * (task.check === 'digest' ? 1 : FULL_CHECK) };
  });
  return (await Promise.all(weighed)).sort((a, b) => b.weight - a.weight).map(({ task }) => task);
}
