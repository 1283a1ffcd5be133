import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ThreadPool } from '../../../base/thread-pool.js';
import { dumpFormat } from '../../../release/description/manifest.js';
import {
  AS_WRITTEN,
  FileChecker,
  type FileResult,
  type FileTask,
  type VerificationPlan,
} from './check-file.js';

const SCRIPT = new URL('./verify-worker.js', import.meta.url);
/** Milliseconds between two looks at whether the user has stopped the run. */
const INTERVAL = 100;
/** Nanoseconds a byte, unpacked, about: only their proportions matter. */
const COSTS: Readonly<Record<FileTask['check'], number>> = { checksum: 2, digest: 8, text: 100, all: 140 };
/** Of the same for a dump in the order of writing, which is written anew to be compared. */
const COST_AS_WRITTEN = 300;

/** How far the check of files is. */
interface CheckProgress {
  /** Bytes on disk, of all files that are checked. */
  readonly done: number;
  readonly total: number;
  /** The share of the work, 0 to 1: some checks take longer than others. */
  readonly share: number;
}

/** How many threads check files, and what is called meanwhile. */
interface CheckOptions {
  readonly threads: number;
  /** Called often; what it throws ends the check. */
  readonly goOn: () => void;
  readonly onProgress: (progress: CheckProgress) => void;
}

/** A file with its size on disk, and the work of its check. */
interface SizedTask extends FileTask {
  readonly bytes: number;
  readonly work: number;
}

/** Checks files, by path, in this thread or in several others. */
export async function checkFiles(
  order: VerificationPlan,
  tasks: readonly FileTask[],
  { threads, goOn, onProgress }: CheckOptions,
): Promise<ReadonlyMap<string, FileResult>> {
  const progress = new BigInt64Array(new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT));
  const plan = { ...order, progress };
  const sized = await Promise.all(tasks.map((task) => withSize(plan, task)));
  const total = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  const work = sized.reduce((sum, task) => sum + task.work, 0);
  const report = (): void => {
    const [done, spent] = [Number(Atomics.load(progress, 0)), Number(Atomics.load(progress, 1))];
    onProgress({ done: Math.min(done, total), total, share: Math.min(1, spent / Math.max(work, 1)) });
  };
  const results = new Map<string, FileResult>();
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
  const checkAll = async (): Promise<void> => {
    if (pool !== undefined) {
      const check = async (task: FileTask): Promise<unknown> => results.set(task.path, await pool.run(task));
      await Promise.all(longestFirst(sized).map(check));
      return;
    }
    const checker = new FileChecker(plan, goOn);
    for (const task of sized) results.set(task.path, await checker.check(task));
  };
  try {
    report();
    await Promise.race([checkAll(), stopped]);
    onProgress({ done: total, total, share: 1 });
    return results;
  } finally {
    clearInterval(timer);
    await pool?.close();
  }
}

async function withSize({ directory }: { readonly directory: string }, task: FileTask): Promise<SizedTask> {
  const { size: bytes } = await stat(join(directory, task.path)).catch(() => ({ size: 0 }));
  const { dump, check } = task;
  const isWritten = check === 'all' && dump !== undefined && AS_WRITTEN.has(dumpFormat(dump.file));
  const work = (dump?.file.unpacked ?? bytes) * (isWritten ? COST_AS_WRITTEN : COSTS[check]);
  return { ...task, bytes, work, rate: bytes === 0 ? 0 : work / bytes };
}

/** The threads end at about the same time when the longest tasks come first. */
const longestFirst = (tasks: readonly SizedTask[]): readonly FileTask[] =>
  tasks.toSorted((a, b) => b.work - a.work);
