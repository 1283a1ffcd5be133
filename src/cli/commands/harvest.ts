import type { Outcome } from '../../base/exit-codes.js';
import { graceOption } from '../command.js';
import type { CommandContext, CommandModule } from '../feature.js';
import { harvestOptions, type RunCall, type RunOptions, sourceOptions } from '../run-options.js';
import type { SummaryScope } from '../terminal/harvest-summary.js';

export const command: CommandModule<RunOptions> = {
  options: [...sourceOptions(), ...harvestOptions(), graceOption()],
  help: () => `
Examples:
  folklore-ld harvest -c folklore-ld.config.yaml
  folklore-ld harvest --sample --store /tmp/store`,
  run: async (call, context) => {
    const { monitored } = await import('../run-status/monitored.js');
    return monitored('harvest', call, context, async (observed) =>
      (await prepareHarvest(call, observed))('everything'),
    );
  },
};

/**
 * Reads the configuration of a harvest.
 *
 * @returns the harvest, which writes its summary to standard output
 * @throws FolkloreError CONFIG_INVALID
 */
export async function prepareHarvest(
  call: RunCall,
  context: CommandContext,
): Promise<(scope: SummaryScope) => Promise<Outcome>> {
  const { configOf, withServices } = await import('../plans-from-config.js');
  const config = configOf(call);
  const { runHarvest } = await import('../harvest-run.js');
  const { quiet = false } = call.options;
  return (scope) =>
    withServices(config, call.options, context, (run) => runHarvest(run, context, scope, quiet));
}
