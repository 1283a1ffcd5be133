import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, type ExitCode, FolkloreError, messageOf } from '../../base/errors.js';
import { type Report, silent } from '../../base/events.js';
import { SERVICES } from '../../base/origin.js';
import type { Clients } from '../../harvest/conditional-fetch.js';
import { type HarvestPlan, harvest } from '../../harvest/run.js';
import { type Client, createClient } from '../../http/client.js';
import { recordOf } from '../../http/envelope.js';
import { openForHarvest } from '../../response-store/harvest-store.js';
import { userAgentOf } from '../version.js';
import { type SummaryScope, summariseHarvest } from './harvest-summary.js';

/** What an unfinished harvest gained longer ago than this may have changed: it is begun anew. */
const STALE_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

/** Seconds a service may take to say what it is. */
const GREETING_S = 15;

/** Why an unfinished harvest is begun anew. */
const WHY = {
  'too old': 'they are more than a week old, and may have changed',
  'other plan': 'the services, the key, the kinds or how they are asked for are others',
} as const;

/** One service as the command line knows it. */
export interface ServiceAccess {
  readonly url: string;
  readonly path: string;
  readonly key: string;
  readonly keyName: string;
}

export interface HarvestOptions {
  readonly archive: ServiceAccess;
  readonly placenames: ServiceAccess;
  readonly plan: Omit<HarvestPlan, 'source'>;
  readonly store: string;
  readonly contact?: string | undefined;
  readonly pace: { readonly concurrency: number; readonly perSecond?: number };
  readonly attempts: number;
  /** Seconds one attempt may take. */
  readonly timeout: number;
  /** Most mebibytes of one answer, unpacked. */
  readonly maxAnswerMiB: number;
  /** Seconds the whole run may take; undefined: no limit. */
  readonly maxDuration?: number | undefined;
}

/** Fetches what the order asks for into the store; partial where a service gave less than it announces. */
export async function runHarvest(
  order: HarvestOptions,
  { report, signal, startedAt }: { report: Report; signal: AbortSignal; startedAt: Date },
  summary: SummaryScope,
): Promise<ExitCode> {
  const { maxDuration } = order;
  const limit = maxDuration === undefined ? undefined : AbortSignal.timeout(maxDuration * 1000);
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal, ...(limit === undefined ? [] : [limit])]);
  const clients: Clients = {
    archive: clientOf('archive', order, report, stop),
    placenames: clientOf('placenames', order, report, stop),
  };
  const source = sourceOf(order);
  const store = await openForHarvest(order.store, {
    pid: process.pid,
    plan: planOf(source, order),
    staleBefore: startedAt.getTime() - STALE_AFTER_MS,
  });
  try {
    await Promise.all(
      SERVICES.map((service) => isAsked(service, order) && introduce(service, order, report, stop)),
    );
    if (store.passedOver !== undefined) {
      const { answers, why } = store.passedOver;
      report({
        event: 'note',
        message: `${answers} answers of an unfinished harvest are not gone on with: ${WHY[why]}`,
      });
    }
    if (store.resumed > 0) {
      report({
        event: 'note',
        message: `going on with an unfinished harvest: ${store.resumed} answers are there`,
      });
    }
    const result = await harvest(clients, store, { ...order.plan, source }, report, () => failed.abort());
    const { requests, unchanged } = result.asked;
    report({
      event: 'finished',
      what: 'harvest',
      detail: `${requests} requests into ${order.store}${unchanged > 0 ? `, ${unchanged} answers unchanged` : ''}`,
    });
    process.stdout.write(`${summariseHarvest(result, order.store, summary)}\n`);
    return result.coverage.gaps.length > 0 ? EXIT.partial : EXIT.clean;
  } catch (thrown) {
    throw limit?.aborted === true && isInterruption(thrown) ? timeIsUp(thrown, maxDuration) : thrown;
  } finally {
    await store.close();
    await Promise.all([clients.archive.close(), clients.placenames.close()]);
  }
}

/**
 * Says which release of a service answers, and when the configured path is that of another. A greeting decides
 * nothing: whatever is wrong with it is told, and the harvest goes on.
 */
async function introduce(
  service: 'archive' | 'placenames',
  order: HarvestOptions,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const client = clientOf(service, { ...order, attempts: 1, timeout: GREETING_S }, silent, signal);
  const note = (message: string): void => report({ event: 'note', message: `${service}: ${message}` });
  try {
    const answer = await client.describe();
    if (answer.status !== 200) return note('says nothing of its version at /api');
    const { version, versions }: Record<string, unknown> = { ...recordOf(answer.json) };
    const known = [...new Set([version, versions].flat().filter(isVersion))];
    note(`versions ${known.join(', ') || 'unknown'}`);
    const asked = order[service].path.split('/').at(-1) ?? '';
    if (known.length > 0 && !known.includes(asked)) {
      note(`the configured path ${order[service].path} is of none of its versions`);
    }
  } catch (thrown) {
    if (signal.aborted) return;
    note(`says nothing of its version at /api (${messageOf(thrown)})`);
  } finally {
    await client.close();
  }
}

/** What a service says is shown to people: nothing but a plain word. */
const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.-]{1,20}$/.test(value);

const isInterruption = (thrown: unknown): thrown is FolkloreError =>
  thrown instanceof FolkloreError && thrown.code === 'INTERRUPTED';

const timeIsUp = (interruption: FolkloreError, seconds = 0): FolkloreError =>
  new FolkloreError('INTERRUPTED', `The ${seconds} seconds that this run may take are over.`, {
    hint: interruption.hint,
    exitCode: interruption.exitCode,
    cause: interruption,
  });

function clientOf(
  service: 'archive' | 'placenames',
  order: HarvestOptions,
  report: Report,
  signal: AbortSignal,
): Client {
  return createClient({
    ...order[service],
    ...order.pace,
    service,
    userAgent: userAgentOf(order.contact),
    attempts: order.attempts,
    timeoutMs: order.timeout * 1000,
    maxAnswerBytes: order.maxAnswerMiB * 2 ** 20,
    report,
    random: Math.random,
    sleep: (ms, stop) => sleep(ms, undefined, stop === undefined ? {} : { signal: stop }),
    now: Date.now,
    monotonic: () => performance.now(),
    signal,
  });
}

/** What makes a harvest the same one: an unfinished one under another plan is not gone on with. */
function planOf(source: string, { plan }: HarvestOptions): string {
  const { groups, since, gazetteerFilter, walkGaps } = plan;
  return JSON.stringify([source, groups, since, gazetteerFilter, walkGaps]);
}

/** Whether a service has anything that is wanted. */
const isAsked = (service: 'archive' | 'placenames', { plan: { groups } }: HarvestOptions): boolean =>
  groups.some((group) => (group === 'places') === (service === 'placenames'));

/** Whom is asked, and with whose key: to another question there are other answers. */
const sourceOf = ({ archive, placenames }: HarvestOptions): string =>
  JSON.stringify(
    [archive, placenames].map(({ url, path, key }) => [
      new URL(url).origin,
      path,
      createHash('sha256').update(key).digest('hex'),
    ]),
  );
