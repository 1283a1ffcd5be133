import { EXIT, FolkloreError } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { contradicts, type GenderScheme } from '../mapping/gender.js';
import type { Dump } from '../sinks/sink.js';
import { openForBuild } from '../store/stored-harvest.js';
import { Clerk } from './clerk.js';
import { findingsOf, publishable, say, settingOf } from './describing.js';
import { type Gathered, gather } from './gather.js';
import { checkHarvested } from './harvested.js';
import { DATASETS, type Dataset } from './kinds.js';
import { leavingUnits } from './leaving.js';
import type { Ledger } from './ledger.js';
import type { Notes } from './notes.js';
import { openRelease } from './release.js';
import type { BuildPlan } from './settings.js';
import { voiceOf } from './voice.js';

/** What a build did, for the summary and for run.json. */
export interface BuildResult {
  readonly directory: string;
  readonly ledger: Ledger;
  readonly notes: Notes;
  readonly dumps: readonly Dump[];
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
  const { context, toQuads, checker, language } = await voiceOf(plan);
  const release = await openRelease(plan, language, datasetsOf(plan));
  try {
    const clerk = new Clerk(plan, release, report);
    report({ event: 'started', what: 'reading the harvest' });
    const gathered = await gather(store, plan.kinds, plan.profile, clerk, plan.personsProfile);
    await clerk.quarantineUnreadable();
    clerk.notes.genders(genderConflicts(plan.gender, gathered.genders));
    const setting = settingOf(plan, gathered, context);
    report({ event: 'started', what: 'describing, checking and writing' });
    for await (const { one: leaving, provenance } of leavingUnits(store, plan.kinds, gathered)) {
      if (signal?.aborted === true) throw interrupted();
      // Of what was read, the clerk has been told already.
      if (provenance !== 'read') clerk.leaving(leaving);
      const one = publishable(leaving, gathered, plan);
      const said = say(one, setting, toQuads);
      if ('failed' in said) {
        await clerk.reject(one, [said.failed]);
        continue;
      }
      await clerk.file(one, said, await findingsOf(said, checker));
    }
    clerk.ledger.balance();
    const { directory } = release;
    const result = { directory, ledger: clerk.ledger, notes: clerk.notes, dumps: await release.close() };
    await release.publish(runOf(result));
    return result;
  } catch (thrown) {
    await release.abandon();
    throw thrown;
  }
}

const interrupted = (): FolkloreError =>
  new FolkloreError('INTERRUPTED', 'Stopped while building; nothing was released.', {
    hint: 'Run the same command again.',
    exitCode: EXIT.interrupted,
  });

const datasetsOf = ({ kinds, personsProfile = 'full' }: BuildPlan): Dataset[] =>
  (Object.keys(DATASETS) as Dataset[]).filter(
    (dataset) =>
      DATASETS[dataset].of.some((group) => kinds.includes(group)) &&
      (dataset !== 'schools-people' || personsProfile === 'full'),
  );

const genderConflicts = (scheme: GenderScheme, genders: Gathered['genders']): string[] =>
  (['cbed', 'cbes'] as const).filter((collection) => contradicts(scheme, genders[collection]));
