import { basename } from 'node:path';
import { asWriteError } from '../../base/disk-errors.js';
import { FolkloreError, interrupted } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { Stopwatch } from '../../base/stopwatch.js';
import { readHistory } from '../../harvest/crawl/history.js';
import { openForBuild } from '../../harvest/store/stored-harvest.js';
import { contradicts, type GenderScheme } from '../../model/mapping/gender.js';
import type { Omission } from '../../model/mapping/own-records.js';
import { DATASETS, type Dataset } from '../../model/records/datasets.js';
import { isObservedPerson, Observations } from '../../model/records/observations.js';
import { type SourceRecord, sourceRecord } from '../../model/records/record.js';
import type { RecordCounts } from '../../model/records/record-counts.js';
import type { DeltaResult } from '../../release/delta/delta.js';
import type { Dump } from '../../release/dumps/dataset-writer.js';
import type { ValidationJson } from '../../release/report/validation-json.js';
import { reportOf } from '../../release/report/validation-json.js';
import type { DerivedFile } from '../../release/tables/derived-file.js';
import { ConsistencyChecks } from '../consistency/checks.js';
import { growth } from '../consistency/growth.js';
import { buildGlobalIndex, type GlobalIndex } from '../global-index/global-index.js';
import { saveGlobalIndex } from '../global-index/stored-global-index.js';
import { mappingContextOf } from '../map-records/map-record.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { type CompiledVocabulary, compileVocabulary } from '../plan/compiled-vocabulary.js';
import { bytesIn, workersFor } from '../plan/workers.js';
import { writeViews } from '../views/write-views.js';
import { asOfHarvest, checkHarvested, inputsDigest } from './build-inputs.js';
import { BuildReport, type RunNotes } from './build-report.js';
import { describeRelease } from './describe-release.js';
import type { MapJob } from './jobs.js';
import { iriNaming } from './map-shard.js';
import { ShardMerger } from './merge.js';
import type { Profile } from './profile.js';
import { QueryExamples } from './query-examples.js';
import { ReleaseWriter } from './release-writer.js';
import { InlineRunner, type Runner } from './runner.js';
import { ShardCache } from './shard-cache.js';
import { isCurrent } from './shard-dependencies.js';
import { readShardOutput } from './shard-output.js';
import { bytesOf, planShards, recordShards, type Shard } from './shards.js';
import { joinSpool, removeSpool } from './spool.js';
import { ThreadRunner } from './thread-runner.js';
import { unusedLinks, unusedText } from './unused-links.js';
import { withdrawnIris } from './withdrawn-iris.js';

/** Makes a runner that maps shards elsewhere, over one that does jobs here. */
export type Fleet = (local: Runner, plan: BuildPlan) => Runner;

/** How many shards were mapped, and how many outputs of earlier builds were used. */
export interface ShardCounts {
  readonly mapped: number;
  readonly reused: number;
  /** Why the cache could not be used. */
  readonly problem: string | undefined;
}

/** The result of a build, for the summary and for run.json. */
export interface BuildResult {
  readonly directory: string;
  readonly ledger: RecordCounts;
  readonly notes: RunNotes;
  readonly validation: ValidationJson;
  readonly dumps: readonly Dump[];
  /** Tables and maps of the same records. */
  readonly derived: readonly DerivedFile[];
  /** The difference to the previous release; undefined when there is none to compare with. */
  readonly delta: DeltaResult | undefined;
  /** Time per stage; undefined without `--profile`. */
  readonly profile: Profile | undefined;
  readonly shards: ShardCounts;
  /** The day of the harvest; undefined for a store without a date. */
  readonly harvested: string | undefined;
  /** The digest of what the release was made from. */
  readonly inputs: string;
}

/**
 * Makes a release from the stored harvest, without a request: maps every publishable record, checks it and writes it.
 * Rejected records go to quarantine with the reasons. The release appears whole or not at all.
 *
 * @param runOf makes run.json, which may hold facts that change from run to run; no other file does
 * @param signal when aborted, the build stops before the next shard output
 * @param fleet makes a runner that maps shards elsewhere, over one that does jobs here
 * @throws FolkloreError STORE_UNUSABLE, OUTPUT_UNWRITABLE, GATE_FAILED, COUNT_MISMATCH, INTERRUPTED
 */
