import { type Command, InvalidArgumentError, Option } from 'commander';
import { STORE_KINDS } from '../../triplestore/store-kinds.js';
import { type SharedOptions, withOptions } from '../config/shared-options.js';
import type { TriplestoreOptions } from '../config/triplestore-options.js';
import type { CommandRunner } from '../program.js';

/** What is verified of a store besides where it is. */
export interface VerifyTriplestoreCommandOptions extends TriplestoreOptions {
  readonly sample: number;
  readonly seed: number;
}

const SAMPLE = 10_000;

export const VERIFY_TRIPLESTORE_HELP = `
With a release and --store it asks a SPARQL store whether it holds what the release has: in every graph as
many triples, nodes of each class and triples with each property as void.ttl counts, and the same sums of what
is said with each property; then a sample of triples one by one, by value, and those behind numbers and sums
that are not right; and no graph of ours beside them.
What stores are known to write otherwise (docs/stores.md) is counted, and no difference. Users, passwords and
tokens come from the environment, as for \`folklore-ld load\`.`;

/** More than for a service that is asked for records: a store that is started anew reads its database first. */
const ATTEMPTS = 8;

/** Adds what is to be known of a SPARQL store besides its URL, and how thoroughly it is looked at. */
export function withVerifyTriplestoreOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--store-kind <kind>', 'what kind of SPARQL store it is; sparql is any')
        .choices(['detect', ...STORE_KINDS])
        .default('detect'),
    )
    .option('--query-url <url>', 'where it answers queries, if not where its kind does')
    .option('--sample <number>', 'how many triples are looked up in it one by one', readNumber, SAMPLE)
    .option('--seed <number>', 'which triples these are: the same number takes the same ones', readNumber, 1)
    .option(
      '--attempts <number>',
      'how often a request is tried before it counts as unavailable',
      readNumber,
      ATTEMPTS,
    );
}

function readNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

const EPILOGUE = `
Nothing is written and nothing is fetched. What is wrong is listed on standard output, one file a line, and
the exit code is 6. A folder that holds nothing of the kind gives exit code 2.
${VERIFY_TRIPLESTORE_HELP}

Examples:
  folklore-ld verify .folklore-ld                what was harvested
  folklore-ld verify output/latest               what was released
  folklore-ld verify -c folklore-ld.config.yaml  the store that the configuration names
  folklore-ld verify output/latest --store http://127.0.0.1:7878`;

/** Adds the command that sees whether a folder is what it says it is. */
export function addVerify(program: Command, runner: CommandRunner): void {
  const verify = program
    .command('verify')
    .description(
      'See whether a store or a release is what it says it is: everything there, whole, and nothing else; and ' +
        'whether a SPARQL store holds a release.',
    )
    .argument('[folder]', 'what to verify (default: the store of the configuration)');
  withOptions(withVerifyTriplestoreOptions(withOptions(verify, 'config', 'store')), 'workers', 'logFormat')
    .addHelpText('after', EPILOGUE)
    .action((folder: string | undefined, { store, ...options }: VerifyCommandOptions) =>
      runner(async (at) => {
        // A store named in the environment is where answers are kept, which nobody asks a release about.
        const isAsked = verify.getOptionValueSource('store') === 'cli';
        if (isAsked && store !== undefined && folder !== undefined) {
          const { runVerifyTriplestore: runContent } = await import('./verify-triplestore.js');
          return runContent(folder, { ...options, store }, at);
        }
        const { runVerify } = await import('./verify.js');
        return runVerify({ folder, store, config: options.config, workers: options.workers }, at);
      }, options.logFormat),
    );
}

type VerifyCommandOptions = Pick<SharedOptions, 'config' | 'store' | 'workers' | 'logFormat'> &
  Omit<VerifyTriplestoreCommandOptions, 'store'>;
