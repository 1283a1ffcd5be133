import type { Argument, Command, Option } from 'commander';
import type { z } from 'zod';
import type { Report } from '../base/events.js';
import type { Outcome } from '../base/exit-codes.js';
import type { ProblemList } from '../base/problems.js';
import type { BuildFeature } from '../pipeline/plan/build-feature.js';
import type { BuildPlan, FeatureModule } from '../pipeline/plan/build-plan.js';
import type { ServiceMiddleware } from '../services/server/app.js';
import type { World } from '../services/server/world.js';
import type { Config, ConfigSchema, PublishedSettings } from './config/settings.js';
import type { RunStatus } from './run-status/run-watch.js';
import type { LogLevel } from './terminal/logger.js';

/** What the process gives to every command. */
export interface CommandContext {
  readonly report: Report;
  readonly signal: AbortSignal;
  readonly startedAt: Date;
  /** Identifies this run in its log. */
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly features: readonly Feature[];
  /** All commands with their options. */
  readonly allCommands: () => Promise<readonly Command[]>;
  /** Aborted when the time after the stop signal is over, shortly before the process ends. */
  readonly isOver: AbortSignal;
}

/** Runs a command with the context of the process. */
export type CommandRunner = (
  run: (context: CommandContext) => Promise<Outcome>,
  options: ProcessOptions,
) => Promise<void>;

/** Options of the process: those of the log, which every command has, and the time to end after a stop signal. */
interface ProcessOptions {
  /** Seconds. */
  readonly grace?: number;
  readonly logFormat: 'auto' | 'pretty' | 'json';
  readonly logLevel: LogLevel;
  readonly quiet?: boolean;
}

/** The value of a setting that an option or a variable gives. */
export interface GivenSetting {
  readonly value: unknown;
  readonly source: 'option' | 'variable';
}

/** The settings that options and variables give, by their path in the configuration. */
export type GivenSettings = Readonly<Record<string, GivenSetting>>;

/** The command line of one call. */
export interface CommandCall<Options, Args extends readonly unknown[] = readonly string[]> {
  readonly args: Args;
  readonly options: Options & ProcessOptions;
  readonly settings: GivenSettings;
  /** What a configuration may hold; absent in commands that read none. */
  readonly schema?: ConfigSchema | undefined;
  /**
   * The configuration that `-c` or `FOLKLORE_LD_CONFIG` names, with the settings that options and variables give. It is read once.
   *
   * @throws FolkloreError CONFIG_INVALID
   */
  config(): Promise<Config>;
}

/** A command: one file in `commands/`. Its options are those of its settings and those listed here. */
export interface CommandModule<Options = object, Args extends readonly unknown[] = readonly string[]> {
  readonly args?: readonly Argument[];
  readonly options: readonly Option[];
  /** Shown below the options: what the command does, and examples. */
  readonly help: () => string;
  readonly run: (call: CommandCall<Options, Args>, context: CommandContext) => Promise<Outcome>;
}

/** A command as the help of the program lists it; the file with everything else is imported when it is called. */
export interface ListedCommand {
  readonly description: string;
  /** Its arguments, as in a usage line. */
  readonly usage?: string;
  readonly load: () => Promise<{ readonly command: CommandModule<never, never> }>;
  /** Whether it has settings of the configuration among its options. */
  readonly hasSettings?: boolean;
}

/** The settings of a feature. */
export interface SettingsOfFeature {
  /**
   * Settings by their keys in the configuration. Each that has an option is in `SETTING_OPTIONS`. The value of one that is marked
   * `.meta({ writeOnly: true })` is never printed.
   */
  readonly shape: z.core.$ZodLooseShape;
  /** The lines of the commented configuration: each setting with its default, or as a comment. */
  readonly example: string;
  /** The settings whose change renames or removes what is published; the others do not. */
  readonly published?: PublishedSettings;
}

/** What `verify` has found in a folder. */
export interface VerifiedFolder extends ProblemList {
  /** The name of the folder and its counts, in lines. */
  readonly summary: readonly string[];
}

/** A kind of folder that `verify` can look at. */
export interface FolderKind {
  /** A file that only such a folder has. */
  readonly mark: string;
  readonly verify: (folder: string) => Promise<VerifiedFolder>;
}

