import { createHash } from 'node:crypto';
import { EXIT, FolkloreError } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import type { HarvestStore } from '../../store/harvest-store.js';
import { KINDS } from '../kinds.js';
import type { Kind } from '../unit.js';
import type { KindCensus } from './census.js';
import { type Coverage, coverageOf, readKinds, writeCoverage } from './coverage.js';
import { type Drift, findDrift } from './drift.js';
import { type HarvestScope, harvest } from './harvest.js';
import { type History, readHistory, type Withdrawn, writeHistory } from './history.js';
import { knowsChanges } from './question.js';
import { type AskedCounts, type Clients, type Revisit, StoreAsker } from './store-asker.js';
import { findWithdrawn } from './withdrawn.js';

/** How a harvest is done. */
export interface HarvestPlan extends HarvestScope {
  /** `last`: what has changed since the last harvest, if there is one; `never`: everything; a day: see filters. */
  readonly since: 'last' | 'never' | (string & {});
  /** Days by which filters reach back behind the newest timestamp held. */
  readonly overlapDays: number;
  /** Every so many harvests no filter is leant on, so that what is gone is seen. */
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
  readonly revisit: Revisit | 'first';
  readonly asked: AskedCounts;
  readonly coverage: Coverage;
  readonly drift: readonly Drift[];
  /** Records found to be gone in this harvest. */
  readonly withdrawn: readonly Withdrawn[];
}

/**
 * Fetches everything in scope into the store, sums it up, and puts it in the place of the last harvest.
 *
 * @throws FolkloreError as the clients and the store do, and then the store keeps what was gained; `GATE_FAILED`
 *   when more records are gone than may be, and then the last harvest stays as it was
 */
export async function conductHarvest(
  clients: Clients,
  store: HarvestStore,
  plan: HarvestPlan,
  report: Report,
): Promise<HarvestResult> {
  const history = await readHistory(store.last);
  const source = createHash('sha256').update(plan.source).digest('hex');
  const revisit = revisitOf(plan, history, source);
  const { overlapDays } = plan;
  const since = plan.since === 'last' || plan.since === 'never' ? undefined : plan.since;
  const asker = new StoreAsker(clients, store, { revisit, overlapDays, since });
  const done = await harvest(asker, plan, report);
  const coverage = coverageOf(done);
  const earlier = await readKinds(store.last);
  const all = await findWithdrawn(store, done.round.census, plan.groups, history.withdrawn, plan.today);
  const known = new Set(history.withdrawn.map(({ kind, id }) => `${kind} ${id}`));
  const withdrawn = all.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
  const excess = tooManyGone(withdrawn, earlier, plan.maxWithdrawn);
  if (excess !== undefined) {
    // Not to be gone on with: were it a fault of the service, every later run would lean on it.
    await store.abandon();
    throw goneTooFar(excess, plan.maxWithdrawn);
  }
  const sinceSweep = revisit === 'changes' && leansOnFilters(store) ? history.sinceSweep + 1 : 0;
  await store.finish({
    'coverage.json': writeCoverage(coverage),
    'history.json': writeHistory({ source, sinceSweep, withdrawn: all }),
  });
  return {
    resumed: store.resumed,
    revisit: store.last === undefined ? 'first' : revisit,
    asked: asker.counts,
    coverage,
    drift: findDrift(earlier, coverage.kinds),
    withdrawn,
  };
}

/** Whether anything was taken over of which the service's filters alone said that it is still so. */
function leansOnFilters(store: HarvestStore): boolean {
  const { last } = store;
  return (['archive', 'placenames'] as const).some((service) =>
    last?.requests(service).some((request) => {
      const [was, is] = [last.held(service, request), store.held(service, request)];
      if (was === undefined || is === undefined || 'missing' in was || 'missing' in is) return false;
      return is.etag === undefined && was.sha256 === is.sha256 && knowsChanges(service, request);
    }),
  );
}

function revisitOf({ since, sweepEvery }: HarvestPlan, history: History, source: string): Revisit {
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
  withdrawn: readonly Withdrawn[],
  earlier: readonly KindCensus[],
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
    `${gone} of ${of} records (${KINDS[kind].called}) are no longer there, more than the ${share * 100} % that may go at once.`,
    {
      hint: 'The last harvest stays as it was. If they are gone for good, run again with --max-withdrawn 1; if the service is ill, run again later.',
      exitCode: EXIT.gate,
    },
  );
