import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { FolkloreError } from '../../base/errors.js';
import { EXIT, type Outcome } from '../../base/exit-codes.js';
import { formatCount } from '../../base/text.js';
import { option, wholeNumber } from '../../cli/command.js';
import type { CommandModule } from '../../cli/feature.js';
import { formatTable } from '../../cli/terminal/table.js';
import { PROGRAM_VERSION, runtimeVersions } from '../../cli/version.js';
import { type QueueOptions, queueAddress, queueOption, withQueuePackages } from './queue-options.js';

interface WorkOptions extends QueueOptions {
  readonly spool: string;
  readonly store?: string;
  readonly workers: number;
  readonly lock: number;
  readonly name: string;
  readonly status?: boolean;
}

export const command: CommandModule<WorkOptions> = {
  options: [
    queueOption().makeOptionMandatory(),
    option('--spool <folder>', 'folder that planner and workers share').makeOptionMandatory(),
    option('--store <folder>', 'the store of answers, where it is not in the same place as for the planner'),
    option('--workers <number>', 'threads that map shards', wholeNumber(1, 64)).default(1),
    option(
      '--lock <seconds>',
      'another worker takes the shards of one that has given no sign for so long',
      wholeNumber(1, 3600),
    ).default(15),
    option('--name <name>', 'name of this worker').default(
      `${hostname().replace(/[^\w.-]/g, '-')}-${process.pid}`,
      'host and process',
    ),
    option('--status', 'list the workers of the spool and the jobs of its queue, and end'),
  ],
  help: () => `
Maps shards of builds that are made with \`build --queue … --spool …\`, until it is stopped. It needs the
spool and the store, and no key of a service. The password of the queue comes from
FOLKLORE_LD_QUEUE_PASSWORD, the user from FOLKLORE_LD_QUEUE_USER.

Examples:
  folklore-ld work --queue redis://queue:6379 --spool /shared/spool
  folklore-ld work --queue rediss://queue:6380 --spool /shared/spool --workers 4
  folklore-ld work --queue redis://queue:6379 --spool /shared/spool --status`,
  run: async ({ options }, { report, signal }) => {
    const address = queueAddress(options, process.env);
    if (options.status === true) return printStatus(options);
    if (!/^[\w.-]{1,100}$/.test(options.name))
      throw new FolkloreError(
        'CONFIG_INVALID',
        'The name of the worker has other characters than letters, digits, . _ and -.',
        {
          hint: 'Give another --name.',
        },
      );
    const { work } = await withQueuePackages(() => import('./worker.js'));
    const { spool, store, workers, lock, name } = options;
    const worker = { threads: workers, lockMs: lock * 1000, name, version: PROGRAM_VERSION };
    await work({ address, spool, store, ...worker, runtime: runtimeVersions() }, { report, signal });
    return EXIT.clean;
  },
};

/** Prints what the workers of a spool do. A worker that has written nothing for a minute counts as silent. */
async function printStatus({ spool, ...options }: WorkOptions): Promise<Outcome> {
  const { announcedBuild, outputsIn, workersIn } = await import('./spool-files.js');
  const { PlannerQueue } = await withQueuePackages(() => import('./queue.js'));
  const announced = await announcedBuild(spool);
  if (announced === undefined) {
    process.stdout.write(`There is no build in the spool ${spool}.\n`);
    return EXIT.clean;
  }
  const { digest, parts } = announced;
  const shards = Number(parts.shards);
  const queue = new PlannerQueue(queueAddress(options, process.env), digest);
  let counts: Readonly<Record<string, number>>;
  try {
    await queue.open();
    counts = await queue.counts();
  } finally {
    await queue.close();
  }
  const rows = await Promise.all(
    (await workersIn(spool)).map(async ({ file, status }) => {
      const { mtimeMs } = await stat(file);
      const seconds = Math.max(0, Math.round((Date.now() - mtimeMs) / 1000));
      const state = status.refused ?? (seconds > 60 ? 'silent' : `${status.underWay} under way`);
      return [
        status.name,
        `${formatCount(status.done)} done`,
        `${formatCount(status.perMinute)} a minute`,
        `seen ${seconds} s ago`,
        state,
      ];
    }),
  );
  const outputs = (await outputsIn(spool)).size;
  const inQueue = [
    ['waiting', 'waiting'],
    ['active', 'under way'],
    ['delayed', 'to be tried again'],
    ['failed', 'failed'],
  ].map(([state = '', words]) => `${formatCount(counts[state] ?? 0)} ${words}`);
  const lines = [
    `Build ${digest} in ${spool}`,
    `Shards: ${formatCount(outputs)} of ${formatCount(shards)} finished, and some more for people and omissions at the end`,
    `In the queue: ${inQueue.join(', ')}`,
    rows.length === 0 ? 'No worker.' : formatTable(rows),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.clean;
}
