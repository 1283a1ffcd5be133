import { Argument } from 'commander';
import { FolkloreError } from '../../base/errors.js';
import { EXIT } from '../../base/exit-codes.js';
import { nearest } from '../../base/text.js';
import type { Kind } from '../../model/records/record.js';
import type { CommandModule } from '../feature.js';
import { type RunOptions, sourceOptions } from '../run-options.js';
import { print } from '../terminal/table.js';

export const command: CommandModule<RunOptions, [kind: string, id: string]> = {
  args: [
    new Argument('<kind>', 'kind of the record: cbe.item, place, person, …'),
    new Argument('<id>', 'its id or code'),
  ],
  options: sourceOptions(),
  help: () => `
Reads the store, makes no request and writes no file. Shows what the service sent, the JSON-LD node, the
Turtle of the dump, the findings of the shapes, and for each field its triples or the reason why it has
none. Of a withheld record only the rule is shown. --log-format json prints one JSON document. A record that
is not in the harvest gives exit code 2 and the nearest ids.

A kind is one of those in run.json, such as cbe.item, cbes.person or place. If only one record has the id,
the last word is enough: item, person, photograph.

Examples:
  folklore-ld explain cbe.item 7002 -c folklore-ld.config.yaml
  folklore-ld explain photograph 1201 --sample
  folklore-ld explain place 100013 --sample --store /tmp/store`,
  run: async (call, context) => {
    const [word, id] = call.args;
    const kinds = kindsOf(word, await import('../../use/inspect/explain/kind-names.js'));
    const { buildPlanOf, configOf } = await import('../plans-from-config.js');
    const { explain } = await import('../../use/inspect/explain/explain.js');
    const output = await import('../terminal/explanation.js');
    const plan = await buildPlanOf(configOf(call), call.options, context);
    const explanation = await explain(plan, kinds, id, context.report);
    const isJson = call.options.logFormat === 'json';
    if (isJson) process.stdout.write(`${output.explanationJson(explanation)}\n`);
    else print(output.explanationText(explanation));
    return EXIT.clean;
  },
};

/** @throws FolkloreError RECORD_UNKNOWN */
function kindsOf(
  word: string,
  { KIND_WORDS, kindsNamed }: typeof import('../../use/inspect/explain/kind-names.js'),
): readonly Kind[] {
  const kinds = kindsNamed(word);
  if (kinds.length > 0) return kinds;
  const name = nearest(word, KIND_WORDS);
  throw new FolkloreError(
    'RECORD_UNKNOWN',
    `There is no kind "${word}"${name === undefined ? '.' : `; did you mean "${name}"?`}`,
    { hint: `Known kinds: ${KIND_WORDS.join(', ')}.` },
  );
}
