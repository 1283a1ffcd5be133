import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, type ExitCode, FolkloreError, messageOf } from '../../base/errors.js';
import { formatCount } from '../../base/text.js';
import { type Dumps, dumpsOf } from '../../inspect/validate/release-folder.js';
import { type Validated, validate } from '../../inspect/validate/validate.js';
import { compileVocabulary } from '../../records/compiled-vocabulary.js';
import { REPORT_FILES, ReportFiles } from '../../report/report-files.js';
import { findingsSummary } from '../../report/summary.js';
import type { ReportLanguage } from '../../report/validation-report.js';
import { makeFolder } from '../../response-store/paths.js';
import { overridesOf, type SharedOptions } from '../config/shared-options.js';
import type { CommandContext } from './pipeline.js';

/** What `validate` is told besides what to check. */
export interface ValidateOptions extends SharedOptions {
  /** The folder that every finding is written into. */
  readonly report?: string;
}

/** Checks a dump, or every dump of a release. */
export async function runValidate(
  path: string,
  options: ValidateOptions,
  at: CommandContext,
): Promise<ExitCode> {
  const { report: folder } = options;
  const dumps = { ...(await dumpsOf(path)), ...(await basesOf(options)) };
  const vocabulary = await compileVocabulary(dumps);
  const language = { ...vocabulary.language, vocabularyBase: dumps.vocabularyBase };
  const files = folder === undefined ? undefined : await openReport(folder, language);
  try {
    const validated = await validate(dumps, vocabulary, at.report, at.signal, files);
    at.report({ event: 'finished', what: 'validate', detail: path });
    process.stdout.write(`${summaryOf(path, validated, folder)}\n`);
    return validated.report.totals.violation > 0 ? EXIT.gate : EXIT.clean;
  } catch (thrown) {
    await files?.abandon();
    if (folder !== undefined)
      await Promise.all(REPORT_FILES.map((name) => rm(join(folder, name), { force: true })));
    throw thrown;
  }
}

/** The bases that somebody has named; without, those that a release says of itself, or else the defaults. */
async function basesOf(options: ValidateOptions): Promise<Partial<Dumps>> {
  if (options.config === undefined && options.base === undefined) return {};
  const { checkBase, readConfig } = await import('../config/config.js');
  if (options.config === undefined)
    return options.base === undefined ? {} : { base: checkBase(options.base) };
  const { base, vocabularyBase, personsProfile } = readConfig(options.config, overridesOf(options));
  return { base, vocabularyBase, personsProfile };
}

async function openReport(folder: string, language: ReportLanguage): Promise<ReportFiles> {
  try {
    await makeFolder(folder);
    const there = (await readdir(folder)).filter((name) => REPORT_FILES.includes(name));
    if (there.length > 0) throw new Error(`there is a report in it already: ${there.join(', ')}`);
    return await ReportFiles.create(folder, language);
  } catch (thrown) {
    throw new FolkloreError('OUTPUT_UNWRITABLE', `Cannot write into ${folder}: ${messageOf(thrown)}`, {
      hint: 'Give another folder with --report.',
      exitCode: EXIT.misuse,
      cause: thrown,
    });
  }
}

function summaryOf(
  path: string,
  { report, records, quads, scattered }: Validated,
  folder: string | undefined,
): string {
  return [
    `${path}: ${formatCount(records)} records, ${formatCount(quads)} triples.`,
    ...scattered.map(
      ({ file, records: count }) =>
        `${file}: what is said of ${formatCount(count)} records stands in several places, and each was checked alone; \`folklore-ld validate --help\` says how to put them in order.`,
    ),
    findingsSummary(report, folder ?? 'run again with --report <folder>'),
  ].join('\n');
}
