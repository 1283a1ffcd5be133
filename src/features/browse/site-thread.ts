import { FolkloreError } from '../../base/errors.js';
import { ThreadPool } from '../../base/thread-pool.js';
import type { ExportJob, ExportOutput } from './search/search-export.js';
import type { SiteOptions, SiteSource } from './site.js';

/** What the thread is asked. */
export type SiteJob = { readonly prepare: SiteOptions } | { readonly open: SiteSource } | ExportJob;
export type SiteOutput = { readonly source: SiteSource } | { readonly isOpen: true } | ExportOutput;

const SCRIPT = new URL('./site-worker.js', import.meta.url);

/** What an export makes is sent at once and forgotten: a larger space for new objects would only be filled with such texts. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/** Work on a release that takes longer than a page: indexes and exports. The thread begins with the first of it. */
export class SiteThread {
  #pool: ThreadPool<SiteJob, SiteOutput> | undefined;
  #isOpen = false;
  readonly #script: URL;

  /** @param script the program of the thread; tests give that of the build */
  constructor(script: URL = SCRIPT) {
    this.#script = script;
  }

  /** The same as `prepareSite`, without its report. */
  async prepare(options: SiteOptions): Promise<SiteSource> {
    const output = await this.#run({ prepare: options });
    if (!('source' in output)) throw new Error('the thread has answered with something else');
    return output.source;
  }

  /** The same as `exportPart`. */
  async export(source: SiteSource, job: ExportJob): Promise<ExportOutput> {
    if (!this.#isOpen) {
      this.#isOpen = true;
      await this.#run({ open: source });
    }
    return (await this.#run(job)) as ExportOutput;
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  async #run(job: SiteJob): Promise<SiteOutput> {
    this.#pool ??= new ThreadPool(this.#script, 1, {
      ...{ workerData: undefined, resourceLimits: LIMITS },
      perThread: 1,
      nameOf: (one) => Object.keys(one)[0] ?? '',
    });
    const pool = this.#pool;
    try {
      return await pool.run(job);
    } catch (thrown) {
      if (this.#pool === pool && thrown instanceof FolkloreError && thrown.code === 'WORKER_FAILED') {
        this.#pool = undefined;
        this.#isOpen = false;
      }
      throw thrown;
    }
  }
}
