import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, type ExitCode } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { type BuildResult, build } from '../export/build.js';
import type { BuildPlan } from '../export/settings.js';
import { summarise } from './summary.js';
import { VERSION } from './version.js';

/** Builds a release, writes its run.json and prints the summary. */
export async function runBuild(
  plan: BuildPlan,
  run: { readonly startedAt: Date; readonly services: Readonly<Record<string, string>> },
  report: Report,
): Promise<ExitCode> {
  const result = await build(plan, report);
  await writeRun(plan, result, run);
  report({ event: 'finished', what: 'release', detail: result.directory });
  process.stdout.write(`${summarise(result)}\n`);
  return result.ledger.total('rejected') > 0 ? EXIT.partial : EXIT.clean;
}

/** The facts of this run, which the dumps must not hold: when, from where, how many. */
async function writeRun(
  plan: BuildPlan,
  { directory, ledger, notes, dumps }: BuildResult,
  run: { readonly startedAt: Date; readonly services: Readonly<Record<string, string>> },
): Promise<void> {
  const document = {
    format: 'folklore-ld-run',
    version: 1,
    program: VERSION,
    label: plan.label,
    base: plan.base,
    kinds: plan.kinds,
    services: run.services,
    startedAt: run.startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    counts: Object.fromEntries(ledger.rows().map(({ kind, ...counts }) => [kind, counts])),
    findings: notes.findings,
    unknownFields: notes.unknown,
    genderConflicts: notes.genderConflicts,
    files: dumps,
  };
  await writeFile(join(directory, 'run.json'), `${JSON.stringify(document, undefined, 2)}\n`);
}
