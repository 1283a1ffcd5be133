import type { Command } from 'commander';
import type { Command as Action } from './commands.js';
import { type SharedOptions, withNamedStore } from './options.js';
import type { Runner } from './program.js';

/** Does what a command does that takes options alone. It is imported when it runs. */
export const acting =
  (runner: Runner, doing: () => Promise<Action>) =>
  (options: SharedOptions, command: Command): Promise<void> => {
    const named = withNamedStore(options, command);
    return runner(async (at) => (await doing())(named, at), options.logFormat);
  };
