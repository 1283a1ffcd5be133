import { existsSync, readFileSync } from 'node:fs';
import { replaceFileNow } from '../../base/durable.js';
import { messageOf } from '../../base/errors.js';
import type { Report } from '../../base/events.js';
import { isUrl } from '../../base/text.js';
import { readKey } from '../../cli/config/secrets.js';
import type { EndedRun } from '../../cli/feature.js';
import type { RunStatus } from '../../cli/run-status/run-watch.js';
import { userAgentOf } from '../../cli/version.js';
import { readProxies } from '../../harvest/client/proxies.js';
import { readHistory } from '../../harvest/crawl/history.js';
import { openForBuild } from '../../harvest/store/stored-harvest.js';
import type { PostLimits } from './post-json.js';
import type { Webhook } from './settings.js';

/** Writes the metrics and sends the notification of an ended run, where the settings ask for these. */
export async function afterRun({ status, settings, report, isOver }: EndedRun): Promise<void> {
  const { store, contact, metrics, notify } = settings;
  if (typeof metrics === 'string') await writeMetrics(metrics, store, status, report);
  const limits = isOver ? LAST_NOTIFICATION : NOTIFICATION;
  if (notify !== undefined) await sendNotification(notify as Webhook, limits, contact, status, report);
}

const warn = (report: Report, what: string, why: string): void =>
  report({ event: 'warning', message: `${what}: ${why}` });

/** Writes the metrics of an ended run. */
async function writeMetrics(
  file: string,
  store: string | undefined,
  status: RunStatus,
  report: Report,
): Promise<void> {
  const { metricsText } = await import('./metrics.js');
  // Without a harvest there is no age; what is wrong with the store is the run's to report.
  const history =
    store === undefined ? undefined : await openForBuild(store).then(readHistory, () => undefined);
  try {
    const replaced = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    replaceFileNow(file, metricsText(status, { harvested: history?.harvested, replaced }), process.pid);
  } catch (thrown) {
    warn(report, `the metrics ${file} cannot be written`, messageOf(thrown));
  }
}

/** Time for a notification: two attempts, so that it ends before a supervisor loses patience. */
const NOTIFICATION = { timeoutMs: 5_000, attempts: 2, pauseMs: 1_000 } as const;

/** Time for the notification of a run that has not ended in time. */
const LAST_NOTIFICATION = { timeoutMs: 1_500, attempts: 1, pauseMs: 0 } as const;

/** Posts the status of an ended run. Of the address only the host is logged: the rest may be a secret. */
async function sendNotification(
  address: Webhook,
  limits: Omit<PostLimits, 'userAgent' | 'proxies'>,
  contact: string | undefined,
  status: RunStatus,
  report: Report,
): Promise<void> {
  try {
    const { postJson } = await import('./post-json.js');
    const url =
      typeof address === 'string'
        ? address
        : readKey('notify', address, process.env, 'the address of the webhook').key;
    if (!isUrl(url)) return warn(report, 'the notification was not sent', 'its address is not a URL');
    const problem = await postJson(url, status, {
      ...limits,
      userAgent: userAgentOf(contact),
      proxies: readProxies(process.env),
    });
    if (problem !== undefined)
      warn(report, `the notification to ${new URL(url).host} was not accepted`, problem);
  } catch (thrown) {
    warn(report, 'the notification was not sent', messageOf(thrown));
  }
}
