import { type Command, Option } from 'commander';
import { type SharedOptions, withOptions } from '../config/shared-options.js';
import type { CommandRunner } from '../program.js';
import type { InitOptions } from './init.js';

const DEFAULT_FILE = 'folklore-ld.config.yaml';

const EPILOGUE = `
Nothing is asked: what is given by neither an option nor its variable stays as in the example, and the file
says what each line means.

Examples:
  folklore-ld init
  folklore-ld init --archive-url http://127.0.0.1:4010 --contact data-team@example.org
  folklore-ld init --force my.yaml                       replace a file that is there`;

/** Adds the command that writes a configuration to begin with. */
export function addInit(program: Command, runner: CommandRunner): void {
  const init = program
    .command('init')
    .description('Write a commented configuration with every setting, and say what to do next.')
    .argument('[file]', 'what to write', DEFAULT_FILE)
    .option('--force', 'replace the file when it is there already');
  withOptions(init, 'archiveUrl', 'placenamesUrl', 'gender')
    .addOption(new Option('--contact <address>', 'how to reach you, told to the services with every request'))
    .addHelpText('after', EPILOGUE);
  withOptions(init, 'logFormat').action((file: string, options: InitOptions & SharedOptions) =>
    runner(async () => {
      const { runInit } = await import('./init.js');
      return runInit(file, options);
    }, options.logFormat),
  );
}
