import { Command } from 'commander';
import { EXIT, EXIT_MEANINGS } from '../base/exit-codes.js';
import { logOptions } from './command.js';
import type { CommandExtension, CommandRunner, Feature, GivenSettings, ListedCommand } from './feature.js';
import { groupOptions, wrappedHelp } from './help.js';
import { PROGRAM_VERSION } from './version.js';

const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  export: {
    description:
      'Fetch all records, map them to RDF, validate them, and write a release of Turtle, N-Triples and JSON-LD.',
    load: () => import('./commands/export.js'),
    hasSettings: true,
  },
  harvest: {
    description: 'Fetch all records into the store; an unfinished harvest continues where it stopped.',
    load: () => import('./commands/harvest.js'),
    hasSettings: true,
  },
  build: {
    description: 'Make a release from the store, without a request.',
    load: () => import('./commands/build.js'),
    hasSettings: true,
  },
  plan: {
    description: 'List the requests of a harvest and estimate its duration, without a request.',
    load: () => import('./commands/plan.js'),
    hasSettings: true,
  },
  explain: {
    usage: '<kind> <id>',
    description: 'Show one record: its source, its node, its Turtle, its findings, and each field.',
    load: () => import('./commands/explain.js'),
    hasSettings: true,
  },
  validate: {
    usage: '<path>',
    description: 'Validate a dump, or every dump of a release, against the shapes.',
    load: () => import('./commands/validate.js'),
    hasSettings: true,
  },
  diff: {
    usage: '<old> <new>',
    description: 'Compare two releases, record by record and triple by triple.',
    load: () => import('./commands/diff.js'),
  },
  verify: {
    usage: '[folder]',
    description:
      'Verify that a store or a release is complete, undamaged and without foreign files, or that a SPARQL store holds a release.',
    load: () => import('./commands/verify.js'),
    hasSettings: true,
  },
  doctor: {
    description: 'Check everything that an unattended run needs, and print how to fix what is wrong.',
    load: () => import('./commands/doctor.js'),
    hasSettings: true,
  },
  prune: {
    description: 'Remove old releases and stores by rule.',
    load: () => import('./commands/prune.js'),
    hasSettings: true,
  },
  status: {
    description: 'Show how the last harvest or build went, or how far the present one is.',
    load: () => import('./commands/status.js'),
    hasSettings: true,
  },
  init: {
    usage: '[file]',
    description: 'Write a commented configuration with every setting, and print the next steps.',
    load: () => import('./commands/init.js'),
    hasSettings: true,
  },
  completion: {
    usage: '<shell>',
    description: 'Print a script that completes commands and options in bash, zsh or fish.',
    load: () => import('./commands/completion.js'),
  },
  serve: {
    description: 'Run both services: the archive on one port, the place-names database on the next.',
    load: () => import('./commands/serve.js'),
  },
};

/** The exit codes, as the help of the program lists them. */
const exitCodes = (): string =>
  [
    '\nExit codes (docs/exit-codes.md):',
    ...Object.entries(EXIT).map(
      ([name, code]) => `  ${String(code).padEnd(4)} ${EXIT_MEANINGS[name as keyof typeof EXIT]}`,
    ),
  ].join('\n');

/** The commands of the core, then those of features. */
const commandsOf = (features: readonly Feature[]): Readonly<Record<string, ListedCommand>> =>
  Object.assign({ ...COMMANDS }, ...features.map(({ commands }) => commands));

/**
 * The command line. A command gets its options when it is called, so that help and misuse are answered at once.
 *
 * @param features add commands and settings to those of the core
 */
export function makeProgram(runner: CommandRunner, features: readonly Feature[]): Command {
  const listed = commandsOf(features);
  const program = new Command('folklore-ld')
    .description('Folklore archives and place-names databases as validated linked data.')
    .version(PROGRAM_VERSION)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('(add --help for the accepted options)')
    .configureHelp({
      subcommandTerm: (command) => `${command.name()} ${listed[command.name()]?.usage ?? ''}`,
    })
    .hook('preSubcommand', (_, command) => prepare(command, runner, features));
  program.addHelpText('after', () => wrappedHelp(exitCodes(), program));
  for (const [name, { description }] of Object.entries(listed))
    program.command(name).description(description);
  return program;
}

/** All commands with their options, for completion. */
export async function allCommands(features: readonly Feature[]): Promise<readonly Command[]> {
  const runner = async (): Promise<void> => {};
  const { commands } = makeProgram(runner, features);
  await Promise.all(commands.map((command) => prepare(command, runner, features)));
  return commands;
}

/** Adds the options of a command, and what it does. */
async function prepare(command: Command, runner: CommandRunner, features: readonly Feature[]): Promise<void> {
  const listed = commandsOf(features)[command.name()];
  if (listed === undefined) return;
  const { command: module } = await listed.load();
  const extensions: CommandExtension[] = [];
  for (const { extensions: ofFeature } of features) {
    const extension = await ofFeature?.[command.name()]?.();
    if (extension !== undefined) extensions.push(extension);
  }
  const settings = listed.hasSettings === true ? await import('./config/setting-options.js') : undefined;
  const readsConfig = settings !== undefined || module.options.some(({ long }) => long === '--config');
  const schema = readsConfig ? await (await import('./config/settings.js')).schemaWith(features) : undefined;
  if (listed.usage !== undefined) command.usage(`[options] ${listed.usage}`);
  for (const argument of module.args ?? []) command.addArgument(argument);
  for (const option of [...module.options, ...extensions.flatMap(({ options }) => options)])
    command.addOption(option);
  const givenSettings = schema && settings?.addSettingOptions(command, schema);
  for (const option of logOptions()) command.addOption(option);
  groupOptions(command);
  command.addHelpText('after', () =>
    wrappedHelp([module, ...extensions].map(({ help }) => help?.() ?? '').join('\n'), command),
  );
  unsetBlankVariables(command);
  command.action(async () => {
    const given: GivenSettings = givenSettings?.() ?? {};
    const options = command.opts();
    // Commander has checked what it parsed; each command declares the types of its options and arguments.
    const args = command.processedArgs as never;
    const call = { args, options: options as never, settings: given, schema };
    await runner(async (context) => {
      for (const extension of extensions) {
        const outcome = await extension.run?.(call as never, context);
        if (outcome !== undefined) return outcome;
      }
      return module.run(call, context);
    }, call.options);
  });
}

/** Unsets variables of options that are blank, as service files and shells leave them. */
function unsetBlankVariables({ options }: Command): void {
  for (const { envVar } of options)
    if (envVar !== undefined && process.env[envVar]?.trim() === '') delete process.env[envVar];
}
