import { EXIT } from '../../base/exit-codes.js';
import { graceOption } from '../command.js';
import type { CommandModule } from '../feature.js';
import { buildOptions, harvestOptions, type RunOptions, sourceOptions } from '../run-options.js';
import { print } from '../terminal/table.js';
import { prepareBuild } from './build.js';
import { prepareHarvest } from './harvest.js';

export const command: CommandModule<RunOptions> = {
  options: [...sourceOptions(), ...harvestOptions(), ...buildOptions(), graceOption()],
  help: () => `
Examples:
  folklore-ld export --sample                          try it: built-in services, output/sample
  folklore-ld export --trial -c folklore-ld.config.yaml
                                                       your services, in minutes: part of the records
  folklore-ld export -c folklore-ld.config.yaml        the monthly run
  folklore-ld export -c my.yaml --kinds people,places  only some kinds`,
  run: async (call, context) => {
    const { monitored } = await import('../run-status/monitored.js');
    return monitored('export', call, context, async (observed) => {
      const [build, harvest] = await Promise.all([
        prepareBuild(call, observed),
        prepareHarvest(call, observed),
      ]);
      // The summary of the build has the faults of the records.
      const harvested = await harvest('coverage');
      const built = await build();
      if (call.options.trial === true)
        print(
          '\nThis is a trial: part of the records. `folklore-ld plan` says how long all of them take; `folklore-ld export` without --trial harvests these.',
        );
      if (built === EXIT.clean || harvested === EXIT.clean) return built || harvested;
      return { ...built, because: `${built.because}; ${harvested.because}` };
    });
  },
};
