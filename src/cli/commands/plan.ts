import { EXIT } from '../../base/errors.js';
import { silent } from '../../base/events.js';
import { formatCount } from '../../base/text.js';
import type { StoredHarvest } from '../../response-store/stored-harvest.js';
import { type CommandModule, option } from '../command.js';
import { formatTable } from '../output/table.js';
import { harvestOptions, type RunOptions, sourceOptions } from '../run-options.js';

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
    const { configOf, harvestPlanOf } = await import('../plans.js');
    const { crawl } = await import('../../harvest/crawler.js');
    const { SERVICE_TITLES } = await import('../../harvest/crawl-step.js');
    const { DryRunFetcher } = await import('../../harvest/dry-run.js');
    const stored = await import('../../response-store/stored-harvest.js');
    const order = await import('../../response-store/request-order.js');
    const config = configOf(call);
    const plan = harvestPlanOf(config, call.options, context);
    // Without a readable harvest nothing is known yet; a harvest reports what is wrong with the store.
    const last = await stored.openForBuild(config.store).catch(() => undefined);
    const unfinished = await stored.unfinishedAnswers(config.store);
    const fetcher = new DryRunFetcher(last);
    const { round } = await crawl(fetcher, plan, silent);
    if (call.options.list === true) {
      // The order of the crawl depends on timing, that of a store does not.
      const requests = [...fetcher.requests].sort(order.compareRequests);
      process.stdout.write(`${requests.map(({ service, request }) => `${service} ${request}\n`).join('')}\n`);
    }
    const rows = round.ways
      .filter(({ asked }) => asked > 0)
      .map(({ way, service, asked }) => [way, SERVICE_TITLES[service], formatCount(asked)]);
    const countOf = (service: string) => fetcher.requests.filter((one) => one.service === service).length;
    const [archive, placenames] = [countOf('archive'), countOf('placenames')];
    const held = plan.since === 'never' ? 0 : fetcher.requests.filter((request) => request.held).length;
    const { perSecond } = config.pace;
    const duration = durationText(Math.max(archive, placenames) / perSecond);
    const lines = [
      formatTable([['', 'of', 'requests'], ...rows]),
      '',
      `${formatCount(archive + placenames)} requests: ${formatCount(archive)} to the archive, ${formatCount(placenames)} to the place-names service. ` +
        `For ${formatCount(held)} of them the store has an answer: with the same key and address, the service sends it only if it has changed.`,
      // The built-in services have no rate limit.
      ...(call.options.sample === true
        ? []
        : [`At ${perSecond} requests per second to each service: at least ${duration}.`]),
      ...(unfinished > 0
        ? [`An unfinished harvest has ${formatCount(unfinished)} answers, which are not requested again.`]
        : []),
      ...unknownLists(round.unknownLists, last),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    return EXIT.clean;
  },
};

/** Volumes of the real archive (wire-format 5), for an estimate before the first harvest. */
const EXPECTED_VOLUMES = { '/cbe/volumes': 337, '/cbes/volumes': 1128 } as const;

/** Lists whose records are not known yet, because no harvest has fetched them. */
function unknownLists(lists: readonly string[], last: StoredHarvest | undefined): string[] {
  if (lists.length === 0) return [];
  const expected = Object.entries(EXPECTED_VOLUMES)
    .filter(([index]) => lists.includes(`archive ${index}`))
    .map(
      ([index, volumes]) => `${formatCount(volumes)} volumes of ${index.slice(0, index.lastIndexOf('/'))}`,
    );
  const why = last === undefined ? 'No harvest is complete yet' : 'Some lists have not been harvested yet';
  const sizes =
    expected.length === 0 ? '' : `; the archive has about ${expected.join(' and ')}, one request each`;
  return [`${why}: ${formatCount(lists.length)} lists will add more requests${sizes}.`];
}

function durationText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
