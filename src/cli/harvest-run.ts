import { setTimeout as sleep } from 'node:timers/promises';
import { FolkloreError, messageOf } from '../base/errors.js';
import { silent } from '../base/events.js';
import { EXIT, type Outcome } from '../base/exit-codes.js';
import { SERVICES, type Service } from '../base/origin.js';
import { sha256 } from '../base/sha256.js';
import { counted } from '../base/text.js';
import { Client } from '../harvest/client/client.js';
import { singleObject } from '../harvest/client/envelope.js';
import { readProxies } from '../harvest/client/proxies.js';
import { harvest } from '../harvest/crawl/run.js';
import { type HarvestStore, openForHarvest } from '../harvest/store/harvest-store.js';
import { RELEASE_PATHS, versionOf } from '../model/endpoints/service.js';
import type { CommandContext } from './feature.js';
import {
  estimatedTime,
  notCountedInWords,
  plannedRequests,
  requestsInWords,
  secondsAt,
  timeInWords,
} from './planned-requests.js';
import type { HarvestRun } from './plans-from-config.js';
import { type SummaryScope, summariseHarvest, summariseQuietly } from './terminal/harvest-summary.js';
import { print } from './terminal/table.js';
import { userAgentOf } from './version.js';

/** After this time the answers of an unfinished harvest may be outdated, and it starts again. */
const STALE_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** Seconds that a service has to describe itself. */
const DESCRIBE_TIMEOUT_S = 15;

/** Why an unfinished harvest starts again. */
const RESTART_REASONS = {
  'too old': 'they are more than a week old and may be outdated',
  'other plan': 'the services, the key, the kinds or the filters have changed',
} as const;

/** Fetches everything into the store; exit code 5 where a service sent less than it announces. */
export async function runHarvest(
  run: HarvestRun,
  { report, signal, startedAt, isOver }: CommandContext,
  scope: SummaryScope,
  isQuiet: boolean,
): Promise<Outcome> {
  const { maxDuration } = run.limits;
  const limit = maxDuration === undefined ? undefined : AbortSignal.timeout(maxDuration * 1000);
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal, ...(limit === undefined ? [] : [limit])]);
  const note = (message: string) => report({ event: 'note', message });
  const client = (service: Service) => clientOf(service, { ...run, report, signal: stop, isOver });
  const clients = { archive: client('archive'), placenames: client('placenames') };
  const source = sourceOf(run);
  const store = await openForHarvest(run.store, {
    pid: process.pid,
    plan: planKeyOf(source, run),
    staleBefore: startedAt.getTime() - STALE_AFTER_MS,
    now: startedAt.getTime(),
  });
  try {
    report({ event: 'started', phase: 'harvest', what: 'asking the services for their versions' });
    await Promise.all(
      SERVICES.filter((service) => isNeeded(service, run)).map((service) =>
        checkVersion(service, run, note, { signal: stop, isOver }),
      ),
    );
    for (const one of store.notes) note(one);
    if (store.discarded !== undefined) {
      const { answers, why } = store.discarded;
      note(`not used: ${counted(answers, 'answer')} of an unfinished harvest; ${RESTART_REASONS[why]}`);
    }
    if (store.resumed > 0) note(`continuing an unfinished harvest with ${counted(store.resumed, 'answer')}`);
    await noteRequests(store, run, note);
    const result = await harvest(clients, store, { ...run.plan, source }, report, () => failed.abort());
    const { requests, unchanged } = result.counts;
    const [gaps, withdrawn] = [result.coverage.gaps.length, result.withdrawn.length];
    report({ event: 'harvested', counts: { ...result.counts, gaps, withdrawn } });
    report({
      event: 'finished',
      what: 'harvest',
      detail: `${counted(requests, 'request')} into ${run.store}${unchanged > 0 ? `, ${counted(unchanged, 'answer')} unchanged` : ''}`,
    });
    const summary = (isQuiet ? summariseQuietly : summariseHarvest)(result, run.store, scope);
    if (summary !== undefined) print(summary);
    return gaps === 0
      ? EXIT.clean
      : {
          exitCode: EXIT.partial,
          because: `the services sent less than they announce, in ${counted(gaps, 'place')}; see "Incomplete" above`,
        };
  } catch (thrown) {
    const isInterrupted = thrown instanceof FolkloreError && thrown.code === 'INTERRUPTED';
    if (limit?.aborted !== true || !isInterrupted) throw thrown;
    throw new FolkloreError('INTERRUPTED', `The time limit of this run, ${maxDuration} seconds, is over.`, {
      hint: thrown.hint,
      cause: thrown,
    });
  } finally {
    await store.close();
    await Promise.all([clients.archive.close(), clients.placenames.close()]);
  }
}

