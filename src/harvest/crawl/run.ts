import { FolkloreError } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { SERVICES } from '../../base/origin.js';
import { sha256 } from '../../base/sha256.js';
import { GROUPS, type Group } from '../../model/records/datasets.js';
import { KINDS } from '../../model/records/kinds.js';
import { type Kind, type RecordRef, RecordSet } from '../../model/records/record.js';
import type { HarvestStore } from '../store/harvest-store.js';
import { type Clients, type RequestCounts, type RevisitMode, StoringFetcher } from './conditional-fetch.js';
import { olderCopiesInWords } from './copy-dates.js';
import { type Coverage, coverageOf, readKinds, writeCoverage } from './coverage.js';
import { type Crawler, type CrawlScope, crawl } from './crawler.js';
import { type FieldDrift, findDrift, findNeverSent, type NeverSent } from './field-drift.js';
import { type History, readHistory, type Withdrawn, writeHistory } from './history.js';
import type { KindStatistics } from './record-statistics.js';
import { type EmptyLists, groupsOf } from './request.js';
import { compareWithLast, type HarvestComparison, isTooMany, percent, withdrawnSoFar } from './withdrawn.js';

/** The settings of a harvest. */
export interface HarvestPlan extends CrawlScope {
  /** `last`: entity tags of the last harvest are used, if there is one; `never`: everything is requested. */
  readonly since: 'last' | 'never';
  /** Every harvest of this number is a sweep. */
  readonly sweepEvery: number;
  /** A harvest is a sweep, if everything was requested this number of days ago. */
  readonly sweepDays: number;
  readonly emptyLists: EmptyLists;
  /**
   * An unfinished harvest requests its lists of what to request again, if they were stored before, in milliseconds since
   * 1970.
   */
  readonly renewBefore: number;
  /** The harvest fails if more than this share of the records of a kind has disappeared since the last one, 0 to 1. */
  readonly maxWithdrawn: number;
  /** A text that identifies the services and the key. Only its hash is stored. */
  readonly source: string;
  /** The day of the harvest, `YYYY-MM-DD`, for withdrawn records. */
  readonly today: string;
}

/** The result of a harvest. */
export interface HarvestResult {
  /** The number of answers of the unfinished harvest that was continued. */
  readonly resumed: number;
  /** How the answers of the last harvest were used; `first`: there was none. */
  readonly revisit: RevisitMode | 'first';
  /** The day on which an earlier harvest requested everything for the last time, `YYYY-MM-DD`, if known. */
  readonly lastSweep?: string | undefined;
  readonly counts: RequestCounts;
  readonly coverage: Coverage;
  readonly drift: readonly FieldDrift[];
  readonly neverSent: readonly NeverSent[];
  /** Records that this harvest found withdrawn. */
  readonly withdrawn: readonly Withdrawn[];
  /** Groups out of scope, whose answers were taken from the last harvest. */
  readonly kept: readonly Group[];
}

/**
 * Fetches everything in scope into the store, and replaces the last harvest.
 *
 * @param onFailure called when the harvest has failed and only waits for running requests
 * @throws FolkloreError as the clients and the store do, after which the next harvest continues this one; `GATE_FAILED` when
 *   too many records have disappeared, after which the last harvest is unchanged
 */
export async function harvest(
  clients: Clients,
  store: HarvestStore,
  plan: HarvestPlan,
  report: Report,
  onFailure?: () => void,
): Promise<HarvestResult> {
  const history = await readHistory(store.last);
  const isTrial = plan.limits !== undefined;
  if (store.last !== undefined && isTrial !== (history.isTrial === true))
    throw otherExtent(store.last.file.path, isTrial);
  const source = sha256(plan.source);
  // Answers of other services, or to another key, are not comparable.
  const revisit = history.source === source ? revisitOfSame(plan, history) : 'anew';
  const { renewBefore, emptyLists } = plan;
  const fetcher = new StoringFetcher(clients, store, { revisit, renewBefore, emptyLists });
  // Two trials may hold different parts of the records: what one lacks has not disappeared.
  const earlier = isTrial ? [] : await readKinds(store.last);
  const { done, compared } = await crawlUntilCurrent(store, fetcher, plan, earlier, () =>
    crawl(fetcher, plan, report, onFailure, store),
  );
  const withdrawn = withdrawnSoFar(compared, done.session.statistics, history.withdrawn, plan.today);
  const coverage = coverageOf(done);
  const kept = await keepOthers(store, plan.groups);
  const trouble = await store.finish({
    'coverage.json': writeCoverage(coverage),
    'history.json': writeHistory({
      source,
      harvested: plan.today,
      swept: revisit === 'changes' ? history.swept : plan.today,
      gender: plan.gender,
      isTrial,
      sinceSweep: revisit === 'changes' ? history.sinceSweep + 1 : 0,
      withdrawn,
    }),
  });
  if (trouble !== undefined) report({ event: 'warning', message: trouble });
  const known = new RecordSet();
  for (const one of history.withdrawn) known.add(one);
  return {
    resumed: store.resumed,
    revisit: store.last === undefined ? 'first' : revisit,
    lastSweep: history.swept,
    counts: fetcher.counts,
    coverage,
    drift: findDrift(earlier, coverage.kinds),
    // A trial may well have no record of a kind.
    neverSent: findNeverSent(coverage.kinds, plan.groups).filter(
      ({ fields }) => !isTrial || fields.length > 0,
    ),
    withdrawn: withdrawn.filter((one) => !known.has(one)),
    kept,
  };
}

