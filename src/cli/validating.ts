import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { EXIT, type ExitCode, FolkloreError, messageOf } from '../base/errors.js';
import { thousands } from '../base/thousands.js';
import { type Dumps, dumpsOf } from '../export/validate/release-folder.js';
import { type Validated, validate } from '../export/validate/validate.js';
import { voiceOf } from '../export/voice.js';
import { REPORT_FILES, ReportFiles } from '../report/report.js';
import { screen } from '../report/screen.js';
import type { ReportLanguage } from '../report/validation-report.js';
import { makeFolder } from '../store/make-folder.js';
import type { Circumstances } from './commands.js';
import { readConfig } from './config.js';
import { overridesOf, type SharedOptions, withOptions } from './options.js';
import type { Runner } from './program.js';

const EPILOGUE = `
Reads Turtle, N-Triples, N-Quads and JSON-LD, packed with gzip or not, in one pass and in little memory.
Each record is checked as a build checks it: its terms, then the shapes. Of the folder of a release all
datasets are read, once each, and every reference must lead somewhere. Exit code 4 when there is a
violation, 2 when the file is none that could be checked.

What is said of a record must stand together, as it does in our dumps. Lines in any order, as a store may
give them, are put in order by
  awk '{ s = $1; sub(/[#>].*/, "", s); print s "\\t" $0 }' people.nt | LC_ALL=C sort | cut -f2- > sorted.nt

Examples:
  folklore-ld validate output/2026-12-01             a whole release
  folklore-ld validate people.ttl.gz                 one dump
  folklore-ld validate people.nt --report found      and every finding in files`;

interface ValidateOptions extends SharedOptions {
  readonly report?: string;
}

/** Adds the command that checks dumps. */
export function addValidate(program: Command, runner: Runner): void {
  const command = program
    .command('validate')
    .description('Check a dump, or every dump of a release, against the shapes.')
    .argument('<path>', 'a dump, or the folder of a release')
    .option('--report <folder>', 'write every finding there (validation.ttl, editors.csv, …)');
  withOptions(command, 'config', 'base', 'logFormat')
    .addHelpText('after', EPILOGUE)
    .action((path: string, options: ValidateOptions) =>
      runner((at) => runValidate(path, options, at), options.logFormat),
    );
}

async function runValidate(path: string, options: ValidateOptions, at: Circumstances): Promise<ExitCode> {
  const { report: folder } = options;
  const dumps = { ...(await dumpsOf(path)), ...basesOf(options) };
  const voice = await voiceOf(dumps);
  const language = { ...voice.language, vocabularyBase: dumps.vocabularyBase };
  const files = folder === undefined ? undefined : await openReport(folder, language);
  try {
    const validated = await validate(dumps, voice, at.report, at.signal, files);
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
function basesOf(options: ValidateOptions): Partial<Dumps> {
  if (options.config === undefined) return options.base === undefined ? {} : { base: options.base };
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
    `${path}: ${thousands(records)} records, ${thousands(quads)} triples.`,
    ...scattered.map(
      ({ file, records: count }) =>
        `${file}: what is said of ${thousands(count)} records stands in several places, and each was checked alone; \`folklore-ld validate --help\` says how to put them in order.`,
    ),
    screen(report, folder ?? 'run again with --report <folder>'),
  ].join('\n');
}
