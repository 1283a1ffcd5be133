import { basename, join } from 'node:path';
import { FolkloreError, messageOf } from '../../base/errors.js';
import type { ReleaseCounts } from '../../base/events.js';
import { EXIT, type Outcome } from '../../base/exit-codes.js';
import { counted, formatCount } from '../../base/text.js';
import type { BuildPlan } from '../../pipeline/plan/build-plan.js';
import type { BuildResult } from '../../pipeline/publish/build.js';
import type { Profile } from '../../pipeline/shards/profile.js';
import { dayIn } from '../../release/description/label.js';
import { graceOption } from '../command.js';
import type { AroundBuild, CommandContext, CommandModule } from '../feature.js';
import { buildOptions, partOptions, type RunCall, type RunOptions, sourceOptions } from '../run-options.js';
import { print } from '../terminal/table.js';
import { PROGRAM_VERSION } from '../version.js';

export const command: CommandModule<RunOptions> = {
  options: [...sourceOptions(), ...buildOptions(), ...partOptions(), graceOption()],
  help: () => `
Examples:
  folklore-ld build -c folklore-ld.config.yaml --release 2026-12-01
  folklore-ld build --sample --on-violation halt

In parts, on one machine or on several that share a folder, then one merge:
  folklore-ld build -c my.yaml --spool /shared/spool --shard 1/2
  folklore-ld build -c my.yaml --spool /shared/spool --shard 2/2
  folklore-ld build -c my.yaml --spool /shared/spool --merge`,
  run: async (call, context) => {
    const { spool, shard, merge = false } = call.options;
    if (shard !== undefined && spool === undefined) throw misuse('--shard needs --spool.');
    if (merge && spool === undefined) throw misuse('--merge needs --spool.');
    if (spool !== undefined && shard === undefined && !merge)
      throw misuse('--spool goes with --shard or --merge.');
    if (shard !== undefined) return mapOnePart(call, context);
    const { monitored } = await import('../run-status/monitored.js');
    return monitored('build', call, context, async (observed) => (await prepareBuild(call, observed))());
  },
};

const misuse = (message: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', message, {
    hint: 'Give `--spool DIR --shard i/n` for each part, then `--spool DIR --merge`.',
  });

/** The features of a build, and its plan with what these add to it. */
async function planWithFeatures(call: RunCall, context: CommandContext) {
  const plans = await import('../plans-from-config.js');
  const config = plans.configOf(call);
  const { loadBuildFeatures, settingsOf } = await import('../../pipeline/plan/build-feature.js');
  const features = await loadBuildFeatures(context.features);
  const plan = {
    ...(await plans.buildPlanOf(config, call.options, context)),
    settings: settingsOf(features, config),
    modules: context.features.flatMap(({ module, build }) =>
      module === undefined || build === undefined ? [] : [module],
    ),
  };
  return { config, features, plan };
}

/** Maps one part of the records; another process makes the release. */
async function mapOnePart(call: RunCall, context: CommandContext): Promise<Outcome> {
  const { mapPart } = await import('../../pipeline/shards/map-part.js');
  const { spool = '', shard = { part: 1, of: 1 } } = call.options;
  const { features, plan } = await planWithFeatures(call, context);
  const { report, signal } = context;
  const { mapped, reused } = await mapPart({ ...plan, spool }, shard, features, report, signal);
  const held = reused === 0 ? '' : `, ${formatCount(reused)} were there`;
  print(`Part ${shard.part} of ${shard.of}: ${counted(mapped, 'shard')} mapped${held}. Spool: ${spool}`);
  return EXIT.clean;
}

/**
 * Checks that the build of a call can be made. Its modules are imported here, because a harvest of hours may come
 * before the build, in which another version may be installed.
 *
 * @returns the build
 * @throws FolkloreError when the folder cannot be written, or the previous release cannot be compared with
 */