const DAY_MS = 86_400_000;

/**
 * Crawls until no list is to be requested again because it has older copies of records, and all records that no list has any more
 * were requested by id. Older copies that remain are gaps.
 */
async function crawlUntilCurrent(
  store: HarvestStore,
  fetcher: StoringFetcher,
  { groups, maxWithdrawn, limits }: HarvestPlan,
  earlier: readonly KindStatistics[],
  crawlOnce: () => Promise<Crawler>,
): Promise<{ readonly done: Crawler; readonly compared: HarvestComparison }> {
  let done: Crawler | undefined;
  for (;;) {
    done ??= await crawlOnce();
    const { session } = done;
    store.setOthersAside();
    const compared = await compareWithLast(store, session.statistics, limits === undefined ? groups : []);
    const older = [...session.copies.older(), ...compared.older];
    if (fetcher.renew(older)) {
      done = undefined;
      continue;
    }
    const excess = excessOf(compared.absent, earlier, maxWithdrawn);
    if (excess !== undefined) {
      // If this is a fault of the service, a continued harvest would use its answers.
      await store.abandon();
      throw tooManyWithdrawn(excess, maxWithdrawn);
    }
    if (await done.probe(compared.absent)) continue;
    session.gaps.push(...olderCopiesInWords(older));
    return { done, compared };
  }
}

/** Takes the answers of groups out of scope from the last harvest. */
async function keepOthers(store: HarvestStore, groups: readonly Group[]): Promise<Group[]> {
  const kept = new Set<Group>();
  for (const service of SERVICES) {
    const held = [...(store.last?.requests(service) ?? []), ...(store.last?.missing(service) ?? [])];
    for (const request of held) {
      const others = groupsOf(service, request);
      if (store.has(service, request) || others.some((group) => groups.includes(group))) continue;
      await store.keep(service, request);
      for (const group of others) kept.add(group);
    }
  }
  return GROUPS.filter((group) => kept.has(group));
}

/** How a harvest uses the last one of the same services with the same key. */
export function revisitOfSame(
  { since, sweepEvery, sweepDays, today }: Pick<HarvestPlan, 'since' | 'sweepEvery' | 'sweepDays' | 'today'>,
  history: History,
): RevisitMode {
  if (since === 'never') return 'anew';
  // A change that the tag of an answer does not tell is found by a sweep only.
  const isOld =
    history.swept === undefined || Date.parse(today) - Date.parse(history.swept) >= sweepDays * DAY_MS;
  return isOld || history.sinceSweep + 1 >= sweepEvery ? 'sweep' : 'changes';
}

interface Excess {
  readonly kind: Kind;
  readonly gone: number;
  readonly of: number;
}

function excessOf(
  withdrawn: readonly RecordRef[],
  earlier: readonly KindStatistics[],
  share: number,
): Excess | undefined {
  return earlier
    .map(({ kind, records }) => ({
      kind,
      of: records,
      gone: withdrawn.filter((one) => one.kind === kind).length,
    }))
    .find(({ gone, of }) => isTooMany(gone, of, share));
}

const otherExtent = (store: string, isTrial: boolean): FolkloreError =>
  new FolkloreError(
    'STORE_UNUSABLE',
    isTrial
      ? `${store} holds a harvest of all records, which a trial would replace.`
      : `${store} holds a trial, which has part of the records: it cannot be continued with the others.`,
    { hint: 'Name another folder with --store; a trial takes the one of this name with -trial after it.' },
  );

const tooManyWithdrawn = ({ kind, gone, of }: Excess, share: number): FolkloreError =>
  new FolkloreError(
    'GATE_FAILED',
    `${gone} of ${of} records (${KINDS[kind].title}) have disappeared since the last harvest, more than the limit of ${percent(share)} %.`,
    {
      hint: 'The last harvest is unchanged, and the answers of this one are discarded. If the records were withdrawn on purpose, run again with --max-withdrawn 1; if the service is at fault, run again later.',
    },
  );
