import type { Command } from 'commander';
import { nearest } from '../../base/text.js';
import type { Kind } from '../../records/record.js';
import { type SharedOptions, withNamedStore, withOptions } from '../config/shared-options.js';
import type { CommandRunner } from '../program.js';

const EPILOGUE = `
From the store, without a request; nothing is written. Shows what the service sent, what is said of it (the
node), the Turtle as the dump has it, what the shapes find, and for each field which triples it became, or
why it became none. Of a record that is withheld only the rule is told. --log-format json makes one JSON
document of it. A record that is not in the harvest gives exit code 2 and the nearest ids.

A kind is one of those in run.json, such as cbe.item, cbes.person or place; where only one record has the
id, the plain word is enough: item, person, photograph.

Examples:
  folklore-ld explain cbe.item 7002 -c folklore-ld.config.yaml
  folklore-ld explain photograph 1201 --sample
  folklore-ld explain place 100013 --sample --store /tmp/store`;

/** Adds the command that explains one record. */
export function addExplain(program: Command, runner: CommandRunner): void {
  const command = program
    .command('explain')
    .description(
      'Show one record four ways: what was sent, the node, the Turtle, the findings; and field by field.',
    )
    .argument('<kind>', 'what the record is: cbe.item, place, person, …')
    .argument('<id>', "the record's id, or its code");
  withOptions(command, 'config', 'sample', 'kinds', 'gender', 'base', 'store', 'logFormat')
    .addHelpText('after', EPILOGUE)
    .action(async (word: string, id: string, options: SharedOptions) => {
      const kinds = await readKinds(word, command);
      const named = withNamedStore(options, command);
      return runner(async (at) => {
        const { runExplain } = await import('./explain.js');
        return runExplain(kinds, id, named, at);
      }, options.logFormat);
    });
}

/** The table of kinds is loaded only when a kind is to be read: other commands start sooner without it. */
async function readKinds(word: string, command: Command): Promise<readonly Kind[]> {
  const { KIND_WORDS, kindsNamed } = await import('../../inspect/explain/kind-names.js');
  const kinds = kindsNamed(word);
  if (kinds.length > 0) return kinds;
  const meant = nearest(word, KIND_WORDS);
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`;
  return command.error(
    `error: command-argument value '${word}' is invalid for argument 'kind'. There is no kind "${word}"${hint} Known are ${KIND_WORDS.join(', ')}.`,
    { code: 'commander.invalidArgument' },
  );
}
