import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/errors.js';
import { statusOf } from '../../harvest/client/body.js';
import type { Proxies } from '../../harvest/client/proxies.js';
import { RequestSender } from '../../harvest/client/request-sender.js';

/** Limits of a notification. */
export interface PostLimits {
  /** Milliseconds of one attempt. */
  readonly timeoutMs: number;
  readonly attempts: number;
  /** Milliseconds between two attempts. */
  readonly pauseMs: number;
  readonly userAgent: string;
  readonly proxies: Proxies;
}

/**
 * Posts a document as JSON. Redirects are not followed.
 *
 * @returns why it was not accepted, without the URL, which may contain a secret; undefined when it was
 */
export async function postJson(
  url: string,
  document: object,
  { timeoutMs, attempts, pauseMs, userAgent, proxies }: PostLimits,
): Promise<string | undefined> {
  const { origin, pathname, search } = new URL(url);
  const sender = new RequestSender(proxies, { timeoutMs });
  let problem: string | undefined;
  try {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      if (attempt > 1) await sleep(pauseMs);
      try {
        const response = await sender.request({
          origin,
          path: `${pathname}${search}`,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': userAgent },
          body: JSON.stringify(document),
          signal: AbortSignal.timeout(timeoutMs),
        });
        await response.body.dump();
        if (response.statusCode >= 200 && response.statusCode < 300) return undefined;
        problem = `status ${statusOf(response)}`;
      } catch (thrown) {
        // Messages of connections name host and port only.
        problem = messageOf(thrown);
      }
    }
    return problem;
  } finally {
    await sender.destroy();
  }
}