export async function build(
  order: BuildPlan,
  runOf: (result: BuildResult) => object,
  report: Report,
  signal?: AbortSignal,
  fleet: Fleet = (local) => local,
): Promise<BuildResult> {
  const watch = new Stopwatch();
  const store = await openForBuild(order.store);
  checkHarvested(store, order);
  const history = await readHistory(store);
  const plan = asOfHarvest(order, history);
  const vocabulary = await compileVocabulary(plan);
  const datasets = datasetsOf(plan);
  const release = await ReleaseWriter.open(plan, vocabulary.language, datasets);
  const cache = await ShardCache.open(plan, release.shardFolder);
  const startRunner = (bytes: () => number): Runner => {
    const workers = workersFor(plan.workers, bytes);
    const local = workers > 1 ? new ThreadRunner(workers, plan) : new InlineRunner(plan, vocabulary);
    return fleet(local, plan);
  };
  // Threads get ready while the harvest is read. Few are needed when most outputs are there.
  let runner = cache.isEmpty ? startRunner(() => bytesIn(store, plan.kinds)) : undefined;
  try {
    const buildReport = new BuildReport(plan, release, report);
    report({ event: 'started', phase: 'index', what: 'reading the harvest' });
    watch.lap('beginning');
    const globalIndex = await buildGlobalIndex(store, plan.kinds, plan.profile, buildReport, plan);
    watch.lap('reading through');
    const { checks, examples, merger } = prepare(plan, globalIndex, { vocabulary, buildReport, report });
    await buildReport.quarantineUnreadable(globalIndex);
    await buildReport.quarantineDifferent();
    buildReport.notes.genders(genderConflicts(plan.gender, globalIndex.genders));
    report({ event: 'started', phase: 'map', what: 'describing, checking and writing' });
    const observations = observationsOf(globalIndex);
    const planned = [...planShards(store, plan.kinds, globalIndex)];
    cache.begin(plan, globalIndex, planned);
    if (plan.spool !== undefined) await joinSpool(plan.spool, plan, globalIndex, planned);
    await cache.removeSuppressed((output) => isCurrent(output, globalIndex, checks));
    const jobs = runner ?? startRunner(() => bytesOf(planned.filter((shard) => !cache.holds(shard))));
    runner = jobs;
    jobs.begin(globalIndex);
    const counts = { mapped: 0, reused: 0 };
    const map = async (shards: Iterable<Shard>): Promise<void> => {
      for await (const { path, isReused, times } of jobs.run('map', mapJobs(shards, cache, plan))) {
        if (signal?.aborted === true) throw interrupted('building', 'nothing was released');
        const output = await readShardOutput(path);
        await merger.add(output, times);
        for (const observed of output.observed) observations.add(observed);
        counts[isReused ? 'reused' : 'mapped'] += 1;
      }
    };
    await map(planned);
    await map(recordShards(observations.records(), globalIndex));
    watch.lap('describing');
    report({ event: 'started', phase: 'check', what: 'checking across records' });
    const before = plan.previous === undefined ? undefined : await reportOf(plan.previous);
    await buildReport.addCrossRecordFindings([
      ...checks.crossRecordFindings(globalIndex),
      ...growth(buildReport.counts, before, plan.maxChange ?? MAX_CHANGE, plan.kinds),
    ]);
    await map(recordShards(omitted(checks.omissions()), globalIndex));
    const described = merger.finish();
    buildReport.counts.checkBalance();
    const validation = await release.report.finish({
      counts: Object.fromEntries(buildReport.counts.rows().map(({ kind, ...counts }) => [kind, counts])),
      shapesMet: merger.shapesMet,
      completeness: buildReport.completeness.rows(),
      ...(before === undefined || plan.previous === undefined
        ? {}
        : { previous: { ...before, label: basename(plan.previous) } }),
    });
    buildReport.close();
    watch.lap('checking across records');
    report({ event: 'started', phase: 'write', what: 'sorting and closing files' });
    const { counts: ledger, notes } = buildReport;
    const written = await release.close(jobs);
    await jobs.close();
    watch.lap('sorting and closing');
    report({ event: 'started', phase: 'describe', what: 'comparing and describing the release' });
    const isGone = withdrawnIris(plan, globalIndex, checks);
    const isSuppressed = (iri: string): boolean =>
      checks.isWithheld(iri) ||
      isGone(iri) ||
      (plan.personsProfile === 'roles-only' && isObservedPerson(iri, plan.base));
    const complete = await release.complete(
      examples.rewriter(globalIndex.places),
      async (folder, statistics) => {
        const unused = await unusedLinks(folder, written.dumps, plan, vocabulary);
        if (unused.length > 0) report({ event: 'note', message: unusedText(unused) });
        const views = await writeViews(folder, written.dumps, plan, vocabulary);
        const files = { dumps: written.dumps, derived: [...written.derived, ...views] };
        const { harvested } = history;
        const contents = {
          ...{ ...files, ledger, datasets, harvested, isSuppressed, statistics },
          ...{ validation, validationBefore: before },
        };
        return { ...files, delta: await describeRelease(folder, plan, contents, report) };
      },
    );
    watch.lap('comparing and describing the release');
    const profile = profileOf(plan, { workers: jobs.threads, elapsed: watch.elapsed, watch, described });
    const shards = { ...counts, problem: cache.problem };
    const result = {
      directory: release.directory,
      ledger,
      notes,
      validation,
      ...complete,
      profile,
      shards,
      harvested: history.harvested,
      inputs: inputsDigest(order, store, history),
    };
    await release.publish(runOf(result));
    await saveGlobalIndex(store, plan, globalIndex);
    await cache.prune();
    if (plan.spool !== undefined) await removeSpool(plan.spool);
    return result;
  } catch (thrown) {
    // A job that still writes would put a file into the folder that is being removed.
    await runner?.close();
    const isRefused = thrown instanceof FolkloreError && thrown.code === 'GATE_FAILED';
    await release.abandon(isRefused ? 'refused' : 'stopped');
    // Closing files may fail, too, when the disk is full.
    throw asWriteError(release.directory, thrown);
  } finally {
    await runner?.close();
    await cache.close();
  }
}

