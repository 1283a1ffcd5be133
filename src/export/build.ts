import { basename } from 'node:path';
import { FolkloreError, interrupted } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { contradicts, type GenderScheme } from '../mapping/gender.js';
import type { Omission } from '../mapping/omission.js';
import type { DeltaResult } from '../release/delta/delta.js';
import { reportOf } from '../report/comparison.js';
import type { ValidationJson } from '../report/validation-json.js';
import type { DerivedFile } from '../sinks/derived/derived-file.js';
import type { Dump } from '../sinks/sink.js';
import { openForBuild, type StoredHarvest } from '../store/stored-harvest.js';
import { Across } from './across/across.js';
import { growth } from './across/growth.js';
import { type Batch, batchesOf, batchesOfUnits, ENOUGH } from './batch.js';
import { Clerk } from './clerk.js';
import { DATASETS, type Dataset } from './datasets.js';
import { settingOf } from './describing.js';
import { finish } from './finishing.js';
import type { Folio } from './folio.js';
import { type Gathered, gather } from './gather.js';
import { readHistory } from './harvest/history.js';
import { checkHarvested } from './harvested.js';
import type { Ledger } from './ledger.js';
import type { Notes } from './notes.js';
import { Observations } from './observations.js';
import { Release, unwritable } from './release.js';
import { namingOf, Scribe } from './scribe.js';
import { ScribeThreads } from './scribe-threads.js';
import { inOrder, OneScribe, type Scribes } from './scribes.js';
import type { BuildPlan } from './settings.js';
import { SourceFields } from './source-field.js';
import { type Unit, unit } from './unit.js';
import { type Voice, voiceOf } from './voice.js';
import { bytesOf, workersFor } from './workers.js';

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
  plan: BuildPlan,
  runOf: (result: BuildResult) => object,
  report: Report,
  signal?: AbortSignal,
): Promise<BuildResult> {
  const store = await openForBuild(plan.store);
  checkHarvested(store, plan);
  const voice = await voiceOf(plan);
  const { context, toQuads, language } = voice;
  const datasets = datasetsOf(plan);
  const release = await Release.open(plan, language, datasets);
  let scribes: Scribes | undefined;
  try {
    const clerk = new Clerk(plan, release, report);
    report({ event: 'started', what: 'reading the harvest' });
    const gathered = await gather(store, plan.kinds, plan.profile, clerk, plan);
    const setting = settingOf(plan, gathered, context);
    const across = new Across(plan, gathered, namingOf(context, setting.iri));
    clerk.knowsFields(new SourceFields({ plan, gathered, setting, toQuads }));
    await clerk.quarantineUnreadable();
    clerk.notes.genders(genderConflicts(plan.gender, gathered.genders));
    report({ event: 'started', what: 'describing, checking and writing' });
    scribes = scribesOf(plan, store, gathered, voice);
    const shapesMet = new Map<string, number>();
    const file = async (folio: Folio): Promise<void> => {
      if (signal?.aborted === true) throw interrupted('building', 'nothing was released');
      await clerk.file(folio);
      across.takeOver(folio.across);
      for (const [shape, nodes] of folio.shapesMet) shapesMet.set(shape, (shapesMet.get(shape) ?? 0) + nodes);
    };
    const observations = new Observations(gathered);
    const people: Unit[] = [];
    const waiting = batchesOf(store, plan.kinds, gathered);
    for await (const folio of inOrder(scribes, () => peopleOr(waiting, people, gathered))) {
      await file(folio);
      for (const observed of folio.observed) people.push(...observations.last(observed));
    }
    // Whoever is recorded last is described last.
    for (const batch of batchesOfUnits(people, gathered)) await file(await scribes.write(batch));
    const before = plan.previous === undefined ? undefined : await reportOf(plan.previous);
    for (const remark of across.remarks(gathered)) await clerk.remark(remark);
    for (const remark of growth(clerk.ledger, before, plan.maxChange ?? MAX_CHANGE, plan.kinds))
      await clerk.remark(remark);
    for (const batch of batchesOfUnits(omitted(across.omissions()), gathered)) {
      await file(await scribes.write(batch));
    }
    clerk.ledger.balance();
    const validation = await release.report.finish({
      counts: Object.fromEntries(clerk.ledger.rows().map(({ kind, ...counts }) => [kind, counts])),
      shapesMet,
      ...(before === undefined || plan.previous === undefined
        ? {}
        : { previous: { label: basename(plan.previous), groups: before.groups } }),
    });
    clerk.close();
    const { ledger, notes } = clerk;
    const written = await release.close();
    const { harvested } = await readHistory(store);
    const isWithheld = (iri: string): boolean => across.isWithheld(iri);
    const delta = await release.complete((folder, statistics) =>
      finish(folder, plan, { ...written, ledger, datasets, harvested, isWithheld, statistics }, report),
    );
    const result = { directory: release.directory, ledger, notes, validation, ...written, delta };
    await release.publish(runOf(result));
    return result;
  } catch (thrown) {
    const isRefused = thrown instanceof FolkloreError && thrown.code === 'GATE_FAILED';
    await release.abandon(isRefused ? 'refused' : 'stopped');
    // What the clerk writes down may not fit on the disk either.
    throw unwritable(release.directory, thrown);
  } finally {
    await scribes?.close();
  }
}

/** People who are known by now, when there are enough of them; else the next batch. */
function peopleOr(waiting: Iterator<Batch>, people: Unit[], gathered: Gathered): Batch | undefined {
  if (people.length >= ENOUGH) {
    const [batch] = batchesOfUnits(people.splice(0, ENOUGH), gathered);
    return batch;
  }
  const { value, done } = waiting.next();
  return done === true ? undefined : value;
}

/** One scribe in this thread, or as many threads as are wanted and pay. */
function scribesOf(plan: BuildPlan, store: StoredHarvest, gathered: Gathered, voice: Voice): Scribes {
  const count = workersFor(plan.workers, () => bytesOf(store, gathered.answers));
  return count > 1
    ? new ScribeThreads(count, plan, gathered)
    : new OneScribe(new Scribe(plan, gathered, voice));
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
