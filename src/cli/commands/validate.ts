import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Argument } from 'commander';
import { errorCode, FolkloreError, messageOf, remedyFor } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { makeFolder } from '../../base/files.js';
import { counted } from '../../base/text.js';
import type { ReportFiles, ReportLanguage } from '../../release/report/report-files.js';
import type { Dumps } from '../../use/inspect/validate/release-folder.js';
import type { Validated } from '../../use/inspect/validate/validate.js';
import { configOption, option } from '../command.js';
import type { ConfigSchema } from '../config/settings.js';
import type { CommandModule, GivenSettings } from '../feature.js';
import { print } from '../terminal/table.js';

/** Where findings are written, and the configuration that names the bases. */
interface ValidateOptions {
  readonly report?: string;
  readonly config?: string;
}

export const command: CommandModule<ValidateOptions, [path: string]> = {
  args: [new Argument('<path>', 'a dump, or the folder of a release')],
  options: [
    configOption(),
    option('--report <folder>', 'write every finding there (validation.ttl, editors.csv, …)'),
  ],
  help: () => `
Reads Turtle, TriG, N-Triples, N-Quads and JSON-LD, gzipped or not. Each record is validated as in a build:
its terms, then the shapes. Of a release every dataset is read once, and every reference must have a target.
Exit code 4 if there is a violation, 2 if the file cannot be validated.

All triples of a record must be next to each other, as in our dumps. Lines in another order, for example
from a store, are sorted by
  awk '{ s = $1; sub(/[#>].*/, "", s); print s "\\t" $0 }' people.nt | LC_ALL=C sort | cut -f2- > sorted.nt

Examples:
  folklore-ld validate output/2026-12-01             a whole release
  folklore-ld validate people.ttl.gz                 one dump
  folklore-ld validate people.nt --report found      and every finding in files`,
  run: async ({ args: [path], options, settings, schema }, context) => {
    const { dumpsOf } = await import('../../use/inspect/validate/release-folder.js');
    const { validate } = await import('../../use/inspect/validate/validate.js');
    const { compileVocabulary } = await import('../../pipeline/plan/compiled-vocabulary.js');
    const reports = await import('../../release/report/report-files.js');
    const { findingsSummary } = await import('../../release/report/summary.js');
    const { report: folder } = options;
    const dumps = { ...(await dumpsOf(path)), ...(await basesOf(options, settings, schema)) };
    const vocabulary = await compileVocabulary(dumps);
    const language = { ...vocabulary.language, vocabularyBase: dumps.vocabularyBase };
    const files = folder === undefined ? undefined : await openReport(folder, language, reports);
    try {
      const validated = await validate(dumps, vocabulary, context.report, context.signal, files);
      context.report({ event: 'finished', what: 'validate', detail: path });
      const findings = findingsSummary(validated.report, folder ?? 'run again with --report <folder>');
      print(`${summaryOf(path, validated)}\n${findings}`);
      const { violation } = validated.report.totals;
      return violation === 0
        ? EXIT.clean
        : { exitCode: EXIT.gate, because: `${counted(violation, 'violation')} of the shapes` };
    } catch (thrown) {
      await files?.abandon();
      if (folder !== undefined)
        await Promise.all(reports.REPORT_FILES.map((name) => rm(join(folder, name), { force: true })));
      throw thrown;
    }
  },
};

/** The bases that an option or a configuration gives; otherwise the release or the default decides. */
async function basesOf(
  { config }: ValidateOptions,
  settings: GivenSettings,
  schema: ConfigSchema | undefined,
): Promise<Partial<Dumps>> {
  if (config === undefined) return settings.base === undefined ? {} : { base: String(settings.base.value) };
  const { readConfig } = await import('../config/config.js');
  const { overridesOf } = await import('../config/setting-options.js');
  const { base, vocabularyBase, personsProfile } = readConfig(config, overridesOf(settings), schema);
  return { base, vocabularyBase, personsProfile };
}

async function openReport(
  folder: string,
  language: ReportLanguage,
  { REPORT_FILES, ReportFiles }: typeof import('../../release/report/report-files.js'),
): Promise<ReportFiles> {
  try {
    await makeFolder(folder);
    const existing = (await readdir(folder)).filter((name) => REPORT_FILES.includes(name));
    if (existing.length > 0) throw new Error(`it already contains a report: ${existing.join(', ')}`);
    return await ReportFiles.create(folder, language);
  } catch (thrown) {
    throw new FolkloreError('OUTPUT_UNWRITABLE', `Cannot write into ${folder}: ${messageOf(thrown)}`, {
      hint: remedyFor(errorCode(thrown), 'with --report') ?? 'Give another folder with --report.',
      cause: thrown,
    });
  }
}

const summaryOf = (path: string, { records, quads, scattered }: Validated): string =>
  [
    `${path}: ${counted(records, 'record')}, ${counted(quads, 'triple')}.`,
    ...scattered.map(
      ({ file, records: count }) =>
        `${file}: the triples of ${counted(count, 'record')} are in several places, and each place was validated alone; \`folklore-ld validate --help\` shows how to sort them.`,
    ),
  ].join('\n');