function* mapJobs(shards: Iterable<Shard>, cache: ShardCache, { issued = '' }: BuildPlan): Generator<MapJob> {
  for (const shard of shards) {
    const path = cache.pathOf(shard);
    yield { shard, path, isChecked: cache.isChecked(path, issued) };
  }
}

/** Everything that shard outputs are added to. */
function prepare(
  plan: BuildPlan,
  globalIndex: GlobalIndex,
  {
    vocabulary,
    buildReport,
    report,
  }: { readonly vocabulary: CompiledVocabulary; readonly buildReport: BuildReport; readonly report: Report },
): { readonly checks: ConsistencyChecks; readonly examples: QueryExamples; readonly merger: ShardMerger } {
  const setting = mappingContextOf(plan, globalIndex, vocabulary.context);
  const checks = new ConsistencyChecks(plan, globalIndex, iriNaming(vocabulary.context, setting.iri));
  const expected =
    globalIndex.answers.reduce((sum, { units }) => sum + units, 0) +
    globalIndex.shared.length +
    globalIndex.occurrences.size;
  const seen = { checks, examples: new QueryExamples(plan.base) };
  return { ...seen, merger: new ShardMerger(buildReport, seen, report, expected) };
}

/** Collects people who are recorded in several answers; ambiguous ids are mapped with each work (model 7.3, X7). */
const observationsOf = ({ ambiguousPeople, occurrences }: GlobalIndex): Observations =>
  new Observations((id) => occurrences.has(id) && !ambiguousPeople.has(id));

/** Time per stage, with `--profile`. */
function profileOf(
  { isProfiled }: BuildPlan,
  {
    watch,
    described,
    ...times
  }: Pick<Profile, 'workers' | 'elapsed'> & {
    readonly watch: Stopwatch;
    readonly described: Pick<Profile, 'describing' | 'slowest'>;
  },
): Profile | undefined {
  return isProfiled === true ? { ...times, stages: watch.take(), ...described } : undefined;
}

/** The share by which a kind of record may grow or shrink without a finding. */
const MAX_CHANGE = 0.2;

/** Records that others refer to and the release does not hold. */
const omitted = (omissions: readonly Omission[]): SourceRecord[] =>
  omissions.map((omission) =>
    sourceRecord('omission', omission.path, omission, { service: 'archive', request: '/', pointer: '' }),
  );

const datasetsOf = ({ kinds, personsProfile = 'full' }: BuildPlan): Dataset[] =>
  (Object.keys(DATASETS) as Dataset[]).filter(
    (dataset) =>
      DATASETS[dataset].of.some((group) => kinds.includes(group)) &&
      (dataset !== 'schools-people' || personsProfile === 'full'),
  );

const genderConflicts = (scheme: GenderScheme, genders: GlobalIndex['genders']): string[] =>
  (['cbed', 'cbes'] as const).filter((collection) => contradicts(scheme, genders[collection]));
