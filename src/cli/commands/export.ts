import { EXIT } from '../../base/errors.js';
import type { CommandModule } from '../command.js';
import { buildOptions, harvestOptions, type RunOptions, sourceOptions } from '../run-options.js';
import { prepareBuild } from './build.js';
import { prepareHarvest } from './harvest.js';

export const command: CommandModule<RunOptions> = {
  options: [...sourceOptions(), ...harvestOptions(), ...buildOptions()],
  help: () => `
Examples:
  folklore-ld export --sample                          try it: built-in services, output/sample
  folklore-ld export -c folklore-ld.config.yaml        the monthly run
  folklore-ld export -c my.yaml --kinds people,places  only some kinds`,
  run: async (call, context) => {
    const [build, harvest] = await Promise.all([prepareBuild(call, context), prepareHarvest(call, context)]);
    // The summary of the build has the faults of the records.
    const harvested = await harvest('coverage');
    const built = await build();
    return built === EXIT.clean ? harvested : built;
  },
};
