import { EXIT } from '../../base/errors.js';
import { formatCount } from '../../base/text.js';
import { type CommandModule, option } from '../command.js';
import { type RunOptions, sourceOptions } from '../run-options.js';

interface PruneOptions extends RunOptions {
  readonly dryRun?: boolean;
}

export const command: CommandModule<PruneOptions> = {
  options: [...sourceOptions(), option('--dry-run', 'say what would be removed, and remove nothing')],
  help: () => `
Removes the outputs of shards that builds keep for the next build, beside the store or in cache.folder.
Nothing else is removed. The next build maps every record again.

Examples:
  folklore-ld prune -c folklore-ld.config.yaml --dry-run
  folklore-ld prune --sample`,
  run: async (call) => {
    const plans = await import('../plans.js');
    const { cacheFolder, emptyCache } = await import('../../pipeline/shard-cache.js');
    const { store, cache } = plans.configOf(call);
    const folder = await cacheFolder({ store, cache });
    const { dryRun = false } = call.options;
    const { files, bytes } = await emptyCache(folder, process.pid, dryRun);
    const size = `${formatCount(files)} outputs, ${formatCount(Math.round(bytes / 2 ** 20))} MiB`;
    process.stdout.write(`${dryRun ? 'Would be removed' : 'Removed'} from ${folder}: ${size}.\n`);
    return EXIT.clean;
  },
};
