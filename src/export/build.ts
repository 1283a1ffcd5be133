import { basename } from 'node:path';
import { FolkloreError, interrupted } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { Stopwatch } from '../base/stopwatch.js';
import { contradicts, type GenderScheme } from '../mapping/gender.js';
import type { Omission } from '../mapping/omission.js';
import type { DeltaResult } from '../release/delta/delta.js';
import { reportOf } from '../report/comparison.js';
import type { ValidationJson } from '../report/validation-json.js';
import type { DerivedFile } from '../sinks/derived/derived-file.js';
import { memoryOf } from '../sinks/portion.js';
import type { Dump } from '../sinks/sink.js';
import { openForBuild, type StoredHarvest } from '../store/stored-harvest.js';
import { Across } from './across/across.js';
import { growth } from './across/growth.js';
import { type Batch, batchesOf, batchesOfUnits, ENOUGH } from './batch.js';
import { Clerk } from './clerk.js';
import { DATASETS, type Dataset, type Group } from './datasets.js';
import { settingOf } from './describing.js';
import { Filing } from './filing.js';
import { finish } from './finishing.js';
import type { Folio } from './folio.js';
import { type Gathered, gather } from './gather.js';
import { goneFrom } from './gone.js';
import { readHistory } from './harvest/history.js';
import { asOfHarvest, checkHarvested } from './harvested.js';
import type { Ledger } from './ledger.js';
import type { Notes } from './notes.js';
import { isObservedPerson, Observations } from './observations.js';
import type { Profile } from './profile.js';
import { QueryExamples } from './query-examples.js';
import { Release, unwritable } from './release.js';
import { namingOf } from './scribe.js';
import { ScribeThreads } from './scribe-threads.js';
import { inOrder, OneScribe, type Scribes } from './scribes.js';
import type { BuildPlan } from './settings.js';
import { SourceFields } from './source-field.js';
import { type Unit, unit } from './unit.js';
import { type Voice, voiceOf } from './voice.js';
import { bytesIn, workersFor } from './workers.js';

/** What a build did, for the summary and for run.json. */
export interface BuildResult {
  readonly directory: string;
  readonly ledger: Ledger;
  readonly notes: Notes;
  readonly validation: ValidationJson;
  readonly dumps: readonly Dump[];
  /** Tables and maps made of the same records. */
  readonly derived: readonly DerivedFile[];
  /** What has changed since the release before; undefined when there is none to compare with. */
  readonly delta: DeltaResult | undefined;
  /** Where the time went; undefined when nobody asked. */
  readonly profile: Profile | undefined;
}

/**
 * Makes a release from the stored harvest, without a request: describes every record that may leave, checks
 * it, and writes it; what is rejected goes to quarantine with the reasons. The release appears whole or not
 * at all.
 *
 * @param signal when aborted, the build stops before the next record
 * @param runOf the facts of the run for run.json, which the dumps must not hold
 * @throws FolkloreError STORE_UNUSABLE, OUTPUT_UNWRITABLE, GATE_FAILED, COUNT_MISMATCH, INTERRUPTED
 */
