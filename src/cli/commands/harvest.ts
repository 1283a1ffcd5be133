import { FolkloreError } from '../../base/errors.js';
import { EXIT, type Outcome } from '../../base/exit-codes.js';
import { graceOption, option } from '../command.js';
import type { CommandContext, CommandModule } from '../feature.js';
import { GROUPS } from '../help.js';
import { harvestOptions, type RunCall, type RunOptions, sourceOptions } from '../run-options.js';
import type { SummaryScope } from '../terminal/harvest-summary.js';

interface HarvestOptions extends RunOptions {
  readonly carryOver?: boolean;
}

export const command: CommandModule<HarvestOptions> = {
  options: [
    ...sourceOptions(),
    ...harvestOptions(),
    option(
      '--carry-over',
      'only carry the store of folklore-ld 0.1 over into the present form, without a request',
    ).helpGroup(GROUPS.harvest),
    graceOption(),
  ],
  help: () => `
Examples:
  folklore-ld harvest -c folklore-ld.config.yaml
  folklore-ld harvest --sample --store /tmp/store`,
  run: async (call, context) => {
    if (call.options.carryOver === true) return carryOver(call, context);
    const { monitored } = await import('../run-status/monitored.js');
    return monitored('harvest', call, context, async (observed) =>
      (await prepareHarvest(call, observed))('everything'),
    );
  },
};

/** Carries a store over: no service and no key is needed, and with `--store` no configuration. */
async function carryOver(call: RunCall, { report }: CommandContext): Promise<Outcome> {
  const { configOf } = await import('../plans-from-config.js');
  const { carryOverStore } = await import('../../harvest/store/harvest-store.js');
  const { store } = call.settings;
  const done = await carryOverStore(
    store === undefined || call.options.sample === true ? configOf(call).store : String(store.value),
    process.pid,
  );
  if (done === undefined) {
    throw new FolkloreError(
      'STORE_UNUSABLE',
      'The store is not of folklore-ld 0.1: nothing was carried over.',
      {
        hint: 'Leave out --carry-over.',
      },
    );
  }
  report({ event: 'note', message: done });
  return EXIT.clean;
}

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
