import { EXIT, type ExitCode } from '../../base/errors.js';
import { silent } from '../../base/events.js';
import { formatCount } from '../../base/text.js';
import { SERVICE_TITLES } from '../../harvest/crawl-step.js';
import { type CrawlScope, crawl } from '../../harvest/crawler.js';
import { DryRunFetcher } from '../../harvest/dry-run.js';
import { compareRequests } from '../../response-store/request-order.js';
import { openForBuild, type StoredHarvest, unfinishedAnswers } from '../../response-store/stored-harvest.js';
import { formatTable } from '../output/table.js';

/** What to plan. */
export interface PlanOptions {
  readonly plan: CrawlScope & { readonly since: string };
  readonly store: string;
  /** How fast each service is asked; undefined: as fast as it answers. */
  readonly pace: { readonly perSecond: number } | undefined;
  /** Whether every request is printed. */
  readonly list: boolean;
}

/** Volumes of the real archive (wire-format 5), for those who have not asked it yet. */
const EXPECTED_VOLUMES = { '/cbe/volumes': 337, '/cbes/volumes': 1128 } as const;

/** Prints what a harvest would ask, as far as the last one tells, and how long that takes; asks nobody. */
export async function runPlan({ plan, store, pace, list }: PlanOptions): Promise<ExitCode> {
  const last = await lastHarvest(store);
  const unfinished = await unfinishedAnswers(store);
  const asker = new DryRunFetcher(last);
  const { round } = await crawl(asker, plan, silent);
  if (list) {
    // In the order of a store: which service is quicker with which answer is not for the list to tell.
    const questions = [...asker.requests].sort(compareRequests);
    for (const { service, request } of questions) process.stdout.write(`${service} ${request}\n`);
    process.stdout.write('\n');
  }
  const rows = round.ways
    .filter(({ asked }) => asked > 0)
    .map(({ way, service, asked }) => [way, SERVICE_TITLES[service], formatCount(asked)]);
  const of = (service: string) => asker.requests.filter((one) => one.service === service).length;
  const [archive, placenames] = [of('archive'), of('placenames')];
  const held = plan.since === 'never' ? 0 : asker.requests.filter((one) => one.held).length;
  process.stdout.write(
    `${[
      formatTable([['', 'of', 'requests'], ...rows]),
      '',
      `${formatCount(archive + placenames)} requests: ${formatCount(archive)} to the archive, ${formatCount(placenames)} to the place-names service; ` +
        `of ${formatCount(held)} the store holds an answer: asked with the same key at the same address, only what has changed is sent.`,
      ...(pace === undefined
        ? []
        : [
            `At ${pace.perSecond} a second, both services at once: at least ${spanOf(Math.max(archive, placenames) / pace.perSecond)}.`,
          ]),
      ...(unfinished > 0
        ? [`An unfinished harvest has ${formatCount(unfinished)} answers: those are not asked again.`]
        : []),
      ...unknown(round.unknownLists, last),
    ].join('\n')}\n`,
  );
  return EXIT.clean;
}

async function lastHarvest(store: string): Promise<StoredHarvest | undefined> {
  try {
    return await openForBuild(store);
  } catch {
    // None yet, or none that can be used: then nothing is known, and a harvest will say what is wrong.
    return undefined;
  }
}

/** What the lists that nobody has asked for yet will add. */
function unknown(lists: readonly string[], last: StoredHarvest | undefined): string[] {
  if (lists.length === 0) return [];
  const expected = Object.entries(EXPECTED_VOLUMES)
    .filter(([index]) => lists.includes(`archive ${index}`))
    .map(
      ([index, volumes]) => `${formatCount(volumes)} volumes of ${index.slice(0, index.lastIndexOf('/'))}`,
    );
  const why =
    last === undefined ? 'No harvest has come to its end yet' : 'Some lists have not been harvested yet';
  const sizes =
    expected.length === 0 ? '' : `; the archive is known to have ${expected.join(' and ')}, one request each`;
  return [`${why}: ${formatCount(lists.length)} lists will name what comes on top${sizes}.`];
}

/** Seconds as people say them. */
function spanOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
