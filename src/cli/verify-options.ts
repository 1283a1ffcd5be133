import type { Command } from 'commander';
import { type SharedOptions, withOptions } from './options.js';
import type { Runner } from './program.js';
import { CONTENT_EPILOGUE, type ContentOptions, withContentOptions } from './verify-content-options.js';

const EPILOGUE = `
Nothing is written and nothing is fetched. What is wrong is listed on standard output, one file a line, and
the exit code is 6. A folder that holds nothing of the kind gives exit code 2.
${CONTENT_EPILOGUE}

Examples:
  folklore-ld verify .folklore-ld                what was harvested
  folklore-ld verify output/latest               what was released
  folklore-ld verify -c folklore-ld.config.yaml  the store that the configuration names
  folklore-ld verify output/latest --store http://127.0.0.1:7878`;

/** Adds the command that sees whether a folder is what it says it is. */
export function addVerify(program: Command, runner: Runner): void {
  const verify = program
    .command('verify')
    .description(
      'See whether a store or a release is what it says it is: everything there, whole, and nothing else; and ' +
        'whether a SPARQL store holds a release.',
    )
    .argument('[folder]', 'what to verify (default: the store of the configuration)');
  withOptions(withContentOptions(withOptions(verify, 'config', 'store')), 'logFormat')
    .addHelpText('after', EPILOGUE)
    .action((folder: string | undefined, { store, ...options }: VerifyOptions) =>
      runner(async (at) => {
        // A store named in the environment is where answers are kept, which nobody asks a release about.
        const isAsked = verify.getOptionValueSource('store') === 'cli';
        if (isAsked && store !== undefined && folder !== undefined) {
          const { runContent } = await import('./verifying-content.js');
          return runContent(folder, { ...options, store }, at);
        }
        const { runVerify } = await import('./verifying.js');
        return runVerify({ folder, store, config: options.config }, at);
      }, options.logFormat),
    );
}

type VerifyOptions = Pick<SharedOptions, 'config' | 'store' | 'logFormat'> & Omit<ContentOptions, 'store'>;