/** Adds options to a command of the core. */
export interface CommandExtension {
  readonly options: readonly Option[];
  /** Shown after the help of the command. */
  readonly help?: () => string;
  /**
   * Takes a call over.
   *
   * @returns undefined for a call that the command answers itself
   */
  run?(call: CommandCall<never, never>, context: CommandContext): Promise<Outcome | undefined>;
}

/** A world that `serve` serves. */
export interface ServedWorld {
  readonly world: World;
  /** Whether no record is real: everything may be public, and pictures are drawn. */
  readonly isInvented: boolean;
}

/** What a check of `doctor` found: a message; for a warning also a remedy. A check that fails throws a FolkloreError. */
export type CheckOutcome = string | { readonly message: string; readonly remedy: string };

/** A check of `doctor`. */
export type Check = (
  config: Config,
  environment: NodeJS.ProcessEnv,
) => CheckOutcome | undefined | Promise<CheckOutcome | undefined>;

/** A harvest or a build that has ended. */
export interface EndedRun {
  readonly status: RunStatus;
  /** The settings; of a configuration that cannot be read, those of options and variables. */
  readonly settings: Partial<Config>;
  readonly report: Report;
  /** Whether the time to end is over: what is done now has a second. */
  readonly isOver: boolean;
}

/** What a feature does before and after a build. */
export interface AroundBuild {
  /**
   * Checks the settings.
   *
   * @throws FolkloreError CONFIG_INVALID when the settings contradict each other
   */
  check?(config: Config): void;
  /**
   * Does what follows a release. The error INTERRUPTED ends the run.
   *
   * @returns what was done, for standard output; undefined where there is nothing to say
   */
  released?(plan: BuildPlan, config: Config, context: CommandContext): Promise<string | undefined>;
}

/**
 * What features add to other features. A feature that takes such additions declares its member by declaration merging, so that
 * the core has none of their types.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features declare its members
export interface Additions {}

/**
 * A part of the program that the core does not know: a folder of `src/features`, or a module that the configuration names
 * (docs/features.md). Members are small: a function imports the rest when it is called. When each is called and what limits it has
 * is in `pipeline/plan/feature-members.ts`.
 */
export interface Feature {
  /** The name, as the folder of a feature of the program is called. */
  readonly name: string;
  /** The version of this interface that a module from outside is made for: 1. */
  readonly version?: number;
  /** Of a module from outside: what was imported. */
  readonly module?: FeatureModule;
  /** Features that this one imports. */
  readonly needs?: readonly string[];
  /** The line of the feature in `folklore-ld features`. */
  readonly purpose: string;
  /** Keys of the configuration, with their options and their lines in the commented one (Zod). */
  readonly settings?: () => Promise<SettingsOfFeature>;
  /** Commands by their names. */
  readonly commands?: Readonly<Record<string, ListedCommand>>;
  /** Options of commands of the core, by the names of the commands. */
  readonly extensions?: Readonly<Record<string, () => Promise<CommandExtension>>>;
  /**
   * Worlds for `serve`, by a name or a folder.
   *
   * @param name of a world, or a folder
   * @param options of the call
   * @returns undefined for any other name or folder
   */
  readonly worlds?: (name: string, options: object, report: Report) => Promise<ServedWorld | undefined>;
  /**
   * Middleware around every answer of the services that `serve` runs. The function that is returned is called once for each service.
   *
   * @param options of the call
   * @returns undefined where the options ask for none
   * @throws FolkloreError CONFIG_INVALID when the options contradict each other
   */
  readonly serviceMiddleware?: (
    options: object,
    context: CommandContext,
  ) => Promise<(() => ServiceMiddleware) | undefined>;
  /** Kinds of folders that the feature makes, for `verify`. */
  readonly folders?: readonly FolderKind[];
  /** Tables of the operator and other plain data for a build: `plan.additions` has these under the name of the feature. */
  readonly plan?: (config: Config) => Promise<unknown>;
  /** What is added to the files of a release. */
  readonly build?: () => Promise<BuildFeature>;
  /** A check before a build, and work after it. */
  readonly aroundBuild?: () => Promise<AroundBuild>;
  /** Checks of `doctor`, by the names that its output has. A check that has nothing to look at returns undefined. */
  readonly checks?: Readonly<Record<string, Check>>;
  /** What is done with the end of a run, well or not. */
  readonly ended?: (run: EndedRun) => Promise<void>;
  /** What is added to other features, such as pages to `browse`. */
  readonly adds?: Partial<Additions>;
}
