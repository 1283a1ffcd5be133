import { basename, join } from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { asWriteError } from '../../base/disk-errors.js';
import { FolkloreError, interrupted } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { Stopwatch } from '../../base/stopwatch.js';
import { type History, readHistory } from '../../harvest/crawl/history.js';
import { openForBuild, type StoredHarvest } from '../../harvest/store/stored-harvest.js';
import { unreadGenders } from '../../model/mapping/gender.js';
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
import { NO_REQUEST } from '../map-records/constant-records.js';
import { mappingContextOf } from '../map-records/map-record.js';
import type { BuildPlan } from '../plan/build-plan.js';
import { type CompiledVocabulary, compileVocabulary } from '../plan/compiled-vocabulary.js';
import { bytesIn, workersFor } from '../plan/workers.js';
import { asOfHarvest, checkHarvested, inputsDigest, inputsOf } from '../shards/build-inputs.js';
import type { MapJob } from '../shards/jobs.js';
import { iriNaming } from '../shards/map-shard.js';
import type { Profile } from '../shards/profile.js';
import { QueryExamples } from '../shards/query-examples.js';
import { InlineRunner, type Runner } from '../shards/runner.js';
import { readShardOutput } from '../shards/shard-output.js';
import { planShards, recordShards, type Shard } from '../shards/shards.js';
import { joinSpool, removeSpool } from '../shards/spool.js';
import { ThreadRunner } from '../shards/thread-runner.js';
import { writeViews } from '../views/write-views.js';
import { BuildReport, type RunNotes } from './build-report.js';
import { describeRelease } from './describe-release.js';
import { effectiveRecords } from './effective-records.js';
import { lossOf } from './gate-failed.js';
import { ShardMerger } from './merge.js';
import { ReleaseWriter } from './release-writer.js';
import { subjectRecords } from './subject-records.js';
import { unusedLinks, unusedText } from './unused-links.js';
import { withdrawnIris } from './withdrawn-iris.js';

/** Makes a runner that maps shards elsewhere, over one that does jobs here. */
export type Fleet = (local: Runner, plan: BuildPlan) => Runner;

/** How many shards were mapped, and how many outputs were in the spool before. */
export interface ShardCounts {
  readonly mapped: number;
  readonly reused: number;
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
  const setup = await begin(order, report);
  const { plan, store, release, watch } = setup;
  // Threads get ready while the harvest is read.
  const runner = fleet(localRunner(setup), plan);
  try {
    const harvest = await readThrough(setup);
    const shards = new MappedShards(setup, harvest, runner, signal);
    await shards.mapHarvest();
    const checked = await checkAcrossRecords(setup, harvest, shards);
    report({ event: 'started', phase: 'write', what: 'sorting and closing files' });
    const written = await release.close(runner);
    await runner.close();
    watch.lap('sorting and closing');
    const complete = await describe(setup, harvest, checked, written);
    const result: BuildResult = {
      directory: release.directory,
      ledger: harvest.buildReport.counts,
      notes: harvest.buildReport.notes,
      validation: checked.validation,
      ...complete,
      profile: profileOf(plan, watch, { workers: runner.threads, described: checked.described }),
      shards: shards.counts,
      harvested: setup.history.harvested,
      inputs: inputsDigest(plan, store, setup.history),
    };
    await release.publish(runOf(result));
    await saveGlobalIndex(store, plan, harvest.globalIndex);
    if (plan.spool !== undefined) await removeSpool(plan.spool);
    return result;
  } catch (thrown) {
    // A job that still writes would put a file into the folder that is being removed.
    await runner.close();
    const isRefused = thrown instanceof FolkloreError && thrown.code === 'GATE_FAILED';
    await release.abandon(isRefused ? 'refused' : 'stopped');
    // Closing files may fail, too, when the disk is full.
    throw asWriteError(release.directory, thrown);
  } finally {
    await runner.close();
  }
}

/** What a build has before it reads the first answer. */
interface Setup {
  readonly plan: BuildPlan;
  readonly store: StoredHarvest;
  readonly history: History;
  readonly vocabulary: CompiledVocabulary;
  readonly datasets: readonly Dataset[];
  readonly release: ReleaseWriter;
  readonly watch: Stopwatch;
  readonly report: Report;
}

