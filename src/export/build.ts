import { basename } from 'node:path';
import { FolkloreError, interrupted } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { contradicts, type GenderScheme } from '../mapping/gender.js';
import type { Omission } from '../mapping/omission.js';
import type { Setting } from '../mapping/setting.js';
import type { Context } from '../rdf/context.js';
import type { DeltaResult } from '../release/delta/delta.js';
import { reportOf } from '../report/comparison.js';
import type { ValidationJson } from '../report/validation-json.js';
import type { DerivedFile } from '../sinks/derived/derived-file.js';
import type { Dump } from '../sinks/sink.js';
import { openForBuild } from '../store/stored-harvest.js';
import { Across } from './across/across.js';
import type { Naming } from './across/check.js';
import { growth } from './across/growth.js';
import { Clerk } from './clerk.js';
import { DATASETS, type Dataset } from './datasets.js';
import { findingsOf, publishable, say, settingOf } from './describing.js';
import { finish } from './finishing.js';
import { type Gathered, gather } from './gather.js';
import { readHistory } from './harvest/history.js';
import { checkHarvested } from './harvested.js';
import { leavingUnits } from './leaving.js';
import type { Ledger } from './ledger.js';
import type { Notes } from './notes.js';
import { Release, unwritable } from './release.js';
import type { BuildPlan } from './settings.js';
import { SourceFields } from './source-field.js';
import { type Unit, unit } from './unit.js';
import { iriOf } from './unit-iri.js';
import { voiceOf } from './voice.js';

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
  const { context, toQuads, checker, language } = await voiceOf(plan);
  const datasets = datasetsOf(plan);
  const release = await Release.open(plan, language, datasets);
  try {
    const clerk = new Clerk(plan, release, report);
    report({ event: 'started', what: 'reading the harvest' });
    const gathered = await gather(store, plan.kinds, plan.profile, clerk, plan);
    const setting = settingOf(plan, gathered, context);
    const across = new Across(plan, gathered, namingOf(context, setting));
    clerk.knowsFields(new SourceFields({ plan, gathered, setting, toQuads }));
    await clerk.quarantineUnreadable();
    clerk.notes.genders(genderConflicts(plan.gender, gathered.genders));
    report({ event: 'started', what: 'describing, checking and writing' });
    const describe = async (leaving: Unit): Promise<void> => {
      const one = publishable(leaving, gathered, plan);
      const said = say(one, setting, toQuads);
      if ('failed' in said) {
        across.rejected(iriOf(one, setting.iri));
        return clerk.reject(one, [said.failed]);
      }
      const findings = [...(await findingsOf(said, checker)), ...across.within({ one, said })];
      if (await clerk.file(one, said, findings)) across.filed({ one, said });
      else across.rejected(said.node.id);
    };
    for await (const { one, provenance } of leavingUnits(store, plan.kinds, gathered)) {
      if (signal?.aborted === true) throw interrupted('building', 'nothing was released');
      // Of what was read, the clerk has been told already.
      if (provenance !== 'read') clerk.leaving(one);
      await describe(one);
    }
    const before = plan.previous === undefined ? undefined : await reportOf(plan.previous);
    for (const remark of across.remarks()) await clerk.remark(remark);
    for (const remark of growth(clerk.ledger, before, plan.maxChange ?? MAX_CHANGE, plan.kinds))
      await clerk.remark(remark);
    for (const one of omitted(across.omissions())) {
      clerk.leaving(one);
      await describe(one);
    }
    clerk.ledger.balance();
    const validation = await release.report.finish({
      counts: Object.fromEntries(clerk.ledger.rows().map(({ kind, ...counts }) => [kind, counts])),
      shapesMet: checker.shapesMet(),
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
  }
}

/** A kind of record may grow or shrink by a fifth before anybody is told. */
const MAX_CHANGE = 0.2;

const namingOf = (context: Context, { iri }: Setting): Naming => ({
  word: (term) => context.terms.get(term)?.iri ?? term,
  iri: (ref) => iriOf(ref, iri),
});

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
