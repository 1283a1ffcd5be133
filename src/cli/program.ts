import { Command, type Option } from 'commander';
import { FolkloreError } from '../base/errors.js';
import { EXIT, EXIT_MEANINGS } from '../base/exit-codes.js';
import { logOptions } from './command.js';
import type { CommandExtension, CommandRunner, Feature, GivenSettings, ListedCommand } from './feature.js';
import { groupOptions, wrappedHelp } from './help.js';
import { PROGRAM_VERSION } from './version.js';

/** The commands of the core, by their headings in the help of the program. */
const CORE: Readonly<Record<string, Readonly<Record<string, ListedCommand>>>> = {
  'Start here:': {
    init: {
      usage: '[file]',
      description: 'Write a commented configuration with every setting, and print the next steps.',
      load: () => import('./commands/init.js'),
      hasSettings: true,
    },
    doctor: {
      description: 'Check everything that an unattended run needs, and print how to fix what is wrong.',
      load: () => import('./commands/doctor.js'),
      hasSettings: true,
    },
    export: {
      description:
        'Fetch all records, map them to RDF, validate them, and write a release of Turtle, N-Triples and JSON-LD.',
      load: () => import('./commands/export.js'),
      hasSettings: true,
    },
  },
  'The steps of an export:': {
    plan: {
      description: 'List the requests of a harvest and estimate its duration, without a request.',
      load: () => import('./commands/plan.js'),
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
    status: {
      description: 'Show how the last harvest or build went, or how far the present one is.',
      load: () => import('./commands/status.js'),
      hasSettings: true,
    },
  },
  'Look at a release, a harvest or a record:': {
    verify: {
      usage: '[folder]',
      description:
        'Verify that a store or a release is complete, undamaged and without foreign files, or that a SPARQL store holds a release.',
      load: () => import('./commands/verify.js'),
      hasSettings: true,
    },
    validate: {
      usage: '<path>',
      description: 'Validate a dump, or every dump of a release, against the shapes.',
      load: () => import('./commands/validate.js'),
      hasSettings: true,
    },
    explain: {
      usage: '<kind> <id>',
      description: 'Show one record: its source, its node, its Turtle, its findings, and each field.',
      load: () => import('./commands/explain.js'),
      hasSettings: true,
    },
  },
  'Around:': {
    serve: {
      description: 'Run both services: the archive on one port, the place-names database on the next.',
      load: () => import('./commands/serve.js'),
    },
    features: {
      description: 'List the features of this program, with what each adds.',
      load: () => import('./commands/features.js'),
    },
  },
};

/** The heading of the commands of features. */
const OF_FEATURES = 'Features (`folklore-ld features` lists them):';

/** The exit codes, as the help of the program lists them. */
const exitCodes = (): string =>
  [
    '\nExit codes (docs/exit-codes.md):',
    ...Object.entries(EXIT).map(
      ([name, code]) => `  ${String(code).padEnd(4)} ${EXIT_MEANINGS[name as keyof typeof EXIT]}`,
    ),
  ].join('\n');

/**
 * The commands of the core, then those of features.
 *
 * @throws FolkloreError CONFIG_INVALID naming a feature that has the command of another part
 */
function commandsOf(features: readonly Feature[]): Readonly<Record<string, ListedCommand>> {
  const all: Record<string, ListedCommand> = Object.assign({}, ...Object.values(CORE));
  for (const { name, commands = {} } of features) {
    const taken = Object.keys(commands).find((command) => command in all);
    if (taken !== undefined)
      throw new FolkloreError(
        'CONFIG_INVALID',
        `The feature ${name} has the command ${taken}, which is there already.`,
        {
          hint: 'Take the feature out of `features` in the configuration, or rename its command.',
        },
      );
    Object.assign(all, commands);
  }
  return all;
}

const HEADINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(CORE).flatMap(([heading, commands]) => Object.keys(commands).map((name) => [name, heading])),
);

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
    // `main` writes `help COMMAND` as `COMMAND --help`.
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('(add --help for the accepted options)')
    .configureHelp({
      subcommandTerm: (command) => `${command.name()} ${listed[command.name()]?.usage ?? ''}`,
    })
    .hook('preSubcommand', (_, command) => prepare(command, listed[command.name()], runner, features));
  program.addHelpText('after', () => wrappedHelp(exitCodes(), program));
  for (const [name, { description }] of Object.entries(listed))
    program
      .command(name)
      .description(description)
      .helpGroup(HEADINGS.get(name) ?? OF_FEATURES);
  return program;
}

