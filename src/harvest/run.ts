import { createHash } from 'node:crypto';
import { EXIT, FolkloreError } from '../base/errors.js';
import type { Report } from '../base/events.js';
import { SERVICES } from '../base/origin.js';
import { GROUPS, type Group } from '../records/datasets.js';
import { KINDS } from '../records/kinds.js';
import { type Kind, type RecordRef, RecordSet } from '../records/record.js';
import type { HarvestStore } from '../response-store/harvest-store.js';
import { type Clients, type RequestCounts, type RevisitMode, StoringFetcher } from './conditional-fetch.js';
import { type Coverage, coverageOf, readKinds, writeCoverage } from './coverage.js';
import { type Crawler, type CrawlScope, crawl } from './crawler.js';
import { type FieldDrift, findDrift } from './field-drift.js';
import { type History, readHistory, type Withdrawn, writeHistory } from './history.js';
import type { KindStatistics } from './record-statistics.js';
import { groupsOf } from './request.js';
import { compareWithLast, type HarvestComparison, withdrawnSoFar } from './withdrawn.js';

/** How a harvest is done. */
export interface HarvestPlan extends CrawlScope {
  /** `last`: what has changed since the last harvest, if there is one; `never`: everything; a day: see filters. */
  readonly since: 'last' | 'never' | (string & {});
  /** Days by which filters reach back behind the newest timestamp held. */
  readonly overlapDays: number;
  /** Every so many harvests neither entity tags nor filters are leant on, so that whatever they hid is seen. */
  readonly sweepEvery: number;
  /** The share of a kind's records, 0 to 1, that may be gone at once without somebody being asked. */
  readonly maxWithdrawn: number;
  /** Whom is asked: words that change when the services or the key do. Only a hash of them is kept. */
  readonly source: string;
  /** The day of the harvest, `YYYY-MM-DD`, noted with what is found to be gone. */
  readonly today: string;
}

/** What a harvest did. */
export interface HarvestResult {
  /** Answers taken over from a harvest that did not come to its end. */
  readonly resumed: number;
  /** How what the last harvest held was treated; `first`: there was none. */
  readonly revisit: RevisitMode | 'first';
  readonly asked: RequestCounts;
  readonly coverage: Coverage;
  readonly drift: readonly FieldDrift[];
  /** Records found to be gone in this harvest. */
  readonly withdrawn: readonly Withdrawn[];
  /** Kinds that this harvest was not about, taken over from the last one. */
  readonly kept: readonly Group[];
}

/**
 * Fetches everything in scope into the store, sums it up, and puts it in the place of the last harvest.
 *
 * @param onFailure is called when the harvest has failed and only waits for what is under way
 * @throws FolkloreError as the clients and the store do, and then the store keeps what was gained; `GATE_FAILED`
 *   when more records are gone than may be, and then the last harvest stays as it was
 */
export async function harvest(
  clients: Clients,
  store: HarvestStore,
  plan: HarvestPlan,
  report: Report,
  onFailure?: () => void,
): Promise<HarvestResult> {
  const history = await readHistory(store.last);
  const source = createHash('sha256').update(plan.source).digest('hex');
  const revisit = revisitOf(plan, history, source);
  const { overlapDays } = plan;
  const since = plan.since === 'last' || plan.since === 'never' ? undefined : plan.since;
  const asker = new StoringFetcher(clients, store, { revisit, overlapDays, since, today: plan.today });
  const done = await crawl(asker, plan, report, onFailure, store);
  const earlier = await readKinds(store.last);
  const compared = await findForGood(store, done, plan, earlier);
  const withdrawn = withdrawnSoFar(compared, done.round.census, history.withdrawn, plan.today);
  const coverage = coverageOf(done);
  const kept = await keepOthers(store, plan.groups);
  await store.finish(
    {
      'coverage.json': writeCoverage(coverage),
      'history.json': writeHistory({
        source,
        harvested: plan.today,
        sinceSweep: revisit === 'changes' ? history.sinceSweep + 1 : 0,
        withdrawn,
      }),
    },
    done.index.complete(),
  );
  const known = new RecordSet();
  for (const one of history.withdrawn) known.add(one);
  return {
    resumed: store.resumed,
    revisit: store.last === undefined ? 'first' : revisit,
    asked: asker.counts,
    coverage,
    drift: findDrift(earlier, coverage.kinds),
    withdrawn: withdrawn.filter((one) => !known.has(one)),
    kept,
  };
}

/** What the last harvest found and no service has any more: what can be asked for by its id has been. */
async function findForGood(
  store: HarvestStore,
  done: Crawler,
  { groups, maxWithdrawn }: HarvestPlan,
  earlier: readonly KindStatistics[],
): Promise<HarvestComparison> {
  for (;;) {
    const compared = await compareWithLast(store, done.round.census, groups);
    const excess = tooManyGone(compared.gone, earlier, maxWithdrawn);
    if (excess !== undefined) {
      // Not to be gone on with: were it a fault of the service, every later run would lean on it.
      await store.abandon();
      throw goneTooFar(excess, maxWithdrawn);
    }
    if (!(await done.lookFor(compared.gone))) return compared;
  }
}

/** Takes over, unasked, what the last harvest holds of kinds that this one is not about. */
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

function revisitOf({ since, sweepEvery }: HarvestPlan, history: History, source: string): RevisitMode {
  // What others were told, or told with other eyes, is no ground to stand on.
  if (since === 'never' || history.source !== source) return 'anew';
  return history.sinceSweep + 1 >= sweepEvery ? 'sweep' : 'changes';
}

interface Excess {
  readonly kind: Kind;
  readonly gone: number;
  readonly of: number;
}

/** Fewer records than these may go at once whatever their share: small kinds would never be let through. */
const ALWAYS_ALLOWED = 20;

function tooManyGone(
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
    .find(({ gone, of }) => gone > ALWAYS_ALLOWED && gone > of * share);
}

const goneTooFar = ({ kind, gone, of }: Excess, share: number): FolkloreError =>
  new FolkloreError(
    'GATE_FAILED',
    `${gone} of ${of} records (${KINDS[kind].title}) are no longer there, more than the ${percent(share)} % that may go at once.`,
    {
      hint: 'The last harvest stays as it was, and the answers of this one are thrown away. If they are gone for good, run again with --max-withdrawn 1; if the service is ill, run again later.',
      exitCode: EXIT.gate,
    },
  );

const percent = (share: number): number => Math.round(share * 1000) / 10;
