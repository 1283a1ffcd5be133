import { readFile } from 'node:fs/promises';
import { EXIT } from '../../base/exit-codes.js';
import { counted, formatCount } from '../../base/text.js';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import { option } from '../command.js';
import type { CommandModule } from '../feature.js';
import type { PlannedRequests } from '../planned-requests.js';
import { harvestOptions, type RunOptions, sourceOptions } from '../run-options.js';
import type { RunStatus } from '../run-status/run-watch.js';
import { formatTable, print } from '../terminal/table.js';

export const command: CommandModule<RunOptions & { readonly list?: boolean }> = {
  options: [
    ...sourceOptions(),
    ...harvestOptions(),
    option('--list', 'print every request, one per line, before the summary'),
  ],
  help: () => `
Examples:
  folklore-ld plan -c folklore-ld.config.yaml
  folklore-ld plan -c my.yaml --kinds places --list`,
  run: async (call, context) => {
    const { configOf, harvestPlanOf } = await import('../plans-from-config.js');
    const planned = await import('../planned-requests.js');
    const { readHistory } = await import('../../harvest/crawl/history.js');
    const { revisitOfSame } = await import('../../harvest/crawl/run.js');
    const { statusFileOf } = await import('../run-status/monitored.js');
    const stored = await import('../../harvest/store/stored-harvest.js');
    const order = await import('../../harvest/store/request-order.js');
    const config = configOf(call);
    const plan = harvestPlanOf(config, call.options, context);
    // Without a readable harvest nothing is known yet; a harvest reports what is wrong with the store.
    const last = await stored.openForBuild(config.store).catch(() => undefined);
    const unfinished = (await stored.harvestsIn(config.store)).unfinished ?? 0;
    const revisit = revisitOfSame(plan, await readHistory(last));
    const isSample = call.options.sample === true;
    const requests = await planned.plannedRequests(last, { ...plan, revisit }, isSample);
    if (call.options.list === true) {
      // The order of the crawl depends on timing, that of a store does not.
      const lines = [...requests.requests]
        .sort(order.compareRequests)
        .map(({ service, request }) => `${service} ${request}\n`);
      process.stdout.write(`${lines.join('')}\n`);
    }
    const held = plan.since === 'never' ? 0 : requests.requests.filter(({ isStored }) => isStored).length;
    const { perSecond } = config.pace;
    const { archive, placenames } = requests.counts;
    const byLast = (archive + placenames) * (await secondsPerRequest(await statusFileOf(config.store)));
    const lines = [
      formatTable([['', 'of', 'requests'], ...requests.rows]),
      '',
      `${sentence(planned.requestsInWords(requests))} ` +
        `For ${formatCount(held)} of them the store has an answer: with the same key and address, the service sends it only if it has changed.`,
      ...(requests.emptyLists > 0
        ? [
            `${counted(requests.emptyLists, 'list')} that had no record in the last harvest: not requested before the next sweep (harvest.emptyLists).`,
          ]
        : []),
      // The built-in services have no rate limit.
      ...(isSample ? [] : [sentence(planned.timeInWords(requests, perSecond))]),
      ...[planned.notCountedInWords(requests, perSecond) ?? []].flat().map(sentence),
      ...(byLast > planned.secondsAt(requests.counts, perSecond)
        ? [`At the pace of the last harvest: about ${planned.estimatedTime(byLast)}.`]
        : []),
      ...(unfinished > 0
        ? [`An unfinished harvest has ${counted(unfinished, 'answer')}, which are not requested again.`]
        : []),
      ...(plan.limits === undefined ? unknownLists(requests, last, isSample) : []),
    ];
    print(lines.join('\n'));
    return EXIT.clean;
  },
};

const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

/** Lists whose records are not known yet, because no harvest has fetched them. */
function unknownLists(
  { unknownLists: lists, extent }: PlannedRequests,
  last: StoredHarvest | undefined,
  isSample: boolean,
): string[] {
  if (lists.length === 0) return [];
  const why = last === undefined ? 'No harvest is complete yet' : 'Some lists have not been harvested yet';
  const estimated = extent === 'about' ? '; "about" is the size of the real services' : '';
  return [
    `${why}: ${counted(lists.length, 'list')} will add more requests${estimated}.`,
    ...(last === undefined && !isSample
      ? ['`folklore-ld export --trial` makes a release of a few volumes first, in minutes.']
      : []),
  ];
}

/** Seconds of each request in the last harvest, by its status; 0 if there is none. */
async function secondsPerRequest(statusFile: string): Promise<number> {
  try {
    const { harvest, seconds } = JSON.parse(await readFile(statusFile, 'utf8')) as RunStatus;
    return (seconds.harvest ?? 0) / (harvest?.requests || Number.POSITIVE_INFINITY);
  } catch {
    return 0;
  }
}
