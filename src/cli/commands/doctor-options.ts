import type { Command } from 'commander';
import { action } from '../action.js';
import { withOptions } from '../config/shared-options.js';
import type { CommandRunner } from '../program.js';

const EPILOGUE = `
Checks the program, the configuration, the keys, the services, the clock and the folders; all of them,
also when one fails. Each is a line on standard output that begins with ✓, ! (worth seeing to) or ✗ (a run
would fail) and ends with the remedy; --log-format json makes each a JSON object. No key is ever printed,
nothing is left behind, and each service is asked twice.

Exit codes: 0 nothing is ✗; 2 something has to be mended; 3 nothing but a service that cannot be reached.

Examples:
  folklore-ld doctor -c folklore-ld.config.yaml
  folklore-ld doctor -c my.yaml --out /data/releases  as the run would be told to
  folklore-ld doctor --sample                         this machine alone, with the built-in services`;

/** Adds the command that checks everything an unattended run needs. */
export function addDoctor(program: Command, runner: CommandRunner): void {
  const doctor = program
    .command('doctor')
    .description('Check everything that an unattended run needs, and say what to do about what is wrong.');
  withOptions(
    doctor,
    'config',
    'sample',
    'kinds',
    'archiveUrl',
    'placenamesUrl',
    'gender',
    'base',
    'out',
    'store',
    'logFormat',
  )
    .addHelpText('after', EPILOGUE)
    .action(action(runner, async () => (await import('./doctor.js')).runDoctor));
}