/** Notes how many requests there will be. Those of a later harvest are about as many as the answers of the last one. */
async function noteRequests(
  { last }: HarvestStore,
  { plan, pace: { perSecond } }: HarvestRun,
  note: (message: string) => void,
): Promise<void> {
  // The built-in services have no rate limit, and another size.
  if (perSecond === undefined) return;
  if (last !== undefined) {
    const [archive = 0, placenames = 0] = (['archive', 'placenames'] as const).map(
      (service) => last.requests(service).length + last.missing(service).length,
    );
    const time = estimatedTime(secondsAt({ archive, placenames }, perSecond));
    note(`about ${counted(archive + placenames, 'request')}, as in the last harvest: about ${time}`);
    return;
  }
  const requests = await plannedRequests(undefined, { ...plan, revisit: 'anew' }, false);
  note(`${requestsInWords(requests)}; ${timeInWords(requests, perSecond)}`);
  const more = notCountedInWords(requests, perSecond);
  if (more !== undefined) note(more);
}

/** Logs the versions of a service, and whether the configured path is of one of them. Never fails a harvest. */
async function checkVersion(
  service: Service,
  run: HarvestRun,
  note: (message: string) => void,
  signals: Pick<CommandContext, 'signal' | 'isOver'>,
): Promise<void> {
  const limits = { ...run.limits, patience: 0, timeout: DESCRIBE_TIMEOUT_S };
  const client = clientOf(service, { ...run, limits, report: silent, ...signals });
  const { path } = run[service];
  try {
    const answer = await client.describe();
    if (answer.status !== 200) return note(`${service}: does not describe itself at /api`);
    const { version, versions }: Record<string, unknown> = { ...singleObject(answer.json) };
    const known = [...new Set([version, versions].flat().filter(isVersion))];
    note(`${service}: versions ${known.join(', ') || 'unknown'}`);
    if (path !== undefined && known.length > 0 && !known.includes(versionOf(path)))
      note(`${service}: the configured path ${path} is of none of its versions`);
  } catch (thrown) {
    if (!signals.signal.aborted) note(`${service}: does not describe itself at /api (${messageOf(thrown)})`);
  } finally {
    await client.close();
  }
}

/** Text of a service is printed only if it is a plain word. */
const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,20}$/.test(value);

function clientOf(
  service: Service,
  {
    contact,
    pace,
    limits,
    report,
    signal,
    isOver,
    ...run
  }: HarvestRun & Pick<CommandContext, 'report' | 'signal' | 'isOver'>,
): Client {
  return new Client({
    ...run[service],
    ...pace,
    service,
    userAgent: userAgentOf(contact),
    proxies: readProxies(process.env),
    patienceMs: limits.patience * 1000,
    timeoutMs: limits.timeout * 1000,
    maxAnswerBytes: limits.maxAnswerMiB * 2 ** 20,
    report,
    random: Math.random,
    sleep: (ms, stop) => sleep(ms, undefined, stop === undefined ? {} : { signal: stop }),
    now: Date.now,
    monotonic: () => performance.now(),
    signal,
    cutOff: isOver,
  });
}

/** Identifies a harvest: an unfinished one with another key is not continued. */
function planKeyOf(source: string, { plan }: HarvestRun): string {
  const { groups, since, gazetteerFilter, walkGaps, limits } = plan;
  return JSON.stringify([source, groups, since, gazetteerFilter, walkGaps, ...(limits ? [limits] : [])]);
}

/** Whether a service has records of the requested kinds. */
const isNeeded = (service: Service, { plan: { groups } }: HarvestRun): boolean =>
  groups.some((group) => (group === 'places') === (service === 'placenames'));

/** The services and keys of a harvest, the keys as hashes: with another key the answers differ. */
const sourceOf = (run: HarvestRun): string =>
  JSON.stringify(
    SERVICES.map((service) => {
      const { url, path = RELEASE_PATHS[service][0], key } = run[service];
      return [new URL(url).origin, path, sha256(key)];
    }),
  );
