import { Command } from 'commander';
import type { ExitCode } from '../base/errors.js';
import { action } from './action.js';
import { addDiff } from './commands/diff-options.js';
import { addDoctor } from './commands/doctor-options.js';
import { addExplain } from './commands/explain-options.js';
import { addInit } from './commands/init-options.js';
import { addLint } from './commands/lint-options.js';
import { addLoad } from './commands/load-options.js';
import type { CommandHandler as Action, CommandContext } from './commands/pipeline.js';
import { addServe } from './commands/serve-options.js';
import { addValidate } from './commands/validate-options.js';
import { addVerify } from './commands/verify-options.js';
import { type SharedOptions, withNamedStore, withOptions } from './config/shared-options.js';
import { PROGRAM_VERSION } from './version.js';

/** Runs a command under the circumstances that only the process knows. */
export type CommandRunner = (
  run: (circumstances: CommandContext) => Promise<ExitCode>,
  logFormat: SharedOptions['logFormat'],
) => Promise<void>;

const EXIT_CODES = `
Exit codes:
  0    clean
  1    unexpected fault
  2    misuse, bad configuration or a refused key
  3    a source is unavailable, after all retries
  4    the validation gate failed
  5    finished, but some records rejected, or a service gave less than it announces
  6    a verification found something wrong
  130  interrupted; run the same command again to go on`;

/**
 * The command line: every command, what it takes, and examples of its use. What a command does is imported when it
 * runs, inside its action, and nothing of it before: help and misuse are answered at once.
 */
export function makeProgram(runner: CommandRunner): Command {
  const program = new Command('folklore-ld')
    .description('Folklore archives and place-names databases as validated linked data.')
    .version(PROGRAM_VERSION)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('(add --help for what is accepted)')
    .addHelpText('after', EXIT_CODES);

  const add = (
    name: string,
    description: string,
    doing: () => Promise<Action>,
    examples: string,
    ...names: Parameters<typeof withOptions>[1][]
  ) =>
    withOptions(program.command(name).description(description), 'config', 'sample', ...names, 'logFormat')
      .addHelpText('after', `\nExamples:\n${examples}`)
      .action(action(runner, doing));

  add(
    'export',
    'Fetch all records, map them to RDF, check them, and write a release of Turtle, N-Triples and JSON-LD.',
    async () => (await import('./commands/pipeline.js')).exportCommand,
    `  folklore-ld export --sample                          try it: built-in services, output/sample
  folklore-ld export -c folklore-ld.config.yaml        the monthly run
  folklore-ld export -c my.yaml --kinds people,places  only some kinds`,
    'kinds',
    'archiveUrl',
    'placenamesUrl',
    'gender',
    'base',
    'out',
    'store',
    'release',
    'formats',
    'compress',
    'onViolation',
    'maxRejected',
    'previous',
    'replace',
    'workers',
    'profile',
    'attempts',
    'since',
    'maxDuration',
    'maxWithdrawn',
    'walkGaps',
  );
  add(
    'harvest',
    'Fetch all records into the store; an unfinished harvest goes on where it was.',
    async () => (await import('./commands/pipeline.js')).harvestCommand,
    `  folklore-ld harvest -c folklore-ld.config.yaml
  folklore-ld harvest --sample --store /tmp/store`,
    'kinds',
    'archiveUrl',
    'placenamesUrl',
    'gender',
    'store',
    'attempts',
    'since',
    'maxDuration',
    'maxWithdrawn',
    'walkGaps',
  );
  add(
    'build',
    'Make a release from the store, without a request.',
    async () => (await import('./commands/pipeline.js')).buildCommand,
    `  folklore-ld build -c folklore-ld.config.yaml --release 2026-12-01
  folklore-ld build --sample --on-violation halt`,
    'kinds',
    'gender',
    'base',
    'out',
    'store',
    'release',
    'formats',
    'compress',
    'onViolation',
    'maxRejected',
    'previous',
    'replace',
    'workers',
    'profile',
  );

  const plan = program
    .command('plan')
    .description(
      'Say what a harvest would ask, and how long that takes at the configured pace, without a request.',
    )
    .option('--list', 'every request, one a line, before the summary');
  withOptions(
    plan,
    'config',
    'sample',
    'kinds',
    'archiveUrl',
    'placenamesUrl',
    'gender',
    'store',
    'since',
    'walkGaps',
    'logFormat',
  )
    .addHelpText(
      'after',
      `\nExamples:\n  folklore-ld plan -c folklore-ld.config.yaml\n  folklore-ld plan -c my.yaml --kinds places --list`,
    )
    .action((options: SharedOptions & { list?: boolean }) => {
      const named = {
        ...withNamedStore(options, plan),
        ...(options.list === undefined ? {} : { list: options.list }),
      };
      return runner(async (at) => {
        const { planCommand } = await import('./commands/pipeline.js');
        return planCommand(named, at);
      }, options.logFormat);
    });

  addExplain(program, runner);
  addValidate(program, runner);
  addDiff(program, runner);
  addLint(program, runner);
  addLoad(program, runner);
  addVerify(program, runner);
  addDoctor(program, runner);
  addInit(program, runner);
  addServe(program, runner);
  return program;
}