export async function build(
  order: BuildPlan,
  runOf: (result: BuildResult) => object,
  report: Report,
  signal?: AbortSignal,
): Promise<BuildResult> {
  const watch = new Stopwatch();
  const store = await openForBuild(order.store);
  checkHarvested(store, order);
  const history = await readHistory(store);
  const plan = asOfHarvest(order, history);
  const voice = await voiceOf(plan);
  const datasets = datasetsOf(plan);
  const release = await Release.open(plan, voice.language, datasets);
  const workers = workersFor(plan.workers, () => bytesIn(store, plan.kinds));
  const scribes = workers > 1 ? new ScribeThreads(workers, plan) : new OneScribe(plan, voice);
  try {
    const clerk = new Clerk(plan, release, report);
    report({ event: 'started', what: 'reading the harvest' });
    watch.lap('beginning');
    const gathered = await gather(store, plan.kinds, plan.profile, clerk, plan);
    watch.lap('reading through');
    const { across, examples, filing } = prepare(plan, gathered, { voice, clerk, report });
    await clerk.quarantineUnreadable();
    clerk.notes.genders(genderConflicts(plan.gender, gathered.genders));
    report({ event: 'started', what: 'describing, checking and writing' });
    scribes.learn(gathered);
    for await (const folio of folios(scribes, store, plan.kinds, gathered)) {
      if (signal?.aborted === true) throw interrupted('building', 'nothing was released');
      await filing.take(folio);
      scribes.giveBack([...folio.portions.values()].flatMap(memoryOf));
    }
    watch.lap('describing');
    const before = plan.previous === undefined ? undefined : await reportOf(plan.previous);
    for (const remark of across.remarks(gathered)) await clerk.remark(remark);
    for (const remark of growth(clerk.ledger, before, plan.maxChange ?? MAX_CHANGE, plan.kinds))
      await clerk.remark(remark);
    for (const batch of batchesOfUnits(omitted(across.omissions()), gathered)) {
      await filing.take(await scribes.write(batch));
    }
    const described = filing.complete();
    await scribes.close();
    clerk.ledger.balance();
    const validation = await release.report.finish({
      counts: Object.fromEntries(clerk.ledger.rows().map(({ kind, ...counts }) => [kind, counts])),
      shapesMet: filing.shapesMet,
      ...(before === undefined || plan.previous === undefined
        ? {}
        : { previous: { label: basename(plan.previous), groups: before.groups } }),
    });
    clerk.close();
    watch.lap('checking across records');
    const { ledger, notes } = clerk;
    const written = await release.close();
    watch.lap('sorting and closing');
    const isGone = goneFrom(plan, gathered, across);
    const isSuppressed = (iri: string): boolean =>
      across.isWithheld(iri) ||
      isGone(iri) ||
      (plan.personsProfile === 'roles-only' && isObservedPerson(iri, plan.base));
    const delta = await release.complete(examples.rewriter(gathered.places), (folder, statistics) =>
      finish(
        folder,
        plan,
        { ...written, ledger, datasets, harvested: history.harvested, isSuppressed, statistics },
        report,
      ),
    );
    watch.lap('comparing and describing the release');
    const profile = profileOf(plan, { workers, elapsed: watch.elapsed, watch, described });
    const result = { directory: release.directory, ledger, notes, validation, ...written, delta, profile };
    await release.publish(runOf(result));
    return result;
  } catch (thrown) {
    const isRefused = thrown instanceof FolkloreError && thrown.code === 'GATE_FAILED';
    await release.abandon(isRefused ? 'refused' : 'stopped');
    // What the clerk writes down may not fit on the disk either.
    throw unwritable(release.directory, thrown);
  } finally {
    await scribes.close();
  }
}

/** What takes in the records of a release, once it is known what there is. */
function prepare(
  plan: BuildPlan,
  gathered: Gathered,
  { voice, clerk, report }: { readonly voice: Voice; readonly clerk: Clerk; readonly report: Report },
): { readonly across: Across; readonly examples: QueryExamples; readonly filing: Filing } {
  const setting = settingOf(plan, gathered, voice.context);
  const across = new Across(plan, gathered, namingOf(voice.context, setting.iri));
  clerk.knowsFields(new SourceFields({ plan, gathered, setting, toQuads: voice.toQuads }));
  const expected =
    gathered.answers.reduce((sum, { units }) => sum + units, 0) +
    gathered.shared.length +
    gathered.occurrences.size;
  const seen = { across, examples: new QueryExamples(plan.base) };
  return { ...seen, filing: new Filing(clerk, seen, report, expected) };
}

/** What all records come to, batch by batch; people when everything they are recorded in has been described. */
async function* folios(
  scribes: Scribes,
  store: StoredHarvest,
  groups: readonly Group[],
  gathered: Gathered,
): AsyncGenerator<Folio> {
  const observations = new Observations(gathered);
  const people: Unit[] = [];
  for await (const folio of inOrder(
    scribes,
    withPeople(batchesOf(store, groups, gathered), people, gathered),
  )) {
    yield folio;
    for (const observed of folio.observed) people.push(...observations.last(observed));
  }
  yield* inOrder(scribes, batchesOfUnits(people, gathered));
}

/** The batches, and before each of them the people who are known by then, when there are enough of them. */
function* withPeople(
  batches: Iterable<Batch>,
  people: Unit[],
  gathered: Pick<Gathered, 'places'>,
): Generator<Batch> {
  for (const batch of batches) {
    if (people.length >= ENOUGH) yield* batchesOfUnits(people.splice(0, ENOUGH), gathered);
    yield batch;
  }
}

/** Where the time went, for whoever has asked. */
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
  return isProfiled === true ? { ...times, stages: watch.handOver(), ...described } : undefined;
}

/** A kind of record may grow or shrink by a fifth before anybody is told. */
const MAX_CHANGE = 0.2;

/** What is referred to and not there, as records of its own. */
const omitted = (omissions: readonly Omission[]): Unit[] =>
  omissions.map((omission) =>
    unit('omission', omission.path, omission, { service: 'archive', request: '/', pointer: '' }),
  );

const datasetsOf = ({ kinds, personsProfile = 'full' }: BuildPlan): Dataset[] =>
  (Object.keys(DATASETS) as Dataset[]).filter(
    (dataset) =>
      DATASETS[dataset].of.some((group) => kinds.includes(group)) &&
      (dataset !== 'schools-people' || personsProfile === 'full'),
  );

const genderConflicts = (scheme: GenderScheme, genders: Gathered['genders']): string[] =>
  (['cbed', 'cbes'] as const).filter((collection) => contradicts(scheme, genders[collection]));
