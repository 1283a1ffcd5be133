import type { Command } from 'commander';
import type { CommandHandler as Action } from './commands/pipeline.js';
import { type SharedOptions, withNamedStore } from './config/shared-options.js';
import type { CommandRunner } from './program.js';

/** Does what a command does that takes options alone. It is imported when it runs. */
export const action =
  (runner: CommandRunner, doing: () => Promise<Action>) =>
  (options: SharedOptions, command: Command): Promise<void> => {
    const named = withNamedStore(options, command);
    return runner(async (at) => (await doing())(named, at), options.logFormat);
  };
