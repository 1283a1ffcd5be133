import { FolkloreError } from '../../base/errors.js';
import type { AroundBuild, CommandCall, CommandExtension } from '../../cli/feature.js';
import { grouped } from '../../cli/help.js';
import { LOCAL_AND_QUEUE, type RunOptions } from '../../cli/run-options.js';
import { type QueueOptions, queueAddress, queueOption, withQueuePackages } from './queue-options.js';

type BuildOptions = RunOptions & QueueOptions;

/** With `--queue`, `build` has shards mapped by the workers of a queue. */
export const EXTENSION: CommandExtension = {
  options: grouped('fleet', queueOption()),
  help: () => `
With workers that take shards from Redis (\`folklore-ld work\`):
  folklore-ld build -c my.yaml --queue redis://queue:6379 --spool /shared/spool`,
  run: async ({ options }: CommandCall<BuildOptions>) => {
    const { queue, spool, shard, merge = false, workers } = options;
    if (queue !== undefined && (spool === undefined || shard !== undefined || merge))
      throw misuse('--queue goes with --spool, and without --shard and --merge.');
    if (workers === LOCAL_AND_QUEUE && queue === undefined)
      throw misuse(`--workers ${LOCAL_AND_QUEUE} needs --queue.`);
    return undefined;
  },
};

const misuse = (message: string): FolkloreError =>
  new FolkloreError('CONFIG_INVALID', message, { hint: 'Give `--queue redis://… --spool DIR`.' });

export const AROUND_BUILD: AroundBuild = {
  fleet: async (options: BuildOptions, { report }) => {
    const { queue, spool = '', workers } = options;
    if (queue === undefined) return undefined;
    const { QueueRunner } = await withQueuePackages(() => import('./queue-runner.js'));
    const address = queueAddress(options, process.env);
    const settings = { spool, address, isLocalToo: workers === LOCAL_AND_QUEUE };
    return (local, plan) => new QueueRunner(local, plan, settings, report);
  },
};