async function begin(order: BuildPlan, report: Report): Promise<Setup> {
  const watch = new Stopwatch();
  const store = await openForBuild(order.store);
  checkHarvested(store, order);
  const history = await readHistory(store);
  const plan = asOfHarvest(order, history);
  const vocabulary = await compileVocabulary(plan);
  const datasets = datasetsOf(plan);
  const release = await ReleaseWriter.open(plan, vocabulary.language, datasets);
  return { plan, store, history, vocabulary, datasets, release, watch, report };
}

function localRunner({ plan, store, vocabulary }: Setup): Runner {
  const workers = workersFor(plan.workers, () => bytesIn(store, plan.kinds));
  return workers > 1 ? new ThreadRunner(workers, plan) : new InlineRunner(plan, vocabulary);
}

/** What is known of the harvest as a whole, and everything that shard outputs are added to. */
interface Harvest {
  readonly globalIndex: GlobalIndex;
  readonly planned: readonly Shard[];
  /** The path of a shard output without its number. */
  readonly outputs: string;
  readonly buildReport: BuildReport;
  readonly checks: ConsistencyChecks;
  readonly examples: QueryExamples;
  readonly merger: ShardMerger;
}

/** Reads all answers once for what records say of others, and plans the shards. */
async function readThrough(setup: Setup): Promise<Harvest> {
  const { plan, store, history, vocabulary, release, watch, report } = setup;
  const buildReport = new BuildReport(plan, release, report);
  report({ event: 'started', phase: 'index', what: 'reading the harvest' });
  watch.lap('beginning');
  const globalIndex = await buildGlobalIndex(store, plan.kinds, plan.profile, buildReport, plan);
  collectGarbage();
  watch.lap('reading through');
  const setting = mappingContextOf(plan, globalIndex, vocabulary.context);
  const checks = new ConsistencyChecks(plan, globalIndex, iriNaming(vocabulary.context, setting.iri));
  const examples = new QueryExamples(plan.base);
  const expected =
    globalIndex.answers.reduce((sum, { units }) => sum + units, 0) +
    globalIndex.shared.length +
    globalIndex.occurrences.size;
  const merger = new ShardMerger(buildReport, { checks, examples }, report, expected);
  await buildReport.quarantineUnreadable(globalIndex);
  await buildReport.quarantineDifferent();
  buildReport.notes.genders(unreadGenders(plan.gender, globalIndex.genders));
  report({ event: 'started', phase: 'map', what: 'describing, checking and writing' });
  const planned = [...planShards(store, plan.kinds, globalIndex)];
  const outputs =
    plan.spool === undefined
      ? join(release.shardFolder, 'output-')
      : await joinSpool(plan.spool, inputsOf(plan, store, history), planned.length);
  return { globalIndex, planned, outputs, buildReport, checks, examples, merger };
}

/** Has shards mapped, and joins their outputs. */
class MappedShards {
  readonly #setup: Setup;
  readonly #harvest: Harvest;
  readonly #jobs: Runner;
  readonly #signal: AbortSignal | undefined;
  /** People who are recorded in several answers. */
  readonly #observations: Observations;
  readonly counts = { mapped: 0, reused: 0 };
  /** Shards of all rounds so far. */
  #shards = 0;

  constructor(setup: Setup, harvest: Harvest, jobs: Runner, signal: AbortSignal | undefined) {
    this.#setup = setup;
    this.#harvest = harvest;
    this.#jobs = jobs;
    this.#signal = signal;
    this.#observations = observationsOf(harvest.globalIndex);
    jobs.begin(harvest.globalIndex);
  }

  async mapHarvest(): Promise<void> {
    await this.#map(this.#harvest.planned);
    await this.map(this.#observations.records());
    this.#setup.watch.lap('describing');
  }

  /** Maps records that no answer holds as they are. */
  map(records: readonly SourceRecord[]): Promise<void> {
    return this.#map(recordShards(records, this.#harvest.globalIndex));
  }

  async #map(shards: Iterable<Shard>): Promise<void> {
    for await (const { path, isReused, times } of this.#jobs.run('map', this.#jobsOf(shards))) {
      if (this.#signal?.aborted === true) throw interrupted('building', 'nothing was released');
      const output = await readShardOutput(path);
      await this.#harvest.merger.add(output, times);
      for (const observed of output.observed) this.#observations.add(observed);
      this.counts[isReused ? 'reused' : 'mapped'] += 1;
    }
  }

  *#jobsOf(shards: Iterable<Shard>): Generator<MapJob> {
    for (const shard of shards) {
      yield { shard, path: `${this.#harvest.outputs}${this.#shards}` };
      this.#shards += 1;
    }
  }
}