/** All commands with their options, for completion. */
export async function allCommands(features: readonly Feature[]): Promise<readonly Command[]> {
  const runner = async (): Promise<void> => {};
  const listed = commandsOf(features);
  const { commands } = makeProgram(runner, features);
  await Promise.all(commands.map((command) => prepare(command, listed[command.name()], runner, features)));
  return commands;
}

/** Adds the options of a command, and what it does. */
async function prepare(
  command: Command,
  listed: ListedCommand | undefined,
  runner: CommandRunner,
  features: readonly Feature[],
): Promise<void> {
  if (listed === undefined) return;
  const { command: module } = await listed.load();
  const extensions: (CommandExtension & { readonly by: string })[] = [];
  for (const { name: by, extensions: ofFeature } of features) {
    const extension = await ofFeature?.[command.name()]?.();
    if (extension !== undefined) extensions.push({ ...extension, by });
  }
  const settings = listed.hasSettings === true ? await import('./config/setting-options.js') : undefined;
  const readsConfig = settings !== undefined || module.options.some(({ long }) => long === '--config');
  const schemaOf = async () => (await import('./config/settings.js')).schemaWith(features);
  // Without settings among the options, help and misuse need no schema.
  const early = settings === undefined ? undefined : await schemaOf();
  if (listed.usage !== undefined) command.usage(`[options] ${listed.usage}`);
  for (const argument of module.args ?? []) command.addArgument(argument);
  for (const option of module.options) command.addOption(option);
  for (const { by, options } of extensions) for (const option of options) addOptionOf(by, command, option);
  const givenSettings = early && settings?.addSettingOptions(command, early);
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
    const schema = early ?? (readsConfig ? await schemaOf() : undefined);
    const args = command.processedArgs as never;
    const readConfiguration = async () => {
      const { configOf } = await import('./plans-from-config.js');
      const config: string | undefined =
        options.config ?? (process.env.FOLKLORE_LD_CONFIG?.trim() || undefined);
      return configOf({
        options: { ...options, ...(config === undefined ? {} : { config }) } as never,
        settings: given,
        schema: schema ?? (await schemaOf()),
      });
    };
    let configuration: ReturnType<typeof readConfiguration> | undefined;
    const config = () => {
      configuration ??= readConfiguration();
      return configuration;
    };
    const call = { args, options: options as never, settings: given, schema, config };
    await runner(async (context) => {
      for (const extension of extensions) {
        const outcome = await extension.run?.(call as never, context);
        if (outcome !== undefined) return outcome;
      }
      return module.run(call, context);
    }, call.options);
  });
}

/** @throws FolkloreError CONFIG_INVALID naming the feature whose option the command has already */
function addOptionOf(feature: string, command: Command, option: Option): void {
  try {
    command.addOption(option);
  } catch (thrown) {
    throw new FolkloreError(
      'CONFIG_INVALID',
      `The feature ${feature} has the option ${option.flags}, which ${command.name()} has already.`,
      {
        hint: 'Take the feature out of `features` in the configuration, or rename its option.',
        cause: thrown,
      },
    );
  }
}

/** Unsets variables of options that are blank, as service files and shells leave them. */
function unsetBlankVariables({ options }: Command): void {
  for (const { envVar } of options)
    if (envVar !== undefined && process.env[envVar]?.trim() === '') delete process.env[envVar];
}
