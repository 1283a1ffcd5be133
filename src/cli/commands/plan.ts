import { readFile } from 'node:fs/promises';
import { silent } from '../../base/events.js';
import { EXIT } from '../../base/exit-codes.js';
import type { Service } from '../../base/origin.js';
import { counted, formatCount } from '../../base/text.js';
import type { StoredHarvest } from '../../harvest/store/stored-harvest.js';
import type { Group } from '../../model/records/datasets.js';
import { option } from '../command.js';
import type { CommandModule } from '../feature.js';
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
    const { crawl } = await import('../../harvest/crawl/crawler.js');
    const { SERVICE_TITLES } = await import('../../harvest/crawl/crawl-session.js');
    const { DryRunFetcher } = await import('../../harvest/crawl/dry-run.js');
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
    const fetcher = new DryRunFetcher(last, { ...plan, revisit });
    const { session } = await crawl(fetcher, plan, silent);
    if (call.options.list === true) {
      // The order of the crawl depends on timing, that of a store does not.
      const requests = [...fetcher.requests].sort(order.compareRequests);
      process.stdout.write(`${requests.map(({ service, request }) => `${service} ${request}\n`).join('')}\n`);
    }
    const isSample = call.options.sample === true;
    const expected = isSample ? [] : expectedWays(session.unknownLists, plan.groups);
    const ways = session.ways.filter(({ answers }) => answers > 0);
    const rows = [
      ...ways.map(({ way, service, answers }) => [way, SERVICE_TITLES[service], formatCount(answers)]),
      ...expected.map(({ way, service, requests }) => [
        way,
        SERVICE_TITLES[service],
        `about ${formatCount(requests)}`,
      ]),
    ];
    const countOf = (service: Service) =>
      fetcher.requests.filter((one) => one.service === service).length +
      expected.reduce((sum, one) => sum + (one.service === service ? one.requests : 0), 0);
    const [archive, placenames] = [countOf('archive'), countOf('placenames')];
    const all = archive + placenames;
    const held = plan.since === 'never' ? 0 : fetcher.requests.filter((request) => request.isStored).length;
    const { perSecond } = config.pace;
    const byRate = Math.max(archive, placenames) / perSecond;
    const byLast = all * (await secondsPerRequest(await statusFileOf(config.store)));
    const lines = [
      formatTable([['', 'of', 'requests'], ...rows]),
      '',
      `${expected.length > 0 ? 'About ' : ''}${counted(all, 'request')}: ${formatCount(archive)} to the archive, ${formatCount(placenames)} to the place-names service. ` +
        `For ${formatCount(held)} of them the store has an answer: with the same key and address, the service sends it only if it has changed.`,
      ...(fetcher.emptyLists > 0
        ? [
            `${counted(fetcher.emptyLists, 'list')} that had no record in the last harvest: not requested before the next sweep (harvest.emptyLists).`,
          ]
        : []),
      // The built-in services have no rate limit.
      ...(isSample
        ? []
        : [`At ${perSecond} requests per second to each service: at least ${durationText(byRate)}.`]),
      ...(byLast > byRate ? [`At the pace of the last harvest: about ${durationText(byLast)}.`] : []),
      ...(unfinished > 0
        ? [`An unfinished harvest has ${counted(unfinished, 'answer')}, which are not requested again.`]
        : []),
      ...unknownLists(session.unknownLists, last, expected),
    ];
    print(lines.join('\n'));
    return EXIT.clean;
  },
};

/** Requests of a first harvest that follow from a list which is not known yet. */
interface ExpectedWay {
  readonly list: string;
  readonly way: string;
  readonly service: Service;
  readonly requests: number;
  readonly group: Group;
}

/** The real services (wire-format 5): volumes, and the counties of Ireland. */
const EXPECTED_WAYS: readonly ExpectedWay[] = [
  {
    list: 'archive /cbes/volumes',
    way: 'schools by volume',
    service: 'archive',
    requests: 1128,
    group: 'schools',
  },
  {
    list: 'archive /cbe/volumes',
    way: 'manuscripts by volume',
    service: 'archive',
    requests: 337,
    group: 'manuscripts',
  },
  {
    list: 'archive /counties',
    way: 'photographs by county',
    service: 'archive',
    requests: 32,
    group: 'photographs',
  },
  {
    list: 'placenames /counties',
    way: 'places by county',
    service: 'placenames',
    requests: 32,
    group: 'places',
  },
];

const expectedWays = (unknown: readonly string[], groups: readonly Group[]): readonly ExpectedWay[] =>
  EXPECTED_WAYS.filter(({ list, group }) => unknown.includes(list) && groups.includes(group));

/** Requests whose number is unknown before the first harvest, by the list that they follow from. */
const UNKNOWN_WAYS: readonly (readonly [list: string, group: Group, requests: string])[] = [
  ['archive /cbed', 'photographs', 'one for each person in the people database'],
  ['archive /countries', 'photographs', 'one for each country and each place abroad'],
  ['placenames /glossary', 'places', 'one for each category of places'],
];

/** Lists whose records are not known yet, because no harvest has fetched them. */
function unknownLists(
  lists: readonly string[],
  last: StoredHarvest | undefined,
  expected: readonly ExpectedWay[],
): string[] {
  if (lists.length === 0) return [];
  const why = last === undefined ? 'No harvest is complete yet' : 'Some lists have not been harvested yet';
  const more = UNKNOWN_WAYS.flatMap(([list, group, requests]) =>
    lists.includes(list) && expected.some((one) => one.group === group) ? [requests] : [],
  );
  const estimated = expected.length === 0 ? '' : '; "about" is the size of the real services';
  const rest = more.length === 0 ? '' : ` Not counted: ${more.join('; ')}.`;
  return [`${why}: ${counted(lists.length, 'list')} will add more requests${estimated}.${rest}`];
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

function durationText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
