import { asWriteError } from '../../base/disk-errors.js';
import { FolkloreError, messageOf } from '../../base/errors.js';
import type { Phase, Report } from '../../base/events.js';
import { Stopwatch } from '../../base/stopwatch.js';
import type { RecordCounts } from '../../model/records/record-counts.js';
import { reportOf, type ValidationJson } from '../../release/report/validation-json.js';
import { iriNaming } from '../consistency/check.js';
import { crossRecordFindings, omissionsIn } from '../consistency/checks.js';
import { growth } from '../consistency/growth.js';
import { buildGlobalIndex, type GlobalIndex } from '../global-index/global-index.js';
import { saveGlobalIndex } from '../global-index/stored-global-index.js';
import type { BuildFeatures } from '../plan/build-feature.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { compileVocabulary } from '../plan/compiled-vocabulary.js';
import { bytesIn, collectGarbage, workersFor } from '../plan/workers.js';
import { checkExtent, checkHarvested, inputsDigest, inputsOf, openInputs } from '../shards/build-inputs.js';
import type { Profile } from '../shards/profile.js';
import { InlineRunner, type Runner } from '../shards/runner.js';
import { planShards } from '../shards/shards.js';
import { joinSpool, removeSpool } from '../shards/spool.js';
import { ThreadRunner } from '../shards/thread-runner.js';
import { BuildReport, type RunNotes } from './build-report.js';
import { compareWithPrevious, type Described, describeRelease } from './describe-release.js';
import { ShardMerger } from './merge.js';
import { ReleaseWriter } from './release-writer.js';
import { mapSecondRound } from './second-round.js';
import { suppressedIris } from './suppressed-iris.js';

/** What a build may do without. */
interface BuildOptions {
  /** When aborted, the build stops before the next shard output. */
  readonly signal?: AbortSignal | undefined;
  /** Absent: a release has the files of the core. */
  readonly features?: BuildFeatures;
}

/** The result of a build, for the summary and for run.json. */
export interface BuildResult extends Described {
  readonly directory: string;
  readonly ledger: RecordCounts;
  readonly notes: RunNotes;
  readonly validation: ValidationJson;
  /** Time per stage; undefined without `--profile`. */
  readonly profile: Profile | undefined;
  /** How many shards were mapped, and how many outputs were in the spool before. */
  readonly shards: ShardMerger['counts'];
  /** The day of the harvest; undefined for a store without a date. */
  readonly harvested: string | undefined;
  /** The digest of what the release was made from. */
  readonly inputs: string;
}

/** The steps of a build: what is reported at the beginning, and the name of the time in the profile. */
const STEPS = {
  index: { what: 'reading the harvest', timed: 'reading through' },
  map: { what: 'describing, checking and writing', timed: 'describing' },
  check: { what: 'checking across records', timed: 'checking across records' },
  write: { what: 'sorting and closing files', timed: 'sorting and closing' },
  describe: {
    what: 'comparing and describing the release',
    timed: 'comparing and describing the release',
  },
} as const satisfies Partial<Record<Phase, object>>;

/**
 * Makes a release from the stored harvest, without a request: maps every publishable record, checks it and writes it.
 * Rejected records go to quarantine with the reasons. The release appears whole or not at all.
 *
 * @param runOf makes run.json, which may hold facts that change from run to run; no other file does
 * @throws FolkloreError STORE_UNUSABLE, OUTPUT_UNWRITABLE, GATE_FAILED, COUNT_MISMATCH, INTERRUPTED
 */
