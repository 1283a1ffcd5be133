import { EXIT, type ExitCode } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { type BuildResult, build } from '../export/build.js';
import type { BuildPlan } from '../export/settings.js';
import { profileJson, profileText } from './profiling.js';
import { summarise } from './summary.js';
import { VERSION } from './version.js';

/** When and from where a release is made. */
export interface RunFacts {
  readonly startedAt: Date;
  readonly services: Readonly<Record<string, string>>;
}

/** Builds a release with its run.json and prints the summary. */
export async function runBuild(
  plan: BuildPlan,
  facts: RunFacts,
  { report, signal }: { readonly report: Report; readonly signal: AbortSignal },
): Promise<ExitCode> {
  const result = await build(plan, (made) => runOf(plan, made, facts), report, signal);
  report({ event: 'finished', what: 'release', detail: result.directory });
  process.stdout.write(`${summarise(result)}\n`);
  if (result.profile !== undefined) process.stdout.write(`\n${profileText(result.profile)}\n`);
  return result.ledger.quarantined > 0 || result.validation.totals.violation > 0 ? EXIT.partial : EXIT.clean;
}

/** The facts of this run, which the dumps must not hold: when, from where, how many. */
const runOf = (
  plan: BuildPlan,
  { ledger, notes, validation, dumps, profile }: BuildResult,
  facts: RunFacts,
): object => ({
  format: 'folklore-ld-run',
  version: 1,
  program: VERSION,
  label: plan.label,
  base: plan.base,
  vocabularyBase: plan.vocabularyBase,
  kinds: plan.kinds,
  personsProfile: plan.personsProfile,
  credits: creditsOf(plan),
  services: facts.services,
  startedAt: facts.startedAt.toISOString(),
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

/** How the publishers want to be named by who uses this release; those who have said so. */
const creditsOf = ({ organisations }: Pick<BuildPlan, 'organisations'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(organisations ?? {}).flatMap(([which, { credit }]) =>
      credit === undefined ? [] : [[which, credit]],
    ),
  );