export async function prepareBuild(call: RunCall, context: CommandContext): Promise<() => Promise<Outcome>> {
  const plans = await import('../plans-from-config.js');
  const { config, features, plan } = await planWithFeatures(call, context);
  const { build } = await import('../../pipeline/publish/build.js');
  const { LATEST } = await import('../../pipeline/publish/staging.js');
  const { checkWritable } = await import('../../pipeline/publish/release-writer.js');
  const { checkPrevious } = await import('../../pipeline/publish/comparable-release.js');
  const { isMadeFromTheSame } = await import('../../pipeline/shards/build-inputs.js');
  const output = await import('../terminal/build-summary.js');
  const around: AroundBuild[] = [];
  for (const { aroundBuild } of context.features)
    if (aroundBuild !== undefined) around.push(await aroundBuild());
  for (const one of around) one.check?.(config);
  const latest = join(plan.out, LATEST);
  const { newerThan } = await import('../previous-release.js');
  const newer = plan.isLatest === true ? newerThan(plan.label, plan.out) : undefined;
  if (newer !== undefined && call.options.release === undefined)
    throw clockIsBehind(plan.label, latest, newer);
  await checkWritable(plan);
  await checkPrevious(plan);
  const { checkChanges, publishedSettings, recordedSettings } = await import('../changed-settings.js');
  const published = await publishedSettings(context.features);
  await checkChanges(plan, { config, schema: call.schema, published }, call.options.acceptChange, context);
  const { report, signal, startedAt } = context;
  const facts = {
    startedAt,
    services: plans.serviceUrls(config, call.options),
    settings: recordedSettings(published, config),
  };
  const released = async (): Promise<void> => {
    for (const one of around) {
      try {
        const done = await one.released?.(plan, config, context);
        if (done !== undefined && call.options.quiet !== true) print(done);
      } catch (thrown) {
        if (thrown instanceof FolkloreError && thrown.code === 'INTERRUPTED') throw thrown;
        const hint = thrown instanceof FolkloreError ? ` ${thrown.hint}` : '';
        report({
          event: 'warning',
          message: `the release is published; after that: ${messageOf(thrown)}${hint}`,
        });
      }
    }
  };
  return async () => {
    const { previous } = plan;
    if (isAnotherOfToday(call, plan) && previous !== undefined && (await isMadeFromTheSame(previous, plan))) {
      const label = basename(previous);
      report({
        event: 'finished',
        what: 'release',
        detail: `nothing has changed since ${join(plan.out, label)}`,
      });
      print(
        `Nothing has changed since the release ${label}: no other one is made. \`--release LABEL\` makes one.`,
      );
      await released();
      return outcomeOf(await totalsIn(previous), plan);
    }
    const runOf = (made: BuildResult) => runDocument(plan, made, facts);
    const result = await build(plan, runOf, report, { signal, features });
    if (newer !== undefined)
      report({
        event: 'warning',
        message: `${latest} now leads to ${plan.label}, which is older than ${newer}, to which it led; to undo that: ln -sfn ${newer} ${latest}`,
      });
    report({ event: 'released', counts: countsOf(plan, result) });
    report({ event: 'finished', what: 'release', detail: result.directory });
    const totals = { counts: result.ledger.rows(), violations: result.validation.totals.violation };
    const outcome = outcomeOf(totals, plan);
    const more = [...features.values()].flatMap(({ summary }) => summary?.(result.directory) ?? []);
    const compared = previous && basename(previous);
    // Where something is to be looked at, all of it is said.
    const summary =
      call.options.quiet === true && outcome === EXIT.clean
        ? output.summariseBuildQuietly(result, compared)
        : output.summariseBuild(result, compared, more);
    print(summary);
    if (result.profile !== undefined) print(`\n${output.profileText(result.profile)}`);
    await released();
    return outcome;
  };
}