export async function build(
  order: BuildPlan,
  runOf: (result: BuildResult) => object,
  report: Report,
  { signal, features = new Map() }: BuildOptions = {},
): Promise<BuildResult> {
  const watch = new Stopwatch();
  const step = async <T>(phase: keyof typeof STEPS, work: () => Promise<T>): Promise<T> => {
    const { what, timed } = STEPS[phase];
    report({ event: 'started', phase, what });
    const result = await work();
    watch.lap(timed);
    return result;
  };
  const inputs = await openInputs(order);
  const { plan, store, history } = inputs;
  checkExtent(inputs);
  checkHarvested(store, plan);
  const vocabulary = await compileVocabulary(plan);
  const release = await ReleaseWriter.open(plan, vocabulary.language, features);
  let running: Runner | undefined;
  const made = async (): Promise<{ readonly result: BuildResult; readonly index: GlobalIndex }> => {
    const workers = workersFor(plan.workers, () => bytesIn(store, plan.kinds));
    // Threads get ready while the harvest is read.
    const runner =
      workers > 1 ? new ThreadRunner(workers, plan) : new InlineRunner(plan, vocabulary, features);
    running = runner;
    watch.lap('beginning');
    const buildReport = new BuildReport(plan, release, report);

    const index = await step('index', async () => {
      const globalIndex = await buildGlobalIndex(store, plan.kinds, plan.profile, buildReport, plan);
      collectGarbage();
      await buildReport.addIndex(globalIndex);
      return globalIndex;
    });

    const shards = [...planShards(store, plan.kinds, index)];
    const outputs =
      plan.spool === undefined
        ? release.shardOutputs
        : await joinSpool(plan.spool, inputsOf(inputs), shards.length);
    const naming = iriNaming(vocabulary.context, plan.base);
    const { database } = release;
    const merging = { runner, index, outputs, base: plan.base, buildReport, database, report, signal };
    const merger = new ShardMerger(merging);
    await step('map', () => merger.mapHarvest(shards));

    const before = plan.previous === undefined ? undefined : await reportOf(plan.previous);
    const validation = await step('check', async () => {
      database.createIndexes();
      await buildReport.addCrossRecordFindings([
        ...crossRecordFindings(database, index, plan, naming),
        ...growth(buildReport.counts, before, plan),
      ]);
      await mapSecondRound(merger, release, omissionsIn(database), plan, features, report);
      merger.finish();
      return buildReport.finish(merger.shapesMet, before);
    });

    const written = await step('write', async () => {
      const files = await release.close(runner);
      await runner.close();
      return files;
    });

    const described = await step('describe', () =>
      release.complete(merger.examples.rewriter(index.places), async (folder, statistics) => {
        const isSuppressed = suppressedIris(plan, index, naming, database);
        const delta = await compareWithPrevious(folder, plan, isSuppressed, report);
        await release.removeDatabase();
        const contents = {
          ...written,
          delta,
          ledger: buildReport.counts,
          harvested: history.harvested,
          statistics,
          validation,
          validationBefore: before,
        };
        return describeRelease(folder, plan, vocabulary, contents, report, features);
      }),
    );

    const result: BuildResult = {
      directory: release.directory,
      ledger: buildReport.counts,
      notes: buildReport.notes,
      validation,
      ...described,
      profile: plan.isProfiled === true ? profileOf(watch, runner.threads, merger) : undefined,
      shards: merger.counts,
      harvested: history.harvested,
      inputs: inputsDigest(inputs),
    };
    await release.publish(runOf(result));
    return { result, index };
  };
  const { result, index } = await made().catch(async (thrown: unknown) => {
    // A job that still writes would put a file into the folder that is being removed.
    await running?.close().catch(() => {});
    const isRefused = thrown instanceof FolkloreError && thrown.code === 'GATE_FAILED';
    await release.abandon(isRefused ? 'refused' : 'stopped');
    // Closing files may fail, too, when the disk is full.
    throw asWriteError(release.directory, thrown);
  });
  // The release is published. Later failures are warnings.
  const afterwards = (what: string, work: () => Promise<void>): Promise<void> =>
    work().catch((thrown: unknown) => report({ event: 'warning', message: `${what}: ${messageOf(thrown)}` }));
  await afterwards('the index of the harvest is not kept in the store', () =>
    saveGlobalIndex(store, plan, index),
  );
  const { spool } = plan;
  if (spool !== undefined)
    await afterwards(`the spool ${spool} is not removed; remove it`, () => removeSpool(spool));
  return result;
}

/** Time per stage, with `--profile`. */
const profileOf = (watch: Stopwatch, workers: number, merger: ShardMerger): Profile => ({
  workers,
  elapsed: watch.elapsed,
  stages: watch.take(),
  ...merger.takeTimes(),
});
