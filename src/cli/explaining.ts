import { EXIT, type ExitCode } from '../base/errors.js';
import { explain } from '../export/explain/explain.js';
import type { Kind } from '../export/unit.js';
import { buildPlanFor, type Circumstances } from './commands.js';
import { asJson, asText } from './explanation.js';
import type { SharedOptions } from './options.js';

/** Prints all that is to be told of one record. */
export async function runExplain(
  kinds: readonly Kind[],
  id: string,
  options: SharedOptions,
  at: Circumstances,
): Promise<ExitCode> {
  const explanation = await explain(buildPlanFor(options, at), kinds, id, at.report);
  const render = options.logFormat === 'json' ? asJson : asText;
  process.stdout.write(`${render(explanation)}\n`);
  return EXIT.clean;
}
