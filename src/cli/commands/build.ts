import { EXIT, type ExitCode } from '../../base/errors.js';
import type { BuildResult } from '../../pipeline/build.js';
import type { Profile } from '../../pipeline/profile.js';
import type { BuildPlan } from '../../records/build-plan.js';
import type { CommandContext, CommandModule } from '../command.js';
import { buildOptions, type RunCall, type RunOptions, sourceOptions } from '../run-options.js';
import { PROGRAM_VERSION } from '../version.js';

export const command: CommandModule<RunOptions> = {
  options: [...sourceOptions(), ...buildOptions()],
  help: () => `
Examples:
  folklore-ld build -c folklore-ld.config.yaml --release 2026-12-01
  folklore-ld build --sample --on-violation halt`,
  run: async (call, context) => (await prepareBuild(call, context))(),
};

/**
 * Checks that the build of a call can be made. Its modules are imported here, because a harvest of hours may come
 * before the build, in which another version may be installed.
 *
 * @returns the build
 * @throws FolkloreError when the folder cannot be written, or the previous release cannot be compared with
 */
export async function prepareBuild(call: RunCall, context: CommandContext): Promise<() => Promise<ExitCode>> {
  const plans = await import('../plans.js');
  const config = plans.configOf(call);
  const plan = plans.buildPlanOf(config, call.options, context);
  const { build } = await import('../../pipeline/build.js');
  const { checkWritable } = await import('../../pipeline/release-writer.js');
  const { checkPrevious } = await import('../../pipeline/previous-release.js');
  const output = await import('../output/build-summary.js');
  await checkWritable(plan);
  await checkPrevious(plan);
  const { report, signal, startedAt } = context;
  const facts = { startedAt, services: plans.serviceUrls(config, call.options) };
  return async () => {
    const result = await build(plan, (made) => runDocument(plan, made, facts), report, signal);
    report({ event: 'finished', what: 'release', detail: result.directory });
    process.stdout.write(`${output.summariseBuild(result)}\n`);
    if (result.profile !== undefined) process.stdout.write(`\n${output.profileText(result.profile)}\n`);
    const isClean = result.ledger.quarantined === 0 && result.validation.totals.violation === 0;
    return isClean ? EXIT.clean : EXIT.partial;
  };
}

/** run.json: the facts of a run that the dumps must not contain, such as times and addresses. */
const runDocument = (
  plan: BuildPlan,
  { ledger, notes, validation, dumps, profile }: BuildResult,
  { startedAt, services }: { readonly startedAt: Date; readonly services: Readonly<Record<string, string>> },
): object => ({
  format: 'folklore-ld-run',
  version: 1,
  program: PROGRAM_VERSION,
  label: plan.label,
  base: plan.base,
  vocabularyBase: plan.vocabularyBase,
  kinds: plan.kinds,
  personsProfile: plan.personsProfile,
  credits: creditsOf(plan),
  services,
  startedAt: startedAt.toISOString(),
  finishedAt: new Date().toISOString(),
  counts: Object.fromEntries(ledger.rows().map(({ kind, ...counts }) => [kind, counts])),
  findings: validation.totals,
  unknownFields: notes.unknown.fields,
  unknownCodes: notes.unknown.codes,
  duplicates: notes.duplicates,
  genderConflicts: notes.genderConflicts,
  ...(profile === undefined ? {} : { profile: profileJson(profile) }),
  files: dumps,
});

/** The credit lines that publishers ask for, where configured. */
const creditsOf = ({ organisations }: Pick<BuildPlan, 'organisations'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(organisations ?? {}).flatMap(([which, { credit }]) =>
      credit === undefined ? [] : [[which, credit]],
    ),
  );

/** Times in milliseconds. */
const profileJson = ({ workers, elapsed, stages, describing, slowest }: Profile): object => ({
  workers,
  elapsed: Math.round(elapsed),
  stages: rounded(stages),
  describing: rounded(describing),
  slowest: slowest.map(({ kind, id, ms }) => ({ kind, id, ms: Math.round(ms * 10) / 10 })),
});

const rounded = (stages: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...stages].map(([stage, ms]) => [stage, Math.round(ms)]));