/** What the checks across records have found. */
interface Checked {
  readonly validation: ValidationJson;
  /** Of the release before. */
  readonly validationBefore: ValidationJson | undefined;
  readonly described: ReturnType<ShardMerger['finish']>;
}

/** Compares records with each other and with the release before, and ends the report; applies the gates. */
async function checkAcrossRecords(
  { plan, release, watch, report }: Setup,
  { globalIndex, buildReport, checks, merger }: Harvest,
  shards: MappedShards,
): Promise<Checked> {
  report({ event: 'started', phase: 'check', what: 'checking across records' });
  const before = plan.previous === undefined ? undefined : await reportOf(plan.previous);
  await buildReport.addCrossRecordFindings([
    ...checks.crossRecordFindings(globalIndex),
    ...growth(buildReport.counts, before, plan.maxChange ?? MAX_CHANGE, plan.kinds),
  ]);
  await shards.map(omitted(checks.omissions()));
  if (plan.effective === true) await shards.map(await effectiveRecords(release, plan.base));
  if (plan.subjects !== undefined) {
    const { records, unused } = await subjectRecords(release, plan.subjects, plan.base);
    await shards.map(records);
    if (unused.length > 0) report({ event: 'note', message: unusedText('subjects', unused) });
  }
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
  const loss = lossOf(buildReport.counts, before, plan);
  if (loss !== undefined) throw loss;
  watch.lap('checking across records');
  return { validation, validationBefore: before, described };
}

/** Writes what describes the release: views, the difference to the release before, metadata, report, checksums. */
async function describe(
  { plan, history, vocabulary, datasets, release, watch, report }: Setup,
  { globalIndex, buildReport, checks, examples }: Harvest,
  { validation, validationBefore }: Checked,
  written: Awaited<ReturnType<ReleaseWriter['close']>>,
): Promise<Pick<BuildResult, 'dumps' | 'derived' | 'delta'>> {
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
      if (unused.length > 0) report({ event: 'note', message: unusedText('links', unused) });
      const views = await writeViews(folder, written.dumps, plan, vocabulary);
      const files = { dumps: written.dumps, derived: [...written.derived, ...views] };
      const contents = {
        ...files,
        ledger: buildReport.counts,
        datasets,
        harvested: history.harvested,
        isSuppressed,
        statistics,
        validation,
        validationBefore,
      };
      return { ...files, delta: await describeRelease(folder, plan, contents, report) };
    },
  );
  watch.lap('comparing and describing the release');
  return complete;
}

/** Collects people who are recorded in several answers; ambiguous ids are mapped with each work (model 7.3, X7). */
const observationsOf = ({ ambiguousPeople, occurrences }: GlobalIndex): Observations =>
  new Observations((id) => occurrences.has(id) && !ambiguousPeople.has(id));

/** Time per stage, with `--profile`. */
function profileOf(
  { isProfiled }: BuildPlan,
  watch: Stopwatch,
  { workers, described }: { readonly workers: number } & Pick<Checked, 'described'>,
): Profile | undefined {
  if (isProfiled !== true) return undefined;
  return { workers, elapsed: watch.elapsed, stages: watch.take(), ...described };
}

/** The share by which a kind of record may grow or shrink without a finding. */
const MAX_CHANGE = 0.2;

/** Records that others refer to and the release does not hold. */
const omitted = (omissions: readonly Omission[]): SourceRecord[] =>
  omissions.map((omission) => sourceRecord('omission', omission.path, omission, NO_REQUEST));

const datasetsOf = ({ kinds, personsProfile = 'full', effective = false, subjects }: BuildPlan): Dataset[] =>
  (Object.keys(DATASETS) as Dataset[]).filter(
    (dataset) =>
      DATASETS[dataset].of.some((group) => kinds.includes(group)) &&
      (dataset !== 'schools-people' || personsProfile === 'full') &&
      (dataset !== 'effective' || effective) &&
      (dataset !== 'subjects' || subjects !== undefined),
  );

/** Bytes of a heap that is worth a collection: it takes a second for each GB that is in use. */
const LARGE_HEAP = 128 << 20;

/**
 * Collects the garbage of a large heap, after a stage that has left much and before threads need the memory. V8 would do so
 * when the heap has grown by more than half.
 */
function collectGarbage(): void {
  if (getHeapStatistics().total_heap_size < LARGE_HEAP) return;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