/** A label is the day by the clock of this machine. */
const clockIsBehind = (label: string, latest: string, newer: string): FolkloreError =>
  new FolkloreError(
    'RELEASE_EXISTS',
    `By the clock of this machine today's release is ${label}, but ${latest} leads to ${newer}: it would lead to an older release.`,
    {
      hint: 'Set the clock: `folklore-ld doctor` compares it with those of the services. If it is right, name the release with --release.',
    },
  );

/** Whether a release is a second or later one of today by itself, not by the label that was asked for. */
function isAnotherOfToday({ options }: RunCall, { label, previous = '' }: BuildPlan): boolean {
  const { release, previous: compared, spool, replace } = options;
  const day = dayIn(label)?.day;
  return (
    (release ?? compared ?? spool) === undefined &&
    replace !== true &&
    day !== undefined &&
    day === dayIn(basename(previous))?.day
  );
}

const countsOf = (
  { label }: BuildPlan,
  { ledger, validation, dumps, shards: { mapped, reused } }: BuildResult,
): ReleaseCounts => ({
  label,
  records: Object.fromEntries(ledger.rows().map(({ kind, ...outcomes }) => [kind, outcomes])),
  findings: validation.totals,
  dumps: dumps.map(({ dataset, format, quads, bytes }) => ({ dataset, format, triples: quads, bytes })),
  shards: { mapped, reused },
});

/** What the outcome of a build depends on. */
interface Totals {
  /** Each row has the counts of a kind by outcome. */
  readonly counts: readonly object[];
  readonly violations: number;
}

/** The totals of a release that was made before, as its run.json has them. */
async function totalsIn(release: string): Promise<Totals> {
  const { readRun } = await import('../../pipeline/shards/build-inputs.js');
  const { counts = {}, findings = {} } = (await readRun(release)) as Partial<Record<string, object>>;
  return { counts: Object.values(counts), violations: numberIn(findings, 'violation') };
}

const numberIn = (counts: object, name: string): number => Number(Reflect.get(counts, name) ?? 0);

/** A limit that is kept is an answer to rejected records; without one they are worth a look. */
function outcomeOf({ counts, violations }: Totals, { maxRejected }: BuildPlan): Outcome {
  const total = (name: string): number => counts.reduce((sum, row) => sum + numberIn(row, name), 0);
  const [unreadable, rejected] = [total('unreadable'), total('rejected')];
  const quarantined = unreadable + rejected;
  if (maxRejected !== undefined || (quarantined === 0 && violations === 0)) return EXIT.clean;
  const reasons = [
    ...(unreadable > 0 ? [`${counted(unreadable, 'record')} could not be read`] : []),
    ...(rejected > 0 ? [`${counted(rejected, 'record')} ${rejected === 1 ? 'was' : 'were'} rejected`] : []),
    ...(quarantined === 0 ? [`records of the release had ${counted(violations, 'violation')}`] : []),
  ];
  const percent = Math.max(1, Math.ceil((100 * quarantined) / total('fetched')));
  return {
    exitCode: EXIT.partial,
    because: `${reasons.join(' and ')}; \`--max-rejected ${percent}%\` accepts ${quarantined + violations === 1 ? 'it' : 'them'}`,
  };
}

/** What run.json has of the call. */
interface RunFacts {
  readonly startedAt: Date;
  readonly services: Readonly<Record<string, string>>;
  /** The settings that the next build is compared with. */
  readonly settings: object;
}

/** run.json: the facts of a run that the dumps must not contain, such as times and addresses. */
const runDocument = (
  plan: BuildPlan,
  { ledger, notes, validation, dumps, profile, harvested, inputs }: BuildResult,
  { startedAt, services, settings }: RunFacts,
): object => ({
  format: 'folklore-ld-run',
  version: 1,
  program: PROGRAM_VERSION,
  label: plan.label,
  base: plan.base,
  vocabularyBase: plan.vocabularyBase,
  kinds: plan.kinds,
  personsProfile: plan.personsProfile,
  settings,
  credits: creditsOf(plan),
  services,
  harvested,
  inputs,
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
