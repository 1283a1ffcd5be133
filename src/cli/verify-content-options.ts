import { type Command, InvalidArgumentError, Option } from 'commander';
import { STORE_KINDS } from '../stores/store-kinds.js';
import type { StoreOptions } from './store-options.js';

/** What is verified of a store besides where it is. */
export interface ContentOptions extends StoreOptions {
  readonly sample: number;
  readonly seed: number;
}

const SAMPLE = 10_000;

export const CONTENT_EPILOGUE = `
With a release and --store it asks a SPARQL store whether it holds what the release has: in every graph as
many triples, nodes of each class and triples with each property as void.ttl counts, and the same sums of what
is said with each property; then a sample of triples one by one, by value, and those behind numbers and sums
that are not right; and no graph of ours beside them.
What stores are known to write otherwise (docs/stores.md) is counted, and no difference. Users, passwords and
tokens come from the environment, as for \`folklore-ld load\`.`;

/** More than for a service that is asked for records: a store that is started anew reads its database first. */
const ATTEMPTS = 8;

/** Adds what is to be known of a SPARQL store besides its URL, and how thoroughly it is looked at. */
export function withContentOptions(command: Command): Command {
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
