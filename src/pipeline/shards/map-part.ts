import { interrupted } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { buildGlobalIndex } from '../global-index/global-index.js';
import type { BuildFeatures } from '../plan/build-feature.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { compileVocabulary } from '../plan/compiled-vocabulary.js';
import { bytesIn, workersFor } from '../plan/workers.js';
import { checkHarvested, inputsOf, openInputs } from './build-inputs.js';
import { InlineRunner } from './runner.js';
import { planShards } from './shards.js';
import { joinSpool } from './spool.js';
import { ThreadRunner } from './thread-runner.js';

/** One of several parts of the shards of a build: every `of`-th shard. */
export interface ShardPart {
  /** From 1. */
  readonly part: number;
  readonly of: number;
}

/**
 * Maps a part of the shards of a build into a spool, for a build of the same plan that merges all parts. No release is
 * written.
 *
 * @param plan with a spool
 * @returns how many shards are in the spool now, of how many of the part
 * @throws FolkloreError STORE_UNUSABLE, CONFIG_INVALID, OUTPUT_UNWRITABLE, INTERRUPTED
 */
export async function mapPart(
  order: BuildPlan & { readonly spool: string },
  { part, of }: ShardPart,
  features: BuildFeatures,
  report: Report,
  signal?: AbortSignal,
): Promise<{ readonly mapped: number; readonly reused: number }> {
  const inputs = await openInputs(order);
  const { plan, store } = inputs;
  checkHarvested(store, plan);
  const workers = workersFor(plan.workers, () => bytesIn(store, plan.kinds) / of);
  const runner =
    workers > 1
      ? new ThreadRunner(workers, plan)
      : new InlineRunner(plan, await compileVocabulary(plan), features);
  try {
    report({ event: 'started', what: 'reading the harvest' });
    const index = await buildGlobalIndex(store, plan.kinds, plan.profile, {}, plan);
    const shards = [...planShards(store, plan.kinds, index)];
    const outputs = await joinSpool(order.spool, inputsOf(inputs), shards.length);
    runner.begin(index);
    report({ event: 'started', what: `mapping part ${part} of ${of}` });
    const jobs = shards.map((shard, position) => ({ shard, path: `${outputs}${position}` }));
    const own = jobs.filter((_, position) => position % of === part - 1);
    const counts = { mapped: 0, reused: 0 };
    for await (const { isReused } of runner.run('map', own)) {
      if (signal?.aborted === true) throw interrupted('mapping', 'outputs of shards are kept in the spool');
      counts[isReused ? 'reused' : 'mapped'] += 1;
      report({ event: 'progress', what: 'shards', done: counts.mapped + counts.reused, total: own.length });
    }
    return counts;
  } finally {
    await runner.close();
  }
}
